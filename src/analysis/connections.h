#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "analysis/reach.h"
#include "base/ip_address.h"
#include "engine/engine.h"
#include "model/ports.h"

namespace foregate::analysis {

using model::Symbol;

/// A party of a connection as people name it. Symbols, not ids: the same party has the same value in two snapshots whose names share a
/// base.
struct Peer {
  enum class Kind : std::uint8_t { kWorkload, kOutside, kIngressController };
  Kind kind = Kind::kWorkload;
  Symbol ns;  ///< kWorkload: `ns/name[workload_kind]`
  Symbol name;
  Symbol workload_kind;
  std::vector<Symbol> pods;             ///< kWorkload: the names of the pods meant, sorted, where not all of the workload's; else empty
  base::IntervalSet<base::Uint128> v4;  ///< kOutside
  base::IntervalSet<base::Uint128> v6;
  friend bool operator==(const Peer&, const Peer&) = default;
};

/// Every `from` may open exactly `ports` to every `to`; on `open` the policies do not decide. A peer is not paired with itself unless asked
/// for.
struct ConnectionBlock {
  std::vector<Peer> from;
  std::vector<Peer> to;
  std::optional<base::IpFamily> family;  ///< set where the answer holds for this family of dual-stack peers only
  model::PortSpace ports;
  model::PortSpace open;
};

struct ConnectionOptions {
  bool with_self = false;  ///< also a workload to itself
};

/// The allowed connections of a snapshot between workloads, outside addresses and the ingress controller, grouped. Blocks are disjoint as
/// sets of (from, to, connection); pairs that are in none are denied everything. Exact: pods of one workload that differ are listed by
/// name. Sorted by first source, then first destination, by text.
std::vector<ConnectionBlock> list_connections(const engine::Engine& engine, const Reach& reach, const ConnectionOptions& options);

}  // namespace foregate::analysis
