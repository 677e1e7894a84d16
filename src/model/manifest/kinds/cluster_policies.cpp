#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "model/manifest/kinds/cluster_policy_shape.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"
#include "model/manifest/kinds/policy_fields.h"
#include "model/manifest/label_decoding.h"
#include "model/manifest/spelling.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

using Fields = std::string_view;
constexpr std::array<Fields, 5> kObjectFields = {"apiVersion", "kind", "metadata", "spec", "status"};
constexpr std::array<Fields, 2> kNamespacesOrPods = {"namespaces", "pods"};
constexpr std::array<Fields, 4> kAdminSpec = {"priority", "subject", "ingress", "egress"};
constexpr std::array<Fields, 3> kBaselineSpec = {"subject", "ingress", "egress"};
constexpr std::array<Fields, 5> kClusterSpec = {"tier", "priority", "subject", "ingress", "egress"};
constexpr std::array<Fields, 3> kAdminActions = {"Allow", "Deny", "Pass"};
constexpr std::array<Fields, 2> kBaselineActions = {"Allow", "Deny"};
constexpr std::array<Fields, 3> kClusterActions = {"Accept", "Deny", "Pass"};
constexpr std::array<Fields, 2> kTiers = {"Admin", "Baseline"};
constexpr std::array<Fields, 5> kAllPeers = {"namespaces", "pods", "nodes", "networks", "domainNames"};
constexpr std::array<Fields, 4> kBaselinePeers = {"namespaces", "pods", "nodes", "networks"};
/// v1alpha1 says Allow, ClusterNetworkPolicy Accept.
constexpr std::pair<Fields, Fields> kOtherActions[] = {{"Allow", "Accept"}, {"Accept", "Allow"}};
constexpr std::int32_t kGreatestPriority = 1000;
constexpr std::size_t kLongestRuleName = 100;

constexpr ClusterPolicyShape kAdmin{
    ClusterPolicyKind::kAdminNetworkPolicy, kAdminSpec, kAdminActions, kAllPeers, "ports", 100, true, false, true};
constexpr ClusterPolicyShape kBaseline{
    ClusterPolicyKind::kBaselineAdminNetworkPolicy, kBaselineSpec, kBaselineActions, kBaselinePeers, "ports", 100, true, false, true};
constexpr ClusterPolicyShape kCluster{
    ClusterPolicyKind::kClusterNetworkPolicy, kClusterSpec, kClusterActions, kAllPeers, "protocols", 25, false, true, false};

/// What differs between the rules of the two directions.
struct Direction {
  std::string_view list;
  std::string_view peers;
  std::span<const Fields> peer_fields;
};

/// One of some words: its place among them. Error FG1013 for any other text, FG1012 where unset.
std::optional<std::size_t> decode_choice(const Cursor& at, std::span<const Fields> choices, std::string_view what) {
  if (!at.require()) return std::nullopt;
  const std::optional<std::string_view> text = at.text();
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(choices, *text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string_view meant = nearest(*text, choices);
  for (const auto& [word, other] : kOtherActions) {
    if (*text == word && std::ranges::find(choices, other) != choices.end()) meant = other;
  }
  at.error("FG1013", fmt::format("{} is no {} here", quoted(*text), what),
           meant.empty() ? fmt::format("Write one of {}.", fmt::join(choices, ", ")) : fmt::format("Did you mean '{}'?", meant));
  return std::nullopt;
}

void decode_rule_name(const Cursor& at, ClusterRule& rule) {
  const std::optional<std::string_view> text = at.text();
  if (!text) return;
  rule.name = at.names().symbols->intern(*text);
  if (code_points(*text) > kLongestRuleName) {
    at.error("FG1016", fmt::format("the rule's name has {} characters, and at most {} are allowed", code_points(*text), kLongestRuleName));
  }
}

/// The CEL rule of the experimental channel: a named port has no meaning where no pod is the destination.
void check_named_ports(const Cursor& at, const ClusterRule& rule) {
  const bool outside = std::ranges::any_of(rule.peers, [](const ClusterPeer& peer) {
    return std::holds_alternative<NodesPeer>(peer.peer) || std::holds_alternative<NetworksPeer>(peer.peer) ||
           std::holds_alternative<DomainNamesPeer>(peer.peer);
  });
  const bool named = std::ranges::any_of(rule.ports, [](const ClusterPort& port) {
    return port.kind == ClusterPort::Kind::kNamed || port.kind == ClusterPort::Kind::kUnrecognised;
  });
  if (!outside || !named) return;
  at.error("FG1065", "a named port cannot stand in one rule with 'networks', 'nodes' or 'domainNames'",
           "Only pods have named ports: make a rule of its own for these peers, with numbers.");
}

ClusterRule decode_rule(const Cursor& at, const ClusterPolicyShape& shape, const Direction& direction) {
  ClusterRule rule;
  rule.at = at.position();
  at.allow_only(std::array<Fields, 4>{"name", "action", direction.peers, shape.ports_field});
  decode_rule_name(at.field("name"), rule);
  const auto action = decode_choice(at.field("action"), shape.actions, "action");
  if (action) rule.action = static_cast<RuleAction>(*action);
  const Cursor peers = at.field(direction.peers);
  if (peers.require() && is_list_up_to(peers, shape.most_items)) {
    for (const Cursor item : peers.children()) {
      if (item.is_struct_item()) rule.peers.push_back(decode_cluster_peer(item, shape, direction.peer_fields));
    }
  }
  const Cursor ports = at.field(shape.ports_field);
  if (is_list_up_to(ports, shape.most_items)) {
    for (const Cursor item : ports.children()) {
      if (!item.is_struct_item()) continue;
      rule.ports.push_back(shape.kind == ClusterPolicyKind::kClusterNetworkPolicy ? decode_cluster_protocol(item)
                                                                                  : decode_admin_port(item));
    }
  }
  check_named_ports(at, rule);
  return rule;
}

std::vector<ClusterRule> decode_rules(const Cursor& list, const ClusterPolicyShape& shape, const Direction& direction) {
  std::vector<ClusterRule> rules;
  if (!list.is_list()) return rules;
  if (list.size() > shape.most_items) {
    list.error("FG1014", fmt::format("'{}' has {} items, and at most {} are allowed", direction.list, list.size(), shape.most_items));
  }
  rules.reserve(list.size());
  for (const Cursor item : list.children()) {
    if (item.is_struct_item()) rules.push_back(decode_rule(item, shape, direction));
  }
  return rules;
}

void decode_priority(const Cursor& at, ClusterPolicy& policy) {
  if (!at.require()) return;
  const std::optional<std::int32_t> priority = at.int32();
  if (!priority) return;
  policy.priority = *priority;
  if (*priority < 0 || *priority > kGreatestPriority) {
    at.error("FG1011", fmt::format("'priority' is {}, and may be 0 (first) to {}", *priority, kGreatestPriority));
  }
}

void decode_subject(const Cursor& subject, const ClusterPolicyShape& shape, ClusterPolicy& policy) {
  if (!subject.require() || !subject.is_map()) return;
  subject.allow_only(kNamespacesOrPods);
  if (has_exactly_one(subject, kNamespacesOrPods)) policy.subject = decode_namespaced_pods(subject, shape);
}

void decode_spec(const Cursor& spec, const ClusterPolicyShape& shape, ClusterPolicy& policy) {
  if (!spec.require() || !spec.is_map()) return;
  spec.allow_only(shape.spec_fields);
  if (shape.kind == ClusterPolicyKind::kClusterNetworkPolicy) {
    const auto tier = decode_choice(spec.field("tier"), kTiers, "tier");
    if (tier) policy.tier = static_cast<ClusterTier>(*tier);
  }
  if (shape.kind != ClusterPolicyKind::kBaselineAdminNetworkPolicy) decode_priority(spec.field("priority"), policy);
  decode_subject(spec.field("subject"), shape, policy);
  policy.ingress = decode_rules(spec.field("ingress"), shape, {"ingress", "from", kNamespacesOrPods});
  policy.egress = decode_rules(spec.field("egress"), shape, {"egress", "to", shape.egress_peers});
}

void decode_cluster_policy(DecodeRun& run, const Cursor& object, const ClusterPolicyShape& shape) {
  ClusterPolicy policy;
  policy.kind = shape.kind;
  policy.tier = shape.kind == ClusterPolicyKind::kBaselineAdminNetworkPolicy ? ClusterTier::kBaseline : ClusterTier::kAdmin;
  const Cursor metadata = object.field("metadata");
  policy.name = decode_cluster_name(metadata);
  policy.at = object.position();
  check_object_fields(object, kObjectFields, shape.spec_fields);
  check_policy_metadata(metadata, false);
  decode_spec(object.field("spec"), shape, policy);
  const bool misnamed = shape.kind == ClusterPolicyKind::kBaselineAdminNetworkPolicy && !policy.name.is_none() &&
                        object.names().text(policy.name) != "default";
  if (misnamed) {
    object.error("FG1070",
                 fmt::format("a BaselineAdminNetworkPolicy must have the name 'default', not {}", quoted(object.names().text(policy.name))),
                 "There is only one in a cluster.");
  }
  if (!object.object().failed()) run.objects.cluster_policies.push_back(std::move(policy));
}

}  // namespace

void decode_admin_network_policy(DecodeRun& run, const Cursor& object) {
  decode_cluster_policy(run, object, object.object().kind() == "AdminNetworkPolicy" ? kAdmin : kBaseline);
}

void decode_cluster_network_policy(DecodeRun& run, const Cursor& object) { decode_cluster_policy(run, object, kCluster); }

}  // namespace foregate::model::manifest
