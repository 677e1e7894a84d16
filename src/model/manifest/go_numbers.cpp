#include "model/manifest/go_numbers.h"

#include <charconv>
#include <cmath>

namespace foregate::model::manifest {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// Takes `0x`, `0o`, `0b` or the 0 of an octal number off `digits`.
int take_base(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  switch (digits[1] | 0x20) {
    case 'x':
      digits.remove_prefix(2);
      return 16;
    case 'o':
      digits.remove_prefix(2);
      return 8;
    case 'b':
      digits.remove_prefix(2);
      return 2;
    default:
      digits.remove_prefix(1);
      return 8;
  }
}

/// The shortest decimal digits that give the value back, and the place of the point: value = 0.DIGITS * 10^point.
struct Decimal {
  char digits[24];
  int count = 0;
  int point = 0;
  bool negative = false;
};

template <typename Float>
Decimal shortest(Float value) {
  Decimal result;
  result.negative = std::signbit(value);
  if (value == 0) {
    result.digits[result.count++] = '0';
    result.point = 1;
    return result;
  }
  char buffer[32];
  const auto printed = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value), std::chars_format::scientific);
  const char* at = buffer;
  for (; at != printed.ptr && *at != 'e'; ++at) {
    if (*at != '.') result.digits[result.count++] = *at;
  }
  int exponent = 0;
  if (at != printed.ptr) {
    const char* digits = at + 1 + (at[1] == '+' ? 1 : 0);
    std::from_chars(digits, printed.ptr, exponent);
  }
  result.point = exponent + 1;
  return result;
}

void put_plain(const Decimal& number, NumberText& out) {
  if (number.point <= 0) {
    out.push('0');
    out.push('.');
    for (int i = number.point; i < 0; ++i) out.push('0');
    for (int i = 0; i < number.count; ++i) out.push(number.digits[i]);
    return;
  }
  for (int i = 0; i < number.point; ++i) out.push(i < number.count ? number.digits[i] : '0');
  if (number.count <= number.point) return;
  out.push('.');
  for (int i = number.point; i < number.count; ++i) out.push(number.digits[i]);
}

/// `least_digits`: of the exponent; encoding/json prints `1e-7`, strconv `1e-07`.
void put_scientific(const Decimal& number, int least_digits, NumberText& out) {
  out.push(number.digits[0]);
  if (number.count > 1) out.push('.');
  for (int i = 1; i < number.count; ++i) out.push(number.digits[i]);
  out.push('e');
  const int exponent = number.point - 1;
  out.push(exponent < 0 ? '-' : '+');
  const int size = std::abs(exponent);
  if (size < 10 && least_digits > 1) out.push('0');
  const auto end = std::to_chars(out.bytes + out.size, out.bytes + NumberText::kCapacity, size).ptr;
  out.size = static_cast<std::size_t>(end - out.bytes);
}

/// Whether a decimal that does not fit a double is too great rather than too small: its first digit that counts stands before the point.
bool is_great(std::string_view text) {
  int point = 0;
  bool seen_point = false;
  bool seen_digit = false;
  std::size_t at = 0;
  for (; at < text.size() && (text[at] | 0x20) != 'e'; ++at) {
    if (text[at] == '.') {
      seen_point = true;
    } else if (text[at] != '0' || seen_digit) {
      seen_digit = true;
      if (!seen_point) ++point;
    } else if (seen_point) {
      --point;
    }
  }
  if (at == text.size()) return point > 0;
  const bool negative = text[at + 1] == '-';
  if (negative || text[at + 1] == '+') ++at;
  int exponent = 0;
  const auto read = std::from_chars(text.data() + at + 1, text.data() + text.size(), exponent);
  if (read.ec != std::errc{}) return !negative;
  return point + (negative ? -exponent : exponent) > 0;
}

}  // namespace

std::optional<GoInteger> parse_go_integer(std::string_view text) {
  GoInteger result;
  const bool has_sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  result.negative = has_sign && text[0] == '-';
  if (has_sign) text.remove_prefix(1);
  const int base = take_base(text);
  if (text.empty()) return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), result.magnitude, base);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  if (has_sign && !result.fits_int64()) return std::nullopt;  // ParseUint takes no sign
  return result;
}

bool is_decimal_number(std::string_view text) {
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(text, at);
  const bool has_whole = at > whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = ++at;
    at = skip_digits(text, at);
    if (!has_whole && at == fraction) return false;
  } else if (!has_whole) {
    return false;
  }
  if (at == text.size()) return true;
  if ((text[at] | 0x20) != 'e') return false;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  return at < text.size() && skip_digits(text, at) == text.size();
}

std::optional<double> parse_go_float(std::string_view text) {
  if (!is_decimal_number(text)) return std::nullopt;
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) {
    if (is_great(text)) return std::nullopt;
    value = 0;
  }
  return negative ? -value : value;
}

NumberText print_integer(GoInteger value) {
  NumberText out;
  if (value.negative && value.magnitude != 0) out.push('-');
  const auto end = std::to_chars(out.bytes + out.size, out.bytes + NumberText::kCapacity, value.magnitude).ptr;
  out.size = static_cast<std::size_t>(end - out.bytes);
  return out;
}

NumberText print_json_float(double value) {
  const Decimal number = shortest(value);
  NumberText out;
  if (number.negative) out.push('-');
  // encoding/json's floatEncoder: "Convert as if by ES6 number to string conversion".
  if (value != 0 && (std::fabs(value) < 1e-6 || std::fabs(value) >= 1e21)) {
    // It cleans up e-09 to e-9, and nothing but that.
    put_scientific(number, number.point - 1 < 0 ? 1 : 2, out);
  } else {
    put_plain(number, out);
  }
  return out;
}

NumberText print_key_float(double value) {
  const auto narrow = static_cast<float>(value);
  NumberText out;
  if (std::isinf(narrow)) {
    for (const char c : std::string_view{narrow < 0 ? "-.inf" : ".inf"}) out.push(c);
    return out;
  }
  const Decimal number = shortest(narrow);
  if (number.negative) out.push('-');
  const int exponent = number.point - 1;
  constexpr int kShortestPrecision = 6;  // strconv: "if precision was the shortest possible, use precision 6 for this decision"
  if (exponent < -4 || exponent >= kShortestPrecision) {
    put_scientific(number, 2, out);
  } else {
    put_plain(number, out);
  }
  return out;
}

}  // namespace foregate::model::manifest
