#include "model/manifest/decode.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"
#include "model/manifest/kinds.h"
#include "model/manifest/spelling.h"

namespace foregate::model::manifest {
namespace {

/// What an object is by its own word or, in a typed list, by the list's.
struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;
};

std::string_view text_of(Value value) { return value.kind() == ValueKind::kString ? value.text() : std::string_view{}; }

bool is_list_kind(Value object, std::string_view kind) {
  return kind.ends_with("List") && (kind == "List" || object.find("items").kind() == ValueKind::kList);
}

bool is_list_of_known_kind(const TypeMeta& type) {
  return type.kind.ends_with("List") && find_kind(type.api_version, type.kind.substr(0, type.kind.size() - 4)) != nullptr;
}

/// The type of a typed list's items: unstructured.UnstructuredList of k8s.io/apimachinery.
TypeMeta item_type(std::string_view list_version, std::string_view list_kind) {
  if (list_kind == "List" || !list_kind.ends_with("List")) return {};
  return {list_version, list_kind.substr(0, list_kind.size() - 4)};
}

}  // namespace

struct Decoder::State {
  State(Names& names_in, ObjectSet& objects, base::Diagnostics& diagnostics_in, std::string default_namespace_in)
      : names(names_in), diagnostics(diagnostics_in), default_namespace(std::move(default_namespace_in)), run{objects} {}

  void decode(Value value, const TypeMeta& given);
  void decode_object(Value value, const TypeMeta& type);
  void decode_items(Value list, const TypeMeta& type);
  void report_missing_items(Value list, const TypeMeta& type);
  void count_skipped(const TypeMeta& type) { ++run.objects.skipped[skipped_name(type.api_version, type.kind)]; }
  void report(Value at, std::string path, std::string message, std::string hint) {
    diagnostics.add({"FG1004", base::Severity::kError, at.position(), {}, std::move(path), std::move(message), std::move(hint)});
  }

  Names& names;
  base::Diagnostics& diagnostics;
  std::string default_namespace;
  DecodeRun run;
};

Decoder::Decoder(Names& names, ObjectSet& objects, base::Diagnostics& diagnostics, std::string default_namespace)
    : state_(std::make_unique<State>(names, objects, diagnostics, std::move(default_namespace))) {}

Decoder::~Decoder() = default;

void Decoder::decode(Value document) {
  if (!document.is_null()) state_->decode(document, {});
}

void Decoder::decode_item(Value item, std::string_view list_version, std::string_view list_kind) {
  state_->decode(item, item_type(list_version, list_kind));
}

void Decoder::skip(std::string_view api_version, std::string_view kind) { state_->count_skipped({api_version, kind}); }

void Decoder::State::decode(Value value, const TypeMeta& given) {
  if (value.kind() != ValueKind::kMap) {
    report(value, {}, "this is no object: a map with 'apiVersion' and 'kind' was expected", {});
    return;
  }
  const Value kind_value = value.find("kind");
  const Value version_value = value.find("apiVersion");
  TypeMeta type{text_of(version_value), text_of(kind_value)};
  if (kind_value.is_null() && version_value.is_null()) type = given;
  if (type.kind.empty()) {
    report(kind_value ? kind_value : value, "kind", kind_value.is_null() ? "the object has no 'kind'" : "'kind' must be a text",
           "Every object starts with 'apiVersion' and 'kind'.");
  } else if (type.api_version.empty()) {
    report(version_value ? version_value : value, "apiVersion",
           version_value.is_null() ? "the object has no 'apiVersion'" : "'apiVersion' must be a text", {});
  } else if (is_list_kind(value, type.kind)) {
    decode_items(value.find("items"), type);
  } else if (is_list_of_known_kind(type)) {
    report_missing_items(value, type);
  } else {
    decode_object(value, type);
  }
}

void Decoder::State::decode_items(Value list, const TypeMeta& type) {
  if (list.kind() != ValueKind::kList && !list.is_null()) {
    report(list, "items", "'items' must be a list", {});
    return;
  }
  for (const Value item : list) decode(item, item_type(type.api_version, type.kind));
}

void Decoder::State::report_missing_items(Value list, const TypeMeta& type) {
  constexpr std::array<std::string_view, 1> kItems = {"items"};
  Value slip;
  for (const Value entry : list) {
    if (!nearest(entry.key(), kItems).empty()) slip = entry;
  }
  const std::string message = fmt::format("the {} has no list 'items'", type.kind);
  if (!slip) return report(list, "items", message, {});
  diagnostics.add({"FG1004", base::Severity::kError, slip.key_position(), {}, std::string{slip.key()}, message, "Did you mean 'items'?"});
}

void Decoder::State::decode_object(Value value, const TypeMeta& type) {
  const KindEntry* entry = find_kind(type.api_version, type.kind);
  const bool namespaced = entry == nullptr ? value.find("metadata").find("namespace").present() : entry->namespaced;
  const Dialect dialect = entry == nullptr ? Dialect::kBuiltIn : entry->dialect;
  ObjectContext context{names, diagnostics, dialect, type.kind, namespaced, value, default_namespace};
  const Cursor object{context, value};
  if (entry != nullptr) {
    entry->decode(run, object);
    return;
  }
  report_near_policy(object, type.api_version, type.kind);
  if (!context.failed()) count_skipped(type);
}

}  // namespace foregate::model::manifest
