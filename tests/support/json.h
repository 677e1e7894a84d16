#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace foregate::testing {

/// A JSON value that tests build and cut down. Order of entries is kept.
struct Json {
  enum class Kind { kLiteral, kString, kList, kMap };
  Kind kind = Kind::kLiteral;
  std::string text = "null";  ///< kLiteral: as written; kString: the value
  std::vector<Json> items;    ///< kList: the items; kMap: the values
  std::vector<std::string> keys;

  static Json null() { return {}; }
  static Json number(long value) { return {Kind::kLiteral, std::to_string(value), {}, {}}; }
  static Json boolean(bool value) { return {Kind::kLiteral, value ? "true" : "false", {}, {}}; }
  static Json string(std::string_view value) { return {Kind::kString, std::string(value), {}, {}}; }
  static Json list(std::vector<Json> values = {}) { return {Kind::kList, {}, std::move(values), {}}; }
  static Json map() { return {Kind::kMap, {}, {}, {}}; }

  /// Appends an entry to a map; returns the map.
  Json& add(std::string_view key, Json value);
  Json& add(std::string_view key, std::string_view value) { return add(key, string(value)); }
  Json& add(std::string_view key, const char* value) { return add(key, string(value)); }
  /// Appends to a list.
  void push(Json value) { items.push_back(std::move(value)); }
  /// The value of a map's entry, or null (the pointer).
  const Json* find(std::string_view key) const;
  /// Lists and maps: without the i-th child.
  void erase(std::size_t i);
  void write_to(std::string& out) const;
};

}  // namespace foregate::testing
