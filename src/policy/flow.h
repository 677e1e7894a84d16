#pragma once

#include <cstdint>
#include <optional>

#include "base/ip_address.h"
#include "model/ports.h"
#include "model/snapshot.h"
#include "policy/rule.h"

namespace foregate::policy {

/// One end of a connection.
struct Endpoint {
  enum class Kind : std::uint8_t {
    kPod,      ///< a pod of the input, hostNetwork ones too
    kNode,     ///< a node, at `address` where that is known
    kAddress,  ///< an address that no running pod and no node has
  };
  Kind kind = Kind::kAddress;
  model::PodId pod;
  model::NodeId node;
  std::optional<base::IpAddress> address;

  static Endpoint of_pod(model::PodId pod) { return {Kind::kPod, pod, {}, {}}; }
  static Endpoint of_node(model::NodeId node, std::optional<base::IpAddress> address = {}) { return {Kind::kNode, {}, node, address}; }
  /// The pod or node that has the address, else the bare address.
  static Endpoint of_address(const model::Inventory& inventory, const base::IpAddress& address);
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// A new connection, as a rule sees it after Service translation: destination port is the pod's.
struct Flow {
  Endpoint from;
  Endpoint to;
  model::Protocol protocol = model::Protocol::kTcp;
  std::uint16_t port = 0;
  /// The family it travels in; where absent, `family_of` chooses.
  std::optional<base::IpFamily> family;
  bool through_service = false;  ///< sent to a Service's address; matters for a pod that reaches itself
};

/// The family of a flow: the one given, else that of an end that is a bare address, else the first family of `from` that `to` has as well,
/// else the first family of an end that has any; nothing where neither end has an address.
std::optional<base::IpFamily> family_of(const model::Inventory& inventory, const Flow& flow);

/// The address of that family by which blocks know an end: the endpoint's own where it has one, else the first of the pod or node. Nothing
/// for finished pods, whose addresses may be others' by now.
std::optional<base::IpAddress> address_in(const model::Inventory& inventory, const Endpoint& end, base::IpFamily family);
/// The Node object that a pod is on: of its spec.nodeName, else (hostNetwork pods, whose addresses are the node's) by address; or none.
model::NodeId node_of(const model::Inventory& inventory, model::PodId pod);

enum class Verdict : std::uint8_t {
  kAllow,
  kDeny,
  kUnknown,    ///< a domain name decides and no table says what it resolves to
  kAmbiguous,  ///< rules of equal priority disagree
};
/// "Allow", "Deny", "Unknown", "Ambiguous".
const char* verdict_name(Verdict verdict);

/// Why a direction imposes nothing, whatever the policies.
enum class Exemption : std::uint8_t {
  kNone,
  kNotSubject,  ///< this end is no pod of the pod network (or has finished): nothing selects it
  kOwnAddress,  ///< a pod to its own address
  kOwnNode,     ///< between a pod and its own node, where NetworkPolicies alone would deny
  kHairpin,     ///< a pod to itself through a Service, where the setting allows it and NetworkPolicies alone would deny
};

/// The rule that gave a verdict; where `rule` is empty, the default of the tier: `NetworkPolicy` denies what no rule of the policies that
/// isolate the pod admits (`policy` is the first of them), `default` allows.
struct Decision {
  Tier tier = Tier::kDefault;
  PolicyIndex policy;
  std::optional<std::uint32_t> rule;  ///< index in the spec's list of that direction
  friend bool operator==(const Decision&, const Decision&) = default;
};

struct DirectionVerdict {
  Verdict verdict = Verdict::kAllow;
  Exemption exemption = Exemption::kNone;
  Decision decision;
  /// Ambiguous: the other rule of the first pair that disagrees. Unknown: what decides if the name does not resolve to the address.
  std::optional<Decision> alternative;
  friend bool operator==(const DirectionVerdict&, const DirectionVerdict&) = default;
};

/// Both ends. Deny if either denies, else Ambiguous if either is, else Unknown if either is, else Allow.
struct FlowVerdict {
  DirectionVerdict egress;   ///< at the source
  DirectionVerdict ingress;  ///< at the destination
  Verdict verdict() const { return combine(egress.verdict, ingress.verdict); }
  static Verdict combine(Verdict a, Verdict b);
  const DirectionVerdict& of(Direction d) const { return d == Direction::kIngress ? ingress : egress; }
};

}  // namespace foregate::policy
