#include "model/manifest/decode_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/text.h"
#include "model/manifest/spelling.h"

namespace foregate::model::manifest {
namespace {

std::string_view kind_text(ValueKind kind) {
  switch (kind) {
    case ValueKind::kNull:
      return "null";
    case ValueKind::kBool:
      return "a boolean";
    case ValueKind::kInteger:
    case ValueKind::kFloat:
      return "a number";
    case ValueKind::kString:
      return "text";
    case ValueKind::kList:
      return "a list";
    case ValueKind::kMap:
      return "a map";
  }
  return "null";
}

/// `80` -> "a number (80)".
std::string found_text(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kBool:
    case ValueKind::kInteger:
    case ValueKind::kFloat:
      return fmt::format("{} ({})", kind_text(value.kind()), value.text());
    case ValueKind::kString:
      return fmt::format("text ({})", quoted(value.text()));
    default:
      return std::string{kind_text(value.kind())};
  }
}

constexpr std::size_t kShown = 60;

/// What one policy API calls by another word than the next.
constexpr std::pair<std::string_view, std::string_view> kOtherWords[] = {
    {"namespaces", "namespaceSelector"},
    {"pods", "podSelector"},
    {"namespaceSelector", "namespaces"},
    {"podSelector", "pods"},
    {"ports", "protocols"},
    {"protocols", "ports"},
    {"ipBlock", "networks"},
    {"networks", "ipBlock"},
    {"namedPort", "destinationNamedPort"},
    {"port", "portNumber"},
    {"port", "destinationPort"},
    {"portRange", "range"},
};

}  // namespace

void ObjectContext::report(const char* code, base::Severity severity, base::SourcePosition at, std::string path, std::string message,
                           std::string hint) {
  if (severity == base::Severity::kError) failed_ = true;
  diagnostics_.add({code, severity, at, identity(), std::move(path), std::move(message), std::move(hint)});
}

void ObjectContext::report_but_keep(const char* code, base::SourcePosition at, std::string path, std::string message, std::string hint) {
  diagnostics_.add({code, base::Severity::kError, at, identity(), std::move(path), std::move(message), std::move(hint)});
}

std::string ObjectContext::identity() const {
  const Value metadata = root_.find("metadata");
  const auto text_of = [&](std::string_view key) {
    const Value value = metadata.find(key);
    return value.kind() == ValueKind::kString ? value.text() : std::string_view{};
  };
  const std::string_view name = text_of("name").empty() ? text_of("generateName") : text_of("name");
  if (name.empty()) return std::string{kind_};
  if (!namespaced_) return fmt::format("{} {}", kind_, name);
  const std::string_view given = text_of("namespace");
  return fmt::format("{} {}/{}", kind_, given.empty() ? default_namespace_ : given, name);
}

base::SourcePosition Cursor::position() const {
  const Cursor* at = this;
  while (!at->value_.present() && at->parent_ != nullptr) at = at->parent_;
  return at->value_.position();
}

std::string Cursor::path() const {
  std::string text;
  append_path(text);
  return text;
}

void Cursor::append_path(std::string& text) const {
  if (parent_ == nullptr) return;
  parent_->append_path(text);
  if (is_item_) {
    fmt::format_to(std::back_inserter(text), "[{}]", index_);
    return;
  }
  if (!text.empty()) text += '.';
  text += key_;
}

Cursor Cursor::Iterator::operator*() const {
  const Value value = *at_;
  if (parent_->kind() == ValueKind::kMap) return {*parent_, value.key(), value};
  return {*parent_, index_, value};
}

Cursor::Children Cursor::children() const& {
  const Iterator first{*this, value_.begin()};
  return is_container() ? Children{first, {*this, value_.end()}} : Children{first, first};
}

bool Cursor::is_a(ValueKind kind, std::string_view wanted) const {
  if (value_.kind() == kind) return true;
  if (is_set()) wrong_type(wanted);
  return false;
}

std::optional<std::string_view> Cursor::text() const {
  if (!is_a(ValueKind::kString, "text")) return std::nullopt;
  return value_.text();
}

std::optional<bool> Cursor::boolean() const {
  if (!is_a(ValueKind::kBool, "true or false")) return std::nullopt;
  return value_.text() == "true";
}

std::optional<std::int32_t> Cursor::int32() const {
  if (is_null()) return std::nullopt;
  const bool number = value_.kind() == ValueKind::kInteger || value_.kind() == ValueKind::kFloat;
  if (!number || !value_.node().fits_integer) {
    wrong_type("a whole number");
    return std::nullopt;
  }
  const std::int64_t wide = value_.node().integer;
  if (wide < std::numeric_limits<std::int32_t>::min() || wide > std::numeric_limits<std::int32_t>::max()) {
    error("FG1010", fmt::format("{} is {}, which is no 32-bit number", field_text(*this), wide));
    return std::nullopt;
  }
  return static_cast<std::int32_t>(wide);
}

bool Cursor::is_struct_item() const {
  if (value_.kind() == ValueKind::kMap) return true;
  if (is_null() && object_->dialect() == Dialect::kBuiltIn) return true;
  wrong_type("a map");
  return false;
}

bool Cursor::allow_only(std::span<const std::string_view> known) const {
  bool all_known = true;
  if (kind() != ValueKind::kMap) return all_known;
  for (const Cursor entry : children()) {
    if (std::ranges::find(known, entry.key()) != known.end()) continue;
    report_unknown_field(entry, known);
    all_known = false;
  }
  return all_known;
}

bool Cursor::require() const {
  if (is_set()) return true;
  error("FG1012", fmt::format("{} is required", field_text(*this)));
  return false;
}

void Cursor::error(const char* code, std::string message, std::string hint) const {
  object_->report(code, base::Severity::kError, position(), path(), std::move(message), std::move(hint));
}

void Cursor::error_at_key(const char* code, std::string message, std::string hint) const {
  object_->report(code, base::Severity::kError, value_.key_position(), path(), std::move(message), std::move(hint));
}

void Cursor::error_but_keep(const char* code, base::SourcePosition at, std::string message, std::string hint) const {
  object_->report_but_keep(code, at, path(), std::move(message), std::move(hint));
}

void Cursor::warn(const char* code, std::string message, std::string hint) const {
  object_->report(code, base::Severity::kWarning, position(), path(), std::move(message), std::move(hint));
}

void Cursor::wrong_type(std::string_view wanted) const {
  const bool looks_unquoted =
      wanted == "text" && (kind() == ValueKind::kBool || kind() == ValueKind::kInteger || kind() == ValueKind::kFloat);
  std::string hint;
  if (looks_unquoted && value_.is_json()) hint = fmt::format("Write \"{}\" in quotes.", value_.text());
  if (looks_unquoted && !value_.is_json()) {
    hint = fmt::format("YAML reads an unquoted value of this form as {}; write it in quotes.", kind_text(kind()));
  }
  error("FG1010", fmt::format("{} must be {}, not {}", field_text(*this), wanted, found_text(value_)), std::move(hint));
}

void report_unknown_field(const Cursor& entry, std::span<const std::string_view> known) {
  std::string_view meant = nearest(entry.key(), known);
  for (const auto& [word, other] : kOtherWords) {
    if (entry.key() == word && std::ranges::find(known, other) != known.end()) meant = other;
  }
  entry.error_at_key(
      "FG1020", fmt::format("unknown field {}", quoted(entry.key())),
      meant.empty() ? fmt::format("The fields here are {}.", fmt::join(known, ", ")) : fmt::format("Did you mean '{}'?", meant));
}

std::string field_text(const Cursor& at) {
  if (!at.key().empty()) return fmt::format("'{}'", at.key());
  const std::string path = at.path();
  return path.empty() ? "the object" : fmt::format("'{}'", path.substr(path.rfind('.') + 1));
}

std::string quoted(std::string_view text) { return fmt::format("'{}'", base::printable(text, kShown)); }

}  // namespace foregate::model::manifest
