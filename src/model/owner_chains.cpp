#include "model/owner_chains.h"

#include <cstddef>
#include <string_view>

namespace foregate::model {
namespace {

/// No chain of Kubernetes is longer; references may form a ring in hand-written input.
constexpr int kLongestChain = 8;
/// A CronJob names its Jobs by its own name and the scheduled minute since 1970 (seconds before Kubernetes 1.21): 8 digits or more.
constexpr std::size_t kFewestTimeDigits = 8;

/// `report-28391234` -> `report`; empty for names of another form.
std::string_view without_scheduled_time(std::string_view job) {
  const std::size_t dash = job.rfind('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view digits = job.substr(dash + 1);
  if (digits.size() < kFewestTimeDigits || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  return job.substr(0, dash);
}

}  // namespace

OwnerChains::OwnerChains(std::span<const WorkloadObject> objects, const ObjectIndex& index, Names& names)
    : objects_(objects),
      index_(index),
      names_(names),
      pod_(names.symbols->intern("Pod")),
      node_(names.symbols->intern("Node")),
      replica_set_(names.symbols->intern("ReplicaSet")),
      deployment_(names.symbols->intern("Deployment")),
      job_(names.symbols->intern("Job")),
      cron_job_(names.symbols->intern("CronJob")),
      machine_instance_(names.symbols->intern("VirtualMachineInstance")),
      template_hash_(names.symbols->intern("pod-template-hash")) {}

WorkloadName OwnerChains::workload_of(const Pod& pod) {
  // The API server shows the static pods of a kubelet as owned by its Node.
  if (!pod.owner || pod.owner->kind == node_) return {pod_, pod.name};
  return top(pod.ns, {pod.owner->kind, pod.owner->name}, pod.labels);
}

WorkloadName OwnerChains::workload_of(const WorkloadObject& object) {
  return top(object.ns, {object.kind, object.name}, object.template_labels);
}

const WorkloadObject* OwnerChains::find(Symbol ns, const WorkloadName& workload) const {
  const auto at = index_.find({ns, workload.name, workload.kind});
  return at == index_.end() ? nullptr : &objects_[at->second];
}

WorkloadName OwnerChains::top(Symbol ns, WorkloadName current, LabelSetId pod_labels) {
  for (int i = 0; i < kLongestChain; ++i) {
    const WorkloadObject* object = find(ns, current);
    if (object == nullptr) {
      const WorkloadName owner = guessed_owner(ns, current, pod_labels);
      if (owner.kind == current.kind) return current;
      current = owner;
      continue;
    }
    if (!object->owner) return current;
    const WorkloadName owner{object->owner->kind, object->owner->name};
    if (!is_made_by_others(object->kind) && find(ns, owner) == nullptr) return current;
    current = owner;
  }
  return current;
}

WorkloadName OwnerChains::guessed_owner(Symbol ns, const WorkloadName& absent, LabelSetId pod_labels) {
  const std::string_view name = names_.text(absent.name);
  if (absent.kind == replica_set_) {
    const std::string_view hash = names_.text(names_.label_sets.value(pod_labels, template_hash_));
    const bool named_by_hash =
        !hash.empty() && name.size() > hash.size() + 1 && name.ends_with(hash) && name[name.size() - hash.size() - 1] == '-';
    if (named_by_hash) return {deployment_, names_.symbols->intern(name.substr(0, name.size() - hash.size() - 1))};
  }
  if (absent.kind == job_) {
    const WorkloadName cron_job{cron_job_, names_.symbols->find(without_scheduled_time(name))};
    if (!cron_job.name.is_none() && find(ns, cron_job) != nullptr) return cron_job;
  }
  return absent;
}

}  // namespace foregate::model
