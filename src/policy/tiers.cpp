#include <algorithm>
#include <tuple>

#include "policy/rule.h"

/// From API objects to the one ordered list of policies that a direction asks.
namespace foregate::policy {

PolicySet normalise(const model::PolicyObjects& objects, const model::Names& names) {
  PolicySet set;
  set.policies.reserve(objects.network_policies.size() + objects.cluster_policies.size());
  for (const model::NetworkPolicy& policy : objects.network_policies) {
    set.policies.push_back(std::make_shared<const TierPolicy>(normalise(policy)));
  }
  for (const model::ClusterPolicy& policy : objects.cluster_policies) {
    set.policies.push_back(std::make_shared<const TierPolicy>(normalise(policy)));
  }
  const auto order = [&](const TierPolicy& p) { return std::tuple(p.tier, p.priority, names.text(p.ns), names.text(p.name), p.kind); };
  std::stable_sort(set.policies.begin(), set.policies.end(), [&](const auto& a, const auto& b) { return order(*a) < order(*b); });
  return set;
}

}  // namespace foregate::policy
