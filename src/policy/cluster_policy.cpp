#include <algorithm>
#include <optional>

#include "base/check.h"
#include "policy/rule.h"

/// What AdminNetworkPolicy, BaselineAdminNetworkPolicy and ClusterNetworkPolicy mean (`docs/semantics.md`, "Cluster-wide policies").
///
/// Fail closed: the API asks of a client that meets a peer or protocol item without any field it knows that it "must fail closed". An
/// Allow rule then matches nothing, and is left out here; a Deny or Pass rule becomes "deny everything" in its place.
namespace foregate::policy {
namespace {

PolicyKind kind_of(model::ClusterPolicyKind kind) {
  switch (kind) {
    case model::ClusterPolicyKind::kAdminNetworkPolicy:
      return PolicyKind::kAdminNetworkPolicy;
    case model::ClusterPolicyKind::kBaselineAdminNetworkPolicy:
      return PolicyKind::kBaselineAdminNetworkPolicy;
    case model::ClusterPolicyKind::kClusterNetworkPolicy:
      return PolicyKind::kClusterNetworkPolicy;
  }
  FG_CHECK(false);
}

PodsTerm pods_term(const model::NamespacedPods& pods) { return {{}, pods.namespace_selector, pods.pod_selector}; }

/// The terms of one peer. An unrecognised one has none; `fails_closed` has seen to its rule before.
struct AddPeer {
  Rule& rule;
  void operator()(const model::NamespacedPods& pods) const { rule.peers.emplace_back(pods_term(pods)); }
  void operator()(const model::NodesPeer& nodes) const { rule.peers.emplace_back(NodesTerm{nodes.selector}); }
  void operator()(const model::NetworksPeer& networks) const {
    for (const base::Cidr& cidr : networks.cidrs) rule.peers.emplace_back(BlockTerm{cidr, {}});
  }
  void operator()(const model::DomainNamesPeer& domains) const { rule.peers.emplace_back(DomainsTerm{domains.names}); }
  void operator()(const model::UnrecognisedPeer&) const {}
};

void add_port(const model::ClusterPort& item, Rule& rule) {
  if (item.kind == model::ClusterPort::Kind::kNamed) rule.named_ports.push_back({item.name, {}});
  if (item.kind == model::ClusterPort::Kind::kRange && item.first <= item.last) {
    rule.ports = rule.ports + model::port_range(item.protocol, item.first, item.last);
  }
}

bool fails_closed(const model::ClusterRule& rule) {
  return std::any_of(rule.peers.begin(), rule.peers.end(),
                     [](const model::ClusterPeer& p) { return std::holds_alternative<model::UnrecognisedPeer>(p.peer); }) ||
         std::any_of(rule.ports.begin(), rule.ports.end(),
                     [](const model::ClusterPort& p) { return p.kind == model::ClusterPort::Kind::kUnrecognised; });
}

void set_meaning(const model::ClusterRule& source, Rule& rule) {
  rule.action = source.action;
  for (const model::ClusterPeer& peer : source.peers) std::visit(AddPeer{rule}, peer.peer);
  if (source.ports.empty()) rule.ports = model::all_traffic();
  for (const model::ClusterPort& port : source.ports) add_port(port, rule);
}

void set_closed(Rule& rule) {
  rule.action = RuleAction::kDeny;
  rule.any_peer = true;
  rule.ports = model::all_traffic();
}

/// Nothing for an Allow rule that fails closed.
std::optional<Rule> make_rule(const model::ClusterRule& source, std::size_t index) {
  const bool closed = fails_closed(source);
  if (closed && source.action == RuleAction::kAllow) return std::nullopt;
  Rule rule;
  rule.index = static_cast<std::uint32_t>(index);
  rule.name = source.name;
  rule.at = source.at;
  if (closed) {
    set_closed(rule);
  } else {
    set_meaning(source, rule);
  }
  return rule;
}

std::vector<Rule> make_rules(const std::vector<model::ClusterRule>& sources) {
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (auto rule = make_rule(sources[i], i)) rules.push_back(std::move(*rule));
  }
  return rules;
}

}  // namespace

TierPolicy normalise(const model::ClusterPolicy& policy) {
  TierPolicy result;
  result.kind = kind_of(policy.kind);
  result.name = policy.name;
  result.tier = policy.tier == model::ClusterTier::kAdmin ? Tier::kAdmin : Tier::kBaseline;
  result.priority = policy.priority;
  result.subject = pods_term(policy.subject);
  result.at = policy.at;
  result.rules[static_cast<std::size_t>(Direction::kIngress)] = make_rules(policy.ingress);
  result.rules[static_cast<std::size_t>(Direction::kEgress)] = make_rules(policy.egress);
  return result;
}

}  // namespace foregate::policy
