#include "report/decision_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/json.h"

namespace foregate::report {
namespace {

using policy::Direction;
using policy::TierPolicy;

std::string policy_name(const TierPolicy& policy, const model::Names& names) {
  return policy.ns ? fmt::format("{}/{}", names.text(policy.ns), names.text(policy.name)) : std::string(names.text(policy.name));
}

/// The rule that decided, or none.
const policy::Rule* rule_of(const TierPolicy& policy, const policy::Decision& decision, Direction direction) {
  if (!decision.rule) return nullptr;
  const auto& rules = policy.rules_of(direction);
  const auto at = std::find_if(rules.begin(), rules.end(), [&](const policy::Rule& rule) { return rule.index == *decision.rule; });
  return at == rules.end() ? nullptr : &*at;
}

base::SourcePosition position_of(const TierPolicy& policy, const policy::Rule* rule) {
  return rule != nullptr && rule->at.line > 0 ? rule->at : policy.at;
}

std::string place(const DecisionView& view, const base::SourcePosition& at) {
  return at.file.is_none() ? std::string() : fmt::format(" ({})", view.files.text(at));
}

}  // namespace

std::string decision_text(const DecisionView& view, Direction direction) {
  if (view.decision.policy.is_none()) return "no policy";
  const TierPolicy& policy = view.policies[view.decision.policy];
  const policy::Rule* rule = rule_of(policy, view.decision, direction);
  std::string text = policy::policy_text(policy, view.names);
  if (rule != nullptr) text += fmt::format(" {}[{}]", policy::direction_name(direction), rule->index);
  if (rule != nullptr && rule->name) text += fmt::format(" '{}'", view.names.text(rule->name));
  text += place(view, position_of(policy, rule));
  for (const policy::PolicyIndex other : view.isolating) {
    if (other != view.decision.policy) text += fmt::format(", {}", policy_name(view.policies[other], view.names));
  }
  return text;
}

std::string undecided_text(policy::Verdict verdict, std::string_view decision, std::string_view alternative) {
  if (verdict == policy::Verdict::kAmbiguous) return fmt::format("{} and {} have equal priority and disagree", decision, alternative);
  return fmt::format("{} if its domain name resolves to the address, else {}", decision, alternative);
}

std::string decision_fields(const DecisionView& view, Direction direction) {
  if (view.decision.policy.is_none()) return {};
  const TierPolicy& policy = view.policies[view.decision.policy];
  const policy::Rule* rule = rule_of(policy, view.decision, direction);
  JsonPiece json;
  json.begin_object().key("kind").string(policy::kind_name(policy.kind));
  if (policy.ns) json.key("namespace").string(view.names.text(policy.ns));
  json.key("name").string(view.names.text(policy.name)).key("rule");
  if (view.decision.rule) {
    json.number(*view.decision.rule);
  } else {
    json.null();
  }
  json.key("default").boolean(!view.decision.rule).key("policies").begin_array();
  if (view.isolating.empty()) json.string(policy_name(policy, view.names));
  for (const policy::PolicyIndex index : view.isolating) json.string(policy_name(view.policies[index], view.names));
  json.end_array();
  const base::SourcePosition at = position_of(policy, rule);
  if (!at.file.is_none()) json.key("file").string(view.files.name(at.file)).key("line").number(at.line);
  json.end_object();
  const std::string_view text = json.text();
  return std::string(text.substr(1, text.size() - 2));
}

std::span<const policy::PolicyIndex> policies_over(const engine::Engine& engine, const policy::Endpoint& subject, Direction direction) {
  if (subject.kind != policy::Endpoint::Kind::kPod) return {};
  const auto classes = engine.classes_of(subject.pod);
  if (classes.empty()) return {};
  return engine.list_policies(engine.list_of(classes[0], direction), direction);
}

std::vector<policy::PolicyIndex> isolating_policies(const engine::Engine& engine, const policy::Endpoint& subject, Direction direction) {
  std::vector<policy::PolicyIndex> isolating;
  for (const policy::PolicyIndex index : policies_over(engine, subject, direction)) {
    const TierPolicy& policy = engine.policies()[index];
    if (policy.tier == policy::Tier::kNetworkPolicy && policy.isolates_in(direction)) isolating.push_back(index);
  }
  return isolating;
}

}  // namespace foregate::report
