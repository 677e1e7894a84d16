#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace foregate::model::manifest {

struct JsonProblem {
  std::size_t offset;
  std::string message;
};

/// The first place where `text` is no sequence of JSON values (RFC 8259, UTF-8), and why; nothing where it is one. Slow and simple: it
/// runs only to explain what the fast reader has refused, and to be compared with it. O(length), no recursion.
std::optional<JsonProblem> check_json(std::string_view text);

}  // namespace foregate::model::manifest
