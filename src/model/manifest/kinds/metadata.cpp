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

/// A CronJob's Jobs have its name and 11 characters more.
constexpr std::size_t kCronJobNameLength = 52;

std::string name_problem(std::string_view text, NameForm form) {
  switch (form) {
    case NameForm::kLabel:
      return dns_label_problem(text);
    case NameForm::kServiceLabel:
      return service_name_problem(text);
    case NameForm::kCronJob:
      if (text.size() > kCronJobNameLength) return "must be no more than 52 characters";
      return dns_subdomain_problem(text);
    case NameForm::kSubdomain:
      break;
  }
  return dns_subdomain_problem(text);
}

/// ValidateObjectMeta looks at the prefix even where there is a name.
std::string_view read_name_prefix(const Cursor& prefix, NameForm form) {
  const std::string_view text = prefix.text_or_empty().value_or("");
  // The API server appends a random text: a trailing '-' is fine.
  const std::string_view checked = text.substr(0, text.size() - (text.ends_with('-') ? 1 : 0));
  if (const std::string problem = name_problem(checked, form); !text.empty() && !problem.empty()) {
    prefix.error("FG1030", fmt::format("the name prefix {} {}", quoted(text), problem));
  }
  return text;
}

Symbol read_name(const Cursor& metadata, NameForm form) {
  const Cursor name = metadata.field("name");
  const std::optional<std::string_view> text = name.text_or_empty();
  const Cursor prefix = metadata.field("generateName");
  const std::string_view generated = read_name_prefix(prefix, form);
  if (text && !text->empty()) {
    (void)decode_reference(name, form);
    return metadata.names().symbols->intern(*text);
  }
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

void check_owner(const Cursor& at, std::string_view text, const std::string& problem) {
  if (!problem.empty()) at.error("FG1034", fmt::format("the owner's {} {} {}", at.key(), quoted(text), problem));
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

std::string_view decode_reference(const Cursor& name, NameForm form) {
  const std::string_view text = name.text().value_or("");
  if (text.empty()) return {};
  const std::string problem = name_problem(text, form);
  if (problem.empty()) return text;
  name.error("FG1030", fmt::format("the name {} {}", quoted(text), problem));
  return {};
}

std::string_view decode_namespace_reference(const Cursor& name) {
  const std::string_view text = name.text().value_or("");
  if (text.empty()) return {};
  const std::string problem = dns_label_problem(text);
  if (problem.empty()) return text;
  name.error("FG1031", fmt::format("the namespace {} {}", quoted(text), problem));
  return {};
}

ObjectName decode_name(DecodeRun& run, const Cursor& metadata, NameForm form) {
  (void)metadata.is_map();
  const Symbol name = read_name(metadata, form);
  const std::string_view given = decode_namespace_reference(metadata.field("namespace"));
  const std::string_view ns = given.empty() ? metadata.object().default_namespace() : given;
  return {run.namespaces.read(metadata.names(), ns), name};
}

Symbol decode_cluster_name(const Cursor& metadata, NameForm form) {
  (void)metadata.is_map();
  return read_name(metadata, form);
}

void check_policy_metadata(const Cursor& metadata, bool namespaced) {
  if (metadata.kind() != ValueKind::kMap) return;
  metadata.allow_only(kMetadataFields);
  check_texts(metadata);
  if (!namespaced) (void)metadata.field("namespace").text();
  const Cursor labels = metadata.field("labels");
  (void)decode_labels(labels);
  (void)check_labels(labels);
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
    const Cursor kind_field = owner.field("kind");
    const Cursor name_field = owner.field("name");
    const std::string_view kind = kind_field.text().value_or("");
    const std::string_view name = name_field.text().value_or("");
    if (kind.empty() || name.empty()) continue;
    check_owner(kind_field, kind, kind_problem(kind));
    check_owner(name_field, name, dns_subdomain_problem(name));
    return OwnerReference{run.owner_kinds.read(owner.names(), kind), run.owner_names.read(owner.names(), name)};
  }
  return std::nullopt;
}

}  // namespace foregate::model::manifest
