#include "model/same_content.h"

#include <algorithm>
#include <tuple>
#include <vector>

/// Every structure is compared as the tuple of its fields but the position; fields that hold structures are compared beside it.
namespace foregate::model {
namespace {

template <typename Item, typename Same>
bool all_same(const std::vector<Item>& a, const std::vector<Item>& b, Same&& same) {
  return std::ranges::equal(a, b, same);
}

bool same_owner(const std::optional<OwnerReference>& a, const std::optional<OwnerReference>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return std::tie(a->kind, a->name) == std::tie(b->kind, b->name);
}

bool same_service_port(const ServicePort& a, const ServicePort& b) {
  const auto fields = [](const ServicePort& of) { return std::tie(of.name, of.protocol, of.port, of.target_port, of.node_port); };
  return fields(a) == fields(b);
}

bool same_target(const EndpointSlice::Target& a, const EndpointSlice::Target& b) { return a.pod == b.pod && a.addresses == b.addresses; }

bool same_slice_port(const EndpointSlice::Port& a, const EndpointSlice::Port& b) {
  return std::tie(a.name, a.protocol, a.port) == std::tie(b.name, b.protocol, b.port);
}

bool same_backend(const RouteBackend& a, const RouteBackend& b) {
  return std::tie(a.ns, a.service, a.port) == std::tie(b.ns, b.service, b.port);
}

bool same_block(const std::optional<IpBlock>& a, const std::optional<IpBlock>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->cidr == b->cidr && a->except == b->except;
}

bool same_peer(const NetworkPolicyPeer& a, const NetworkPolicyPeer& b) {
  return a.pod_selector == b.pod_selector && a.namespace_selector == b.namespace_selector && same_block(a.ip_block, b.ip_block);
}

bool same_port(const NetworkPolicyPort& a, const NetworkPolicyPort& b) {
  return std::tie(a.protocol, a.port, a.end_port) == std::tie(b.protocol, b.port, b.end_port);
}

bool same_rule(const NetworkPolicyRule& a, const NetworkPolicyRule& b) {
  return all_same(a.peers, b.peers, same_peer) && all_same(a.ports, b.ports, same_port);
}

/// One alternative of a cluster peer.
bool same_choice(const NamespacedPods& a, const NamespacedPods& b) {
  return a.whole_namespaces == b.whole_namespaces && a.namespace_selector == b.namespace_selector && a.pod_selector == b.pod_selector;
}
bool same_choice(const NodesPeer& a, const NodesPeer& b) { return a.selector == b.selector; }
bool same_choice(const NetworksPeer& a, const NetworksPeer& b) { return a.cidrs == b.cidrs; }
bool same_choice(const DomainNamesPeer& a, const DomainNamesPeer& b) { return a.names == b.names; }
bool same_choice(const UnrecognisedPeer&, const UnrecognisedPeer&) { return true; }

bool same_cluster_peer(const ClusterPeer& a, const ClusterPeer& b) {
  const auto same = [&b](const auto& choice) {
    const auto* other = std::get_if<std::decay_t<decltype(choice)>>(&b.peer);
    return other != nullptr && same_choice(choice, *other);
  };
  return std::visit(same, a.peer);
}

bool same_cluster_port(const ClusterPort& a, const ClusterPort& b) {
  const auto fields = [](const ClusterPort& of) { return std::tie(of.kind, of.protocol, of.first, of.last, of.name); };
  return fields(a) == fields(b);
}

bool same_cluster_rule(const ClusterRule& a, const ClusterRule& b) {
  return a.name == b.name && a.action == b.action && all_same(a.peers, b.peers, same_cluster_peer) &&
         all_same(a.ports, b.ports, same_cluster_port);
}

}  // namespace

bool same_content(const Namespace& a, const Namespace& b) { return a.name == b.name && a.labels == b.labels; }

bool same_content(const Node& a, const Node& b) { return a.name == b.name && a.labels == b.labels && a.addresses == b.addresses; }

bool same_content(const Pod& a, const Pod& b) {
  const auto fields = [](const Pod& of) {
    return std::tie(of.ns, of.name, of.labels, of.named_ports, of.node, of.addresses, of.host_network, of.finished);
  };
  return fields(a) == fields(b) && same_owner(a.owner, b.owner);
}

bool same_content(const WorkloadObject& a, const WorkloadObject& b) {
  const auto fields = [](const WorkloadObject& of) {
    return std::tie(of.kind, of.ns, of.name, of.template_labels, of.named_ports, of.host_network, of.replicas);
  };
  return fields(a) == fields(b) && same_owner(a.owner, b.owner);
}

bool same_content(const Service& a, const Service& b) {
  const auto fields = [](const Service& of) { return std::tie(of.ns, of.name, of.type, of.selector, of.cluster_ips); };
  return fields(a) == fields(b) && all_same(a.ports, b.ports, same_service_port);
}

bool same_content(const EndpointSlice& a, const EndpointSlice& b) {
  return a.ns == b.ns && a.name == b.name && a.service == b.service && all_same(a.endpoints, b.endpoints, same_target) &&
         all_same(a.ports, b.ports, same_slice_port);
}

bool same_content(const EntryObject& a, const EntryObject& b) {
  return a.kind == b.kind && a.ns == b.ns && a.name == b.name && all_same(a.backends, b.backends, same_backend);
}

bool same_content(const NetworkPolicy& a, const NetworkPolicy& b) {
  const auto fields = [](const NetworkPolicy& of) {
    return std::tie(of.ns, of.name, of.pod_selector, of.has_policy_types, of.type_ingress, of.type_egress);
  };
  return fields(a) == fields(b) && all_same(a.ingress, b.ingress, same_rule) && all_same(a.egress, b.egress, same_rule);
}

bool same_content(const ClusterPolicy& a, const ClusterPolicy& b) {
  return a.kind == b.kind && a.name == b.name && a.tier == b.tier && a.priority == b.priority && same_choice(a.subject, b.subject) &&
         all_same(a.ingress, b.ingress, same_cluster_rule) && all_same(a.egress, b.egress, same_cluster_rule);
}

}  // namespace foregate::model
