#include "analysis/service_targets.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace foregate::analysis {

using model::PodId;
using model::PortSpace;
using model::Symbol;

ServiceTargets::ServiceTargets(const model::Snapshot& snapshot) : snapshot_(snapshot), inventory_(*snapshot.inventory) {
  for (std::uint32_t p = 0; p < inventory_.pods.size(); ++p) by_namespace_[inventory_.pods[p].ns].push_back(PodId{p});
}

void ServiceTargets::add(const model::Service& service, const model::ServicePort& port) {
  if (!service.selector) {
    add_slices(service, port);
    return;
  }
  if (service.selector->empty()) return;  // core/v1 ServiceSpec.selector: an empty one selects no pods
  for (const PodId pod : by_namespace_[service.ns]) {
    if (selects(*service.selector, inventory_.pods[pod.value()])) add_pod(pod, port);
  }
}

std::vector<ServiceTarget> ServiceTargets::take() {
  std::vector<ServiceTarget> targets;
  for (auto& [pod, ports] : found_) targets.push_back({pod, std::move(ports)});
  found_.clear();
  return targets;
}

void ServiceTargets::add_slices(const model::Service& service, const model::ServicePort& port) {
  for (const model::EndpointSlice& slice : inventory_.endpoint_slices) {
    if (slice.ns != service.ns || slice.service != service.name) continue;
    for (const auto& slice_port : slice.ports) {
      if (slice_port.protocol != port.protocol || slice_port.name != port.name) continue;
      const PortSpace ports = model::port_range(slice_port.protocol, slice_port.port, slice_port.port);
      for (const auto& endpoint : slice.endpoints) add_endpoint(service.ns, endpoint, ports);
    }
  }
}

void ServiceTargets::add_endpoint(Symbol ns, const model::EndpointSlice::Target& endpoint, const PortSpace& ports) {
  PodId pod = endpoint.pod ? inventory_.find_pod(ns, endpoint.pod) : PodId::none();
  for (const auto& address : endpoint.addresses) {
    if (!pod) pod = inventory_.pod_by_address(address);
  }
  if (pod) extend(pod, ports);
}

bool ServiceTargets::selects(const std::vector<model::Label>& selector, const model::Pod& pod) const {
  return std::all_of(selector.begin(), selector.end(),
                     [&](const model::Label& label) { return snapshot_.names->label_sets.value(pod.labels, label.key) == label.value; });
}

void ServiceTargets::add_pod(PodId pod, const model::ServicePort& port) {
  if (const auto* number = std::get_if<std::uint16_t>(&port.target_port)) {
    extend(pod, model::port_range(port.protocol, *number, *number));
    return;
  }
  const Symbol name = std::get<Symbol>(port.target_port);
  for (const model::NamedPort& named : snapshot_.names->named_ports.ports(inventory_.pods[pod.value()].named_ports)) {
    if (named.name == name && named.protocol == port.protocol) extend(pod, model::port_range(named.protocol, named.number, named.number));
  }
}

void ServiceTargets::extend(PodId pod, const PortSpace& ports) {
  PortSpace& known = found_[pod];
  known = known + ports;
}

}  // namespace foregate::analysis
