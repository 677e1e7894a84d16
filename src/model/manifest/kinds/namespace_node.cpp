#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"
#include "model/namespace_labels.h"

namespace foregate::model::manifest {
namespace {

const FieldFilter::Entry kNamespaceEntries[] = {{"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}};

constexpr FieldFilter::Entry kAddressEntries[] = {{"type", nullptr}, {"address", nullptr}};
constexpr FieldFilter kAddressFilter{kAddressEntries};
constexpr FieldFilter::Entry kStatusEntries[] = {{"addresses", &kAddressFilter}};
constexpr FieldFilter kStatusFilter{kStatusEntries};
const FieldFilter::Entry kNodeEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"status", &kStatusFilter}};

LabelSetId read_labels(const Cursor& metadata) {
  const Cursor labels = metadata.field("labels");
  (void)check_labels(labels);
  return metadata.names().label_sets.intern(decode_labels(labels));
}

void read_addresses(const Cursor& addresses, Node& node) {
  if (!addresses.is_list()) return;
  for (const Cursor item : addresses.children()) {
    if (!item.is_map()) continue;
    const std::string_view type = item.field("type").text().value_or("");
    if (type != "InternalIP" && type != "ExternalIP") continue;
    if (const auto address = decode_address(item.field("address"))) node.addresses.push_back(*address);
  }
}

}  // namespace

const FieldFilter kNamespaceFilter{kNamespaceEntries};
const FieldFilter kNodeFilter{kNodeEntries};

void decode_namespace(DecodeRun& run, const Cursor& object) {
  Namespace ns;
  const Cursor metadata = object.field("metadata");
  ns.name = decode_cluster_name(metadata, NameForm::kLabel);
  ns.at = object.position();
  ns.labels = read_labels(metadata);
  if (object.object().failed()) return;
  ns.labels = with_name_label(object.names(), ns.labels, ns.name);
  run.objects.namespaces.push_back(ns);
}

void decode_node(DecodeRun& run, const Cursor& object) {
  Node node;
  const Cursor metadata = object.field("metadata");
  node.name = decode_cluster_name(metadata);
  node.at = object.position();
  node.labels = read_labels(metadata);
  const Cursor status = object.field("status");
  if (status.is_map()) read_addresses(status.field("addresses"), node);
  if (!object.object().failed()) run.objects.nodes.push_back(std::move(node));
}

}  // namespace foregate::model::manifest
