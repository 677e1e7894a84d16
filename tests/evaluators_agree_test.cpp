#include <fmt/core.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "tests/support/evaluators.h"
#include "tests/support/random_cluster.h"
#include "tests/support/read_cluster.h"

/// The engine against the reference on random clusters: equal verdicts with equal reasons, both directions.
namespace foregate::testing {
namespace {

constexpr std::size_t kClusters = 20'000;
constexpr std::size_t kFlows = 100;
constexpr std::size_t kParts = 20;

bool equal(const policy::FlowVerdict& a, const policy::FlowVerdict& b) { return a.egress == b.egress && a.ingress == b.ingress; }

struct Judges {
  model::Snapshot snapshot;
  policy::PolicySet policies;
  std::vector<Judge> judges;

  Judges(model::Snapshot s, policy::Settings settings)
      : snapshot(std::move(s)), policies(policy::normalise(*snapshot.policies, *snapshot.names)) {
    for (const Evaluator& evaluator : evaluators()) judges.push_back(evaluator.make(snapshot, policies, settings));
  }
  std::vector<policy::FlowVerdict> verdicts(const policy::Flow& flow) const {
    std::vector<policy::FlowVerdict> result;
    for (const Judge& judge : judges) result.push_back(judge(flow));
    return result;
  }
  bool agree_on(const policy::Flow& flow) const {
    const auto all = verdicts(flow);
    return std::all_of(all.begin(), all.end(), [&](const policy::FlowVerdict& v) { return equal(v, all.front()); });
  }
};

/// False for clusters that cannot be read and flows that are not there.
bool disagree(const RandomCluster& cluster, const FlowText& text) {
  base::Diagnostics diagnostics;
  const Judges judges(read_cluster(cluster.text(), diagnostics), cluster.settings);
  const auto flow = diagnostics.has_errors() ? std::nullopt : find_flow(judges.snapshot, text);
  return flow && !judges.agree_on(*flow);
}

std::string settings_text(const policy::Settings& settings) {
  std::string text;
  for (const policy::SettingInfo& info : policy::all_settings()) {
    const bool is_default = settings.*(info.field) == info.default_is;
    text += fmt::format(" {}={}", info.name, is_default ? info.default_value : info.other_value);
  }
  return text;
}

/// The smallest cluster on which the evaluators still disagree about the flow, and what each says.
std::string explain_disagreement(const RandomCluster& cluster, const FlowText& text) {
  const RandomCluster small = shrink(cluster, [&](const RandomCluster& c) { return disagree(c, text); });
  base::Diagnostics ignored;
  const Judges judges(read_cluster(small.text(), ignored), small.settings);
  const policy::Flow flow = *find_flow(judges.snapshot, text);
  std::string message = fmt::format("seed {}, settings{}\n{}flow {}\n", small.seed, settings_text(small.settings), small.text(),
                                    flow_text(judges.snapshot, flow));
  const auto verdicts = judges.verdicts(flow);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    message += fmt::format("{}: {}\n", evaluators()[i].name, verdict_text(verdicts[i], judges.policies, *judges.snapshot.names));
  }
  return message;
}

/// Counts what was seen, so that a generator that has become blind to something fails.
struct Seen {
  std::size_t flows = 0;
  std::size_t by_verdict[4] = {};
  std::size_t by_exemption[5] = {};
  std::size_t by_tier[4] = {};
  void add(const policy::FlowVerdict& verdict) {
    ++flows;
    for (const policy::DirectionVerdict* side : {&verdict.egress, &verdict.ingress}) {
      ++by_verdict[static_cast<std::size_t>(side->verdict)];
      ++by_exemption[static_cast<std::size_t>(side->exemption)];
      ++by_tier[static_cast<std::size_t>(side->decision.tier)];
    }
  }
  void expect_everything() const {
    for (const std::size_t count : by_verdict) EXPECT_GT(count, 0U);
    for (const std::size_t count : by_exemption) EXPECT_GT(count, 0U);
    for (const std::size_t count : by_tier) EXPECT_GT(count, 0U);
  }
  std::string text() const {
    std::string result = fmt::format("{} flows; ends", flows);
    for (std::size_t i = 0; i < 4; ++i)
      result += fmt::format(" {} {}", policy::verdict_name(static_cast<policy::Verdict>(i)), by_verdict[i]);
    result += "; tiers";
    for (std::size_t i = 0; i < 4; ++i) result += fmt::format(" {} {}", policy::tier_name(static_cast<policy::Tier>(i)), by_tier[i]);
    return result;
  }
};

class Evaluators : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Evaluators, AgreeOnRandomClusters) {
  Seen seen;
  const std::size_t first = GetParam() * (kClusters / kParts);
  for (std::size_t seed = first; seed < first + kClusters / kParts && !HasFailure(); ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    base::Diagnostics diagnostics;
    const Judges judges(read_cluster(cluster.text(), diagnostics), cluster.settings);
    for (const base::Diagnostic& d : diagnostics.all())
      ADD_FAILURE() << "seed " << seed << ": " << d.code << " " << d.path << ": " << d.message;
    for (const FlowText& text : make_random_flows(cluster, kFlows)) {
      const auto flow = find_flow(judges.snapshot, text);
      ASSERT_TRUE(flow) << text.from << " " << text.to;
      const auto verdicts = judges.verdicts(*flow);
      seen.add(verdicts.front());
      if (std::all_of(verdicts.begin(), verdicts.end(), [&](const auto& v) { return equal(v, verdicts.front()); })) continue;
      FAIL() << explain_disagreement(cluster, text);
    }
  }
  seen.expect_everything();
  fmt::print("seeds {}..{}: {}\n", first, first + kClusters / kParts - 1, seen.text());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Evaluators, ::testing::Range(std::size_t{0}, kParts));

TEST(Shrink, LeavesWhatTheFailureNeedsAndNothingElse) {
  const auto needs_ingress = [](const RandomCluster& cluster) { return cluster.text().find("\"ingress\"") != std::string::npos; };
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomCluster cluster = make_random_cluster(seed);
    if (!needs_ingress(cluster)) continue;
    const RandomCluster small = shrink(cluster, needs_ingress);
    ASSERT_EQ(small.documents.size(), 1U);
    EXPECT_LT(small.text().size(), 60U) << small.text();
  }
}

}  // namespace
}  // namespace foregate::testing
