#pragma once

#include <cstddef>
#include <vector>

#include "base/id_set.h"
#include "base/ip_address.h"
#include "base/strong_id.h"
#include "base/symbol_table.h"

namespace foregate::analysis {

using base::Symbol;

/// A party of a connection as people name it. Symbols, not ids: the same party has the same value in two snapshots whose names share a
/// base.
struct Peer {
  enum class Kind : std::uint8_t { kWorkload, kOutside, kIngressController };
  Kind kind = Kind::kWorkload;
  Symbol ns;  ///< kWorkload: `ns/name[workload_kind]`
  Symbol name;
  Symbol workload_kind;
  std::vector<Symbol> pods;             ///< kWorkload: the names of the pods meant, where not all of the workload's
  std::vector<Symbol> pods_before;      ///< of `pods`, those that only the state before has; empty for one state
  std::vector<Symbol> pods_after;       ///< of `pods`, those that only the state after has
  base::IntervalSet<base::Uint128> v4;  ///< kOutside
  base::IntervalSet<base::Uint128> v6;
  friend bool operator==(const Peer&, const Peer&) = default;
};

/// Whether both are the same workload, be it parts of it.
inline bool same_workload(const Peer& a, const Peer& b) {
  return a.kind == Peer::Kind::kWorkload && b.kind == Peer::Kind::kWorkload && a.ns == b.ns && a.name == b.name &&
         a.workload_kind == b.workload_kind;
}

using PeerId = base::StrongId<struct PeerTag>;

/// The peers of one answer, by `PeerId`: first every workload as a whole, by the text of namespace, name and kind; then parts of workloads;
/// then sets of outside addresses, by their first one; then the ingress controller. Going through ids in order is going through texts in
/// order.
struct Peers {
  std::vector<Peer> all;
  std::size_t workloads = 0;  ///< so many of `all` are whole workloads, those without any connection too
  const Peer& operator[](PeerId id) const { return all[id.value()]; }
  const Peer& operator[](std::uint32_t id) const { return all[id]; }
};

/// How many pairs of `from` and `to` are not one workload with itself, be it parts of it. O(members), not pairs.
std::size_t count_pairs(const Peers& peers, const base::IdSet& from, const base::IdSet& to);

}  // namespace foregate::analysis
