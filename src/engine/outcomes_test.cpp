#include <gtest/gtest.h>

#include <algorithm>

#include "engine/engine.h"
#include "policy/rule.h"
#include "tests/support/random_cluster.h"
#include "tests/support/read_cluster.h"

/// The two ways of the engine to judge, against each other: sets of far ends and connections (`outcomes`), and one connection
/// (`judge_classes`), whose oracle is the reference evaluator in `tests/evaluators_agree_test.cpp`.
namespace foregate::engine {
namespace {

using policy::Direction;
using policy::Verdict;

std::shared_ptr<const Engine> compile(const foregate::testing::RandomCluster& cluster) {
  base::Diagnostics diagnostics;
  const model::Snapshot snapshot = foregate::testing::read_cluster(cluster.text(), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  base::SerialExecutor executor;
  return Engine::compile({{snapshot, policy::normalise(*snapshot.policies, *snapshot.names)}}, cluster.settings, executor).front();
}

/// Points on both sides of every border that a group's port sets have.
std::vector<std::uint32_t> borders(const Engine& engine, const std::vector<OutcomeGroup>& groups) {
  std::vector<std::uint32_t> points{model::kOtherTraffic};
  for (const OutcomeGroup& group : groups) {
    for (const PortSetId set : {group.outcome.allowed, group.outcome.open}) {
      for (const auto& interval : engine.ports(set).intervals()) {
        for (const std::uint32_t point : {interval.first - 1, interval.first, interval.last, interval.last + 1}) {
          if (model::all_traffic().contains(point)) points.push_back(point);
        }
      }
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

/// Asks every far end about every border. Returns how many answers were other than Allow.
std::size_t compare(const Engine& engine, ListId list, Direction direction, std::uint64_t seed) {
  const std::vector<OutcomeGroup> groups = engine.outcomes(list, direction);
  const std::vector<std::uint32_t> points = borders(engine, groups);
  const ClassId near = engine.members(list, direction).front();
  std::size_t classes = 0;
  std::size_t restricted = 0;
  for (const OutcomeGroup& group : groups) {
    group.classes.for_each([&](std::uint32_t far) {
      ++classes;
      for (const std::uint32_t point : points) {
        const auto protocol = static_cast<model::Protocol>(point / model::kProtocolStride);
        const auto port = static_cast<std::uint16_t>(point % model::kProtocolStride);
        const bool ingress = direction == Direction::kIngress;
        const auto verdicts = engine.judge_classes(ingress ? ClassId{far} : near, ingress ? near : ClassId{far}, protocol, port);
        const Verdict verdict = verdicts.of(direction).verdict;
        EXPECT_EQ(engine.ports(group.outcome.allowed).contains(point), verdict == Verdict::kAllow) << "seed " << seed;
        EXPECT_EQ(engine.ports(group.outcome.open).contains(point), verdict == Verdict::kAmbiguous || verdict == Verdict::kUnknown)
            << "seed " << seed;
        restricted += verdict != Verdict::kAllow;
      }
    });
  }
  EXPECT_EQ(classes, engine.class_count()) << "seed " << seed;
  return restricted;
}

TEST(Outcomes, AreThoseOfEverySingleConnection) {
  std::size_t restricted = 0;
  for (std::uint64_t seed = 0; seed < 1500 && !::testing::Test::HasFailure(); ++seed) {
    const auto engine = compile(foregate::testing::make_random_cluster(seed));
    for (const Direction direction : policy::kDirections) {
      for (std::uint32_t list = 0; list < engine->list_count(direction); ++list) {
        if (engine->members(ListId{list}, direction).empty()) continue;
        restricted += compare(*engine, ListId{list}, direction, seed);
      }
    }
  }
  EXPECT_GT(restricted, 100'000U);
}

}  // namespace
}  // namespace foregate::engine
