#include "model/manifest/json_tree_builder.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "model/manifest/text_encoding.h"

namespace foregate::model::manifest {

JsonTreeBuilder::JsonTreeBuilder(const JsonIndex& index, const Limits& limits, TextArena& arena, ParsedDocument& document)
    : index_(index), limits_(limits), arena_(arena), document_(document), nodes_(document.tree.nodes) {}

bool JsonTreeBuilder::build(std::uint32_t token, const FieldFilter* filter) {
  token_ = token;
  depth_ = 0;
  key_ = {};
  return value(filter);
}

bool JsonTreeBuilder::fail(const char* code, std::size_t offset, std::string message, std::string hint) {
  document_.error_at_offset(code, offset, std::move(message), std::move(hint));
  return false;
}

bool JsonTreeBuilder::expected(std::string_view what, std::string hint) {
  const bool at_end = token_ >= index_.size();
  return fail(code::kJsonSyntax, index_.offset(token_), fmt::format("expected {}{}", what, at_end ? ", but the text ends" : ""),
              std::move(hint));
}

std::uint32_t JsonTreeBuilder::add_node() {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  ValueNode& made = nodes_.emplace_back();
  made.end = node + 1;
  made.line = static_cast<std::uint32_t>(index_.offset(token_));
  made.key = key_;
  made.key_line = key_offset_;
  return node;
}

bool JsonTreeBuilder::value(const FieldFilter* filter) {
  switch (index_.at(token_)) {
    case '{':
      return object(filter);
    case '[':
      return list(filter);
    default:
      return scalar(add_node());
  }
}

bool JsonTreeBuilder::object(const FieldFilter* filter) {
  const std::uint32_t node = add_node();
  nodes_[node].kind = ValueKind::kMap;
  if (++depth_ > limits_.depth) {
    return fail(code::kLimit, index_.offset(token_),
                fmt::format("lists and maps are nested deeper than the {} levels that are read", limits_.depth));
  }
  std::uint32_t count = 0;
  ++token_;
  for (bool is_first = true; index_.at(token_) != '}' || !is_first; is_first = false) {
    if (index_.at(token_) != '"')
      return expected("a key in double quotes",
                      "A text that begins with '{' is read as JSON, in which no ',' stands after the last entry.");
    std::string_view key;
    const std::size_t key_offset = index_.offset(token_);
    if (!string(index_.scalar(token_), key_offset, key)) return false;
    ++token_;
    if (index_.at(token_) != ':') return expected("':' after the key");
    ++token_;
    bool kept = true;
    const FieldFilter* below = filter == nullptr ? nullptr : filter->find(key, kept);
    if (kept) {
      key_ = key;
      key_offset_ = static_cast<std::uint32_t>(key_offset);
      ++count;
      if (!value(below)) return false;
    } else {
      const auto next = index_.after(token_);
      if (!next) return expected("a value");
      token_ = *next;
    }
    const char separator = index_.at(token_);
    if (separator == '}') break;
    if (separator != ',') return expected("',' or '}' after the value");
    ++token_;
  }
  ++token_;
  --depth_;
  nodes_[node].end = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].count = count;
  return check_duplicates(node);
}

bool JsonTreeBuilder::list(const FieldFilter* filter) {
  const std::uint32_t node = add_node();
  nodes_[node].kind = ValueKind::kList;
  if (++depth_ > limits_.depth) {
    return fail(code::kLimit, index_.offset(token_),
                fmt::format("lists and maps are nested deeper than the {} levels that are read", limits_.depth));
  }
  std::uint32_t count = 0;
  ++token_;
  for (bool is_first = true; index_.at(token_) != ']' || !is_first; is_first = false) {
    key_ = {};
    key_offset_ = 0;
    ++count;
    if (!value(filter)) return false;
    const char separator = index_.at(token_);
    if (separator == ']') break;
    if (separator != ',') return expected("',' or ']' after the value");
    ++token_;
  }
  ++token_;
  --depth_;
  nodes_[node].end = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].count = count;
  return true;
}

bool JsonTreeBuilder::scalar(std::uint32_t node) {
  const std::size_t offset = index_.offset(token_);
  const char first = index_.at(token_);
  if (first == '\0' || first == '}' || first == ']' || first == ',' || first == ':') return expected("a value");
  const std::string_view text = index_.scalar(token_);
  ValueNode& at = nodes_[node];
  ++token_;
  if (first == '"') {
    at.kind = ValueKind::kString;
    return string(text, offset, at.text);
  }
  if (text == "null") return true;
  if (text == "true" || text == "false") {
    at.kind = ValueKind::kBool;
    at.text = text;
    return true;
  }
  const ScalarValue number = json_number(text, arena_);
  if (number.problem != nullptr) {
    constexpr std::size_t kShown = 40;
    return fail(code::kJsonSyntax, offset, fmt::format("'{}' {}", text.substr(0, kShown), number.problem), "Texts need double quotes.");
  }
  number.put(at);
  return true;
}

bool JsonTreeBuilder::string(std::string_view quoted, std::size_t offset, std::string_view& text) {
  if (quoted.size() < 2 || quoted.back() != '"')
    return fail(code::kJsonSyntax, offset, "there is something between this text and the next ',' or bracket");
  text = quoted.substr(1, quoted.size() - 2);
  if (text.size() > limits_.scalar_bytes) {
    return fail(code::kLimit, offset,
                fmt::format("a text of {} bytes is longer than the {} that are read", text.size(), limits_.scalar_bytes));
  }
  if (std::memchr(text.data(), '\\', text.size()) == nullptr) return true;
  const Unescaped unescaped = unescape_json(text, arena_);
  if (unescaped.bad_escape) {
    return fail(code::kJsonSyntax, offset + 1 + *unescaped.bad_escape, "this is no escape of JSON", "Write a backslash as \\\\.");
  }
  text = unescaped.text;
  return true;
}

bool JsonTreeBuilder::check_duplicates(std::uint32_t object) {
  entries_.clear();
  for (std::uint32_t i = object + 1; i < nodes_[object].end; i = nodes_[i].end) entries_.push_back({nodes_[i].key, i});
  bool is_good = true;
  for_each_duplicate(entries_, [&](const MapEntry&, const MapEntry& second) {
    is_good = is_good &&
              fail(code::kDuplicateKey, nodes_[second.node].key_line, fmt::format("the key '{}' stands twice in this map", second.key));
  });
  return is_good;
}

ScalarValue json_number(std::string_view text, TextArena& arena) {
  constexpr const char* kNoValue = "is no value of JSON";
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  // Stricter than YAML: no plus, no leading zeros, a digit on both sides of the point.
  const std::size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
  const bool has_good_whole = whole > 0 && (whole == 1 || digits[0] != '0');
  const bool ends_in_point =
      whole < digits.size() && digits[whole] == '.' && (whole + 1 == digits.size() || digits[whole + 1] < '0' || digits[whole + 1] > '9');
  if (!has_good_whole || ends_in_point || !is_decimal_number(text)) return {.problem = kNoValue};
  if (whole == digits.size()) {
    if (const auto integer = parse_go_integer(text); integer && integer->fits_int64()) return integer_value(*integer, text, arena);
  }
  // Like kubectl, which reads what is no int64 as a float64.
  const auto number = parse_go_float(text);
  if (!number) return {.problem = "is too great a number"};
  return float_value(*number, text, arena);
}

namespace {

std::optional<std::uint32_t> hex4(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  std::uint32_t result = 0;
  for (const char c : text.substr(at, 4)) {
    const char lower = static_cast<char>(c | 0x20);
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    result = result << 4 | static_cast<std::uint32_t>(is_digit ? c - '0' : lower - 'a' + 10);
  }
  return result;
}

constexpr std::uint32_t kReplacement = 0xFFFD;
bool is_high_surrogate(std::uint32_t c) { return c >= 0xD800 && c < 0xDC00; }
bool is_low_surrogate(std::uint32_t c) { return c >= 0xDC00 && c < 0xE000; }

/// The code point of the `\u` escape at `at`, which is moved behind it and, for a pair, behind the second one.
std::optional<std::uint32_t> take_code_point(std::string_view text, std::size_t& at) {
  const auto unit = hex4(text, at + 2);
  if (!unit) return std::nullopt;
  at += 6;
  if (is_low_surrogate(*unit)) return kReplacement;
  if (!is_high_surrogate(*unit)) return unit;
  const auto low = text.substr(at).starts_with("\\u") ? hex4(text, at + 2) : std::nullopt;
  if (!low || !is_low_surrogate(*low)) return kReplacement;
  at += 6;
  return 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
}

char simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

}  // namespace

Unescaped unescape_json(std::string_view inside, TextArena& arena) {
  // No escape is shorter than what it stands for.
  char* const begin = arena.allocate(inside.size());
  char* out = begin;
  for (std::size_t at = 0; at < inside.size();) {
    if (inside[at] != '\\') {
      *out++ = inside[at++];
      continue;
    }
    const char kind = at + 1 < inside.size() ? inside[at + 1] : '\0';
    if (kind == 'u') {
      const std::size_t escape = at;
      const auto code_point = take_code_point(inside, at);
      if (!code_point) return {{}, escape};
      out += write_utf8(*code_point, out);
      continue;
    }
    const char plain = simple_escape(kind);
    if (plain == '\0') return {{}, at};
    *out++ = plain;
    at += 2;
  }
  const auto used = static_cast<std::size_t>(out - begin);
  arena.shrink_last(inside.size(), used);
  return {{begin, used}};
}

}  // namespace foregate::model::manifest
