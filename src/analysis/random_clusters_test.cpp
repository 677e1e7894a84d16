#include <gtest/gtest.h>

#include "analysis/pairs_for_test.h"
#include "tests/support/random_cluster.h"

/// Grouped, incremental and parallel against plain, pod by pod, on random clusters of everything mixed.
namespace foregate::analysis {
namespace {

using foregate::testing::make_random_cluster;
using foregate::testing::RandomCluster;

constexpr std::uint64_t kClusters = 250;

/// A snapshot with the same inventory and every `step`th policy left out.
/// What the random clusters led to, so that a test that compares nothing fails.
struct Seen {
  std::size_t pairs = 0;
  std::size_t parts = 0;
  std::size_t families = 0;
  std::size_t open = 0;
  std::size_t self = 0;

  void add(const testing::PairMap& map, const Peers& peers) {
    pairs += map.size();
    for (const auto& [key, answer] : map) open += answer[1].empty() && answer[3].empty() ? 0 : 1;
    for (const Peer& peer : peers.all) parts += peer.pods.empty() ? 0 : 1;
  }
};

model::Snapshot without_some_policies(const model::Snapshot& snapshot, std::size_t offset, std::size_t step) {
  auto policies = std::make_shared<model::PolicyObjects>();
  std::size_t i = offset;
  for (const auto& policy : snapshot.policies->network_policies) {
    if (i++ % step != 0) policies->network_policies.push_back(policy);
  }
  for (const auto& policy : snapshot.policies->cluster_policies) {
    if (i++ % step != 0) policies->cluster_policies.push_back(policy);
  }
  model::Snapshot result = snapshot;
  result.policies = std::move(policies);
  return result;
}

bool equal(const Reach& a, const Reach& b) {
  return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), [](const ReachRow& x, const ReachRow& y) {
    return x.sources == y.sources &&
           std::equal(x.cells.begin(), x.cells.end(), y.cells.begin(), y.cells.end(),
                      [](const auto& p, const auto& q) { return p.outcome == q.outcome && p.classes == q.classes; });
  });
}

TEST(RandomClusters, ReachEqualsEveryPairAskedForItself) {
  const auto pool = base::make_thread_pool(2);
  for (std::uint64_t seed = 1; seed <= kClusters; ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    const auto engines = testing::compile({testing::read_with_owners(cluster.text())}, cluster.settings);
    ASSERT_TRUE(equal(compute_reach_plainly(*engines[0]), compute_reach(*engines[0], *pool))) << "seed " << seed << "\n" << cluster.text();
  }
}

TEST(RandomClusters, ConnectionsSayOfEveryPairOfPodsWhatTheirClassesSay) {
  base::SerialExecutor executor;
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kClusters; ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    const auto engines = testing::compile({testing::read_with_owners(cluster.text())}, cluster.settings);
    const Connections connections = list_connections(*engines[0], compute_reach(*engines[0], executor), {});
    const auto expected = testing::plain_pairs(engines);
    const auto actual = testing::spread_pairs(engines, connections);
    seen.add(expected, connections.peers);
    for (const auto& block : connections.blocks) seen.families += block.family ? 1 : 0;
    ASSERT_EQ(testing::first_disagreement(expected, actual), "") << "seed " << seed << "\n" << cluster.text();
  }
  EXPECT_GT(seen.pairs, 1000U);
  EXPECT_GT(seen.families, 10U);
  EXPECT_GT(seen.open, 10U);
  EXPECT_GT(seen.parts, 0U);
}

TEST(RandomClusters, DifferenceOfPoliciesIsThatOfEveryPairOfPods) {
  base::SerialExecutor executor;
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kClusters; ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    const model::Snapshot all = testing::read_with_owners(cluster.text());
    const auto engines = testing::compile({without_some_policies(all, seed, 3), without_some_policies(all, seed + 1, 3)}, cluster.settings);
    const Difference difference = compute_difference(*engines[0], *engines[1], executor);
    const auto expected = testing::plain_pairs(engines);
    const auto actual = testing::spread_pairs(engines, difference);
    const auto expected_self = testing::plain_pairs(engines, true);
    seen.self += expected_self.size();
    seen.add(expected, difference.peers);
    for (const auto& block : difference.changes) seen.families += block.family ? 1 : 0;
    ASSERT_EQ(testing::first_disagreement(expected, actual), "") << "seed " << seed << "\n" << cluster.text();
    ASSERT_EQ(testing::first_disagreement(expected_self, testing::spread_pairs(engines, difference, true)), "") << "seed " << seed;
  }
  EXPECT_GT(seen.pairs, 1000U);
  EXPECT_GT(seen.families, 10U);
  EXPECT_GT(seen.open, 10U);
  EXPECT_GT(seen.parts, 0U);
  EXPECT_GT(seen.self, 10U);
}

TEST(RandomClusters, DifferenceOfUnlikeClustersIsThatOfEveryPairOfPods) {
  base::SerialExecutor executor;
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kClusters; ++seed) {
    const RandomCluster one = make_random_cluster(seed);
    const RandomCluster other = make_random_cluster(seed + 1000);
    const model::Snapshot before = testing::read_with_owners(one.text());
    const auto engines = testing::compile({before, testing::read_with_owners(other.text(), &before)}, one.settings);
    const Difference difference = compute_difference(*engines[0], *engines[1], executor);
    const auto expected = testing::plain_pairs(engines);
    const auto actual = testing::spread_pairs(engines, difference);
    const auto expected_self = testing::plain_pairs(engines, true);
    seen.self += expected_self.size();
    seen.add(expected, difference.peers);
    for (const auto& block : difference.changes) seen.families += block.family ? 1 : 0;
    ASSERT_EQ(testing::first_disagreement(expected, actual), "") << "seed " << seed << "\n" << one.text() << "\n---\n" << other.text();
    ASSERT_EQ(testing::first_disagreement(expected_self, testing::spread_pairs(engines, difference, true)), "") << "seed " << seed;
  }
  EXPECT_GT(seen.pairs, 1000U);
  EXPECT_GT(seen.families, 10U);
  EXPECT_GT(seen.open, 10U);
  EXPECT_GT(seen.parts, 0U);
}

TEST(RandomClusters, AStateDoesNotDifferFromItself) {
  base::SerialExecutor executor;
  for (std::uint64_t seed = 1; seed <= kClusters; ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    const model::Snapshot before = testing::read_with_owners(cluster.text());
    const auto engines = testing::compile({before, testing::read_with_owners(cluster.text(), &before)}, cluster.settings);
    ASSERT_TRUE(compute_difference(*engines[0], *engines[1], executor).empty()) << "seed " << seed << "\n" << cluster.text();
  }
}

}  // namespace
}  // namespace foregate::analysis
