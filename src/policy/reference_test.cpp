#include "policy/reference.h"

#include <gtest/gtest.h>

#include "tests/support/cluster_builder.h"

/// What a scenario file cannot say: settings, families, and exactly which decisions are named. Everything else is in tests/scenarios/.
namespace foregate::policy {
namespace {

using model::ClusterTier;
using model::Protocol;
using testing::address;
using testing::cidr;
using testing::ClusterBuilder;

class ReferenceVerdicts : public ::testing::Test {
 protected:
  ReferenceVerdicts() {
    cluster_.add_namespace("a").add_namespace("b");
    model::Pod& web = cluster_.add_pod("a", "web", {{"app", "web"}}, {"10.0.0.1"});
    web.node = cluster_.symbol("n1");
    cluster_.add_pod("b", "db", {{"app", "db"}}, {"10.0.0.2"});
    cluster_.add_pod("b", "both", {{"app", "both"}}, {"10.0.0.3", "fd00::3"});
    model::Pod& host = cluster_.add_pod("b", "host", {{"app", "host"}}, {"192.0.2.1"});
    host.host_network = true;
    host.node = cluster_.symbol("n1");
    cluster_.add_node("n1", {{"os", "linux"}}, {"192.0.2.1"});
    cluster_.add_node("n2", {{"os", "linux"}}, {"192.0.2.2"});
  }
  /// `ns/pod`, `node/name` or an address.
  Endpoint end(const model::Inventory& inventory, std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return Endpoint::of_address(inventory, address(text));
    const model::Symbol first = cluster_.symbol(text.substr(0, slash));
    const model::Symbol second = cluster_.symbol(text.substr(slash + 1));
    if (text.starts_with("node/")) return Endpoint::of_node(inventory.find_node(second));
    return Endpoint::of_pod(inventory.find_pod(first, second));
  }
  FlowVerdict judge(std::string_view from, std::string_view to) {
    const model::Snapshot snapshot = cluster_.build();
    policies_ = normalise(*snapshot.policies, *snapshot.names);
    flow_.from = end(*snapshot.inventory, from);
    flow_.to = end(*snapshot.inventory, to);
    return Reference(snapshot, policies_, settings_).judge(flow_);
  }
  DirectionVerdict egress(std::string_view from, std::string_view to) { return judge(from, to).egress; }
  DirectionVerdict ingress(std::string_view from, std::string_view to) { return judge(from, to).ingress; }
  /// `name#rule`, `name` for a tier's default, `default`.
  std::string text(const std::optional<Decision>& decision) {
    if (!decision) return "none";
    if (decision->policy.is_none()) return tier_name(decision->tier);
    const std::string name(cluster_.names.text(policies_[decision->policy].name));
    return decision->rule ? name + "#" + std::to_string(*decision->rule) : name;
  }
  model::ClusterPolicy& admin(std::string_view name, int priority) {
    return cluster_.add_cluster_policy(name, ClusterTier::kAdmin, priority);
  }
  model::ClusterRule to_all(RuleAction action) { return ClusterBuilder::rule(action, {cluster_.namespaces_peer({})}); }
  model::ClusterRule to_outside(RuleAction action) { return ClusterBuilder::rule(action, {ClusterBuilder::networks_peer({"0.0.0.0/0"})}); }
  model::ClusterRule to_name(RuleAction action, std::string_view name = "a.example") {
    return ClusterBuilder::rule(action, {cluster_.domains_peer({name})});
  }
  void admit_block(std::string_view block) {
    model::NetworkPolicyRule rule;
    rule.peers.push_back({{}, {}, model::IpBlock{cidr(block), {}}, {}});
    cluster_.add_network_policy("b", "admit").ingress.push_back(rule);
  }

  ClusterBuilder cluster_;
  Settings settings_;
  Flow flow_{.from = {}, .to = {}, .protocol = Protocol::kTcp, .port = 80, .family = {}, .through_service = false};
  PolicySet policies_;
};

// Settings.

TEST_F(ReferenceVerdicts, BlockMatchesPods_UnlessTheSettingSaysNo) {
  admit_block("10.0.0.1/32");
  EXPECT_EQ(ingress("a/web", "b/db").verdict, Verdict::kAllow);
  settings_.ipblock_matches_pods = false;
  EXPECT_EQ(ingress("a/web", "b/db").verdict, Verdict::kDeny);
}

TEST_F(ReferenceVerdicts, BlockMatchesHostPods_WhateverTheSettingForPods) {
  admit_block("192.0.2.1/32");
  settings_.ipblock_matches_pods = false;
  EXPECT_EQ(ingress("b/host", "b/db").verdict, Verdict::kAllow);
}

TEST_F(ReferenceVerdicts, HostPods_ArePodsWhereTheSettingSaysSo) {
  cluster_.add_network_policy("b", "lock");
  EXPECT_EQ(ingress("a/web", "b/host").exemption, Exemption::kNotSubject);
  settings_.host_network_as_node = false;
  EXPECT_EQ(ingress("a/web", "b/host").verdict, Verdict::kDeny);
}

TEST_F(ReferenceVerdicts, HostPodAsPeer_IsSelectedByLabelsOnlyAsAPod) {
  model::NetworkPolicyRule rule;
  rule.peers.push_back({cluster_.selector({{"app", "host"}}), {}, {}, {}});
  cluster_.add_network_policy("b", "admit").ingress.push_back(rule);
  EXPECT_EQ(ingress("b/host", "b/db").verdict, Verdict::kDeny);
  settings_.host_network_as_node = false;
  EXPECT_EQ(ingress("b/host", "b/db").verdict, Verdict::kAllow);
}

TEST_F(ReferenceVerdicts, OwnNode_IsExemptAtIngressAlwaysAndAtEgressBySetting) {
  model::NetworkPolicy& lock = cluster_.add_network_policy("a", "lock");
  lock.has_policy_types = lock.type_ingress = lock.type_egress = true;
  for (const char* own : {"node/n1", "192.0.2.1", "b/host"}) {
    settings_.own_node_egress_allowed = false;
    EXPECT_EQ(ingress(own, "a/web").exemption, Exemption::kOwnNode) << own;
    EXPECT_EQ(ingress(own, "a/web").verdict, Verdict::kAllow) << own;
    EXPECT_EQ(egress("a/web", own).verdict, Verdict::kDeny) << own;
    settings_.own_node_egress_allowed = true;
    EXPECT_EQ(egress("a/web", own).exemption, Exemption::kOwnNode) << own;
  }
  EXPECT_EQ(ingress("node/n2", "a/web").verdict, Verdict::kDeny) << "another node is a peer like any other";
}

TEST_F(ReferenceVerdicts, HostPodOnTheSameNode_IsAnOrdinaryPodWhereHostPodsArePods) {
  cluster_.add_network_policy("a", "lock");
  settings_.host_network_as_node = false;
  EXPECT_EQ(ingress("b/host", "a/web").verdict, Verdict::kDeny);
}

TEST_F(ReferenceVerdicts, Self_IsExemptDirectlyAndJudgedThroughAService) {
  model::NetworkPolicy& lock = cluster_.add_network_policy("a", "lock");
  lock.has_policy_types = lock.type_ingress = lock.type_egress = true;
  EXPECT_EQ(judge("a/web", "a/web").egress.exemption, Exemption::kOwnAddress);
  EXPECT_EQ(judge("a/web", "a/web").verdict(), Verdict::kAllow);
  flow_.through_service = true;
  EXPECT_EQ(judge("a/web", "a/web").egress.verdict, Verdict::kDeny);
  EXPECT_EQ(judge("a/web", "a/web").ingress.verdict, Verdict::kDeny);
  settings_.service_hairpin_allowed = true;
  EXPECT_EQ(judge("a/web", "a/web").egress.exemption, Exemption::kHairpin);
  EXPECT_EQ(judge("a/web", "a/web").verdict(), Verdict::kAllow);
}

// Families.

TEST_F(ReferenceVerdicts, Block_IsTriedOnTheAddressOfTheFlowsFamily) {
  admit_block("fd00::3/128");
  EXPECT_EQ(ingress("b/both", "b/db").verdict, Verdict::kDeny) << "both ends have IPv4, so the flow is IPv4";
  flow_.family = base::IpFamily::kV6;
  EXPECT_EQ(ingress("b/both", "b/db").verdict, Verdict::kAllow);
}

TEST_F(ReferenceVerdicts, PodWithoutAddress_IsInNoBlock) {
  cluster_.add_pod("a", "pending");
  admit_block("0.0.0.0/0");
  EXPECT_EQ(ingress("a/pending", "b/db").verdict, Verdict::kDeny);
  EXPECT_EQ(ingress("a/web", "b/db").verdict, Verdict::kAllow);
}

// Which decision is named.

TEST_F(ReferenceVerdicts, Isolation_IsDecidedByTheFirstIsolatingPolicy) {
  cluster_.add_network_policy("b", "z-lock");
  cluster_.add_network_policy("b", "a-lock");
  const DirectionVerdict verdict = ingress("a/web", "b/db");
  EXPECT_EQ(verdict.verdict, Verdict::kDeny);
  EXPECT_EQ(text(verdict.decision), "a-lock");
  EXPECT_EQ(verdict.decision.tier, Tier::kNetworkPolicy);
}

TEST_F(ReferenceVerdicts, NetworkPolicyAllow_IsDecidedByTheFirstMatchingRule) {
  cluster_.add_network_policy("b", "a-lock");
  cluster_.add_network_policy("b", "b-admit").ingress.resize(2);
  cluster_.add_network_policy("b", "c-admit").ingress.resize(1);
  EXPECT_EQ(text(ingress("a/web", "b/db").decision), "b-admit#0");
}

TEST_F(ReferenceVerdicts, NoPolicy_IsTheDefault) {
  const DirectionVerdict verdict = ingress("a/web", "b/db");
  EXPECT_EQ(verdict.verdict, Verdict::kAllow);
  EXPECT_EQ(verdict.exemption, Exemption::kNone);
  EXPECT_EQ(verdict.decision, Decision{});
}

TEST_F(ReferenceVerdicts, EqualPriorities_ThatDisagree_AreAmbiguousWithBothRules) {
  admin("twin-a", 5).egress = {to_all(RuleAction::kAllow)};
  admin("twin-b", 5).egress = {to_outside(RuleAction::kPass), to_all(RuleAction::kDeny)};
  admin("twin-c", 5).egress = {to_all(RuleAction::kDeny)};
  settings_.ipblock_matches_pods = false;
  const DirectionVerdict verdict = egress("a/web", "b/db");
  EXPECT_EQ(verdict.verdict, Verdict::kAmbiguous);
  EXPECT_EQ(text(verdict.decision), "twin-a#0");
  EXPECT_EQ(text(verdict.alternative), "twin-b#1");
}

TEST_F(ReferenceVerdicts, EqualPriorities_ThatAgree_AreSure) {
  admin("twin-a", 5).egress = {to_all(RuleAction::kDeny)};
  admin("twin-b", 5).egress = {to_all(RuleAction::kDeny)};
  const DirectionVerdict verdict = egress("a/web", "b/db");
  EXPECT_EQ(verdict.verdict, Verdict::kDeny);
  EXPECT_EQ(text(verdict.decision), "twin-a#0");
  EXPECT_EQ(verdict.alternative, std::nullopt);
}

TEST_F(ReferenceVerdicts, EqualPriorities_PassAgainstAllow_DependsOnWhatComesAfter) {
  admin("twin-a", 5).egress = {to_all(RuleAction::kPass)};
  admin("twin-b", 5).egress = {to_all(RuleAction::kAllow)};
  EXPECT_EQ(egress("a/web", "b/db").verdict, Verdict::kAllow);
  cluster_.add_cluster_policy("floor", ClusterTier::kBaseline, 0).egress = {to_all(RuleAction::kDeny)};
  const DirectionVerdict verdict = egress("a/web", "b/db");
  EXPECT_EQ(verdict.verdict, Verdict::kAmbiguous);
  EXPECT_EQ(text(verdict.decision), "twin-b#0");
  EXPECT_EQ(text(verdict.alternative), "floor#0");
}

TEST_F(ReferenceVerdicts, EqualPriorities_AreComparedWithinATierOnly) {
  admin("top", 5).egress = {to_all(RuleAction::kAllow)};
  cluster_.add_cluster_policy("floor", ClusterTier::kBaseline, 5).egress = {to_all(RuleAction::kDeny)};
  EXPECT_EQ(egress("a/web", "b/db").verdict, Verdict::kAllow);
}

TEST_F(ReferenceVerdicts, EqualPriorities_HideLaterPriorities) {
  admin("twin-a", 5).egress = {to_all(RuleAction::kAllow)};
  admin("twin-b", 5).egress = {to_outside(RuleAction::kAllow)};
  admin("late", 6).egress = {to_all(RuleAction::kDeny)};
  EXPECT_EQ(egress("a/web", "b/db").verdict, Verdict::kAllow);
}

// Domain names.

TEST_F(ReferenceVerdicts, DomainName_BeforeADeny_IsUnknownForAnAddressOutside) {
  admin("fqdn", 5).egress = {to_name(RuleAction::kAllow), to_outside(RuleAction::kDeny)};
  const DirectionVerdict verdict = egress("a/web", "198.51.100.1");
  EXPECT_EQ(verdict.verdict, Verdict::kUnknown);
  EXPECT_EQ(text(verdict.decision), "fqdn#0");
  EXPECT_EQ(text(verdict.alternative), "fqdn#1");
}

TEST_F(ReferenceVerdicts, DomainName_AfterADeny_IsShadowed) {
  admin("fqdn", 5).egress = {to_outside(RuleAction::kDeny), to_name(RuleAction::kAllow)};
  EXPECT_EQ(egress("a/web", "198.51.100.1").verdict, Verdict::kDeny);
}

TEST_F(ReferenceVerdicts, DomainName_ThatChangesNothing_IsNotNamed) {
  admin("fqdn", 5).egress = {to_name(RuleAction::kAllow), to_outside(RuleAction::kAllow)};
  const DirectionVerdict verdict = egress("a/web", "198.51.100.1");
  EXPECT_EQ(verdict.verdict, Verdict::kAllow);
  EXPECT_EQ(text(verdict.decision), "fqdn#1");
}

TEST_F(ReferenceVerdicts, DomainName_IsNeverAPodOrNode) {
  admin("fqdn", 5).egress = {to_name(RuleAction::kAllow), to_outside(RuleAction::kDeny)};
  EXPECT_EQ(egress("a/web", "b/db").verdict, Verdict::kDeny);
  EXPECT_EQ(egress("a/web", "node/n2").verdict, Verdict::kDeny);
}

TEST_F(ReferenceVerdicts, DomainName_ThatPasses_OpensTheNextTier) {
  admin("fqdn", 5).egress = {to_name(RuleAction::kPass), to_outside(RuleAction::kDeny)};
  const DirectionVerdict verdict = egress("a/web", "198.51.100.1");
  EXPECT_EQ(verdict.verdict, Verdict::kUnknown);
  EXPECT_EQ(text(verdict.decision), "default");
  EXPECT_EQ(text(verdict.alternative), "fqdn#1");
}

TEST_F(ReferenceVerdicts, Ambiguous_BeatsUnknown) {
  admin("fqdn", 1).egress = {to_name(RuleAction::kAllow)};
  admin("twin-a", 5).egress = {to_outside(RuleAction::kDeny)};
  admin("twin-b", 5).egress = {to_outside(RuleAction::kAllow)};
  const DirectionVerdict verdict = egress("a/web", "198.51.100.1");
  EXPECT_EQ(verdict.verdict, Verdict::kAmbiguous);
  EXPECT_EQ(text(verdict.decision), "twin-a#0");
  EXPECT_EQ(text(verdict.alternative), "twin-b#0");
}

// Others.

TEST_F(ReferenceVerdicts, OtherProtocols_AreMatchedByRulesWithoutPortsOnly) {
  model::ClusterRule tcp_only = to_all(RuleAction::kAllow);
  tcp_only.ports = {ClusterBuilder::port(Protocol::kTcp, 1, 65535)};
  admin("top", 5).egress = {tcp_only, to_all(RuleAction::kDeny)};
  flow_.protocol = Protocol::kOther;
  EXPECT_EQ(text(egress("a/web", "b/db").decision), "top#1");
}

TEST_F(ReferenceVerdicts, NodesPeer_MatchesNodesAndTheirHostPods) {
  admin("top", 5).egress = {ClusterBuilder::rule(RuleAction::kDeny, {ClusterBuilder::nodes_peer(cluster_.selector({{"os", "linux"}}))})};
  EXPECT_EQ(egress("b/db", "node/n1").verdict, Verdict::kDeny);
  EXPECT_EQ(egress("b/db", "192.0.2.2").verdict, Verdict::kDeny);
  EXPECT_EQ(egress("b/db", "b/host").verdict, Verdict::kDeny);
  EXPECT_EQ(egress("b/db", "a/web").verdict, Verdict::kAllow) << "a pod is not its node";
  EXPECT_EQ(egress("b/db", "198.51.100.1").verdict, Verdict::kAllow);
}

TEST_F(ReferenceVerdicts, FinishedPod_IsNoPeerAndNoSubject) {
  cluster_.add_pod("a", "done", {{"app", "web"}}, {"10.0.0.8"}).finished = true;
  admin("top", 5).egress = {to_all(RuleAction::kDeny), to_outside(RuleAction::kDeny)};
  EXPECT_EQ(egress("b/db", "a/done").verdict, Verdict::kAllow);
  EXPECT_EQ(egress("a/done", "b/db").exemption, Exemption::kNotSubject);
}

}  // namespace
}  // namespace foregate::policy
