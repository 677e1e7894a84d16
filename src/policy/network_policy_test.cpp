#include <gtest/gtest.h>

#include "policy/rule.h"
#include "tests/support/cluster_builder.h"

namespace foregate::policy {
namespace {

using model::Protocol;
using testing::cidr;
using testing::ClusterBuilder;

class NetworkPolicyMeaning : public ::testing::Test {
 protected:
  ClusterBuilder cluster_;
  model::NetworkPolicy policy_ = cluster_.add_network_policy("shop", "db");
};

TEST_F(NetworkPolicyMeaning, WithoutTypesAndRules_IsolatesIngressOnly) {
  const TierPolicy meaning = normalise(policy_);
  EXPECT_TRUE(meaning.isolates_in(Direction::kIngress));
  EXPECT_FALSE(meaning.isolates_in(Direction::kEgress));
}

TEST_F(NetworkPolicyMeaning, WithoutTypesButAnEgressRule_IsolatesBoth) {
  policy_.egress.emplace_back();
  const TierPolicy meaning = normalise(policy_);
  EXPECT_TRUE(meaning.isolates_in(Direction::kIngress));
  EXPECT_TRUE(meaning.isolates_in(Direction::kEgress));
  EXPECT_TRUE(meaning.rules_of(Direction::kIngress).empty());
  EXPECT_EQ(meaning.rules_of(Direction::kEgress).size(), 1U);
}

TEST_F(NetworkPolicyMeaning, RulesOfADirectionThatTypesLeaveOut_AreInert) {
  policy_.has_policy_types = true;
  policy_.type_ingress = true;
  policy_.egress.emplace_back();
  const TierPolicy meaning = normalise(policy_);
  EXPECT_FALSE(meaning.isolates_in(Direction::kEgress));
  EXPECT_TRUE(meaning.rules_of(Direction::kEgress).empty());
}

TEST_F(NetworkPolicyMeaning, EgressTypeAlone_LeavesIngressAlone) {
  policy_.has_policy_types = true;
  policy_.type_egress = true;
  const TierPolicy meaning = normalise(policy_);
  EXPECT_FALSE(meaning.isolates_in(Direction::kIngress));
  EXPECT_TRUE(meaning.isolates_in(Direction::kEgress));
}

TEST_F(NetworkPolicyMeaning, EmptyRule_AdmitsEverything) {
  policy_.ingress.emplace_back();
  const Rule rule = normalise(policy_).rules_of(Direction::kIngress).at(0);
  EXPECT_TRUE(rule.any_peer);
  EXPECT_EQ(rule.ports, model::all_traffic());
}

TEST_F(NetworkPolicyMeaning, PodSelectorAlone_IsOfThePolicysNamespace) {
  model::NetworkPolicyRule rule;
  rule.peers.push_back({cluster_.selector({{"app", "web"}}), {}, {}, {}});
  policy_.ingress.push_back(rule);
  const Rule meaning = normalise(policy_).rules_of(Direction::kIngress).at(0);
  EXPECT_FALSE(meaning.any_peer);
  EXPECT_EQ(std::get<PodsTerm>(meaning.peers.at(0)).ns, policy_.ns);
}

TEST_F(NetworkPolicyMeaning, NamespaceSelector_IsNotBoundToThePolicysNamespace) {
  model::NetworkPolicyRule rule;
  rule.peers.push_back({cluster_.selector({{"app", "web"}}), cluster_.selector({{"team", "a"}}), {}, {}});
  policy_.ingress.push_back(rule);
  const PodsTerm term = std::get<PodsTerm>(normalise(policy_).rules_of(Direction::kIngress).at(0).peers.at(0));
  EXPECT_EQ(term.ns, std::nullopt);
  EXPECT_EQ(term.namespace_selector, cluster_.selector({{"team", "a"}}));
  EXPECT_EQ(term.pod_selector, cluster_.selector({{"app", "web"}}));
}

TEST_F(NetworkPolicyMeaning, Block_KeepsItsExcepts) {
  model::NetworkPolicyRule rule;
  rule.peers.push_back({{}, {}, model::IpBlock{cidr("10.0.0.0/8"), {cidr("10.1.0.0/16")}}, {}});
  policy_.ingress.push_back(rule);
  const BlockTerm block = std::get<BlockTerm>(normalise(policy_).rules_of(Direction::kIngress).at(0).peers.at(0));
  EXPECT_EQ(block.cidr, cidr("10.0.0.0/8"));
  EXPECT_EQ(block.except, std::vector{cidr("10.1.0.0/16")});
}

TEST_F(NetworkPolicyMeaning, Ports_AreNumbersRangesNamesAndWholeProtocols) {
  model::NetworkPolicyRule rule;
  rule.ports.push_back({Protocol::kTcp, std::uint16_t{80}, {}, {}});
  rule.ports.push_back({Protocol::kTcp, std::uint16_t{90}, std::uint16_t{92}, {}});
  rule.ports.push_back({Protocol::kUdp, {}, {}, {}});
  rule.ports.push_back({Protocol::kSctp, cluster_.symbol("sig"), {}, {}});
  policy_.ingress.push_back(rule);
  const Rule meaning = normalise(policy_).rules_of(Direction::kIngress).at(0);
  const auto expected =
      model::port_range(Protocol::kTcp, 80, 80) + model::port_range(Protocol::kTcp, 90, 92) + model::port_range(Protocol::kUdp, 1, 65535);
  EXPECT_EQ(meaning.ports, expected);
  ASSERT_EQ(meaning.named_ports.size(), 1U);
  EXPECT_EQ(meaning.named_ports[0].name, cluster_.symbol("sig"));
  EXPECT_EQ(meaning.named_ports[0].protocol, Protocol::kSctp);
}

TEST_F(NetworkPolicyMeaning, NamedPortAlone_LeavesNoNumbers) {
  model::NetworkPolicyRule rule;
  rule.ports.push_back({Protocol::kTcp, cluster_.symbol("http"), {}, {}});
  policy_.ingress.push_back(rule);
  EXPECT_TRUE(normalise(policy_).rules_of(Direction::kIngress).at(0).ports.empty());
}

TEST_F(NetworkPolicyMeaning, RuleIndex_IsThePlaceInTheSpec) {
  policy_.ingress.resize(3);
  EXPECT_EQ(normalise(policy_).rules_of(Direction::kIngress).at(2).index, 2U);
}

}  // namespace
}  // namespace foregate::policy
