#pragma once

#include <vector>

#include "engine/engine.h"

/// Everything that is allowed, as blocks: sources times destinations with one outcome.
namespace foregate::analysis {

using engine::ClassId;
using engine::Outcome;

/// What the sources of one row may do: to each set of far ends, one outcome. Far ends of no connection at all are left out.
struct ReachRow {
  std::vector<ClassId> sources;             ///< ascending; all have exactly these cells
  std::vector<engine::OutcomeGroup> cells;  ///< disjoint; combined egress and ingress outcome; sorted by outcome
};

/// Pairs of classes, each as from one pod to another. What holds for particular pairs whatever their classes is not in it: a pod and its
/// own node, a pod and its own address.
struct Reach {
  std::vector<ReachRow> rows;  ///< sorted by first source; every class that can be a source is in one row
};

/// All pairs of classes whose families meet, an outside class with another outside class left out; the ingress controller is a source and
/// no destination. O(classes x far ends admitted at either end).
Reach compute_reach(const engine::Engine& engine, base::Executor& executor);

/// The plain version: every pair asked for itself, at every boundary of any port set. The oracle of `compute_reach`, for tests.
Reach compute_reach_plainly(const engine::Engine& engine);

}  // namespace foregate::analysis
