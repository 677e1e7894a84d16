#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Numbers as Go reads and prints them, because a manifest goes through Go's strconv and encoding/json on its way to the API server.
namespace foregate::model::manifest {

/// An integer between the least int64 and the greatest uint64.
struct GoInteger {
  bool negative = false;
  std::uint64_t magnitude = 0;
  bool fits_int64() const { return magnitude <= (std::uint64_t{1} << 63) - (negative ? 0 : 1); }
  std::int64_t int64() const { return static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude); }
};

/// strconv.ParseInt and, where that fails, ParseUint with base 0 and 64 bits, for a text without underscores: decimal, `0x`, `0o`, `0b` or
/// a leading zero for octal; a sign (no plus or minus beyond int64). Nothing for any other text.
std::optional<GoInteger> parse_go_integer(std::string_view text);

/// strconv.ParseFloat of a decimal number of the form `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`; nothing where it is too great
/// for a double. Too small is 0.
std::optional<double> parse_go_float(std::string_view text);

/// Whether the text has the form that `parse_go_float` asks for.
bool is_decimal_number(std::string_view text);

/// A printed number; `view()` is into this object.
struct NumberText {
  static constexpr std::size_t kCapacity = 48;
  char bytes[kCapacity];
  std::size_t size = 0;
  std::string_view view() const { return {bytes, size}; }
  void push(char c) { bytes[size++] = c; }
};

NumberText print_integer(GoInteger value);
/// A finite float64 as encoding/json prints it: `80`, `0.5`, `1e+21`, `1e-7`.
NumberText print_json_float(double value);
/// strconv.FormatFloat(value, 'g', -1, 32), which sigs.k8s.io/yaml makes map keys with: `1.5`, `1e+06`.
NumberText print_key_float(double value);

}  // namespace foregate::model::manifest
