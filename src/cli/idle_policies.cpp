#include "cli/idle_policies.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "policy/rule.h"

namespace foregate::cli {
namespace {

/// By policy, whether a pod has it in one of its lists.
std::vector<bool> policies_with_pods(const engine::Engine& engine) {
  std::vector<bool> busy(engine.policies().policies.size());
  for (const policy::Direction direction : policy::kDirections) {
    for (std::size_t i = 0; i < engine.list_count(direction); ++i) {
      const engine::ListId list{i};
      const auto members = engine.members(list, direction);
      const bool has_pods =
          std::any_of(members.begin(), members.end(), [&](engine::ClassId id) { return !engine.class_info(id).pods.empty(); });
      if (!has_pods) continue;
      for (const policy::PolicyIndex index : engine.list_policies(list, direction)) busy[index.value()] = true;
    }
  }
  return busy;
}

/// Without rules or isolation a policy is in no list, whatever it selects.
bool has_effect(const policy::TierPolicy& policy) {
  return std::any_of(std::begin(policy::kDirections), std::end(policy::kDirections),
                     [&](policy::Direction d) { return policy.isolates_in(d) || !policy.rules_of(d).empty(); });
}

class Explainer {
 public:
  explicit Explainer(const model::Snapshot& snapshot) : snapshot_(snapshot), has_pods_(snapshot.inventory->namespaces.size()) {
    for (const model::NamespaceId ns : snapshot.inventory->pod_namespace) has_pods_[ns.value()] = true;
  }

  std::string why(const policy::TierPolicy& policy) const {
    if (!policy.ns) return "its subject is no running pod's";
    const std::string_view name = snapshot_.names->text(policy.ns);
    const model::NamespaceId ns = snapshot_.inventory->find_namespace(policy.ns);
    if (ns && has_pods_[ns.value()]) return fmt::format("no running pod of namespace '{}' has the labels of its podSelector", name);
    if (ns && !snapshot_.inventory->namespaces[ns.value()].implied) return fmt::format("namespace '{}' has no pods", name);
    return fmt::format("namespace '{}' has no pods and is in no manifest{}", name, suggestion(name));
  }

 private:
  std::string suggestion(std::string_view name) const {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < has_pods_.size(); ++i) {
      if (has_pods_[i]) known.push_back(snapshot_.names->text(snapshot_.inventory->namespaces[i].name));
    }
    const auto near = base::nearest(std::span<const std::string_view>(known), name);
    return near ? fmt::format("; did you mean '{}'?", *near) : "";
  }

  const model::Snapshot& snapshot_;
  std::vector<bool> has_pods_;  // by NamespaceId
};

}  // namespace

void warn_of_idle_policies(const engine::Engine& engine, std::size_t first_file, std::string_view default_namespace,
                           base::Diagnostics& diagnostics) {
  const std::vector<bool> busy = policies_with_pods(engine);
  const Explainer explainer(engine.snapshot());
  const model::Names& names = *engine.snapshot().names;
  for (std::size_t i = 0; i < busy.size(); ++i) {
    const policy::TierPolicy& policy = *engine.policies().policies[i];
    if (busy[i] || policy.at.file.is_none() || policy.at.file.value() < first_file || !has_effect(policy)) continue;
    const std::string text = policy::policy_text(policy, names);
    const bool in_default = policy.ns && names.text(policy.ns) == default_namespace;
    diagnostics.add({"FG1093",
                     base::Severity::kWarning,
                     policy.at,
                     text,
                     {},
                     fmt::format("{} selects no pod: {}", text, explainer.why(policy)),
                     in_default ? "A policy that names no namespace is in the one of -n." : ""});
  }
}

}  // namespace foregate::cli
