#pragma once

#include <span>

#include "model/snapshot_indexes.h"

namespace foregate::model {

/// What a workload is called.
struct WorkloadName {
  Symbol kind;
  Symbol name;
};

/// Follows controller references upwards.
///
/// ReplicaSets, Jobs and VirtualMachineInstances are somebody's as a rule, so that their owner is taken whether the input has it or not.
/// What owns other kinds (an operator's own resource) is a workload only where the input has it as one:
///
///     Pod -> ReplicaSet web-5d4f8 -> Deployment web               web[Deployment], also where neither is in the input
///     Pod -> ReplicaSet api-7c9 -> Rollout api (not in the input) api[Rollout]
///     Pod -> StatefulSet db -> PostgresCluster main               db[StatefulSet]
class OwnerChains {
 public:
  /// `objects` and `index` (by namespace, name and kind) outlive this object; names may be added.
  OwnerChains(std::span<const WorkloadObject> objects, const ObjectIndex& index, Names& names);

  /// The workload of a pod with this controller (none: a bare pod, `name` itself).
  WorkloadName workload_of(const Pod& pod);
  /// The workload that pods made from `object` belong to.
  WorkloadName workload_of(const WorkloadObject& object);
  const WorkloadObject* find(Symbol ns, const WorkloadName& workload) const;
  Symbol pod_kind() const { return pod_; }

 private:
  WorkloadName top(Symbol ns, WorkloadName current, LabelSetId pod_labels);
  /// The owner that only the name of an absent ReplicaSet or Job tells, or the same workload.
  WorkloadName guessed_owner(Symbol ns, const WorkloadName& absent, LabelSetId pod_labels);
  bool is_made_by_others(Symbol kind) const { return kind == replica_set_ || kind == job_ || kind == machine_instance_; }

  std::span<const WorkloadObject> objects_;
  const ObjectIndex& index_;
  Names& names_;
  Symbol pod_;
  Symbol node_;
  Symbol replica_set_;
  Symbol deployment_;
  Symbol job_;
  Symbol cron_job_;
  Symbol machine_instance_;
  Symbol template_hash_;
};

}  // namespace foregate::model
