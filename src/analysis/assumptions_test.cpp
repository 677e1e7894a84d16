#include "analysis/assumptions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis/pairs_for_test.h"
#include "tests/support/random_cluster.h"

namespace foregate::analysis {
namespace {

std::string pod(const std::string& name, const std::string& address, const std::string& spec = "") {
  return "---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: s, name: " + name + ", labels: {app: " + name + "}}\nspec: {" + spec +
         "containers: [{name: c, image: i}]}\nstatus: {podIP: " + address + "}\n";
}
std::string policy(const std::string& rest) {
  return "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: s, name: np}\nspec: {podSelector: "
         "{matchLabels: "
         "{app: db}}, " +
         rest + "}\n";
}

class AssumptionTest : public ::testing::Test {
 protected:
  std::vector<Assumption> of_list(const std::string& text) {
    engines_ = testing::compile({foregate::testing::read_cluster(text)});
    const Connections connections = list_connections(*engines_[0], compute_reach(*engines_[0], executor_), {});
    return assumptions_of(*engines_[0], connections, executor_);
  }
  std::string name(const Peer& peer) const {
    return peer.kind == Peer::Kind::kWorkload ? std::string(engines_[0]->snapshot().names->text(peer.name)) : "outside";
  }
  base::SerialExecutor executor_;
  testing::Engines engines_;
};

TEST_F(AssumptionTest, ABlockWithPods_IsAssumedToMatchThem) {
  const auto found =
      of_list(pod("db", "10.0.0.1") + pod("web", "10.0.0.2") + policy("ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24}}]}]"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "ipblock-matches-pods");
  EXPECT_EQ(found[0].value, "yes");
  EXPECT_EQ(found[0].other_value, "no");
  EXPECT_EQ(found[0].pairs, 1U);
  EXPECT_EQ(name(found[0].from) + " -> " + name(found[0].to), "web -> db");
}

TEST_F(AssumptionTest, InALargeAnswer_IsNamedUncounted) {
  engines_ = testing::compile({foregate::testing::read_cluster(pod("db", "10.0.0.1") + pod("web", "10.0.0.2") +
                                                               policy("ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24}}]}]"))});
  const Connections connections = list_connections(*engines_[0], compute_reach(*engines_[0], executor_), {});
  const auto found = assumptions_of(*engines_[0], connections, executor_, 1);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FALSE(found[0].pairs.has_value());
}

TEST_F(AssumptionTest, ABlockWithoutPods_DependsOnNothing) {
  EXPECT_TRUE(of_list(pod("db", "10.0.0.1") + pod("web", "10.0.0.2") +
                      policy("ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8]}}]}]"))
                  .empty());
}

TEST_F(AssumptionTest, ABlockOfPodsThatAreAdmittedAnyway_DependsOnNothing) {
  EXPECT_TRUE(of_list(pod("db", "10.0.0.1") + pod("web", "10.0.0.2") +
                      policy("ingress: [{from: [{podSelector: {}}, {ipBlock: {cidr: 10.0.0.0/24}}]}]"))
                  .empty());
}

TEST_F(AssumptionTest, AHostNetworkPodThatPoliciesSelect_IsAssumedToBeItsNode) {
  const auto found =
      of_list(pod("db", "192.0.2.1", "hostNetwork: true, nodeName: node-1, ") + pod("web", "10.0.0.2") + policy("policyTypes: [Ingress]"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "host-network");
  EXPECT_EQ(found[0].value, "node");
  EXPECT_GE(found[0].pairs, 1U);
}

TEST_F(AssumptionTest, ADifferenceThatABlockMakes_DependsOnItToo) {
  const std::string pods = pod("db", "10.0.0.1") + pod("web", "10.0.0.2");
  const model::Snapshot before = foregate::testing::read_cluster(pods);
  engines_ =
      testing::compile({before, testing::read_with_owners(pods + policy("ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/24}}]}]"), &before)});
  const Difference difference = compute_difference(*engines_[0], *engines_[1], executor_);
  EXPECT_EQ(assumptions_of(*engines_[0], *engines_[1], difference, executor_).size(), 1U);
}

std::string peer_text(const Peer& peer) {
  std::string text = std::to_string(static_cast<int>(peer.kind));
  for (const Symbol symbol : {peer.ns, peer.name, peer.workload_kind}) text += "/" + std::to_string(symbol.value());
  for (const auto* set : {&peer.v4, &peer.v6}) {
    for (const auto& cidr : base::cidrs_of(set == &peer.v4 ? base::IpFamily::kV4 : base::IpFamily::kV6, *set)) text += "," + cidr.text();
  }
  return text;
}

std::multiset<std::string> pair_texts(const Connections& all) {
  std::multiset<std::string> pairs;
  for_each_pair(all, [&](const ConnectionBlock& block, PeerId from, PeerId to) {
    std::string line = peer_text(all.peers[from]) + " " + peer_text(all.peers[to]);
    for (const auto* ports : {&block.ports, &block.open}) {
      for (const auto& i : ports->intervals()) line += "|" + std::to_string(i.first) + "-" + std::to_string(i.last);
      line += "/";
    }
    pairs.insert(line + (block.family ? std::to_string(static_cast<int>(*block.family)) : ""));
  });
  return pairs;
}

TEST_F(AssumptionTest, OnRandomClusters_NoSettingThatMattersIsMissed) {
  std::size_t mattered = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto cluster = foregate::testing::make_random_cluster(seed);
    const model::Snapshot snapshot = foregate::testing::read_cluster(cluster.text());
    engines_ = testing::compile({snapshot}, cluster.settings);
    const Connections connections = list_connections(*engines_[0], compute_reach(*engines_[0], executor_), {});
    const auto found = assumptions_of(*engines_[0], connections, executor_);
    for (const policy::SettingInfo& setting : policy::all_settings()) {
      policy::Settings turned = cluster.settings;
      turned.*setting.field = !(turned.*setting.field);
      const testing::Engines others = testing::compile({snapshot}, turned);
      const Connections other = list_connections(*others[0], compute_reach(*others[0], executor_), {});
      const bool named = std::any_of(found.begin(), found.end(), [&](const Assumption& a) { return a.name == setting.name; });
      const bool differs = pair_texts(connections) != pair_texts(other);
      mattered += differs ? 1 : 0;
      ASSERT_EQ(named, differs) << "seed " << seed << " " << setting.name << "\n" << cluster.text();
    }
  }
  EXPECT_GT(mattered, 10U);
}

}  // namespace
}  // namespace foregate::analysis
