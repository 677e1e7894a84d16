#include "analysis/entry.h"

#include <optional>
#include <string_view>
#include <variant>

namespace foregate::analysis {
namespace {

using model::Protocol;
using model::RouteBackend;
using model::ServicePort;
using model::Symbol;

constexpr std::uint16_t kDnsPort = 53;

/// IngressBackend.service.port is a port of the Service by number or name; Route's spec.port.targetPort is the name of a Service port or a
/// target port.
bool is_meant(const RouteBackend& backend, bool route, const ServicePort& port) {
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

/// A number that is no port of the Service and a target port of it: ingress-nginx, the most common controller, goes there, so the unknown
/// controller may.
bool is_target_of(const RouteBackend& backend, const ServicePort& port) {
  const auto* number = std::get_if<std::uint16_t>(&backend.port);
  const auto* target = std::get_if<std::uint16_t>(&port.target_port);
  return number != nullptr && target != nullptr && *number == *target;
}

void add_backend(const RouteBackend& backend, const model::Service& service, std::string_view kind, ServiceTargets& targets) {
  const Protocol protocol = kind == "UDPRoute" ? Protocol::kUdp : Protocol::kTcp;
  bool found = false;
  for (const ServicePort& port : service.ports) {
    if (port.protocol != protocol || !is_meant(backend, kind == "Route", port)) continue;
    found = true;
    targets.add(service, port);
  }
  if (found || kind != "Ingress") return;
  for (const ServicePort& port : service.ports) {
    if (port.protocol == protocol && is_target_of(backend, port)) targets.add(service, port);
  }
}

}  // namespace

std::vector<ServiceTarget> entry_targets(const model::Snapshot& snapshot) {
  const model::Inventory& inventory = *snapshot.inventory;
  if (inventory.entries.empty()) return {};
  ServiceTargets targets(snapshot);
  for (const model::EntryObject& entry : inventory.entries) {
    const std::string_view kind = snapshot.names->text(entry.kind);
    for (const RouteBackend& backend : entry.backends) {
      const model::Service* service = inventory.find_service(backend.ns, backend.service);
      if (service != nullptr) add_backend(backend, *service, kind, targets);
    }
  }
  return targets.take();
}

std::vector<ServiceTarget> dns_targets(const model::Snapshot& snapshot) {
  std::optional<ServiceTargets> targets;  // looks at all pods once: only where there is such a Service
  for (const model::Service& service : snapshot.inventory->services) {
    for (const ServicePort& port : service.ports) {
      if (port.port != kDnsPort) continue;
      if (!targets) targets.emplace(snapshot);
      targets->add(service, port);
    }
  }
  return targets ? targets->take() : std::vector<ServiceTarget>{};
}

}  // namespace foregate::analysis
