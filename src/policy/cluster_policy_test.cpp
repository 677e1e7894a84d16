#include <gtest/gtest.h>

#include "policy/rule.h"
#include "tests/support/cluster_builder.h"

namespace foregate::policy {
namespace {

using model::ClusterPort;
using model::ClusterTier;
using model::Protocol;
using testing::cidr;
using testing::ClusterBuilder;

class ClusterPolicyMeaning : public ::testing::Test {
 protected:
  const std::vector<Rule> egress() const { return normalise(policy_).rules_of(Direction::kEgress); }
  void add(RuleAction action, std::vector<model::ClusterPeer> peers, std::vector<ClusterPort> ports = {}) {
    policy_.egress.push_back(ClusterBuilder::rule(action, std::move(peers), std::move(ports)));
  }
  static ClusterPort item(ClusterPort::Kind kind) {
    ClusterPort port;
    port.kind = kind;
    return port;
  }

  ClusterBuilder cluster_;
  model::ClusterPolicy policy_ = cluster_.add_cluster_policy("lockdown", ClusterTier::kBaseline, 7);
};

TEST_F(ClusterPolicyMeaning, TierAndPriority_AreTheObjects) {
  const TierPolicy meaning = normalise(policy_);
  EXPECT_EQ(meaning.tier, Tier::kBaseline);
  EXPECT_EQ(meaning.priority, 7);
  EXPECT_TRUE(meaning.ns.is_none());
  EXPECT_FALSE(meaning.isolates_in(Direction::kIngress));
  EXPECT_FALSE(meaning.isolates_in(Direction::kEgress));
}

TEST_F(ClusterPolicyMeaning, EachNetwork_IsABlock) {
  add(RuleAction::kDeny, {ClusterBuilder::networks_peer({"0.0.0.0/0", "::/0"})});
  const Rule rule = egress().at(0);
  ASSERT_EQ(rule.peers.size(), 2U);
  EXPECT_EQ(std::get<BlockTerm>(rule.peers[1]).cidr, cidr("::/0"));
  EXPECT_EQ(rule.ports, model::all_traffic());
}

TEST_F(ClusterPolicyMeaning, NamedPort_IsOfAnyProtocol) {
  ClusterPort named = item(ClusterPort::Kind::kNamed);
  named.name = cluster_.symbol("dns");
  add(RuleAction::kAllow, {cluster_.namespaces_peer({})}, {named});
  const Rule rule = egress().at(0);
  EXPECT_TRUE(rule.ports.empty());
  EXPECT_EQ(rule.named_ports.at(0).protocol, std::nullopt);
}

TEST_F(ClusterPolicyMeaning, EmptyRangeAndUnknownProtocol_MatchNothing) {
  add(RuleAction::kDeny, {cluster_.namespaces_peer({})},
      {ClusterBuilder::port(Protocol::kTcp, 90, 80), item(ClusterPort::Kind::kNoProtocol)});
  EXPECT_TRUE(egress().at(0).ports.empty());
}

TEST_F(ClusterPolicyMeaning, UnrecognisedPeer_DropsAnAllowRuleWhole) {
  add(RuleAction::kAllow, {cluster_.namespaces_peer({}), {model::UnrecognisedPeer{}, {}}});
  add(RuleAction::kDeny, {cluster_.namespaces_peer({})});
  const auto rules = egress();
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].index, 1U) << "the rules that stay keep their places";
}

TEST_F(ClusterPolicyMeaning, UnrecognisedPeer_MakesDenyAndPassDenyEverything) {
  for (const RuleAction action : {RuleAction::kDeny, RuleAction::kPass}) {
    policy_.egress.clear();
    add(action, {{model::UnrecognisedPeer{}, {}}}, {ClusterBuilder::port(Protocol::kTcp, 80, 80)});
    const Rule rule = egress().at(0);
    EXPECT_EQ(rule.action, RuleAction::kDeny);
    EXPECT_TRUE(rule.any_peer);
    EXPECT_TRUE(rule.peers.empty());
    EXPECT_EQ(rule.ports, model::all_traffic());
  }
}

TEST_F(ClusterPolicyMeaning, UnrecognisedPort_FailsClosedToo) {
  add(RuleAction::kAllow, {cluster_.namespaces_peer({})},
      {ClusterBuilder::port(Protocol::kTcp, 80, 80), item(ClusterPort::Kind::kUnrecognised)});
  add(RuleAction::kPass, {cluster_.namespaces_peer({})}, {item(ClusterPort::Kind::kUnrecognised)});
  const auto rules = egress();
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].action, RuleAction::kDeny);
  EXPECT_TRUE(rules[0].any_peer);
}

TEST(PolicySetOrder, TierThenPriorityThenNames) {
  ClusterBuilder cluster;
  cluster.add_cluster_policy("zeta", ClusterTier::kBaseline, 0);
  cluster.add_network_policy("b", "a");
  cluster.add_network_policy("a", "b");
  cluster.add_cluster_policy("late", ClusterTier::kAdmin, 20);
  cluster.add_cluster_policy("twin-b", ClusterTier::kAdmin, 3);
  cluster.add_cluster_policy("twin-a", ClusterTier::kAdmin, 3);
  const model::Snapshot snapshot = cluster.build();
  const PolicySet set = normalise(*snapshot.policies, *snapshot.names);
  std::vector<std::string> order;
  for (const auto& policy : set.policies) order.push_back(policy_text(*policy, cluster.names));
  EXPECT_EQ(order, (std::vector<std::string>{"ClusterNetworkPolicy twin-a", "ClusterNetworkPolicy twin-b", "ClusterNetworkPolicy late",
                                             "NetworkPolicy a/b", "NetworkPolicy b/a", "ClusterNetworkPolicy zeta"}));
}

}  // namespace
}  // namespace foregate::policy
