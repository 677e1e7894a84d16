#include "model/snapshot.h"

#include <fmt/format.h>

#include <utility>

#include "model/foreign_policies.h"
#include "model/namespace_labels.h"
#include "model/owner_chains.h"
#include "model/replaced.h"
#include "model/snapshot_indexes.h"

namespace foregate::model {
namespace {

/// Builds an inventory in the order of the public functions.
class InventoryBuilder {
 public:
  InventoryBuilder(ObjectSet& objects, Names& names, base::Diagnostics& diagnostics)
      : objects_(objects), names_(names), report_(diagnostics), inventory_(std::make_shared<Inventory>()) {}

  void drop_replaced_objects();
  void collect_namespaces();
  void collect_nodes();
  void collect_pods();
  void collect_workloads();
  std::shared_ptr<const Inventory> finish();

 private:
  template <typename Object>
  ObjectIndex drop_in_namespaces(std::vector<Object>& objects, std::string_view kind);
  template <typename Object>
  ObjectIndex drop_of_kinds(std::vector<Object>& objects);
  template <typename Object>
  ObjectIndex drop_cluster_scoped(std::vector<Object>& objects, std::string_view kind);
  std::string text(std::string_view kind, Symbol ns, Symbol name) const;

  NamespaceId need_namespace(Symbol name);
  void place_pod(PodId pod, const WorkloadName& workload, SourcePosition at);
  void add_template_pods(OwnerChains& chains);

  ObjectSet& objects_;
  Names& names_;
  ReplacedReport report_;
  std::shared_ptr<Inventory> inventory_;
  Inventory::Indexes indexes_;
  ObjectIndex workload_objects_;  // by namespace, name and kind
  Symbol last_namespace_;
  NamespaceId last_namespace_id_;
};

std::string InventoryBuilder::text(std::string_view kind, Symbol ns, Symbol name) const {
  return ns.is_none() ? fmt::format("{} {}", kind, names_.text(name)) : fmt::format("{} {}/{}", kind, names_.text(ns), names_.text(name));
}

template <typename Object>
ObjectIndex InventoryBuilder::drop_in_namespaces(std::vector<Object>& objects, std::string_view kind) {
  return drop_replaced(
      objects, report_, [](const Object& object) { return ObjectKey{object.ns, object.name, {}}; },
      [&](const Object& object) { return text(kind, object.ns, object.name); });
}

template <typename Object>
ObjectIndex InventoryBuilder::drop_of_kinds(std::vector<Object>& objects) {
  return drop_replaced(
      objects, report_, [](const Object& object) { return ObjectKey{object.ns, object.name, object.kind}; },
      [&](const Object& object) { return text(names_.text(object.kind), object.ns, object.name); });
}

template <typename Object>
ObjectIndex InventoryBuilder::drop_cluster_scoped(std::vector<Object>& objects, std::string_view kind) {
  return drop_replaced(
      objects, report_, [](const Object& object) { return ObjectKey{{}, object.name, {}}; },
      [&](const Object& object) { return text(kind, {}, object.name); });
}

std::string_view kind_text(ClusterPolicyKind kind) {
  switch (kind) {
    case ClusterPolicyKind::kAdminNetworkPolicy:
      return "AdminNetworkPolicy";
    case ClusterPolicyKind::kBaselineAdminNetworkPolicy:
      return "BaselineAdminNetworkPolicy";
    case ClusterPolicyKind::kClusterNetworkPolicy:
      return "ClusterNetworkPolicy";
  }
  return "ClusterNetworkPolicy";
}

void InventoryBuilder::drop_replaced_objects() {
  drop_cluster_scoped(objects_.namespaces, "Namespace");
  drop_cluster_scoped(objects_.nodes, "Node");
  indexes_.pods = drop_in_namespaces(objects_.pods, "Pod");
  workload_objects_ = drop_of_kinds(objects_.workloads);
  indexes_.services = drop_in_namespaces(objects_.services, "Service");
  drop_in_namespaces(objects_.endpoint_slices, "EndpointSlice");
  drop_of_kinds(objects_.entries);
  drop_in_namespaces(objects_.network_policies, "NetworkPolicy");
  drop_replaced(
      objects_.cluster_policies, report_,
      [](const ClusterPolicy& policy) { return ObjectKey{{}, policy.name, Symbol{static_cast<std::uint32_t>(policy.kind)}}; },
      [&](const ClusterPolicy& policy) { return text(kind_text(policy.kind), {}, policy.name); });
  report_.finish();
}

NamespaceId InventoryBuilder::need_namespace(Symbol name) {
  if (name == last_namespace_ && !name.is_none()) return last_namespace_id_;
  const auto [at, is_new] = indexes_.namespaces.try_emplace(name, static_cast<std::uint32_t>(inventory_->namespaces.size()));
  if (is_new) inventory_->namespaces.push_back({name, with_name_label(names_, {}, name), true, {}});
  last_namespace_ = name;
  last_namespace_id_ = NamespaceId{at->second};
  return last_namespace_id_;
}

void InventoryBuilder::collect_namespaces() {
  inventory_->namespaces = std::move(objects_.namespaces);
  for (std::uint32_t i = 0; i < inventory_->namespaces.size(); ++i) {
    Namespace& ns = inventory_->namespaces[i];
    ns.labels = with_name_label(names_, ns.labels, ns.name);
    indexes_.namespaces.emplace(ns.name, i);
  }
  for (const Pod& pod : objects_.pods) need_namespace(pod.ns);
  for (const WorkloadObject& workload : objects_.workloads) need_namespace(workload.ns);
  for (const NetworkPolicy& policy : objects_.network_policies) need_namespace(policy.ns);
  for (const Service& service : objects_.services) need_namespace(service.ns);
  for (const EndpointSlice& slice : objects_.endpoint_slices) need_namespace(slice.ns);
  for (const EntryObject& entry : objects_.entries) {
    need_namespace(entry.ns);
    for (const RouteBackend& backend : entry.backends) need_namespace(backend.ns);
  }
}

void InventoryBuilder::collect_nodes() {
  inventory_->nodes = std::move(objects_.nodes);
  for (std::uint32_t i = 0; i < inventory_->nodes.size(); ++i) {
    const Node& node = inventory_->nodes[i];
    indexes_.nodes.emplace(node.name, i);
    for (const IpAddress& address : node.addresses) indexes_.node_addresses.try_emplace(address, i);
  }
}

void InventoryBuilder::collect_pods() {
  inventory_->pods = std::move(objects_.pods);
  inventory_->pod_namespace.reserve(inventory_->pods.size());
  indexes_.pod_addresses.reserve(inventory_->pods.size());
  for (std::uint32_t i = 0; i < inventory_->pods.size(); ++i) {
    Pod& pod = inventory_->pods[i];
    inventory_->pod_namespace.push_back(need_namespace(pod.ns));
    if (!pod.host_network) {
      if (pod.finished) continue;
      for (const IpAddress& address : pod.addresses) indexes_.pod_addresses.try_emplace(address, i);
      continue;
    }
    const auto node = indexes_.nodes.find(pod.node);
    if (node == indexes_.nodes.end()) continue;
    const std::vector<IpAddress>& addresses = inventory_->nodes[node->second].addresses;
    if (!addresses.empty()) pod.addresses = addresses;
  }
}

void InventoryBuilder::place_pod(PodId pod, const WorkloadName& name, SourcePosition at) {
  const NamespaceId ns = inventory_->pod_namespace[pod.value()];
  const ObjectKey key{inventory_->namespaces[ns.value()].name, name.name, name.kind};
  const auto [found, is_new] = indexes_.workloads.try_emplace(key, static_cast<std::uint32_t>(inventory_->workloads.size()));
  if (is_new) inventory_->workloads.push_back({name.kind, ns, name.name, {}, at});
  inventory_->workloads[found->second].pods.push_back(pod);
  inventory_->pod_workload.push_back(WorkloadId{found->second});
}

void InventoryBuilder::collect_workloads() {
  OwnerChains chains{objects_.workloads, workload_objects_, names_};
  inventory_->pod_workload.reserve(inventory_->pods.size());
  const Pod* last = nullptr;
  for (std::uint32_t i = 0; i < inventory_->pods.size(); ++i) {
    const Pod& pod = inventory_->pods[i];
    // Pods of one workload are neighbours in a dump.
    const bool same = last != nullptr && pod.owner && last->owner && pod.ns == last->ns && pod.labels == last->labels &&
                      pod.owner->name == last->owner->name && pod.owner->kind == last->owner->kind;
    last = &pod;
    if (same) {
      const WorkloadId workload = inventory_->pod_workload.back();
      inventory_->workloads[workload.value()].pods.push_back(PodId{i});
      inventory_->pod_workload.push_back(workload);
      continue;
    }
    const WorkloadName workload = chains.workload_of(pod);
    const WorkloadObject* object = chains.find(pod.ns, workload);
    place_pod(PodId{i}, workload, object == nullptr ? pod.at : object->at);
  }
  add_template_pods(chains);
}

void InventoryBuilder::add_template_pods(OwnerChains& chains) {
  for (const WorkloadObject& object : objects_.workloads) {
    if (object.owner) {
      const bool owned_here = chains.find(object.ns, {object.owner->kind, object.owner->name}) != nullptr;
      // A ReplicaSet without replicas is an old revision of an owner that the input does not show.
      if (owned_here || object.replicas == 0) continue;
    }
    const WorkloadName workload = chains.workload_of(object);
    if (indexes_.workloads.contains({object.ns, workload.name, workload.kind})) continue;
    Pod pod;
    pod.ns = object.ns;
    pod.name = workload.name;
    pod.labels = object.template_labels;
    pod.named_ports = object.named_ports;
    pod.host_network = object.host_network;
    pod.from_template = true;
    pod.at = object.at;
    const PodId id{inventory_->pods.size()};
    indexes_.pods.try_emplace(ObjectKey{pod.ns, pod.name, {}}, id.value());
    inventory_->pod_namespace.push_back(need_namespace(pod.ns));
    inventory_->pods.push_back(std::move(pod));
    place_pod(id, workload, object.at);
  }
}

std::shared_ptr<const Inventory> InventoryBuilder::finish() {
  inventory_->workload_objects = std::move(objects_.workloads);
  inventory_->services = std::move(objects_.services);
  inventory_->endpoint_slices = std::move(objects_.endpoint_slices);
  inventory_->entries = std::move(objects_.entries);
  inventory_->indexes = std::make_shared<const Inventory::Indexes>(std::move(indexes_));
  return inventory_;
}

template <typename Id, typename Index, typename Key>
Id find_in(const Index& index, const Key& key) {
  const auto at = index.find(key);
  return at == index.end() ? Id::none() : Id{at->second};
}

}  // namespace

NamespaceId Inventory::find_namespace(Symbol name) const { return find_in<NamespaceId>(indexes->namespaces, name); }
PodId Inventory::find_pod(Symbol ns, Symbol name) const { return find_in<PodId>(indexes->pods, ObjectKey{ns, name, {}}); }
NodeId Inventory::find_node(Symbol name) const { return find_in<NodeId>(indexes->nodes, name); }
WorkloadId Inventory::find_workload(Symbol ns, Symbol kind, Symbol name) const {
  return find_in<WorkloadId>(indexes->workloads, ObjectKey{ns, name, kind});
}

const Service* Inventory::find_service(Symbol ns, Symbol name) const {
  const auto at = indexes->services.find({ns, name, {}});
  return at == indexes->services.end() ? nullptr : &services[at->second];
}

PodId Inventory::pod_by_address(const IpAddress& address) const { return find_in<PodId>(indexes->pod_addresses, address); }
NodeId Inventory::node_by_address(const IpAddress& address) const { return find_in<NodeId>(indexes->node_addresses, address); }

std::string Inventory::workload_text(WorkloadId id, const Names& names) const {
  const Workload& workload = workloads[id.value()];
  return fmt::format("{}/{}[{}]", names.text(namespaces[workload.ns.value()].name), names.text(workload.name), names.text(workload.kind));
}

std::string Inventory::pod_text(PodId id, const Names& names) const {
  const Pod& pod = pods[id.value()];
  return fmt::format("{}/{}", names.text(pod.ns), names.text(pod.name));
}

namespace {
template <typename Object>
std::vector<std::shared_ptr<const Object>> shared(std::vector<Object> objects) {
  std::vector<std::shared_ptr<const Object>> result;
  result.reserve(objects.size());
  for (Object& object : objects) result.push_back(std::make_shared<const Object>(std::move(object)));
  return result;
}
}  // namespace

Snapshot build_snapshot(ObjectSet objects, Names names, base::Diagnostics& diagnostics) {
  InventoryBuilder builder{objects, names, diagnostics};
  report_foreign_policies(objects.skipped, diagnostics);
  builder.drop_replaced_objects();
  builder.collect_namespaces();
  builder.collect_nodes();
  builder.collect_pods();
  builder.collect_workloads();
  std::shared_ptr<const Inventory> inventory = builder.finish();
  auto policies = std::make_shared<PolicyObjects>();
  policies->network_policies = shared(std::move(objects.network_policies));
  policies->cluster_policies = shared(std::move(objects.cluster_policies));
  return {std::make_shared<const Names>(std::move(names)), std::move(inventory), std::move(policies)};
}

}  // namespace foregate::model
