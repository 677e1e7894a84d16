#include "policy/flow.h"

#include <gtest/gtest.h>

#include "tests/support/cluster_builder.h"

namespace foregate::policy {
namespace {

using base::IpFamily;
using testing::address;
using testing::ClusterBuilder;

class FlowEnds : public ::testing::Test {
 protected:
  FlowEnds() {
    cluster_.add_namespace("a");
    cluster_.add_pod("a", "v4", {}, {"10.0.0.1"});
    cluster_.add_pod("a", "both", {}, {"fd00::2", "10.0.0.2"});
    cluster_.add_pod("a", "v6", {}, {"fd00::3"});
    cluster_.add_pod("a", "none");
    cluster_.add_pod("a", "done", {}, {"10.0.0.9"}).finished = true;
    model::Pod& host = cluster_.add_pod("a", "host", {}, {"192.0.2.1"});
    host.host_network = true;
    host.node = cluster_.symbol("n1");
    cluster_.add_node("n1", {}, {"192.0.2.1", "2001:db8::1"});
    cluster_.add_node("n2", {}, {"192.0.2.2"});
    snapshot_ = cluster_.build();
  }
  const model::Inventory& inventory() const { return *snapshot_.inventory; }
  Endpoint pod(std::string_view name) { return Endpoint::of_pod(inventory().find_pod(cluster_.symbol("a"), cluster_.symbol(name))); }
  Endpoint node(std::string_view name) { return Endpoint::of_node(inventory().find_node(cluster_.symbol(name))); }
  Endpoint at(std::string_view text) { return Endpoint::of_address(inventory(), address(text)); }
  std::optional<IpFamily> family(const Endpoint& from, const Endpoint& to) {
    Flow flow;
    flow.from = from;
    flow.to = to;
    return family_of(inventory(), flow);
  }

  ClusterBuilder cluster_;
  model::Snapshot snapshot_;
};

TEST_F(FlowEnds, Address_IsThePodOrNodeThatHasIt) {
  EXPECT_EQ(at("10.0.0.1"), pod("v4"));
  EXPECT_EQ(at("192.0.2.2").kind, Endpoint::Kind::kNode);
  EXPECT_EQ(at("192.0.2.2").node, node("n2").node);
  EXPECT_EQ(at("192.0.2.2").address, address("192.0.2.2"));
  EXPECT_EQ(at("198.51.100.1").kind, Endpoint::Kind::kAddress);
}

TEST_F(FlowEnds, AddressOfAFinishedPod_IsNobodys) { EXPECT_EQ(at("10.0.0.9").kind, Endpoint::Kind::kAddress); }

TEST_F(FlowEnds, AddressOfAHostNetworkPod_IsTheNodes) { EXPECT_EQ(at("192.0.2.1").node, node("n1").node); }

TEST_F(FlowEnds, Family_IsThatOfABareAddress) {
  EXPECT_EQ(family(pod("both"), at("198.51.100.1")), IpFamily::kV4);
  EXPECT_EQ(family(at("2001:db8:1::1"), pod("both")), IpFamily::kV6);
}

TEST_F(FlowEnds, Family_IsTheSourcesFirstThatBothHave) {
  EXPECT_EQ(family(pod("both"), pod("v4")), IpFamily::kV4);
  EXPECT_EQ(family(pod("both"), pod("v6")), IpFamily::kV6);
  EXPECT_EQ(family(pod("both"), node("n1")), IpFamily::kV6);
}

TEST_F(FlowEnds, Family_FallsBackToWhoeverHasOne) {
  EXPECT_EQ(family(pod("v4"), pod("v6")), IpFamily::kV4);
  EXPECT_EQ(family(pod("none"), pod("v6")), IpFamily::kV6);
  EXPECT_EQ(family(pod("none"), pod("none")), std::nullopt);
  EXPECT_EQ(family(pod("done"), pod("none")), std::nullopt);
}

TEST_F(FlowEnds, GivenFamily_Wins) {
  Flow flow;
  flow.from = pod("v4");
  flow.to = pod("v4");
  flow.family = IpFamily::kV6;
  EXPECT_EQ(family_of(inventory(), flow), IpFamily::kV6);
}

TEST_F(FlowEnds, AddressInAFamily_IsTheFirstOfIt) {
  EXPECT_EQ(address_in(inventory(), pod("both"), IpFamily::kV4), address("10.0.0.2"));
  EXPECT_EQ(address_in(inventory(), pod("v4"), IpFamily::kV6), std::nullopt);
  EXPECT_EQ(address_in(inventory(), pod("done"), IpFamily::kV4), std::nullopt);
  EXPECT_EQ(address_in(inventory(), node("n1"), IpFamily::kV6), address("2001:db8::1"));
  EXPECT_EQ(address_in(inventory(), at("192.0.2.1"), IpFamily::kV6), std::nullopt) << "an endpoint at one address has no other";
}

TEST_F(FlowEnds, NodeOfAHostNetworkPod_IsByNameElseByAddress) {
  EXPECT_EQ(node_of(inventory(), pod("host").pod), node("n1").node);
  EXPECT_TRUE(node_of(inventory(), pod("v4").pod).is_none());
  for (model::Pod& p : cluster_.objects.pods) {
    if (p.host_network) p.node = {};
  }
  snapshot_ = cluster_.build();
  EXPECT_EQ(node_of(inventory(), pod("host").pod), node("n1").node);
}

TEST(Verdicts, Combine_TakesTheHeavier) {
  using enum Verdict;
  EXPECT_EQ(FlowVerdict::combine(kAllow, kAllow), kAllow);
  EXPECT_EQ(FlowVerdict::combine(kUnknown, kAllow), kUnknown);
  EXPECT_EQ(FlowVerdict::combine(kUnknown, kAmbiguous), kAmbiguous);
  EXPECT_EQ(FlowVerdict::combine(kAmbiguous, kDeny), kDeny);
  EXPECT_EQ(FlowVerdict::combine(kDeny, kAllow), kDeny);
}

}  // namespace
}  // namespace foregate::policy
