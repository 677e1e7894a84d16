#include "tests/support/evaluators.h"

#include <fmt/core.h>

#include <memory>

#include "base/executor.h"
#include "engine/engine.h"
#include "policy/reference.h"

namespace foregate::testing {
namespace {

struct ReferenceHolder {
  model::Snapshot snapshot;
  policy::PolicySet policies;
  policy::Reference reference;
  ReferenceHolder(const model::Snapshot& s, const policy::PolicySet& p, policy::Settings settings)
      : snapshot(s), policies(p), reference(snapshot, policies, settings) {}
};

Judge make_reference(const model::Snapshot& snapshot, const policy::PolicySet& policies, policy::Settings settings) {
  auto holder = std::make_shared<const ReferenceHolder>(snapshot, policies, settings);
  return [holder](const policy::Flow& flow) { return holder->reference.judge(flow); };
}

Judge make_engine(const model::Snapshot& snapshot, const policy::PolicySet& policies, policy::Settings settings) {
  base::SerialExecutor executor;
  std::vector<engine::Engine::Input> inputs;
  inputs.push_back({snapshot, policies});
  auto compiled = engine::Engine::compile(std::move(inputs), settings, executor).front();
  return [compiled](const policy::Flow& flow) { return compiled->judge(flow); };
}

const char* short_kind(policy::PolicyKind kind) {
  switch (kind) {
    case policy::PolicyKind::kNetworkPolicy:
      return "np";
    case policy::PolicyKind::kAdminNetworkPolicy:
      return "anp";
    case policy::PolicyKind::kBaselineAdminNetworkPolicy:
      return "banp";
    case policy::PolicyKind::kClusterNetworkPolicy:
      return "cnp";
  }
  return "?";
}

}  // namespace

const std::vector<Evaluator>& evaluators() {
  static const std::vector<Evaluator> all{{"Reference", make_reference}, {"Engine", make_engine}};
  return all;
}

std::string decision_text(const policy::Decision& decision, const policy::PolicySet& policies, const model::Names& names) {
  if (decision.policy.is_none()) return policy::tier_name(decision.tier);
  const policy::TierPolicy& policy = policies[decision.policy];
  std::string text = short_kind(policy.kind);
  if (policy.ns) text += fmt::format("/{}", names.text(policy.ns));
  text += fmt::format("/{}", names.text(policy.name));
  return decision.rule ? fmt::format("{}#{}", text, *decision.rule) : text;
}

std::string exemption_text(policy::Exemption exemption) {
  switch (exemption) {
    case policy::Exemption::kNone:
      return "none";
    case policy::Exemption::kNotSubject:
      return "not-subject";
    case policy::Exemption::kOwnAddress:
      return "own-address";
    case policy::Exemption::kOwnNode:
      return "own-node";
    case policy::Exemption::kHairpin:
      return "hairpin";
  }
  return "?";
}

std::string direction_text(const policy::DirectionVerdict& verdict, const policy::PolicySet& policies, const model::Names& names) {
  std::string text = fmt::format("{} by {}", policy::verdict_name(verdict.verdict), decision_text(verdict.decision, policies, names));
  if (verdict.alternative) text += " or " + decision_text(*verdict.alternative, policies, names);
  if (verdict.exemption != policy::Exemption::kNone) text += " exempt " + exemption_text(verdict.exemption);
  return text;
}

std::string verdict_text(const policy::FlowVerdict& verdict, const policy::PolicySet& policies, const model::Names& names) {
  return fmt::format("{} (egress: {}; ingress: {})", policy::verdict_name(verdict.verdict()),
                     direction_text(verdict.egress, policies, names), direction_text(verdict.ingress, policies, names));
}

}  // namespace foregate::testing
