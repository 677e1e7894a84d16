#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "policy/rule.h"

/// From API objects to the one ordered list of policies that a direction asks.
namespace foregate::policy {
namespace {

using PolicyPointer = std::shared_ptr<const TierPolicy>;

/// Sorts the objects into those that a base set knows, which keep their order there, and those to be made.
class Collector {
 public:
  explicit Collector(const PolicySet& base) : base_(base), kept_(base.policies.size(), false) {
    for (std::size_t i = 0; i < base.policies.size(); ++i) places_[base.policies[i]->source.get()] = i;
  }

  template <typename Object>
  void add(const std::shared_ptr<const Object>& object) {
    const auto known = places_.find(object.get());
    if (known != places_.end() && !kept_[known->second]) {
      kept_[known->second] = true;
      return;
    }
    auto policy = std::make_shared<TierPolicy>(normalise(*object));
    policy->source = object;
    made_.push_back(std::move(policy));
  }

  /// Everything added, in the order `before`, which is the base's too.
  template <typename Before>
  std::vector<PolicyPointer> sorted(Before&& before) {
    std::stable_sort(made_.begin(), made_.end(), before);
    std::vector<PolicyPointer> kept;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i]) kept.push_back(base_.policies[i]);
    }
    std::vector<PolicyPointer> all;
    all.reserve(kept.size() + made_.size());
    std::merge(kept.begin(), kept.end(), made_.begin(), made_.end(), std::back_inserter(all), before);
    return all;
  }

 private:
  const PolicySet& base_;
  std::unordered_map<const void*, std::size_t> places_;
  std::vector<bool> kept_;
  std::vector<PolicyPointer> made_;
};

}  // namespace

PolicySet normalise(const model::PolicyObjects& objects, const model::Names& names) { return normalise(objects, names, PolicySet{}); }

PolicySet normalise(const model::PolicyObjects& objects, const model::Names& names, const PolicySet& base) {
  Collector collector(base);
  for (const auto& policy : objects.network_policies) collector.add(policy);
  for (const auto& policy : objects.cluster_policies) collector.add(policy);
  const auto order = [&](const TierPolicy& p) { return std::tuple(p.tier, p.priority, names.text(p.ns), names.text(p.name), p.kind); };
  return {collector.sorted([&](const PolicyPointer& a, const PolicyPointer& b) { return order(*a) < order(*b); })};
}

}  // namespace foregate::policy
