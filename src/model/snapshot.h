#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/object_set.h"

namespace foregate::model {

using NamespaceId = base::StrongId<struct NamespaceTag>;
using PodId = base::StrongId<struct PodTag>;
using NodeId = base::StrongId<struct NodeTag>;
using WorkloadId = base::StrongId<struct WorkloadTag>;

/// The owner of pods, shown as `namespace/name[Kind]`; a bare pod is its own workload of kind Pod.
struct Workload {
  Symbol kind;
  NamespaceId ns;
  Symbol name;
  std::vector<PodId> pods;  ///< never empty; a workload without pods in the input has the one of its template
  SourcePosition at;
};

/// Namespaces, pods, workloads, nodes and services at one moment, resolved. Immutable.
///
/// - Namespaces that objects only refer to exist here too (`implied`), with their name label.
/// - A pod belongs to the top of its chain of controller references as far as the input shows it: Pod -> ReplicaSet -> Deployment, Pod ->
/// Job ->
///   CronJob. A ReplicaSet that is not in the input is a Deployment's where its name ends in the pod's `pod-template-hash`.
/// - A workload object that no pod of the input belongs to, and that no other workload object owns, has one pod made from its template.
struct Inventory {
  std::vector<Namespace> namespaces;             // by NamespaceId
  std::vector<Pod> pods;                         // by PodId
  std::vector<NamespaceId> pod_namespace;        // by PodId
  std::vector<WorkloadId> pod_workload;          // by PodId
  std::vector<Node> nodes;                       // by NodeId
  std::vector<Workload> workloads;               // by WorkloadId
  std::vector<WorkloadObject> workload_objects;  // as given, for candidates that resolve anew
  std::vector<Service> services;
  std::vector<EndpointSlice> endpoint_slices;
  std::vector<EntryObject> entries;

  NamespaceId find_namespace(Symbol name) const;
  PodId find_pod(Symbol ns, Symbol name) const;
  NodeId find_node(Symbol name) const;
  /// The workload of that kind (exact API spelling) and name.
  WorkloadId find_workload(Symbol ns, Symbol kind, Symbol name) const;
  const Service* find_service(Symbol ns, Symbol name) const;
  /// The running pod-network pod that has this address, or none; of several, the first.
  PodId pod_by_address(const IpAddress& address) const;
  /// The node that has this address in its status, or, where no Node object tells, none.
  NodeId node_by_address(const IpAddress& address) const;
  /// `shop/web[Deployment]`.
  std::string workload_text(WorkloadId id, const Names& names) const;
  /// `shop/web-0`.
  std::string pod_text(PodId id, const Names& names) const;

  /// Built by `build_snapshot`.
  struct Indexes;
  std::shared_ptr<const Indexes> indexes;
};

/// Policies at one moment. Immutable; candidates share the objects that they do not change.
struct PolicyObjects {
  std::vector<std::shared_ptr<const NetworkPolicy>> network_policies;
  std::vector<std::shared_ptr<const ClusterPolicy>> cluster_policies;
};

/// The state of a cluster at one moment. Immutable; copies share everything. A candidate that changes only policies shares the inventory.
struct Snapshot {
  std::shared_ptr<const Names> names;  ///< the tables that symbols and ids of the other two refer into
  std::shared_ptr<const Inventory> inventory;
  std::shared_ptr<const PolicyObjects> policies;
};

/// Resolves `objects`. Of several objects with one kind, namespace and name the last one counts, and each replaced one is a warning
/// (FG1003); policies of other products among the skipped kinds are warnings (FG1024). `names` are the tables that `objects` was decoded
/// with.
Snapshot build_snapshot(ObjectSet objects, Names names, base::Diagnostics& diagnostics);

}  // namespace foregate::model
