#include "model/manifest/yaml_scalars.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "model/manifest/go_numbers.h"
#include "model/manifest/text_encoding.h"

namespace foregate::model::manifest {

namespace {

constexpr const char* kWrongTag = "is not what its tag says";
constexpr const char* kNoJsonNumber = "is infinite or no number, which JSON cannot express";

enum class Tag { kNone, kStr, kBool, kInt, kFloat, kNull, kTimestamp, kBinary, kMerge, kOther };

Tag tag_of(std::string_view text) {
  if (text.empty()) return Tag::kNone;
  constexpr std::string_view kPrefix = "tag:yaml.org,2002:";
  if (!text.starts_with(kPrefix)) return Tag::kOther;
  constexpr std::array<std::pair<std::string_view, Tag>, 8> kTags{{{"str", Tag::kStr},
                                                                   {"bool", Tag::kBool},
                                                                   {"int", Tag::kInt},
                                                                   {"float", Tag::kFloat},
                                                                   {"null", Tag::kNull},
                                                                   {"timestamp", Tag::kTimestamp},
                                                                   {"binary", Tag::kBinary},
                                                                   {"merge", Tag::kMerge}}};
  for (const auto& [name, tag] : kTags) {
    if (text.substr(kPrefix.size()) == name) return tag;
  }
  return Tag::kOther;
}

/// A scalar as go-yaml has it, before JSON.
struct Resolved {
  Tag tag = Tag::kStr;
  std::string_view text{};  // kStr, kTimestamp: the value
  bool truth = false;       // kBool
  GoInteger integer{};      // kInt
  double number = 0;        // kFloat, finite
  bool unbounded = false;   // kFloat: infinite or not a number
};

Resolved make_string(std::string_view text) { return {.tag = Tag::kStr, .text = text}; }
Resolved make_bool(bool truth) { return {.tag = Tag::kBool, .truth = truth}; }
Resolved make_float(double number) { return {.tag = Tag::kFloat, .number = number}; }

/// The word in lower case where it is written in lower, Title or UPPER case, else nothing: `nULL` is text.
std::optional<std::string_view> fold_case(std::string_view word, std::array<char, 8>& buffer) {
  if (word.size() > buffer.size()) return std::nullopt;
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const std::string_view rest = word.substr(1);
  const bool lower_rest = std::all_of(rest.begin(), rest.end(), is_lower);
  const bool upper_rest = std::all_of(rest.begin(), rest.end(), is_upper) && is_upper(word[0]);
  if (!lower_rest && !upper_rest) return std::nullopt;
  std::transform(word.begin(), word.end(), buffer.begin(), [&](char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; });
  return std::string_view{buffer.data(), word.size()};
}

/// The words of YAML 1.1 that mean a truth value or null (go-yaml's resolveMapList).
std::optional<Resolved> resolve_word(std::string_view text) {
  if (text == "~") return Resolved{.tag = Tag::kNull};
  std::array<char, 8> buffer;
  const auto word = fold_case(text, buffer);
  if (!word) return std::nullopt;
  if (*word == "null") return Resolved{.tag = Tag::kNull};
  for (const std::string_view yes : {"y", "yes", "true", "on"}) {
    if (*word == yes) return make_bool(true);
  }
  for (const std::string_view no : {"n", "no", "false", "off"}) {
    if (*word == no) return make_bool(false);
  }
  return std::nullopt;
}

/// `.inf`, `+.INF`, `-.Inf`, `.NaN` and their like.
bool is_unbounded(std::string_view text) {
  const bool has_sign = text[0] == '+' || text[0] == '-';
  if (has_sign) text.remove_prefix(1);
  for (const std::string_view word : {".inf", ".Inf", ".INF"}) {
    if (text == word) return true;
  }
  return !has_sign && (text == ".nan" || text == ".NaN" || text == ".NAN");
}

std::string without_underscores(std::string_view text) {
  std::string result;
  std::remove_copy(text.begin(), text.end(), std::back_inserter(result), '_');
  return result;
}

/// Go's rule for underscores in a literal: each stands after a digit and before one.
bool has_well_placed_underscores(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) return false;
  }
  return true;
}

/// A text that begins with a point: not a YAML number for go-yaml, but whatever Go's ParseFloat takes.
Resolved resolve_point(std::string_view text) {
  if (is_unbounded(text)) return {.tag = Tag::kFloat, .unbounded = true};
  if (!has_well_placed_underscores(text)) return make_string(text);
  if (const auto number = parse_go_float(without_underscores(text))) return make_float(*number);
  return make_string(text);
}

/// A text that begins with a digit or sign; underscores do not count.
Resolved resolve_number(std::string_view text) {
  if (is_unbounded(text)) return {.tag = Tag::kFloat, .unbounded = true};
  std::string without;
  std::string_view digits = text;
  if (text.find('_') != std::string_view::npos) {
    without = without_underscores(text);
    digits = without;
  }
  if (const auto integer = parse_go_integer(digits)) return {.tag = Tag::kInt, .integer = *integer};
  if (const auto number = parse_go_float(digits)) return make_float(*number);
  return make_string(text);
}

Resolved resolve_plain(std::string_view text) {
  if (text.empty()) return {.tag = Tag::kNull};
  switch (text[0]) {
    case '+':
    case '-':
    case '0' ... '9':
      return resolve_number(text);
    case '.':
      return resolve_point(text);
    case 'y':
    case 'Y':
    case 'n':
    case 'N':
    case 't':
    case 'T':
    case 'f':
    case 'F':
    case 'o':
    case 'O':
    case '~':
      return resolve_word(text).value_or(make_string(text));
    default:
      return make_string(text);
  }
}

/// yyyy-m-d with or without a time: what !!timestamp may stand before. Only such a tag asks.
bool is_timestamp(std::string_view text) {
  const auto digits = [&text](std::size_t least, std::size_t most) {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    text.remove_prefix(count);
    return count >= least && count <= most;
  };
  const auto dash = [&text] {
    if (text.empty() || text[0] != '-') return false;
    text.remove_prefix(1);
    return true;
  };
  if (!digits(4, 4) || !dash() || !digits(1, 2) || !dash() || !digits(1, 2)) return false;
  return text.empty() || text[0] == 'T' || text[0] == 't' || text[0] == ' ';
}

struct Outcome {
  Resolved value;
  const char* problem = nullptr;
};

/// An explicit tag asks for its type; an integer passes as a float (go-yaml's resolve).
Outcome apply_tag(Tag wanted, Resolved value) {
  if (wanted == value.tag) return {value};
  if (wanted == Tag::kFloat && value.tag == Tag::kInt) {
    const double magnitude = static_cast<double>(value.integer.magnitude);
    return {make_float(value.integer.negative ? -magnitude : magnitude)};
  }
  if (wanted == Tag::kTimestamp && value.tag == Tag::kStr && is_timestamp(value.text)) return {value};
  return {value, kWrongTag};
}

Outcome resolve(const YamlScalar& scalar, TextArena& arena) {
  if (scalar.tag.empty()) return {scalar.plain ? resolve_plain(scalar.text) : make_string(scalar.text)};
  switch (const Tag tag = tag_of(scalar.tag)) {
    case Tag::kStr:
    case Tag::kOther:
    case Tag::kMerge:
    case Tag::kNone:
      return {make_string(scalar.text)};
    case Tag::kBinary: {
      const auto decoded = decode_base64(scalar.text);
      if (!decoded) return {make_string(scalar.text), "is not base64, which !!binary asks for"};
      return {make_string(arena.store(replace_invalid_utf8(*decoded)))};
    }
    default:
      return apply_tag(tag, resolve_plain(scalar.text));
  }
}

}  // namespace

ScalarValue resolve_scalar(const YamlScalar& scalar, TextArena& arena) {
  const auto [value, problem] = resolve(scalar, arena);
  if (problem != nullptr) return {.problem = problem};
  switch (value.tag) {
    case Tag::kNull:
      return {};
    case Tag::kBool:
      return {.kind = ValueKind::kBool, .text = value.truth ? "true" : "false"};
    case Tag::kInt:
      // kubectl reads what is no int64 as a float64 in the end.
      if (!value.integer.fits_int64()) return float_value(static_cast<double>(value.integer.magnitude), scalar.text, arena);
      return integer_value(value.integer, scalar.text, arena);
    case Tag::kFloat:
      return value.unbounded ? ScalarValue{.problem = kNoJsonNumber} : float_value(value.number, scalar.text, arena);
    default:
      return {.kind = ValueKind::kString, .text = value.text};
  }
}

ScalarKey resolve_key(const YamlScalar& scalar, TextArena& arena) {
  const auto [value, problem] = resolve(scalar, arena);
  if (problem != nullptr) return {{}, ValueKind::kNull, problem};
  switch (value.tag) {
    case Tag::kNull:
      return {{}, ValueKind::kNull, "is null; keys must be text"};
    case Tag::kBool:
      return {value.truth ? "true" : "false", ValueKind::kBool};
    case Tag::kInt:
      if (!value.integer.fits_int64()) return {{}, ValueKind::kInteger, "is too great an integer; put it in quotes"};
      return {keep(print_integer(value.integer), scalar.text, arena), ValueKind::kInteger};
    case Tag::kFloat:
      if (value.unbounded) return {scalar.text, ValueKind::kFloat};
      return {keep(print_key_float(value.number), scalar.text, arena), ValueKind::kFloat};
    default:
      return {value.text, ValueKind::kString};
  }
}

bool is_merge_key(const YamlScalar& scalar) { return scalar.text == "<<" && (scalar.plain || tag_of(scalar.tag) == Tag::kMerge); }

}  // namespace foregate::model::manifest
