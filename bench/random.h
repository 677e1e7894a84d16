#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace foregate::bench {

/// Random choices that do not depend on the standard library: its engines are specified to the bit, its distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// In [0, bound).
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace foregate::bench
