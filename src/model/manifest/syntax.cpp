#include "model/manifest/syntax.h"

#include <algorithm>
#include <cstddef>

namespace foregate::model::manifest {
namespace {

constexpr std::size_t kLabelLength = 63;
constexpr std::size_t kSubdomainLength = 253;
constexpr std::size_t kPortNameLength = 15;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower_or_digit(char c) { return is_lower(c) || is_digit(c); }
bool is_alphanumeric(char c) { return is_lower_or_digit(c) || is_upper(c); }

/// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
bool is_dns_label(std::string_view text) {
  return !text.empty() && is_lower_or_digit(text.front()) && is_lower_or_digit(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_lower_or_digit(c) || c == '-'; });
}

/// `[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?`
bool is_label_text(std::string_view text) {
  return !text.empty() && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

/// Whether `fits` holds for each part between dots.
template <typename Fits>
bool all_parts(std::string_view text, Fits&& fits) {
  for (;;) {
    const std::size_t dot = text.find('.');
    if (!fits(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

std::string dns_subdomain_problem(std::string_view text) {
  if (text.size() > kSubdomainLength) return "must be no more than 253 characters";
  if (!all_parts(text, is_dns_label)) {
    return "must consist of lower case letters, digits, '-' and '.', and begin and end each part with a letter or digit";
  }
  return {};
}

std::string dns_label_problem(std::string_view text) {
  if (text.size() > kLabelLength) return "must be no more than 63 characters";
  if (!is_dns_label(text)) return "must consist of lower case letters, digits and '-', and begin and end with a letter or digit";
  return {};
}

std::string service_name_problem(std::string_view text) {
  if (text.size() > kLabelLength) return "must be no more than 63 characters";
  if (!is_dns_label(text) || !is_lower(text.front())) {
    return "must consist of lower case letters, digits and '-', begin with a letter and end with a letter or digit";
  }
  return {};
}

std::string kind_problem(std::string_view text) {
  if (text.size() > kLabelLength) return "must be no more than 63 characters";
  const bool fits = !text.empty() && std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-'; });
  return fits ? std::string{} : "must consist of letters, digits and '-'";
}

std::string qualified_name_problem(std::string_view text) {
  std::string_view name = text;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    name = text.substr(slash + 1);
    const std::string_view prefix = text.substr(0, slash);
    if (prefix.empty()) return "must have something in front of its '/'";
    if (name.find('/') != std::string_view::npos) return "must have at most one '/'";
    if (!dns_subdomain_problem(prefix).empty()) return "must have a lower case domain name in front of its '/'";
  }
  if (name.empty()) return "must not be empty";
  if (name.size() > kLabelLength) return "must be no more than 63 characters (after the '/')";
  if (!is_label_text(name)) return "must consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit";
  return {};
}

std::string label_value_problem(std::string_view text) {
  if (text.size() > kLabelLength) return "must be no more than 63 characters";
  if (!text.empty() && !is_label_text(text)) {
    return "must consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit";
  }
  return {};
}

std::string port_name_problem(std::string_view text) {
  if (text.empty()) return "must not be empty";
  if (text.size() > kPortNameLength) return "must be no more than 15 characters";
  if (!std::ranges::all_of(text, [](char c) { return is_lower_or_digit(c) || c == '-'; })) {
    return "must consist of lower case letters, digits and '-'";
  }
  if (std::ranges::none_of(text, is_lower)) return "must have at least one letter";
  if (text.find("--") != std::string_view::npos) return "must not have two '-' in a row";
  if (text.front() == '-' || text.back() == '-') return "must begin and end with a letter or digit";
  return {};
}

std::string domain_name_problem(std::string_view text, bool lax) {
  if (text.starts_with("*.")) text.remove_prefix(2);
  if (text.ends_with('.')) text.remove_suffix(1);
  if (text.find('.') == std::string_view::npos) return "must have at least two parts between dots (after a leading '*.')";
  const auto is_part = [lax](std::string_view part) {
    return !part.empty() && (is_alphanumeric(part.front()) || (lax && part.front() >= '[' && part.front() <= '`')) &&
           (part.size() == 1 || is_alphanumeric(part.back())) &&
           std::ranges::all_of(part.substr(1), [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
  };
  if (!all_parts(text, is_part)) return "must be a domain name, or one with '*.' in front and no other wildcard";
  return {};
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace foregate::model::manifest
