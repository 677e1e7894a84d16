#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/snapshot.h"
#include "policy/flow.h"
#include "policy/settings.h"

/// Everything that gives verdicts, as one list: what is true of one must be true of all.
namespace foregate::testing {

using Judge = std::function<policy::FlowVerdict(const policy::Flow&)>;

struct Evaluator {
  std::string name;
  /// A judge of one cluster; keeps what it needs of the snapshot alive.
  std::function<Judge(const model::Snapshot&, const policy::PolicySet&, policy::Settings)> make;
};

/// The reference first.
const std::vector<Evaluator>& evaluators();

/// `Deny` with both directions, decisions as in scenarios.
std::string verdict_text(const policy::FlowVerdict& verdict, const policy::PolicySet& policies, const model::Names& names);
std::string direction_text(const policy::DirectionVerdict& verdict, const policy::PolicySet& policies, const model::Names& names);
/// `np/shop/db#0` for a rule, `np/shop/db` for the tier's default, `cnp/lockdown#1`, `anp/..`, `banp/..`, `default`.
std::string decision_text(const policy::Decision& decision, const policy::PolicySet& policies, const model::Names& names);
/// `none`, `not-subject`, `own-address`, `own-node`, `hairpin`.
std::string exemption_text(policy::Exemption exemption);

}  // namespace foregate::testing
