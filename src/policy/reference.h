#pragma once

#include "policy/flow.h"
#include "policy/rule.h"
#include "policy/settings.h"

namespace foregate::policy {

/// The slow evaluator: it reads like `docs/semantics.md`, looks at every policy for every flow and is the oracle of the engine, the kernel
/// rules and the gateway. Refers to its arguments, which must outlive it. Safe from many threads.
class Reference {
 public:
  Reference(const model::Snapshot& snapshot, const PolicySet& policies, Settings settings)
      : snapshot_(snapshot), policies_(policies), settings_(settings) {}

  /// O(policies x rules).
  FlowVerdict judge(const Flow& flow) const;

 private:
  const model::Snapshot& snapshot_;
  const PolicySet& policies_;
  Settings settings_;
};

}  // namespace foregate::policy
