#include "model/manifest/text_encoding.h"

namespace foregate::model::manifest {

namespace {

constexpr int kNoDigit = -1;

constexpr int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return kNoDigit;
}

std::uint8_t byte_at(std::string_view text, std::size_t at) { return static_cast<std::uint8_t>(text[at]); }

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
  std::string result;
  std::uint32_t bits = 0;
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const int digit = base64_digit(c);
    if (digit == kNoDigit || padding > 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++digits % 4 == 0) {
      for (const int shift : {16, 8, 0}) result.push_back(static_cast<char>(bits >> shift));
    }
  }
  if (digits % 4 == 1 || (digits + padding) % 4 != 0 || padding > 2) return std::nullopt;
  if (digits % 4 >= 2) result.push_back(static_cast<char>(digits % 4 == 2 ? bits >> 4 : bits >> 10));
  if (digits % 4 == 3) result.push_back(static_cast<char>(bits >> 2));
  return result;
}

std::size_t utf8_length(std::string_view text) {
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2U : lead < 0xF0 ? 3U : 4U;
  if (text.size() < length) return 0;
  // The second byte's bounds exclude overlong forms, surrogates and what lies beyond U+10FFFF.
  const std::uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t greatest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte_at(text, 1) < least || byte_at(text, 1) > greatest) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

std::size_t write_utf8(std::uint32_t code_point, char* out) {
  if (code_point < 0x80) {
    *out = static_cast<char>(code_point);
    return 1;
  }
  const std::size_t length = code_point < 0x800 ? 2U : code_point < 0x10000 ? 3U : 4U;
  for (std::size_t i = length - 1; i > 0; --i) {
    out[i] = static_cast<char>(0x80 | (code_point & 0x3F));
    code_point >>= 6;
  }
  constexpr std::uint32_t kLeads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  out[0] = static_cast<char>(kLeads[length] | code_point);
  return length;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    result += length == 0 ? std::string_view{"\xEF\xBF\xBD"} : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace foregate::model::manifest
