#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/peers.h"
#include "base/id_set.h"
#include "engine/engine.h"
#include "policy/flow.h"

namespace foregate::analysis {

enum class ChangeKind : std::uint8_t {
  kAdded,    ///< no connection before
  kRemoved,  ///< no connection after
  kChanged,  ///< other connections than before
};
/// "added", "removed", "changed".
const char* change_kind_name(ChangeKind kind);

/// What in the input brought the change about.
enum class Cause : std::uint8_t {
  kPolicy,           ///< policies that apply to an end were added, removed or edited
  kSelection,        ///< the same policies select differently: labels, namespaces, addresses or named ports of an end changed
  kWorkloadAdded,    ///< one end exists only after
  kWorkloadRemoved,  ///< one end existed only before
  kServices,         ///< Services or entry objects changed where the ingress controller is sent
};
/// "policy", "selection", "workload-added", "workload-removed", "services".
const char* cause_name(Cause cause);

/// What to look at twice, each about one end of the change.
enum class Risk : std::uint8_t {
  kLosesEverything,       ///< an end had connections in both directions and has none now
  kLosesDns,              ///< `from` could ask a DNS server on port 53 and can ask none now
  kReachableFromOutside,  ///< outside addresses reach `to` where they did not
  kLosesAllIngress,       ///< nobody but itself reaches `to` any more
  kLosesAllEgress,        ///< `from` reaches nobody but itself any more
  kReachesOutside,        ///< `from` reaches outside addresses that it did not
  kOnlyTightens,          ///< a changed pair that gains nothing and is not less decided
};
/// "loses-everything", "loses-dns", "reachable-from-outside", "loses-all-ingress", "loses-all-egress", "reaches-outside", "only-tightens".
const char* risk_name(Risk risk);

/// A decision that changed an answer.
struct Because {
  bool before = false;  ///< one of the state before (a denial that went away, an allowing rule of a removed end), else of the state after
  policy::Direction direction = policy::Direction::kIngress;
  policy::Verdict verdict = policy::Verdict::kDeny;  ///< what the direction said
  policy::Decision decision;                         ///< in the policies of its side
  /// Ambiguous: the other rule. Unknown: what decides if the name does not resolve to the address.
  std::optional<policy::Decision> alternative;
  std::vector<policy::PolicyIndex> isolating;  ///< a NetworkPolicy default: every policy that isolates the end
  friend bool operator==(const Because&, const Because&) = default;
};

/// What becomes of all peers at one end of a change.
enum class EndFate : std::uint8_t { kStays, kNew, kGone };

/// Pairs of peers whose connections change in the same way for the same reasons. In `Difference::changes` a workload is never meant to be
/// paired with itself, in `self_changes` with nothing else.
struct Change {
  ChangeKind kind = ChangeKind::kChanged;
  Cause cause = Cause::kPolicy;
  EndFate from_fate = EndFate::kStays;
  EndFate to_fate = EndFate::kStays;
  base::IdSet from;                      ///< of PeerId values
  base::IdSet to;                        ///< of PeerId values
  std::optional<base::IpFamily> family;  ///< set where only one family of a dual-stack pair changes like this
  model::PortSpace before;               ///< empty: none
  model::PortSpace after;
  model::PortSpace open_before;  ///< on these the policies do not decide
  model::PortSpace open_after;
  std::vector<Because> because;  ///< without repeats: denials first
  std::vector<Risk> risk;        ///< ascending
};

/// Pairs by what becomes of them.
struct PairCounts {
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  std::size_t all() const { return added + removed + changed; }
};

/// The complete effect of a change, most surprising first: loses everything, loses DNS, reachable from outside, loses a direction, reaches
/// outside, other losses, other gains.
struct Difference {
  Peers peers;  ///< of both sides; their symbols are in the names of the state after, which are stacked on those before
  std::vector<Change> changes;
  /// Between the pods of one workload: of workloads that may have several (a bare Pod is alone). `from` and `to` are equal sets of whole
  /// workloads, each meant with itself alone, or parts of one.
  std::vector<Change> self_changes;
  PairCounts pairs;
  PairCounts self_pairs;
  bool empty() const { return changes.empty() && self_changes.empty(); }
};

/// Compares two engines of one `Engine::compile`. With a shared inventory only lists that differ are looked at: O(far ends that changed
/// policies touch); else everything. Peers, families and the ingress controller as in `connections.h`.
///
/// A pod that is in both states is compared by name; where a workload's pods have other names after (a rollout), its pods before are
/// compared with those after. A pod that has no counterpart and is unlike the workload's others is new or gone; one like them is no
/// difference.
Difference compute_difference(const engine::Engine& before, const engine::Engine& after, base::Executor& executor);

}  // namespace foregate::analysis
