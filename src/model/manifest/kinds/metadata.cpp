#include "model/manifest/kinds/metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

constexpr std::array<std::string_view, 15> kMetadataFields = {"name",
                                                              "generateName",
                                                              "namespace",
                                                              "labels",
                                                              "annotations",
                                                              "uid",
                                                              "selfLink",
                                                              "resourceVersion",
                                                              "generation",
                                                              "creationTimestamp",
                                                              "deletionTimestamp",
                                                              "deletionGracePeriodSeconds",
                                                              "ownerReferences",
                                                              "finalizers",
                                                              "managedFields"};
constexpr std::array<std::string_view, 6> kOwnerFields = {"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"};
constexpr std::array<std::string_view, 7> kManagedFields = {"manager",    "operation", "apiVersion", "time",
                                                            "fieldsType", "fieldsV1",  "subresource"};
/// TotalAnnotationSizeLimitB.
constexpr std::size_t kAnnotationBytes = 256 * 1024;
/// Finalizers that may be written without a domain: metav1.FinalizerOrphanDependents, FinalizerDeleteDependents and core/v1's "kubernetes".
constexpr std::array<std::string_view, 3> kPlainFinalizers = {"orphan", "foregroundDeletion", "kubernetes"};

Symbol read_name(const Cursor& metadata) {
  const Cursor name = metadata.field("name");
  const std::optional<std::string_view> text = name.text_or_empty();
  if (text && !text->empty()) return metadata.names().symbols->intern(*text);
  const Cursor prefix = metadata.field("generateName");
  const std::string_view generated = prefix.text_or_empty().value_or("");
  if (!generated.empty()) return metadata.names().symbols->intern(generated);
  if (text) name.error("FG1012", "the object has no name");
  return Symbol::none();
}

void check_texts(const Cursor& metadata) {
  for (const std::string_view key : {"uid", "selfLink", "resourceVersion", "creationTimestamp", "deletionTimestamp"}) {
    (void)metadata.field(key).text();
  }
  for (const std::string_view key : {"generation", "deletionGracePeriodSeconds"}) {
    const Cursor number = metadata.field(key);
    const bool whole = number.is_null() ||
                       ((number.kind() == ValueKind::kInteger || number.kind() == ValueKind::kFloat) && number.value().node().fits_integer);
    if (!whole) number.wrong_type("a whole number");
  }
}

void check_policy_name(const Cursor& metadata) {
  for (const std::string_view key : {"name", "generateName"}) {
    const Cursor name = metadata.field(key);
    std::string_view text = name.kind() == ValueKind::kString ? name.value().text() : std::string_view{};
    if (text.empty()) continue;
    if (const std::string problem = dns_subdomain_problem(text); key == "name" && !problem.empty()) {
      name.error("FG1030", fmt::format("the name {} {}", quoted(text), problem));
    }
    // The API server appends a random text: a trailing '-' is fine.
    if (key == "generateName" && text.ends_with('-')) text.remove_suffix(1);
    if (const std::string problem = dns_subdomain_problem(text); key == "generateName" && !problem.empty()) {
      name.error("FG1030", fmt::format("the name prefix {} {}", quoted(text), problem));
    }
  }
}

void check_annotations(const Cursor& annotations) {
  if (!annotations.is_map()) return;
  std::size_t bytes = 0;
  for (const Cursor entry : annotations.children()) {
    const std::string_view text = entry.text().value_or("");
    bytes += entry.key().size() + text.size();
    std::string lower{entry.key()};
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (const std::string problem = qualified_name_problem(lower); !problem.empty()) {
      annotations.error("FG1033", fmt::format("the annotation key {} {}", quoted(entry.key()), problem));
    }
  }
  if (bytes > kAnnotationBytes) {
    annotations.error("FG1033", fmt::format("the annotations have {} bytes together, more than {}", bytes, kAnnotationBytes));
  }
}

void check_owners(const Cursor& owners) {
  if (!owners.is_list()) return;
  std::size_t controllers = 0;
  for (const Cursor owner : owners.children()) {
    if (!owner.is_null() && !owner.is_map()) continue;
    owner.allow_only(kOwnerFields);
    (void)owner.field("blockOwnerDeletion").boolean();
    if (owner.field("controller").boolean().value_or(false)) ++controllers;
    for (const std::string_view key : {"apiVersion", "kind", "name", "uid"}) {
      const Cursor field = owner.field(key);
      const std::optional<std::string_view> text = field.text_or_empty();
      if (text && text->empty()) field.error("FG1034", fmt::format("an owner reference needs '{}'", key));
    }
  }
  if (controllers > 1) owners.error("FG1034", "only one owner reference may have 'controller: true'");
}

void check_finalizers(const Cursor& finalizers) {
  if (!finalizers.is_list()) return;
  bool orphans = false;
  bool foreground = false;
  for (const Cursor item : finalizers.children()) {
    const std::optional<std::string_view> text = item.text_or_empty();
    if (!text) continue;
    orphans = orphans || *text == "orphan";
    foreground = foreground || *text == "foregroundDeletion";
    if (const std::string problem = qualified_name_problem(*text); !problem.empty()) {
      finalizers.error("FG1034", fmt::format("the finalizer {} {}", quoted(*text), problem));
    }
    const bool plain = text->find('/') == std::string_view::npos && std::ranges::find(kPlainFinalizers, *text) == kPlainFinalizers.end();
    if (plain && item.object().dialect() == Dialect::kBuiltIn) {
      item.error("FG1034", fmt::format("the finalizer {} must have a domain in front, as in 'example.com/{}'", quoted(*text), *text));
    }
  }
  if (orphans && foreground) finalizers.error("FG1034", "the finalizers 'orphan' and 'foregroundDeletion' exclude each other");
}

void check_managed_fields(const Cursor& managed) {
  if (!managed.is_list()) return;
  for (const Cursor item : managed.children()) {
    if (item.is_map()) item.allow_only(kManagedFields);
  }
}

}  // namespace

ObjectName decode_name(DecodeRun& run, const Cursor& metadata) {
  (void)metadata.is_map();
  const std::string_view given = metadata.field("namespace").text_or_empty().value_or("");
  const std::string_view ns = given.empty() ? metadata.object().default_namespace() : given;
  return {run.namespaces.read(metadata.names(), ns), read_name(metadata)};
}

Symbol decode_cluster_name(const Cursor& metadata) {
  (void)metadata.is_map();
  return read_name(metadata);
}

void check_policy_metadata(const Cursor& metadata, bool namespaced) {
  if (metadata.kind() != ValueKind::kMap) return;
  metadata.allow_only(kMetadataFields);
  check_policy_name(metadata);
  check_texts(metadata);
  const Cursor ns = metadata.field("namespace");
  const std::string_view ns_text = ns.text_or_empty().value_or("");
  if (const std::string problem = dns_label_problem(ns_text); namespaced && !ns_text.empty() && !problem.empty()) {
    ns.error("FG1031", fmt::format("the namespace {} {}", quoted(ns_text), problem));
  }
  const Cursor labels = metadata.field("labels");
  (void)decode_labels(labels);
  check_labels(labels);
  check_annotations(metadata.field("annotations"));
  check_owners(metadata.field("ownerReferences"));
  check_finalizers(metadata.field("finalizers"));
  check_managed_fields(metadata.field("managedFields"));
}

std::optional<OwnerReference> decode_controller(DecodeRun& run, const Cursor& metadata) {
  const Cursor owners = metadata.field("ownerReferences");
  if (!owners.is_list()) return std::nullopt;
  for (const Cursor owner : owners.children()) {
    if (!owner.is_map() || !owner.field("controller").boolean().value_or(false)) continue;
    const std::string_view kind = owner.field("kind").text().value_or("");
    const std::string_view name = owner.field("name").text().value_or("");
    if (kind.empty() || name.empty()) continue;
    return OwnerReference{run.owner_kinds.read(owner.names(), kind), run.owner_names.read(owner.names(), name)};
  }
  return std::nullopt;
}

}  // namespace foregate::model::manifest
