#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kTargetEntries[] = {{"kind", nullptr}, {"name", nullptr}};
constexpr FieldFilter kTargetFilter{kTargetEntries};
constexpr FieldFilter::Entry kEndpointEntries[] = {{"addresses", nullptr}, {"targetRef", &kTargetFilter}};
constexpr FieldFilter kEndpointFilter{kEndpointEntries};
const FieldFilter::Entry kSliceEntries[] = {{"apiVersion", nullptr},         {"kind", nullptr},
                                            {"metadata", &kMetadataFilter},  {"addressType", nullptr},
                                            {"endpoints", &kEndpointFilter}, {"ports", nullptr}};

EndpointSlice::Target read_endpoint(const Cursor& item, bool has_addresses) {
  EndpointSlice::Target target;
  const Cursor addresses = item.field("addresses");
  if (has_addresses && addresses.is_list()) {
    for (const Cursor address : addresses.children()) {
      if (const auto parsed = decode_address(address)) target.addresses.push_back(*parsed);
    }
  }
  const Cursor reference = item.field("targetRef");
  if (!reference.is_map() || reference.field("kind").text() != "Pod") return target;
  const std::string_view pod = decode_reference(reference.field("name"));
  if (!pod.empty()) target.pod = item.names().symbols->intern(pod);
  return target;
}

void read_port(const Cursor& item, EndpointSlice& slice) {
  EndpointSlice::Port port;
  const Cursor name_field = item.field("name");
  const std::string_view name = name_field.text().value_or("");
  if (!name.empty()) check_port_name(name_field, dns_label_problem(name));
  const std::optional<Protocol> protocol = decode_protocol(item.field("protocol"));
  const std::optional<std::uint16_t> number = decode_port_number(item.field("port"));
  if (!protocol || !number) return;
  port.protocol = *protocol;
  port.port = *number;
  if (!name.empty()) port.name = item.names().symbols->intern(name);
  slice.ports.push_back(port);
}

}  // namespace

const FieldFilter kEndpointSliceFilter{kSliceEntries};

void decode_endpoint_slice(DecodeRun& run, const Cursor& object) {
  EndpointSlice slice;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata);
  slice.ns = name.ns;
  slice.name = name.name;
  slice.at = object.position();
  const Cursor labels = metadata.field("labels");
  (void)check_labels(labels);
  if (const auto service = labels.field("kubernetes.io/service-name").text()) slice.service = object.names().symbols->intern(*service);
  const bool has_addresses = object.field("addressType").text() != "FQDN";
  const Cursor endpoints = object.field("endpoints");
  if (endpoints.is_list()) {
    for (const Cursor item : endpoints.children()) {
      if (item.is_map()) slice.endpoints.push_back(read_endpoint(item, has_addresses));
    }
  }
  const Cursor ports = object.field("ports");
  if (ports.is_list()) {
    for (const Cursor item : ports.children()) {
      if (item.is_map()) read_port(item, slice);
    }
  }
  if (!object.object().failed()) run.objects.endpoint_slices.push_back(std::move(slice));
}

}  // namespace foregate::model::manifest
