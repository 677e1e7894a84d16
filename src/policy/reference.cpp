#include "policy/reference.h"

#include <algorithm>
#include <variant>
#include <vector>

/// The evaluator that reads like `docs/semantics.md`. Every function scans plain data; none keeps anything.
///
/// The algorithm, exactly, since the engine must give the same decisions. A direction of a flow is judged at its own end:
///
///  1. Exemptions, the first that holds. Not a subject (no pod, a hostNetwork pod taken as node, a finished pod) and the pod itself: they
///  allow,
///     with `Decision{kDefault}`, and nothing else is asked. The pod's own node, and the pod itself through a Service, where the settings
///     say so: they are of the NetworkPolicy tier alone (see 2), since administrators' policies know no such exception.
///  2. A *walk* collects final outcomes, in the order Admin, NetworkPolicy, Baseline, default; within a tier in `PolicySet` order, within a
///     policy in rule order. A rule matches surely, maybe (its only matching peers are domain names, and the far end is an address
///     outside), or not.
///     - Admin and Baseline: policies of one priority form a group. Each policy of the group contributes its maybe-matches up to and with
///       its first sure match. Of a contributed rule, Allow and Deny are outcomes; Pass opens the next tier. After a group in which some
///       policy matched surely the tier is left, and the next one is asked only where a Pass opened it; after the last group without one,
///       the next tier is asked anyway.
///     - NetworkPolicy: where some policy isolates the pod, one outcome: Allow by the first matching rule, or Deny by the tier's default
///       with the first isolating policy; and the walk ends. An exempt flow is allowed instead of denied, with `Decision{kDefault}`. Where
///       no policy isolates the pod, the next tier is asked.
///     - default: the outcome Allow with `Decision{kDefault}`.
///  3. The walk is done twice: `sure` leaves maybe-matches out, `possible` has them.
///     - Outcomes of `sure` disagree: Ambiguous; decision = its first, alternative = the first after it that disagrees with it.
///     - Else some outcome of `possible` disagrees with them: Unknown; decision = the first that does, alternative = the first of `sure`.
///     - Else the verdict of all, decided by the first of `sure`.
namespace foregate::policy {
namespace {

enum class Match { kNo, kMaybe, kYes };

/// One direction of a flow, and all that bears on it.
struct Question {
  const model::Snapshot& snapshot;
  const PolicySet& policies;
  const Settings& settings;
  const Flow& flow;
  Direction direction;
  std::optional<base::IpFamily> family;

  const model::Inventory& inventory() const { return *snapshot.inventory; }
  const Endpoint& near_end() const { return direction == Direction::kIngress ? flow.to : flow.from; }
  const Endpoint& far_end() const { return direction == Direction::kIngress ? flow.from : flow.to; }
  const model::Pod& pod(const Endpoint& end) const { return inventory().pods[end.pod.value()]; }
};

struct Outcome {
  Verdict verdict;
  Decision decision;
  Exemption exemption = Exemption::kNone;
};

// Ends of a connection.

/// A hostNetwork pod that counts as its node.
bool is_host_pod(const Question& q, const Endpoint& end) {
  return end.kind == Endpoint::Kind::kPod && q.pod(end).host_network && q.settings.host_network_as_node;
}

/// A pod that policies can select, as subject or as peer.
bool is_network_pod(const Question& q, const Endpoint& end) {
  return end.kind == Endpoint::Kind::kPod && !q.pod(end).finished && !is_host_pod(q, end);
}

/// The node that an end is, or that a hostNetwork pod counts as.
model::NodeId node_at(const Question& q, const Endpoint& end) {
  if (end.kind == Endpoint::Kind::kNode) return end.node;
  const bool on_host = is_host_pod(q, end) && !q.pod(end).finished;
  return on_host ? node_of(q.inventory(), end.pod) : model::NodeId::none();
}

bool is_own_node(const Question& q) {
  const Symbol own = q.pod(q.near_end()).node;
  if (own.is_none()) return false;
  const Endpoint& far = q.far_end();
  if (is_host_pod(q, far) && !q.pod(far).finished && q.pod(far).node == own) return true;
  const model::NodeId node = node_at(q, far);
  return node && q.inventory().nodes[node.value()].name == own;
}

bool is_self(const Question& q) { return q.far_end().kind == Endpoint::Kind::kPod && q.far_end().pod == q.near_end().pod; }

/// "A pod cannot block itself": what no policy of any tier can touch.
Exemption exemption_of(const Question& q) {
  if (!is_network_pod(q, q.near_end())) return Exemption::kNotSubject;
  return is_self(q) && !q.flow.through_service ? Exemption::kOwnAddress : Exemption::kNone;
}

/// What NetworkPolicies do not touch: "traffic to and from the node where a Pod is running is always allowed" (Network Policies, concepts),
/// by the settings.
Exemption network_policy_exemption_of(const Question& q) {
  if (is_self(q)) return q.settings.service_hairpin_allowed ? Exemption::kHairpin : Exemption::kNone;
  const bool node_exempt = q.direction == Direction::kIngress || q.settings.own_node_egress_allowed;
  return node_exempt && is_own_node(q) ? Exemption::kOwnNode : Exemption::kNone;
}

// Matching.

bool selects(const Question& q, const PodsTerm& term, const Endpoint& end) {
  if (!is_network_pod(q, end)) return false;
  const model::Names& names = *q.snapshot.names;
  const model::Pod& pod = q.pod(end);
  const model::Namespace& ns = q.inventory().namespaces[q.inventory().pod_namespace[end.pod.value()].value()];
  const bool ns_matches = term.ns ? *term.ns == pod.ns : matches(term.namespace_selector, names.label_sets.labels(ns.labels));
  return ns_matches && matches(term.pod_selector, names.label_sets.labels(pod.labels));
}

/// "address in cidr and in no except", by the address that the end has in the family of the flow.
bool contains(const Question& q, const BlockTerm& block, const Endpoint& end) {
  if (!q.family || (is_network_pod(q, end) && !q.settings.ipblock_matches_pods)) return false;
  const auto address = address_in(q.inventory(), end, *q.family);
  if (!address || !block.cidr.contains(*address)) return false;
  return std::none_of(block.except.begin(), block.except.end(), [&](const base::Cidr& c) { return c.contains(*address); });
}

bool selects(const Question& q, const NodesTerm& term, const Endpoint& end) {
  const model::NodeId node = node_at(q, end);
  return node && matches(term.selector, q.snapshot.names->label_sets.labels(q.inventory().nodes[node.value()].labels));
}

struct PeerMatch {
  const Question& q;
  Match operator()(const PodsTerm& term) const { return selects(q, term, q.far_end()) ? Match::kYes : Match::kNo; }
  Match operator()(const BlockTerm& term) const { return contains(q, term, q.far_end()) ? Match::kYes : Match::kNo; }
  Match operator()(const NodesTerm& term) const { return selects(q, term, q.far_end()) ? Match::kYes : Match::kNo; }
  /// Which addresses a name has is not in the input.
  Match operator()(const DomainsTerm&) const { return q.far_end().kind == Endpoint::Kind::kAddress ? Match::kMaybe : Match::kNo; }
};

/// Peers of one rule are alternatives.
Match peer_match(const Question& q, const Rule& rule) {
  if (rule.any_peer) return Match::kYes;
  Match best = Match::kNo;
  for (const PeerTerm& term : rule.peers) best = std::max(best, std::visit(PeerMatch{q}, term));
  return best;
}

/// Names are those of the destination pod, whatever the direction.
bool names_port(const Question& q, const NamedPortTerm& term) {
  if (!is_network_pod(q, q.flow.to)) return false;
  if (term.protocol && *term.protocol != q.flow.protocol) return false;
  const model::NamedPort wanted{term.name, q.flow.protocol, q.flow.port};
  const auto& ports = q.snapshot.names->named_ports.ports(q.pod(q.flow.to).named_ports);
  return std::find(ports.begin(), ports.end(), wanted) != ports.end();
}

bool port_matches(const Question& q, const Rule& rule) {
  return rule.ports.contains(model::port_point(q.flow.protocol, q.flow.port)) ||
         std::any_of(rule.named_ports.begin(), rule.named_ports.end(), [&](const NamedPortTerm& term) { return names_port(q, term); });
}

Match rule_match(const Question& q, const Rule& rule) { return port_matches(q, rule) ? peer_match(q, rule) : Match::kNo; }

// Tiers.

enum class MaybeMatches { kLeftOut, kTaken };

class Walk {
 public:
  Walk(const Question& q, MaybeMatches maybe) : q_(q), maybe_(maybe) {
    if (!leaves_prioritised_tier(Tier::kAdmin)) return;
    if (!leaves_network_policies()) return;
    if (!leaves_prioritised_tier(Tier::kBaseline)) return;
    outcomes_.push_back({Verdict::kAllow, Decision{}});
  }
  const std::vector<Outcome>& outcomes() const { return outcomes_; }

 private:
  /// Asks the Admin or Baseline tier; whether the next one is asked too. "Lower priority values are evaluated first", a group of equal ones
  /// at a time.
  bool leaves_prioritised_tier(Tier tier) {
    passed_ = false;
    bool decided = false;
    std::optional<std::int32_t> priority;
    for (std::uint32_t i = 0; i < q_.policies.policies.size(); ++i) {
      const TierPolicy& policy = *q_.policies.policies[i];
      if (policy.tier != tier || !selects(q_, policy.subject, q_.near_end())) continue;
      if (decided && priority != policy.priority) break;
      priority = policy.priority;
      if (matches_surely(PolicyIndex(i), policy)) decided = true;
    }
    return passed_ || !decided;
  }

  /// One policy of a group: its rules from the top, to the first that matches surely.
  bool matches_surely(PolicyIndex index, const TierPolicy& policy) {
    for (const Rule& rule : policy.rules_of(q_.direction)) {
      const Match match = rule_match(q_, rule);
      if (match == Match::kNo || (match == Match::kMaybe && maybe_ == MaybeMatches::kLeftOut)) continue;
      if (rule.action == RuleAction::kPass) {
        passed_ = true;
      } else {
        const Verdict verdict = rule.action == RuleAction::kAllow ? Verdict::kAllow : Verdict::kDeny;
        outcomes_.push_back({verdict, Decision{policy.tier, index, rule.index}});
      }
      if (match == Match::kYes) return true;
    }
    return false;
  }

  /// Asks the NetworkPolicy tier: final for a pod that some policy isolates in this direction.
  bool leaves_network_policies() {
    PolicyIndex first_isolating;
    for (std::uint32_t i = 0; i < q_.policies.policies.size(); ++i) {
      const TierPolicy& policy = *q_.policies.policies[i];
      if (!policy.isolates_in(q_.direction) || !selects(q_, policy.subject, q_.near_end())) continue;
      if (!first_isolating) first_isolating = PolicyIndex(i);
      for (const Rule& rule : policy.rules_of(q_.direction)) {
        if (rule_match(q_, rule) != Match::kYes) continue;
        outcomes_.push_back({Verdict::kAllow, Decision{Tier::kNetworkPolicy, PolicyIndex(i), rule.index}});
        return false;
      }
    }
    if (!first_isolating) return true;
    const Exemption exemption = network_policy_exemption_of(q_);
    if (exemption == Exemption::kNone) {
      outcomes_.push_back({Verdict::kDeny, Decision{Tier::kNetworkPolicy, first_isolating, {}}});
    } else {
      outcomes_.push_back({Verdict::kAllow, Decision{}, exemption});
    }
    return false;
  }

  const Question& q_;
  MaybeMatches maybe_;
  bool passed_ = false;
  std::vector<Outcome> outcomes_;
};

const Outcome* first_other(const std::vector<Outcome>& outcomes, Verdict verdict) {
  const auto found = std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.verdict != verdict; });
  return found == outcomes.end() ? nullptr : &*found;
}

DirectionVerdict conclude(const std::vector<Outcome>& sure, const std::vector<Outcome>& possible) {
  const Outcome& first = sure.front();
  if (const Outcome* other = first_other(sure, first.verdict)) {
    return {Verdict::kAmbiguous, Exemption::kNone, first.decision, other->decision};
  }
  if (const Outcome* other = first_other(possible, first.verdict)) {
    return {Verdict::kUnknown, Exemption::kNone, other->decision, first.decision};
  }
  return {first.verdict, first.exemption, first.decision, {}};
}

DirectionVerdict judge_direction(const Question& q) {
  const Exemption exemption = exemption_of(q);
  if (exemption != Exemption::kNone) return {Verdict::kAllow, exemption, Decision{}, {}};
  return conclude(Walk(q, MaybeMatches::kLeftOut).outcomes(), Walk(q, MaybeMatches::kTaken).outcomes());
}

}  // namespace

/// "Each connection is judged twice, independently: egress at the source pod, ingress at the destination pod."
FlowVerdict Reference::judge(const Flow& flow) const {
  const auto family = family_of(*snapshot_.inventory, flow);
  const auto judge_at = [&](Direction d) { return judge_direction({snapshot_, policies_, settings_, flow, d, family}); };
  return {judge_at(Direction::kEgress), judge_at(Direction::kIngress)};
}

}  // namespace foregate::policy
