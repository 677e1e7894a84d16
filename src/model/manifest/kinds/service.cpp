#include <fmt/format.h>

#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kSpecEntries[] = {
    {"type", nullptr}, {"selector", nullptr}, {"clusterIP", nullptr}, {"clusterIPs", nullptr}, {"ports", nullptr}};
constexpr FieldFilter kSpecFilter{kSpecEntries};
const FieldFilter::Entry kServiceEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kSpecFilter}};

/// Nothing where unset or 0.
std::optional<std::uint16_t> read_port_or_zero(const Cursor& port) {
  const std::optional<std::int32_t> number = port.int32();
  return number && *number != 0 ? decode_port_number(port) : std::nullopt;
}

/// ServicePort.targetPort: 0 and "" are what the API server replaces by `port`.
void read_target_port(const Cursor& target, ServicePort& port) {
  port.target_port = port.port;
  if (target.kind() == ValueKind::kString) {
    const std::string_view name = target.value().text();
    if (name.empty()) return;
    check_port_name(target, port_name_problem(name));
    port.target_port = target.names().symbols->intern(name);
  } else if (const auto number = read_port_or_zero(target)) {
    port.target_port = *number;
  }
}

std::optional<ServicePort> read_port(const Cursor& item) {
  if (!item.is_map()) return std::nullopt;
  ServicePort port;
  const Cursor name_field = item.field("name");
  const std::string_view name = name_field.text().value_or("");
  if (!name.empty()) check_port_name(name_field, dns_label_problem(name));
  if (!name.empty()) port.name = item.names().symbols->intern(name);
  const std::optional<Protocol> protocol = decode_protocol(item.field("protocol"));
  const Cursor number = item.field("port");
  if (number.require()) port.port = decode_port_number(number).value_or(0);
  if (protocol) port.protocol = *protocol;
  read_target_port(item.field("targetPort"), port);
  port.node_port = read_port_or_zero(item.field("nodePort")).value_or(0);
  return port;
}

void read_cluster_address(const Cursor& address, Service& service) {
  if (address.value().text() == "None") {
    service.headless = true;
    return;
  }
  if (const auto parsed = decode_address(address)) service.cluster_ips.push_back(*parsed);
}

void read_spec(const Cursor& spec, Service& service) {
  if (!spec.is_map()) return;
  const std::string_view type = spec.field("type").text().value_or("");
  if (!type.empty()) service.type = spec.names().symbols->intern(type);
  // The endpoints of a Service without or with an empty selector are somebody else's.
  const Cursor selector_field = spec.field("selector");
  (void)check_labels(selector_field);
  std::vector<Label> selector = decode_labels(selector_field);
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
  const ObjectName name = decode_name(run, metadata, NameForm::kServiceLabel);
  (void)check_labels(metadata.field("labels"));
  service.ns = name.ns;
  service.name = name.name;
  service.type = object.names().symbols->intern("ClusterIP");
  service.at = object.position();
  read_spec(object.field("spec"), service);
  if (!object.object().failed()) run.objects.services.push_back(std::move(service));
}

}  // namespace foregate::model::manifest
