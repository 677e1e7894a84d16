#include <fmt/core.h>
#include <gtest/gtest.h>

#include <charconv>

#include "tests/support/evaluators.h"
#include "tests/support/read_cluster.h"
#include "tests/support/scenario.h"

/// Runs every file of tests/scenarios/ through every evaluator. A new rule of the API is a new file there, not a new test here.
namespace foregate::testing {
namespace {

using policy::Direction;
using policy::Flow;
using policy::FlowVerdict;
using policy::Verdict;

/// `tcp/80`, `other`.
void set_port(std::string_view text, Flow& flow) {
  const std::string_view protocol = text.substr(0, text.find('/'));
  for (const auto candidate : {model::Protocol::kTcp, model::Protocol::kUdp, model::Protocol::kSctp, model::Protocol::kOther}) {
    const std::string_view name = model::protocol_name(candidate);
    if (std::equal(name.begin(), name.end(), protocol.begin(), protocol.end(), [](char a, char b) { return (a | 0x20) == b; })) {
      flow.protocol = candidate;
    }
  }
  if (protocol.size() < text.size()) std::from_chars(text.data() + protocol.size() + 1, text.data() + text.size(), flow.port);
}

std::optional<Flow> make_flow(const model::Snapshot& snapshot, Question question) {
  const auto from = parse_endpoint(snapshot, question["from"]);
  const auto to = parse_endpoint(snapshot, question["to"]);
  if (!from || !to) return std::nullopt;
  Flow flow;
  flow.from = *from;
  flow.to = *to;
  set_port(question["port"], flow);
  flow.through_service = question["through"] == "service";
  if (question["family"] == "IPv4") flow.family = base::IpFamily::kV4;
  if (question["family"] == "IPv6") flow.family = base::IpFamily::kV6;
  return flow;
}

bool has_rule(const policy::DirectionVerdict& side) { return side.decision.tier != policy::Tier::kDefault; }
bool is_exempt(const policy::DirectionVerdict& side) { return side.exemption != policy::Exemption::kNone; }

/// The direction that a question means: `at`, or the first that has the verdict; of two that allow, the first that is exempt where the
/// question asks for that, else the first that a rule decided.
Direction direction_of(const Question& question, const FlowVerdict& verdict) {
  const auto at = question.find("at");
  if (at != question.end()) return at->second == "egress" ? Direction::kEgress : Direction::kIngress;
  if (verdict.egress.verdict != verdict.verdict()) return Direction::kIngress;
  if (verdict.verdict() != Verdict::kAllow) return Direction::kEgress;
  const bool tells = question.contains("exempt") ? is_exempt(verdict.egress) : has_rule(verdict.egress);
  return tells ? Direction::kEgress : Direction::kIngress;
}

void check(const Question& question, const FlowVerdict& verdict, const policy::PolicySet& policies, const model::Names& names) {
  const auto expect = [&](const char* entry, const std::string& actual) {
    const auto wanted = question.find(entry);
    if (wanted != question.end()) {
      EXPECT_EQ(actual, wanted->second) << entry;
    }
  };
  const policy::DirectionVerdict& side = verdict.of(direction_of(question, verdict));
  expect("verdict", policy::verdict_name(verdict.verdict()));
  expect("tier", policy::tier_name(side.decision.tier));
  expect("because", decision_text(side.decision, policies, names));
  expect("or", side.alternative ? decision_text(*side.alternative, policies, names) : "nothing");
  expect("exempt", exemption_text(side.exemption));
}

using Case = std::tuple<std::string, std::size_t>;
class Scenarios : public ::testing::TestWithParam<Case> {};

TEST_P(Scenarios, GiveTheVerdictsOfTheFile) {
  const Scenario scenario = load_scenario(std::get<0>(GetParam()));
  const model::Snapshot snapshot = read_cluster(scenario.cluster);
  const policy::PolicySet policies = policy::normalise(*snapshot.policies, *snapshot.names);
  policy::Settings settings;
  for (const std::string& setting : scenario.settings) ASSERT_TRUE(policy::apply_setting(setting, settings)) << setting;
  const Judge judge = evaluators()[std::get<1>(GetParam())].make(snapshot, policies, settings);
  for (const Question& question : scenario.ask) {
    const auto flow = make_flow(snapshot, question);
    if (!flow) continue;
    const FlowVerdict verdict = judge(*flow);
    SCOPED_TRACE(scenario.why + "\n  " + flow_text(snapshot, *flow) + ": " + verdict_text(verdict, policies, *snapshot.names));
    check(question, verdict, policies, *snapshot.names);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Scenarios,
                         ::testing::Combine(::testing::ValuesIn(scenario_names()), ::testing::Range(std::size_t{0}, evaluators().size())),
                         [](const auto& test) { return std::get<0>(test.param) + "_" + evaluators()[std::get<1>(test.param)].name; });

TEST(ScenarioFiles, AreThere) { EXPECT_GE(scenario_names().size(), 40U); }

}  // namespace
}  // namespace foregate::testing
