#include "policy/flow.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace foregate::policy {
namespace {

/// The addresses that an end can be reached at, in its own order.
std::vector<base::IpAddress> addresses_of(const model::Inventory& inventory, const Endpoint& end) {
  if (end.address) return {*end.address};
  if (end.kind == Endpoint::Kind::kNode && end.node) return inventory.nodes[end.node.value()].addresses;
  if (end.kind != Endpoint::Kind::kPod) return {};
  const model::Pod& pod = inventory.pods[end.pod.value()];
  return pod.finished ? std::vector<base::IpAddress>{} : pod.addresses;
}

}  // namespace

Endpoint Endpoint::of_address(const model::Inventory& inventory, const base::IpAddress& address) {
  if (const model::PodId pod = inventory.pod_by_address(address)) return of_pod(pod);
  if (const model::NodeId node = inventory.node_by_address(address)) return of_node(node, address);
  return {Kind::kAddress, {}, {}, address};
}

std::optional<base::IpAddress> address_in(const model::Inventory& inventory, const Endpoint& end, base::IpFamily family) {
  const std::vector<base::IpAddress> addresses = addresses_of(inventory, end);
  const auto found = std::find_if(addresses.begin(), addresses.end(), [&](const auto& a) { return a.family() == family; });
  return found == addresses.end() ? std::nullopt : std::optional(*found);
}

model::NodeId node_of(const model::Inventory& inventory, model::PodId id) {
  const model::Pod& pod = inventory.pods[id.value()];
  if (pod.node) {
    if (const model::NodeId node = inventory.find_node(pod.node)) return node;
  }
  if (!pod.host_network) return {};
  for (const base::IpAddress& address : pod.addresses) {
    if (const model::NodeId node = inventory.node_by_address(address)) return node;
  }
  return {};
}

std::optional<base::IpFamily> family_of(const model::Inventory& inventory, const Flow& flow) {
  if (flow.family) return flow.family;
  for (const Endpoint* end : {&flow.from, &flow.to}) {
    if (end->kind == Endpoint::Kind::kAddress && end->address) return end->address->family();
  }
  const std::vector<base::IpAddress> from = addresses_of(inventory, flow.from);
  for (const base::IpAddress& address : from) {
    if (address_in(inventory, flow.to, address.family())) return address.family();
  }
  if (!from.empty()) return from.front().family();
  const std::vector<base::IpAddress> to = addresses_of(inventory, flow.to);
  return to.empty() ? std::nullopt : std::optional(to.front().family());
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAllow:
      return "Allow";
    case Verdict::kDeny:
      return "Deny";
    case Verdict::kUnknown:
      return "Unknown";
    case Verdict::kAmbiguous:
      return "Ambiguous";
  }
  FG_CHECK(false);
}

Verdict FlowVerdict::combine(Verdict a, Verdict b) {
  for (const Verdict weight : {Verdict::kDeny, Verdict::kAmbiguous, Verdict::kUnknown}) {
    if (a == weight || b == weight) return weight;
  }
  return Verdict::kAllow;
}

}  // namespace foregate::policy
