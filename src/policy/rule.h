#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/policies.h"
#include "model/snapshot.h"

/// Policies of every API in one form: tiers of ordered rules. Both evaluators, the reference and the engine, read this and nothing else of
/// a policy.
namespace foregate::policy {

using model::NamespaceId;
using model::RuleAction;
using model::Symbol;

/// The order in which a direction is judged (`docs/semantics.md`, "Pipeline"). `kDefault` holds no policies.
enum class Tier : std::uint8_t { kAdmin, kNetworkPolicy, kBaseline, kDefault };
enum class Direction : std::uint8_t { kIngress, kEgress };
inline constexpr Direction kDirections[] = {Direction::kIngress, Direction::kEgress};

enum class PolicyKind : std::uint8_t { kNetworkPolicy, kAdminNetworkPolicy, kBaselineAdminNetworkPolicy, kClusterNetworkPolicy };

/// "Admin", "NetworkPolicy", "Baseline", "default"; "ingress", "egress"; "NetworkPolicy", "AdminNetworkPolicy", ...; "Allow", "Deny",
/// "Pass".
const char* tier_name(Tier tier);
const char* direction_name(Direction direction);
const char* kind_name(PolicyKind kind);
const char* action_name(RuleAction action);

/// Pods of the pod network by namespace and labels. Never hostNetwork (unless `Settings` says so) or finished pods.
struct PodsTerm {
  std::optional<Symbol> ns;                 ///< this namespace alone (NetworkPolicy's own), whatever its labels
  model::LabelSelector namespace_selector;  ///< ignored where `ns` is set
  model::LabelSelector pod_selector;
};
/// Addresses in `cidr` and in none of `except`; pod addresses too (`Settings::ipblock_matches_pods`).
struct BlockTerm {
  base::Cidr cidr;
  std::vector<base::Cidr> except;
};
/// Addresses of the nodes whose labels match, hostNetwork pods on them included.
struct NodesTerm {
  model::LabelSelector selector;
};
/// Outside addresses that the names resolve to.
struct DomainsTerm {
  std::vector<Symbol> names;
};
using PeerTerm = std::variant<PodsTerm, BlockTerm, NodesTerm, DomainsTerm>;

/// The destination pod's ports of that name; of any protocol where `protocol` is empty (v1alpha1, v1alpha2).
struct NamedPortTerm {
  Symbol name;
  std::optional<model::Protocol> protocol;
};

/// One rule of one direction. It matches a connection whose far end is in a peer term and whose destination port is in `ports` or a named
/// port.
struct Rule {
  RuleAction action = RuleAction::kAllow;
  bool any_peer = false;  ///< `peers` is empty and everything matches: pods, nodes, addresses outside
  std::vector<PeerTerm> peers;
  model::PortSpace ports;  ///< `all_traffic()` where the rule names none
  std::vector<NamedPortTerm> named_ports;
  std::uint32_t index = 0;  ///< place in spec.ingress or spec.egress
  Symbol name;              ///< of the rule, or none
  base::SourcePosition at;
};

/// One policy, normalised. Immutable; shared between policy sets.
struct TierPolicy {
  PolicyKind kind = PolicyKind::kNetworkPolicy;
  Symbol ns;  ///< none for cluster-scoped kinds
  Symbol name;
  Tier tier = Tier::kNetworkPolicy;
  std::int32_t priority = 0;  ///< Admin and Baseline: lower wins; 0 for NetworkPolicy
  PodsTerm subject;
  std::vector<Rule> rules[2];         ///< by Direction; a NetworkPolicy's are there only where it isolates
  bool isolates[2] = {false, false};  ///< NetworkPolicy: policyTypes holds the direction
  base::SourcePosition at;
  /// The API object, by which a later set finds what it can take over; null where made from an object that no snapshot holds.
  std::shared_ptr<const void> source;

  const std::vector<Rule>& rules_of(Direction d) const { return rules[static_cast<std::size_t>(d)]; }
  bool isolates_in(Direction d) const { return isolates[static_cast<std::size_t>(d)]; }
};

using PolicyIndex = base::StrongId<struct PolicyIndexTag>;

/// The policies of a snapshot, sorted by (tier, priority, namespace text, name text, kind): the order in which a direction asks them.
/// The order among equal priorities decides nothing but which of two is named first. Immutable once made.
struct PolicySet {
  std::vector<std::shared_ptr<const TierPolicy>> policies;  // by PolicyIndex
  const TierPolicy& operator[](PolicyIndex i) const { return *policies[i.value()]; }
};

/// What the API objects mean. `names` resolves the texts to sort by.
PolicySet normalise(const model::PolicyObjects& objects, const model::Names& names);
/// The same; what `base` made of objects that `objects` still holds is taken over, not made again. `base`'s names are `names` or below
/// them.
PolicySet normalise(const model::PolicyObjects& objects, const model::Names& names, const PolicySet& base);
TierPolicy normalise(const model::NetworkPolicy& policy);
TierPolicy normalise(const model::ClusterPolicy& policy);

/// `NetworkPolicy shop/db`, `ClusterNetworkPolicy lockdown`.
std::string policy_text(const TierPolicy& policy, const model::Names& names);

}  // namespace foregate::policy
