#include "model/manifest/json_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/manifest/json_check.h"
#include "model/manifest/json_tree_builder.h"

namespace foregate::model::manifest {

namespace {

// What is read of kinds that are only counted: enough to say who they are.
constexpr FieldFilter::Entry kNameEntries[] = {{"name", nullptr}, {"namespace", nullptr}, {"generateName", nullptr}};
constexpr FieldFilter kNameFilter{kNameEntries};
constexpr FieldFilter::Entry kIdentityEntries[] = {{"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kNameFilter}};
constexpr FieldFilter kIdentityFilter{kIdentityEntries};

constexpr std::string_view kListSuffix = "List";

constexpr std::size_t kMaxIndexedBytes = 0xFFFFFFFF;  // tokens have 32-bit offsets

/// Null keeps everything: policies, in which unknown fields are errors, and objects that do not say what they are.
const FieldFilter* filter_of(std::string_view version, std::string_view kind) {
  if (version.empty() || kind.empty() || kind.ends_with(kListSuffix)) return nullptr;
  return is_known_kind(version, kind) ? filter_for(version, kind) : &kIdentityFilter;
}

}  // namespace

bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' && !text.substr(first).starts_with("{{");
}

void JsonSource::clear(base::FileId file) {
  file_ = file;
  units_.clear();
  lists_.clear();
}

JsonSource::Taken JsonSource::open_items(base::FileId file, std::string_view window, std::string_view list_version,
                                         std::string_view list_kind) {
  clear(file);
  lists_.push_back({list_version, list_kind});
  Taken taken;
  if (!index_.index(window)) return taken;
  for (std::uint32_t token = 0; token < index_.size();) {
    if (index_.at(token) == ']' && units_.empty()) return {index_.offset(token), true};
    const auto next = index_.after(token);
    const char behind = next ? index_.at(*next) : '\0';
    if (behind != ',' && behind != ']') break;
    units_.push_back({token, 0});
    taken.bytes = index_.offset(*next) + (behind == ',' ? 1 : 0);
    if (behind == ']') return {taken.bytes, true};
    token = *next + 1;
  }
  return taken;
}

bool JsonSource::open(base::FileId file, std::string_view text) {
  clear(file);
  if (!index_.index(text)) return false;
  for (std::uint32_t token = 0; token < index_.size();) {
    if (index_.at(token) == '-' && index_.scalar(token).starts_with("---")) {
      if (!skip_separator(token)) return false;
      continue;
    }
    const auto next = index_.after(token);
    if (!next || !add_document(token)) return false;
    token = *next;
  }
  return true;
}

/// Steps over a `---` line without anything behind it; other separators are left to the slow way.
bool JsonSource::skip_separator(std::uint32_t& token) const {
  const std::size_t offset = index_.offset(token);
  const bool begins_line = offset == 0 || text()[offset - 1] == '\n';
  if (!begins_line || index_.scalar(token) != "---") return false;
  const std::size_t next = index_.offset(token + 1);
  const std::string_view between = text().substr(offset, next - offset);
  if (token + 1 < index_.size() && between.find('\n') == std::string_view::npos) return false;
  ++token;
  return true;
}

/// The inside of a string without escapes; empty for any other value.
std::string_view JsonSource::plain_text(std::uint32_t token) const {
  if (index_.at(token) != '"') return {};
  const std::string_view quoted = index_.scalar(token);
  if (quoted.size() < 2 || quoted.find('\\') != std::string_view::npos) return {};
  return quoted.substr(1, quoted.size() - 2);
}

/// Reads no further than needed, and stops quietly at anything odd, which reading the unit will then complain about.
JsonSource::Type JsonSource::type_of(std::uint32_t object) const {
  Type type;
  bool needs_items = false;
  for (std::uint32_t token = object + 1; index_.at(token) == '"' && index_.at(token + 1) == ':';) {
    const std::string_view key = plain_text(token);
    const std::uint32_t value = token + 2;
    if (key == "apiVersion") type.version = plain_text(value);
    if (key == "kind") type.kind = plain_text(value);
    if (key == "items" && index_.at(value) == '[') type.items = value;
    needs_items = type.kind.ends_with(kListSuffix) && type.items == 0;
    if (!type.version.empty() && !type.kind.empty() && !needs_items) break;
    const auto next = index_.after(value);
    if (!next || index_.at(*next) != ',') break;
    token = *next + 1;
  }
  return type;
}

bool JsonSource::add_document(std::uint32_t token) {
  const Type type = type_of(token);
  if (!type.kind.ends_with(kListSuffix) || type.items == 0) {
    units_.push_back({token, JsonUnit::kNoList});
    return true;
  }
  lists_.push_back({type.version, type.kind});
  return add_items(type.items, static_cast<std::uint32_t>(lists_.size() - 1));
}

bool JsonSource::add_items(std::uint32_t token, std::uint32_t list) {
  if (index_.at(++token) == ']') return true;
  while (true) {
    units_.push_back({token, list});
    const auto next = index_.after(token);
    if (!next) return false;
    if (index_.at(*next) == ']') return true;
    if (index_.at(*next) != ',') return false;
    token = *next + 1;
  }
}

void JsonSource::read(const JsonUnit& unit, base::SourcePosition origin, const Limits& limits, TextArena& arena,
                      ParsedDocument& out) const {
  out.reset(file_);
  out.tree.text = text();
  out.tree.origin = origin;
  out.tree.origin_offset = offset(unit);
  Type type = type_of(unit.token);
  const bool is_item = unit.list != JsonUnit::kNoList;
  if (is_item) {
    const List& list = lists_[unit.list];
    out.list_version = list.version;
    out.list_kind = list.kind;
    const bool inherits = type.version.empty() && type.kind.empty() && list.kind != kListSuffix;
    if (inherits) type = {list.version, list.kind.substr(0, list.kind.size() - kListSuffix.size())};
  }
  JsonTreeBuilder builder{index_, limits, arena, out};
  out.has_object = builder.build(unit.token, filter_of(type.version, type.kind)) && is_item;
  if (is_item) return;
  const std::uint32_t next = index_.after(unit.token).value_or(index_.size());
  out.source = text().substr(offset(unit), index_.offset(next) - offset(unit));
  check_object(out);
}

void explain_json(base::FileId file, std::string_view text, base::SourcePosition origin, ParsedDocument& out) {
  out.reset(file);
  out.source = text;
  out.tree.text = text;
  out.tree.origin = origin;
  out.tree.origin_offset = 0;
  if (auto problem = check_json(text)) {
    out.error_at_offset(code::kJsonSyntax, problem->offset, std::move(problem->message),
                        "A text that begins with '{' is read as JSON. To have it read as YAML, put a line '---' before it.");
    return;
  }
  if (text.size() > kMaxIndexedBytes) {
    out.error_at_offset(code::kLimit, 0, "a document that is no list may not be longer than 4 GiB");
    return;
  }
  // Each value by itself is good.
  out.error_at_offset(code::kJsonSyntax, 0, "the list is not of the kind that stands at the end of this text",
                      "Put a line '---' between documents.");
}

}  // namespace foregate::model::manifest
