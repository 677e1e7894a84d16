#include "policy/candidate.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "base/text.h"
#include "model/foreign_policies.h"
#include "policy/rule.h"

/// A candidate is the base's objects without those that are deleted or replaced, then the applied ones; resolved anew only where more than
/// policies changes.
namespace foregate::policy {
namespace {

using model::ObjectSet;

/// What `kubectl` knows an object by. Texts belong to the symbol table or are literals.
struct Key {
  std::string_view kind;
  Symbol ns;  ///< none for cluster-scoped kinds
  Symbol name;
  friend bool operator<(const Key& a, const Key& b) { return std::tie(a.kind, a.ns, a.name) < std::tie(b.kind, b.ns, b.name); }
};

std::string_view api_kind(model::ClusterPolicyKind kind) {
  if (kind == model::ClusterPolicyKind::kAdminNetworkPolicy) return "AdminNetworkPolicy";
  return kind == model::ClusterPolicyKind::kClusterNetworkPolicy ? "ClusterNetworkPolicy" : "BaselineAdminNetworkPolicy";
}

Key key_of(const model::Names&, const model::Namespace& o) { return {"Namespace", {}, o.name}; }
Key key_of(const model::Names&, const model::Node& o) { return {"Node", {}, o.name}; }
Key key_of(const model::Names&, const model::Pod& o) { return {"Pod", o.ns, o.name}; }
Key key_of(const model::Names& names, const model::WorkloadObject& o) { return {names.text(o.kind), o.ns, o.name}; }
Key key_of(const model::Names&, const model::Service& o) { return {"Service", o.ns, o.name}; }
Key key_of(const model::Names&, const model::EndpointSlice& o) { return {"EndpointSlice", o.ns, o.name}; }
Key key_of(const model::Names& names, const model::EntryObject& o) { return {names.text(o.kind), o.ns, o.name}; }
Key key_of(const model::Names&, const model::NetworkPolicy& o) { return {"NetworkPolicy", o.ns, o.name}; }
Key key_of(const model::Names&, const model::ClusterPolicy& o) { return {api_kind(o.kind), {}, o.name}; }

template <typename Object>
Key key_of(const model::Names& names, const std::shared_ptr<const Object>& o) {
  return key_of(names, *o);
}

template <typename Object>
const base::SourcePosition& position_of(const Object& o) {
  return o.at;
}
template <typename Object>
const base::SourcePosition& position_of(const std::shared_ptr<const Object>& o) {
  return o->at;
}

std::string key_text(const model::Names& names, const Key& key) {
  return key.ns.is_none() ? std::string(names.text(key.name)) : fmt::format("{}/{}", names.text(key.ns), names.text(key.name));
}

template <typename Objects, typename Visit>
void for_each_policy_list(Objects& objects, Visit&& visit) {
  visit(objects.network_policies);
  visit(objects.cluster_policies);
}

template <typename Objects, typename Visit>
void for_each_inventory_list(Objects& objects, Visit&& visit) {
  visit(objects.namespaces);
  visit(objects.nodes);
  visit(objects.pods);
  visit(objects.workloads);
  visit(objects.services);
  visit(objects.endpoint_slices);
  visit(objects.entries);
}

bool is_policy_kind(std::string_view kind) { return kind.ends_with("NetworkPolicy"); }

bool changes_inventory(const Changes& changes) {
  bool changed =
      std::any_of(changes.remove.begin(), changes.remove.end(), [](const ObjectReference& r) { return !is_policy_kind(r.kind); });
  for_each_inventory_list(changes.apply, [&](const auto& list) { changed = changed || !list.empty(); });
  return changed;
}

/// The objects that the base's inventory was made of.
void add_inventory_objects(const model::Inventory& inventory, ObjectSet& objects) {
  std::copy_if(inventory.namespaces.begin(), inventory.namespaces.end(), std::back_inserter(objects.namespaces),
               [](const model::Namespace& n) { return !n.implied; });
  std::copy_if(inventory.pods.begin(), inventory.pods.end(), std::back_inserter(objects.pods),
               [](const model::Pod& p) { return !p.from_template; });
  objects.nodes = inventory.nodes;
  objects.workloads = inventory.workload_objects;
  objects.services = inventory.services;
  objects.endpoint_slices = inventory.endpoint_slices;
  objects.entries = inventory.entries;
}

/// Takes the deleted objects out of a candidate's.
class Remover {
 public:
  Remover(const model::Snapshot& base, const model::Names& names, ObjectSet& objects, model::PolicyObjects& policies,
          base::Diagnostics& diagnostics)
      : base_(base), names_(names), objects_(objects), policies_(policies), diagnostics_(diagnostics) {}

  void remove(const ObjectReference& reference) {
    const Key key{reference.kind, reference.ns.empty() ? Symbol::none() : names_.symbols->find(reference.ns),
                  names_.symbols->find(reference.name)};
    const bool in_namespace = reference.ns.empty() || !key.ns.is_none();
    const bool found = in_namespace && !key.name.is_none() && (is_policy_kind(key.kind) ? remove_policy(key) : remove_inventory(key));
    if (!found) say_missing(reference);
  }

 private:
  template <typename List, typename Drop>
  static bool erase_from(List& list, Drop&& drop) {
    return std::erase_if(list, drop) > 0;
  }

  bool remove_policy(const Key& key) {
    bool found = false;
    for_each_policy_list(policies_, [&](auto& list) { found = erase_key(list, key) || found; });
    return found;
  }

  bool remove_inventory(const Key& key) {
    if (key.kind == "Namespace") return remove_namespace(key.name);
    bool found = false;
    for_each_inventory_list(objects_, [&](auto& list) { found = erase_key(list, key) || found; });
    return remove_owned(key) || found;
  }

  template <typename List>
  bool erase_key(List& list, const Key& key) {
    return erase_from(list, [&](const auto& object) { return is_same(key_of(names_, object), key); });
  }
  static bool is_same(const Key& a, const Key& b) { return a.name == b.name && a.ns == b.ns && a.kind == b.kind; }

  /// "Deleting a namespace deletes everything in it" (kubectl delete namespace).
  bool remove_namespace(Symbol name) {
    bool found = !base_.inventory->find_namespace(name).is_none();
    const auto drop = [&](auto& list) {
      found = erase_from(list,
                         [&](const auto& object) {
                           const Key key = key_of(names_, object);
                           return key.ns == name || (key.kind == "Namespace" && key.name == name);
                         }) ||
              found;
    };
    for_each_inventory_list(objects_, drop);
    for_each_policy_list(policies_, drop);
    return found;
  }

  /// Garbage collection: what the object controls goes too, pods of a workload that is not in the input itself among them.
  bool remove_owned(const Key& owner) {
    const model::Inventory& inventory = *base_.inventory;
    const auto owned = [&](const auto& o) {
      return o.owner && o.ns == owner.ns && o.owner->name == owner.name && names_.text(o.owner->kind) == owner.kind;
    };
    std::vector<Key> controlled;
    for (const model::WorkloadObject& o : objects_.workloads) {
      if (owned(o)) controlled.push_back(key_of(names_, o));
    }
    bool found = erase_from(objects_.workloads, owned);
    found = erase_from(objects_.pods, owned) || found;
    for (const Key& key : controlled) remove_owned(key);
    const model::WorkloadId workload = inventory.find_workload(owner.ns, names_.symbols->find(owner.kind), owner.name);
    return (workload && remove_pods_of(workload)) || found;
  }

  bool remove_pods_of(model::WorkloadId workload) {
    const model::Inventory& inventory = *base_.inventory;
    return erase_from(objects_.pods, [&](const model::Pod& pod) {
      const model::PodId id = inventory.find_pod(pod.ns, pod.name);
      return id && inventory.pod_workload[id.value()] == workload;
    });
  }

  /// The object of that kind that was most likely meant: a like name, else the same name in another namespace.
  std::string likely_meant(const ObjectReference& missing, const std::string& wanted) const {
    std::vector<std::string> there;
    std::string elsewhere;
    const auto collect = [&](const auto& list) {
      for (const auto& object : list) {
        const Key key = key_of(names_, object);
        if (key.kind != missing.kind) continue;
        there.push_back(key_text(names_, key));
        if (names_.text(key.name) == missing.name) elsewhere = there.back();
      }
    };
    for_each_policy_list(policies_, collect);
    for_each_inventory_list(objects_, collect);
    const auto near = base::nearest(there, wanted);
    return near ? std::string(*near) : elsewhere;
  }

  void say_missing(const ObjectReference& missing) {
    const std::string wanted = missing.ns.empty() ? missing.name : missing.ns + "/" + missing.name;
    const std::string meant = likely_meant(missing, wanted);
    base::Diagnostic diagnostic;
    diagnostic.code = "FG1005";
    diagnostic.object = missing.kind + " " + wanted;
    diagnostic.message = fmt::format("there is no {} '{}' to delete", missing.kind, wanted);
    if (!meant.empty()) diagnostic.hint = fmt::format("did you mean '{}/{}'?", missing.kind, meant);
    diagnostics_.add(std::move(diagnostic));
  }

  const model::Snapshot& base_;
  const model::Names& names_;
  ObjectSet& objects_;
  model::PolicyObjects& policies_;
  base::Diagnostics& diagnostics_;
};

/// What the cluster fills in stays where the applied text does not say it, as with `kubectl apply`.
void keep_status(const model::Pod& old, model::Pod& applied) {
  if (applied.addresses.empty()) {
    applied.addresses = old.addresses;
    applied.finished = applied.finished || old.finished;
  }
  if (applied.node.is_none()) applied.node = old.node;
  if (!applied.owner) applied.owner = old.owner;
}
void keep_status(const model::Node& old, model::Node& applied) {
  if (applied.addresses.empty()) applied.addresses = old.addresses;
}
void keep_status(const model::Service& old, model::Service& applied) {
  if (!applied.cluster_ips.empty() || applied.headless) return;
  applied.cluster_ips = old.cluster_ips;
  applied.headless = old.headless;
}
template <typename Object>
void keep_status(const Object&, Object&) {}

void say_replaced(const model::Names& names, const Key& key, const base::SourcePosition& at, const base::SourcePosition& later,
                  base::Diagnostics& diagnostics) {
  base::Diagnostic diagnostic;
  diagnostic.code = "FG1003";
  diagnostic.related = later;
  diagnostic.severity = base::Severity::kWarning;
  diagnostic.at = at;
  diagnostic.object = fmt::format("{} {}", key.kind, key_text(names, key));
  diagnostic.message = "a later document gives this object again and replaces it";
  diagnostics.add(std::move(diagnostic));
}

/// Replaces objects of `list` by those applied, of which the last of a name counts, and adds the rest.
template <typename Object>
void apply_list(const model::Names& names, std::vector<Object>& list, std::vector<Object> applied, base::Diagnostics& diagnostics) {
  std::map<Key, Object*> last;
  for (Object& object : applied) last[key_of(names, object)] = &object;
  if (last.empty()) return;
  std::erase_if(list, [&](const Object& old) {
    const auto found = last.find(key_of(names, old));
    if (found != last.end()) keep_status(old, *found->second);
    return found != last.end();
  });
  for (Object& object : applied) {
    const Key key = key_of(names, object);
    if (last[key] == &object) {
      list.push_back(std::move(object));
    } else {
      say_replaced(names, key, position_of(object), position_of(*last[key]), diagnostics);
    }
  }
}

/// Controllers of these kinds replace their pods when the template changes.
bool rolls_out(std::string_view kind) { return kind == "Deployment" || kind == "StatefulSet" || kind == "DaemonSet"; }

/// The labels of a pod after its template went from `before` (empty where the input did not have it) to `after`. What controllers and
/// webhooks added stays.
model::LabelSetId rolled_labels(model::LabelSets& sets, model::LabelSetId pod, model::LabelSetId before, model::LabelSetId after) {
  std::vector<model::Label> labels;
  const auto in_template = [&](const model::Label& l) { return !before.is_none() && sets.value(before, l.key) == l.value; };
  for (const model::Label& label : sets.labels(pod)) {
    if (!in_template(label)) labels.push_back(label);
  }
  const auto added = sets.labels(after);
  labels.insert(labels.end(), added.begin(), added.end());
  return sets.intern(std::move(labels));
}

/// Gives the pods that the input has of an applied workload what its template says, so that they stand for those of the new template.
void roll_out(const model::Snapshot& base, const std::vector<model::WorkloadObject>& applied, model::Names& names, ObjectSet& objects) {
  const model::Inventory& inventory = *base.inventory;
  std::map<model::WorkloadId, const model::WorkloadObject*> targets;
  for (const model::WorkloadObject& workload : applied) {
    if (!rolls_out(names.text(workload.kind))) continue;
    if (const auto id = inventory.find_workload(workload.ns, workload.kind, workload.name)) targets[id] = &workload;
  }
  if (targets.empty()) return;
  std::map<Key, model::LabelSetId> before;
  for (const model::WorkloadObject& old : inventory.workload_objects) before[key_of(names, old)] = old.template_labels;
  for (model::Pod& pod : objects.pods) {
    const model::PodId id = inventory.find_pod(pod.ns, pod.name);
    const auto target = id ? targets.find(inventory.pod_workload[id.value()]) : targets.end();
    if (target == targets.end()) continue;
    const model::WorkloadObject& workload = *target->second;
    const auto old = before.find(key_of(names, workload));
    pod.labels = rolled_labels(names.label_sets, pod.labels, old == before.end() ? model::LabelSetId::none() : old->second,
                               workload.template_labels);
    pod.named_ports = workload.named_ports;
    pod.host_network = workload.host_network;
  }
}

template <typename Object>
std::vector<std::shared_ptr<const Object>> shared(std::vector<Object> objects) {
  std::vector<std::shared_ptr<const Object>> result;
  for (Object& object : objects) result.push_back(std::make_shared<const Object>(std::move(object)));
  return result;
}

model::Snapshot rebuilt(const model::Snapshot& base, Changes changes, ObjectSet objects, const model::PolicyObjects& policies,
                        model::Names names, base::Diagnostics& diagnostics) {
  roll_out(base, changes.apply.workloads, names, objects);
  apply_list(names, objects.namespaces, std::move(changes.apply.namespaces), diagnostics);
  apply_list(names, objects.nodes, std::move(changes.apply.nodes), diagnostics);
  apply_list(names, objects.pods, std::move(changes.apply.pods), diagnostics);
  apply_list(names, objects.workloads, std::move(changes.apply.workloads), diagnostics);
  apply_list(names, objects.services, std::move(changes.apply.services), diagnostics);
  apply_list(names, objects.endpoint_slices, std::move(changes.apply.endpoint_slices), diagnostics);
  apply_list(names, objects.entries, std::move(changes.apply.entries), diagnostics);
  for (const auto& policy : policies.network_policies) objects.network_policies.push_back(*policy);
  for (const auto& policy : policies.cluster_policies) objects.cluster_policies.push_back(*policy);
  return model::build_snapshot(std::move(objects), std::move(names), diagnostics);
}

}  // namespace

model::Snapshot apply_changes(const model::Snapshot& base, Changes changes, model::Names names, base::Diagnostics& diagnostics) {
  model::report_foreign_policies(changes.apply.skipped, diagnostics);
  const bool rebuild = changes_inventory(changes);
  model::PolicyObjects policies = *base.policies;
  ObjectSet objects;
  if (rebuild) add_inventory_objects(*base.inventory, objects);
  Remover remover(base, names, objects, policies, diagnostics);
  for (const ObjectReference& reference : changes.remove) remover.remove(reference);
  apply_list(names, policies.network_policies, shared(std::move(changes.apply.network_policies)), diagnostics);
  apply_list(names, policies.cluster_policies, shared(std::move(changes.apply.cluster_policies)), diagnostics);
  if (rebuild) return rebuilt(base, std::move(changes), std::move(objects), policies, std::move(names), diagnostics);
  return {std::make_shared<const model::Names>(std::move(names)), base.inventory,
          std::make_shared<const model::PolicyObjects>(std::move(policies))};
}

model::Names stacked_names(const model::Snapshot& base) {
  return {std::make_shared<base::SymbolTable>(base.names->symbols), base.names->label_sets, base.names->named_ports};
}

}  // namespace foregate::policy
