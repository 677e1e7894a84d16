#include "analysis/entry.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <variant>

namespace foregate::analysis {
namespace {

using model::Inventory;
using model::Pod;
using model::PodId;
using model::PortSpace;
using model::Protocol;
using model::RouteBackend;
using model::Service;
using model::ServicePort;
using model::Snapshot;
using model::Symbol;

/// Collects targets entry by entry.
class Collector {
 public:
  explicit Collector(const Snapshot& snapshot) : snapshot_(snapshot), inventory_(*snapshot.inventory) {
    for (std::uint32_t p = 0; p < inventory_.pods.size(); ++p) by_namespace_[inventory_.pods[p].ns].push_back(PodId{p});
  }

  void add(const model::EntryObject& entry) {
    const std::string_view kind = snapshot_.names->text(entry.kind);
    for (const RouteBackend& backend : entry.backends) {
      const Service* service = inventory_.find_service(backend.ns, backend.service);
      if (service == nullptr) continue;
      const Protocol protocol = kind == "UDPRoute" ? Protocol::kUdp : Protocol::kTcp;
      for (const ServicePort& port : service->ports) {
        if (port.protocol == protocol && is_meant(backend, kind == "Route", port)) add_port(*service, port);
      }
    }
  }

  std::vector<EntryTarget> take() {
    std::vector<EntryTarget> targets;
    for (auto& [pod, ports] : found_) targets.push_back({pod, std::move(ports)});
    return targets;
  }

 private:
  /// IngressBackend.service.port is a port of the Service by number or name; Route's spec.port.targetPort is the name of a Service port or
  /// a target port.
  static bool is_meant(const RouteBackend& backend, bool route, const ServicePort& port) {
    if (const auto* name = std::get_if<Symbol>(&backend.port)) {
      const auto* target = std::get_if<Symbol>(&port.target_port);
      return port.name == *name || (route && target != nullptr && *target == *name);
    }
    if (const auto* number = std::get_if<std::uint16_t>(&backend.port)) {
      const auto* target = std::get_if<std::uint16_t>(&port.target_port);
      return route && target != nullptr ? *target == *number : port.port == *number;
    }
    return true;
  }

  void add_port(const Service& service, const ServicePort& port) {
    if (!service.selector) {
      add_slices(service, port);
      return;
    }
    if (service.selector->empty()) return;  // core/v1 ServiceSpec.selector: empty or absent selects no pods
    for (const PodId pod : by_namespace_[service.ns]) {
      if (selects(*service.selector, inventory_.pods[pod.value()])) add_target(pod, port);
    }
  }

  void add_slices(const Service& service, const ServicePort& port) {
    for (const model::EndpointSlice& slice : inventory_.endpoint_slices) {
      if (slice.ns != service.ns || slice.service != service.name) continue;
      for (const auto& slice_port : slice.ports) {
        if (slice_port.protocol != port.protocol || slice_port.name != port.name) continue;
        for (const auto& endpoint : slice.endpoints) add_endpoint(service, endpoint, slice_port.protocol, slice_port.port);
      }
    }
  }

  void add_endpoint(const Service& service, const model::EndpointSlice::Target& endpoint, Protocol protocol, std::uint16_t number) {
    PodId pod = endpoint.pod ? inventory_.find_pod(service.ns, endpoint.pod) : PodId::none();
    for (const auto& address : endpoint.addresses) {
      if (!pod) pod = inventory_.pod_by_address(address);
    }
    if (pod) extend(pod, model::port_range(protocol, number, number));
  }

  bool selects(const std::vector<model::Label>& selector, const Pod& pod) const {
    return std::all_of(selector.begin(), selector.end(),
                       [&](const model::Label& label) { return snapshot_.names->label_sets.value(pod.labels, label.key) == label.value; });
  }

  void add_target(PodId pod, const ServicePort& port) {
    if (const auto* number = std::get_if<std::uint16_t>(&port.target_port)) {
      extend(pod, model::port_range(port.protocol, *number, *number));
      return;
    }
    const Symbol name = std::get<Symbol>(port.target_port);
    for (const model::NamedPort& named : snapshot_.names->named_ports.ports(inventory_.pods[pod.value()].named_ports)) {
      if (named.name == name && named.protocol == port.protocol) extend(pod, model::port_range(named.protocol, named.number, named.number));
    }
  }

  void extend(PodId pod, const PortSpace& ports) {
    PortSpace& known = found_[pod];
    known = known + ports;
  }

  const Snapshot& snapshot_;
  const Inventory& inventory_;
  std::map<Symbol, std::vector<PodId>> by_namespace_;
  std::map<PodId, PortSpace> found_;
};

}  // namespace

std::vector<EntryTarget> entry_targets(const Snapshot& snapshot) {
  if (snapshot.inventory->entries.empty()) return {};
  Collector collector(snapshot);
  for (const model::EntryObject& entry : snapshot.inventory->entries) collector.add(entry);
  return collector.take();
}

}  // namespace foregate::analysis
