#pragma once

#include <string>

#include "model/manifest/value_tree.h"

namespace foregate::model::manifest::testing_support {

/// The value as compact JSON, with only quotes and newlines escaped.
inline std::string show(Value value) {
  const auto quote = [](std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '\n') {
        result += "\\n";
        continue;
      }
      if (c == '"') result += '\\';
      result += c;
    }
    return result + '"';
  };
  const bool is_map = value.kind() == ValueKind::kMap;
  if (value.is_null()) return "null";
  if (value.kind() == ValueKind::kString) return quote(value.text());
  if (!is_map && value.kind() != ValueKind::kList) return std::string{value.text()};
  std::string result{is_map ? "{" : "["};
  for (const Value child : value) {
    if (result.size() > 1) result += ',';
    if (is_map) result += quote(child.key()) + ":";
    result += show(child);
  }
  return result + (is_map ? "}" : "]");
}

}  // namespace foregate::model::manifest::testing_support
