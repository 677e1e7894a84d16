#pragma once

#include <cstdio>
#include <cstdlib>

/// Stops the program when a condition that only a bug can break does not hold. Never for users' input: that is a `Diagnostic`.
#define FG_CHECK(condition)                                                                           \
  do {                                                                                                \
    if (!(condition)) {                                                                               \
      std::fprintf(stderr, "foregate: internal error: %s (%s:%d)\n", #condition, __FILE__, __LINE__); \
      std::abort();                                                                                   \
    }                                                                                                 \
  } while (false)
