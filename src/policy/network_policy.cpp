#include "policy/rule.h"

/// What networking.k8s.io/v1 NetworkPolicy means (`docs/semantics.md`, "NetworkPolicy").
namespace foregate::policy {
namespace {

/// NetworkPolicySpec.policyTypes: "If this field is not specified, it will default based on the existence of ingress or egress rules;
/// policies that contain an egress section are assumed to affect egress, and all policies are assumed to affect ingress."
bool isolates(const model::NetworkPolicy& policy, Direction direction) {
  if (policy.has_policy_types) return direction == Direction::kIngress ? policy.type_ingress : policy.type_egress;
  return direction == Direction::kIngress || !policy.egress.empty();
}

/// NetworkPolicyPeer: podSelector alone is of the policy's own namespace; with namespaceSelector, both must match.
PeerTerm peer_term(const model::NetworkPolicyPeer& peer, Symbol own_namespace) {
  if (peer.ip_block) return BlockTerm{peer.ip_block->cidr, peer.ip_block->except};
  PodsTerm pods;
  if (peer.namespace_selector) {
    pods.namespace_selector = *peer.namespace_selector;
  } else {
    pods.ns = own_namespace;
  }
  if (peer.pod_selector) pods.pod_selector = *peer.pod_selector;
  return pods;
}

/// NetworkPolicyPort.port and .endPort: a name, a number, a range, or every port of the protocol.
void add_port(const model::NetworkPolicyPort& item, Rule& rule) {
  if (const auto* name = std::get_if<Symbol>(&item.port)) {
    rule.named_ports.push_back({*name, item.protocol});
  } else if (const auto* number = std::get_if<std::uint16_t>(&item.port)) {
    rule.ports = rule.ports + model::port_range(item.protocol, *number, item.end_port.value_or(*number));
  } else {
    rule.ports = rule.ports + model::port_range(item.protocol, 1, model::kMaxPort);
  }
}

Rule make_rule(const model::NetworkPolicyRule& source, Symbol own_namespace, std::size_t index) {
  Rule rule;
  rule.action = RuleAction::kAllow;
  rule.any_peer = source.peers.empty();
  for (const model::NetworkPolicyPeer& peer : source.peers) rule.peers.push_back(peer_term(peer, own_namespace));
  if (source.ports.empty()) rule.ports = model::all_traffic();
  for (const model::NetworkPolicyPort& port : source.ports) add_port(port, rule);
  rule.index = static_cast<std::uint32_t>(index);
  rule.at = source.at;
  return rule;
}

}  // namespace

TierPolicy normalise(const model::NetworkPolicy& policy) {
  TierPolicy result;
  result.kind = PolicyKind::kNetworkPolicy;
  result.ns = policy.ns;
  result.name = policy.name;
  result.tier = Tier::kNetworkPolicy;
  result.subject.ns = policy.ns;
  result.subject.pod_selector = policy.pod_selector;
  result.at = policy.at;
  for (const Direction direction : kDirections) {
    const auto d = static_cast<std::size_t>(direction);
    result.isolates[d] = isolates(policy, direction);
    if (!result.isolates[d]) continue;  // "rules" of a direction that policyTypes leaves out have no effect
    const auto& rules = direction == Direction::kIngress ? policy.ingress : policy.egress;
    for (std::size_t i = 0; i < rules.size(); ++i) result.rules[d].push_back(make_rule(rules[i], policy.ns, i));
  }
  return result;
}

}  // namespace foregate::policy
