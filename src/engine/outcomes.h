#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/class_sets.h"
#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/engine.h"
#include "engine/port_sets.h"
#include "engine/rule_lists.h"

namespace foregate::engine {

/// What a list says of every far end, by sets of classes and of connections.
///
/// All classes begin in one group in which every connection is still `pending`. Each step of the list (a rule; for NetworkPolicies all
/// rules at once, since they only add up) splits the groups by the far ends it matches and moves connections from `pending` to the outcomes
/// that are possible for them. A connection with two possible outcomes, because priorities are equal or because a name may or may not
/// resolve, stays open:
///
///     pending {all}                      Deny rule on peers P, TCP 80
///     P: pending {all - TCP 80}, denied {TCP 80}        others: pending {all}
///
/// O(steps x groups x classes / 64).
std::vector<OutcomeGroup> compute_outcomes(const RuleList& list, const CompiledPolicies& policies, Direction direction,
                                           const ClassTable& table, const ClassSets& sets, PortSets& ports);

}  // namespace foregate::engine
