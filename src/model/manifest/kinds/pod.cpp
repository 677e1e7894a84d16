#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kAddressEntries[] = {{"ip", nullptr}};
constexpr FieldFilter kAddressFilter{kAddressEntries};
constexpr FieldFilter::Entry kStatusEntries[] = {{"phase", nullptr}, {"podIP", nullptr}, {"podIPs", &kAddressFilter}};
constexpr FieldFilter kStatusFilter{kStatusEntries};
const FieldFilter::Entry kPodEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kPodSpecFilter}, {"status", &kStatusFilter}};

void read_status(const Cursor& status, Pod& pod) {
  if (!status.is_map()) return;
  const std::string_view phase = status.field("phase").text().value_or("");
  pod.finished = phase == "Succeeded" || phase == "Failed";
  const Cursor addresses = status.field("podIPs");
  if (addresses.is_list()) {
    pod.addresses.reserve(addresses.size());
    for (const Cursor item : addresses.children()) {
      if (!item.is_map()) continue;
      if (const auto address = decode_address(item.field("ip"))) pod.addresses.push_back(*address);
    }
  }
  const Cursor single = status.field("podIP");
  if (!pod.addresses.empty()) return;
  if (const auto address = decode_address(single)) pod.addresses.push_back(*address);
}

}  // namespace

const FieldFilter kPodFilter{kPodEntries};

void decode_pod(DecodeRun& run, const Cursor& object) {
  Pod pod;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata);
  pod.ns = name.ns;
  pod.name = name.name;
  pod.at = object.position();
  pod.labels = run.pod_labels.read(metadata.field("labels"));
  pod.owner = decode_controller(run, metadata);
  const Cursor spec = object.field("spec");
  (void)spec.is_map();
  const PodSpec pod_spec = decode_pod_spec(run, spec);
  pod.named_ports = pod_spec.named_ports;
  pod.host_network = pod_spec.host_network;
  const std::string_view node = decode_reference(spec.field("nodeName"));
  if (!node.empty()) pod.node = run.nodes.read(object.names(), node);
  read_status(object.field("status"), pod);
  if (!object.object().failed()) run.objects.pods.push_back(std::move(pod));
}

}  // namespace foregate::model::manifest
