#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "model/manifest/decode_context.h"
#include "model/policies.h"

/// AdminNetworkPolicy, BaselineAdminNetworkPolicy (v1alpha1) and ClusterNetworkPolicy (v1alpha2, v1beta1) are one shape with different
/// words and limits. What differs is here; the checks are those of their CRDs (`validation.md`: v0.1.7 and v0.3.0, experimental channel).
namespace foregate::model::manifest {

struct ClusterPolicyShape {
  ClusterPolicyKind kind;
  std::span<const std::string_view> spec_fields;
  /// In the order of `RuleAction`.
  std::span<const std::string_view> actions;
  std::span<const std::string_view> egress_peers;
  std::string_view ports_field;
  std::size_t most_items;            ///< rules, peers and ports of one list
  bool namespace_selector_required;  ///< beside a podSelector
  bool masked_networks;
  bool lax_domain_names;  ///< the pattern with the range A-z
};

/// `portNumber`, `namedPort` or `portRange` of v1alpha1; `tcp`, `udp`, `sctp` or `destinationNamedPort` since v1alpha2.
ClusterPort decode_admin_port(const Cursor& item);
ClusterPort decode_cluster_protocol(const Cursor& item);

/// An item of `from` or `to`, which has one of `fields`. Texts of networks and names are checked as `shape` says.
ClusterPeer decode_cluster_peer(const Cursor& item, const ClusterPolicyShape& shape, std::span<const std::string_view> fields);
/// spec.subject, or the part that peers share with it: `namespaces` or `pods`.
NamespacedPods decode_namespaced_pods(const Cursor& at, const ClusterPolicyShape& shape);

/// Whether exactly one of `fields` is set; error FG1050 for none and FG1051 for several.
bool has_exactly_one(const Cursor& at, std::span<const std::string_view> fields);
/// Whether it is a list of at least one and at most `most` items; error FG1014 or FG1015 otherwise, quiet where unset.
bool is_list_up_to(const Cursor& list, std::size_t most);

}  // namespace foregate::model::manifest
