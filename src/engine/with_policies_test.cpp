#include <gtest/gtest.h>

#include "engine/engine.h"
#include "policy/rule.h"
#include "tests/support/random.h"
#include "tests/support/random_cluster.h"
#include "tests/support/read_cluster.h"

/// Engines derived from others against engines compiled anew.
namespace foregate::engine {
namespace {

using policy::Direction;
using policy::PolicySet;

PolicySet random_subset(const PolicySet& whole, std::mt19937& random) {
  PolicySet subset;
  for (const auto& one : whole.policies) {
    if (foregate::testing::below(random, 3) != 0) subset.policies.push_back(one);
  }
  return subset;
}

std::shared_ptr<const Engine> compile(const model::Snapshot& snapshot, const PolicySet& policies, const policy::Settings& settings) {
  base::SerialExecutor executor;
  return Engine::compile({{snapshot, policies}}, settings, executor).front();
}

void expect_equal_verdicts(const Engine& derived, const Engine& anew, const foregate::testing::RandomCluster& cluster) {
  for (const auto& text : foregate::testing::make_random_flows(cluster, 60)) {
    const auto flow = foregate::testing::find_flow(anew.snapshot(), text);
    if (!flow) continue;
    const auto one = derived.judge(*flow);
    const auto other = anew.judge(*flow);
    ASSERT_EQ(one.egress, other.egress) << "seed " << cluster.seed << " " << text.from << " " << text.to;
    ASSERT_EQ(one.ingress, other.ingress) << "seed " << cluster.seed << " " << text.from << " " << text.to;
  }
}

/// The lists of a derived engine say of each of its classes what single verdicts say, and hold each class once.
void expect_consistent_lists(const Engine& derived, std::uint64_t seed) {
  for (const Direction direction : policy::kDirections) {
    std::size_t members = 0;
    for (std::uint32_t list = 0; list < derived.list_count(direction); ++list) {
      for (const ClassId member : derived.members(ListId{list}, direction)) {
        ++members;
        ASSERT_EQ(derived.list_of(member, direction), ListId{list}) << "seed " << seed;
      }
    }
    ASSERT_EQ(members, derived.class_count()) << "seed " << seed;
  }
}

TEST(WithPolicies, GivesTheAnswersOfAnEngineCompiledAnew) {
  std::mt19937 random(11);
  std::size_t derived_count = 0;
  std::size_t too_coarse = 0;
  for (std::uint64_t seed = 0; seed < 1500 && !::testing::Test::HasFatalFailure(); ++seed) {
    const auto cluster = foregate::testing::make_random_cluster(seed);
    base::Diagnostics diagnostics;
    const model::Snapshot snapshot = foregate::testing::read_cluster(cluster.text(), diagnostics);
    const PolicySet all = policy::normalise(*snapshot.policies, *snapshot.names);
    const PolicySet before = random_subset(all, random);
    PolicySet after = random_subset(all, random);
    for (auto& one : after.policies) {  // some as equal copies, as a folder read twice has them
      if (foregate::testing::below(random, 4) == 0) one = std::make_shared<const policy::TierPolicy>(*one);
    }
    const auto base = compile(snapshot, before, cluster.settings);
    const auto derived = base->with_policies(snapshot, after);
    if (!derived) {
      ++too_coarse;
      continue;
    }
    ++derived_count;
    const auto anew = compile(snapshot, after, cluster.settings);
    expect_equal_verdicts(*derived, *anew, cluster);
    expect_consistent_lists(*derived, seed);
    const auto back = derived->with_policies(snapshot, before);
    ASSERT_NE(back, nullptr);
    expect_equal_verdicts(*back, *base, cluster);
  }
  EXPECT_GT(derived_count, 500U);
  EXPECT_GT(too_coarse, 20U);
}

TEST(WithPolicies, SharesTheListsThatDoNotChange) {
  const auto cluster = foregate::testing::make_random_cluster(5);
  const model::Snapshot snapshot = foregate::testing::read_cluster(cluster.text());
  const PolicySet all = policy::normalise(*snapshot.policies, *snapshot.names);
  const auto base = compile(snapshot, all, cluster.settings);
  const auto derived = base->with_policies(snapshot, all);
  ASSERT_NE(derived, nullptr);
  for (std::uint32_t id = 0; id < base->class_count(); ++id) {
    for (const Direction direction : policy::kDirections) {
      EXPECT_TRUE(base->same_list(*derived, base->list_of(ClassId{id}, direction), derived->list_of(ClassId{id}, direction), direction));
    }
  }
}

}  // namespace
}  // namespace foregate::engine
