#include <fmt/format.h>

#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kSpecEntries[] = {
    {"type", nullptr}, {"selector", nullptr}, {"clusterIP", nullptr}, {"clusterIPs", nullptr}, {"ports", nullptr}};
constexpr FieldFilter kSpecFilter{kSpecEntries};
const FieldFilter::Entry kServiceEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kSpecFilter}};

/// ServicePort.targetPort: 0 and "" are what the API server replaces by `port`.
void read_target_port(const Cursor& target, ServicePort& port) {
  port.target_port = port.port;
  if (target.kind() == ValueKind::kString) {
    if (!target.value().text().empty()) port.target_port = target.names().symbols->intern(target.value().text());
  } else if (target.is_set() && target.int32() != 0) {
    if (const auto number = decode_port_number(target)) port.target_port = *number;
  }
}

std::optional<ServicePort> read_port(const Cursor& item) {
  if (!item.is_map()) return std::nullopt;
  ServicePort port;
  const std::string_view name = item.field("name").text().value_or("");
  if (!name.empty()) port.name = item.names().symbols->intern(name);
  const std::optional<Protocol> protocol = decode_protocol(item.field("protocol"));
  const Cursor number = item.field("port");
  if (number.require()) port.port = decode_port_number(number).value_or(0);
  if (protocol) port.protocol = *protocol;
  read_target_port(item.field("targetPort"), port);
  const Cursor node_port = item.field("nodePort");
  if (node_port.is_set() && node_port.int32() != 0) port.node_port = decode_port_number(node_port).value_or(0);
  return port;
}

void read_cluster_address(const Cursor& address, Service& service) {
  if (address.text() == "None") return;
  if (const auto parsed = decode_address(address)) service.cluster_ips.push_back(*parsed);
}

void read_spec(const Cursor& spec, Service& service) {
  if (!spec.is_map()) return;
  const std::string_view type = spec.field("type").text().value_or("");
  if (!type.empty()) service.type = spec.names().symbols->intern(type);
  // The endpoints of a Service without or with an empty selector are somebody else's.
  std::vector<Label> selector = decode_labels(spec.field("selector"));
  if (!selector.empty()) service.selector = std::move(selector);
  const Cursor addresses = spec.field("clusterIPs");
  if (addresses.is_list()) {
    for (const Cursor item : addresses.children()) read_cluster_address(item, service);
  }
  if (service.cluster_ips.empty()) read_cluster_address(spec.field("clusterIP"), service);
  const Cursor ports = spec.field("ports");
  if (!ports.is_list()) return;
  for (const Cursor item : ports.children()) {
    if (auto port = read_port(item)) service.ports.push_back(std::move(*port));
  }
}

}  // namespace

const FieldFilter kServiceFilter{kServiceEntries};

void decode_service(DecodeRun& run, const Cursor& object) {
  Service service;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata);
  service.ns = name.ns;
  service.name = name.name;
  service.type = object.names().symbols->intern("ClusterIP");
  service.at = object.position();
  read_spec(object.field("spec"), service);
  if (!object.object().failed()) run.objects.services.push_back(std::move(service));
}

}  // namespace foregate::model::manifest
