#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "model/object_set.h"
#include "model/snapshot.h"

namespace foregate::policy {

/// An object to delete: `KIND/NAMESPACE/NAME`, or `KIND/NAME` for cluster-scoped kinds (and for namespaced ones of `default_namespace`).
/// KIND as kubectl takes it: `NetworkPolicy`, `netpol`, `networkpolicies`, any case.
struct ObjectReference {
  std::string kind;  ///< canonical API kind
  std::string ns;
  std::string name;
};
base::Result<ObjectReference> parse_object_reference(std::string_view text, std::string_view default_namespace);

/// What a candidate changes, in order: deletes first, then applies.
struct Changes {
  model::ObjectSet apply;
  std::vector<ObjectReference> remove;
};

/// `base` with `changes` on top. Applied objects replace those of equal kind, namespace and name; deleting a Namespace deletes what is in
/// it, deleting an owner what it controls. As with `kubectl apply`, what the cluster filled in stays where the applied text is silent
/// (addresses and node of a Pod, addresses of a Node, cluster addresses of a Service); pods in the input of an applied Deployment,
/// StatefulSet or DaemonSet stand for those of its new template. Of several applied objects with one name the last counts (FG1003). Shares
/// with `base` whatever does not change: with policies alone, the whole inventory. Deleting what does not exist is an error (FG1005) in
/// `diagnostics`, with the nearest name. `names` are the tables that `changes` was decoded with, made from the base's
/// (`stacked_names`).
model::Snapshot apply_changes(const model::Snapshot& base, Changes changes, model::Names names, base::Diagnostics& diagnostics);

/// Tables for decoding a candidate of `base`: they start as the base's, and growing them leaves the base alone.
model::Names stacked_names(const model::Snapshot& base);

}  // namespace foregate::policy
