#include "analysis/service_targets.h"

#include <utility>

#include "model/service_backends.h"

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
  for (const PodId pod : by_namespace_[service.ns]) {
    if (model::selects(service, inventory_.pods[pod.value()], *snapshot_.names)) add_pod(pod, port);
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

void ServiceTargets::add_pod(PodId pod, const model::ServicePort& port) {
  for (const std::uint16_t number : model::target_numbers(port, inventory_.pods[pod.value()], *snapshot_.names)) {
    extend(pod, model::port_range(port.protocol, number, number));
  }
}

void ServiceTargets::extend(PodId pod, const PortSpace& ports) {
  PortSpace& known = found_[pod];
  known = known + ports;
}

}  // namespace foregate::analysis
