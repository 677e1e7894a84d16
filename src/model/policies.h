#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/ip_address.h"
#include "base/source.h"
#include "base/symbol_table.h"
#include "model/labels.h"
#include "model/ports.h"

/// Policy objects in the shape of their APIs. What they mean is in `policy/`.
namespace foregate::model {

using base::Cidr;
using base::SourcePosition;

/// networking.k8s.io/v1 IPBlock.
struct IpBlock {
  Cidr cidr;
  std::vector<Cidr> except;
};

/// networking.k8s.io/v1 NetworkPolicyPeer: at least one selector, or a block.
struct NetworkPolicyPeer {
  std::optional<LabelSelector> pod_selector;
  std::optional<LabelSelector> namespace_selector;
  std::optional<IpBlock> ip_block;
  SourcePosition at;
};

struct NetworkPolicyPort {
  Protocol protocol = Protocol::kTcp;                        ///< TCP where absent
  std::variant<std::monostate, std::uint16_t, Symbol> port;  ///< nothing: every port of the protocol
  std::optional<std::uint16_t> end_port;
  SourcePosition at;
};

struct NetworkPolicyRule {
  std::vector<NetworkPolicyPeer> peers;  ///< empty: any peer
  std::vector<NetworkPolicyPort> ports;  ///< empty: all traffic
  SourcePosition at;
};

struct NetworkPolicy {
  Symbol ns;
  Symbol name;
  LabelSelector pod_selector;
  bool has_policy_types = false;  ///< policyTypes is given and not empty
  bool type_ingress = false;      ///< named in policyTypes
  bool type_egress = false;
  std::vector<NetworkPolicyRule> ingress;
  std::vector<NetworkPolicyRule> egress;
  SourcePosition at;
};

enum class ClusterPolicyKind : std::uint8_t { kAdminNetworkPolicy, kBaselineAdminNetworkPolicy, kClusterNetworkPolicy };
enum class ClusterTier : std::uint8_t { kAdmin, kBaseline };
/// Allow of v1alpha1 and Accept of v1alpha2 are one.
enum class RuleAction : std::uint8_t { kAllow, kDeny, kPass };

/// `namespaces` (pod_selector selects everything) or `pods` of a subject or peer. Never a hostNetwork pod.
struct NamespacedPods {
  LabelSelector namespace_selector;
  LabelSelector pod_selector;
  bool whole_namespaces = false;  ///< written as `namespaces`
};
struct NodesPeer {
  LabelSelector selector;
};
struct NetworksPeer {
  std::vector<Cidr> cidrs;
};
struct DomainNamesPeer {
  std::vector<Symbol> names;  ///< lower case, without trailing dot, `*.` in front for a wildcard
};
/// No field of the peer is known to this reader: the rule fails closed (v1alpha2 API text at ClusterNetworkPolicyIngressPeer).
struct UnrecognisedPeer {};

struct ClusterPeer {
  std::variant<NamespacedPods, NodesPeer, NetworksPeer, DomainNamesPeer, UnrecognisedPeer> peer;
  SourcePosition at;
};

/// One item of `ports` (v1alpha1) or `protocols` (v1alpha2).
struct ClusterPort {
  enum class Kind : std::uint8_t {
    kRange,         ///< protocol and first..last; empty where first > last
    kNamed,         ///< the destination pod's ports of that name, whatever their protocol
    kNoProtocol,    ///< v1alpha1 with a protocol that does not exist: matches nothing
    kUnrecognised,  ///< no known field: the rule fails closed
  };
  Kind kind = Kind::kRange;
  Protocol protocol = Protocol::kTcp;
  std::uint16_t first = 0;
  std::uint16_t last = 0;
  Symbol name;
  SourcePosition at;
};

struct ClusterRule {
  Symbol name;  ///< none where absent
  RuleAction action = RuleAction::kDeny;
  std::vector<ClusterPeer> peers;  ///< never empty
  std::vector<ClusterPort> ports;  ///< empty: all traffic
  SourcePosition at;
};

/// AdminNetworkPolicy and BaselineAdminNetworkPolicy v1alpha1, ClusterNetworkPolicy v1alpha2 and v1beta1.
struct ClusterPolicy {
  ClusterPolicyKind kind = ClusterPolicyKind::kClusterNetworkPolicy;
  Symbol name;
  ClusterTier tier = ClusterTier::kAdmin;
  std::int32_t priority = 0;  ///< 0 for BaselineAdminNetworkPolicy, which has none
  NamespacedPods subject;
  std::vector<ClusterRule> ingress;
  std::vector<ClusterRule> egress;
  SourcePosition at;
};

}  // namespace foregate::model
