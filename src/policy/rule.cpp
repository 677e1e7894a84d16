#include "policy/rule.h"

#include <fmt/core.h>

#include "base/check.h"

namespace foregate::policy {

const char* tier_name(Tier tier) {
  switch (tier) {
    case Tier::kAdmin:
      return "Admin";
    case Tier::kNetworkPolicy:
      return "NetworkPolicy";
    case Tier::kBaseline:
      return "Baseline";
    case Tier::kDefault:
      return "default";
  }
  FG_CHECK(false);
}

const char* direction_name(Direction direction) { return direction == Direction::kIngress ? "ingress" : "egress"; }

const char* kind_name(PolicyKind kind) {
  switch (kind) {
    case PolicyKind::kNetworkPolicy:
      return "NetworkPolicy";
    case PolicyKind::kAdminNetworkPolicy:
      return "AdminNetworkPolicy";
    case PolicyKind::kBaselineAdminNetworkPolicy:
      return "BaselineAdminNetworkPolicy";
    case PolicyKind::kClusterNetworkPolicy:
      return "ClusterNetworkPolicy";
  }
  FG_CHECK(false);
}

const char* action_name(RuleAction action) {
  switch (action) {
    case RuleAction::kAllow:
      return "Allow";
    case RuleAction::kDeny:
      return "Deny";
    case RuleAction::kPass:
      return "Pass";
  }
  FG_CHECK(false);
}

std::string policy_text(const TierPolicy& policy, const model::Names& names) {
  if (policy.ns.is_none()) return fmt::format("{} {}", kind_name(policy.kind), names.text(policy.name));
  return fmt::format("{} {}/{}", kind_name(policy.kind), names.text(policy.ns), names.text(policy.name));
}

}  // namespace foregate::policy
