#pragma once

#include <optional>
#include <vector>

#include "analysis/peers.h"
#include "analysis/reach.h"
#include "base/id_set.h"
#include "engine/engine.h"
#include "model/ports.h"

namespace foregate::analysis {

/// Every `from` may open exactly `ports` to every `to`, and on `open` the policies do not decide; where both ends are one workload, the
/// block says nothing unless `Connections::with_self`.
struct ConnectionBlock {
  base::IdSet from;                      ///< of PeerId values, never empty
  base::IdSet to;                        ///< of PeerId values, never empty
  std::optional<base::IpFamily> family;  ///< set where the answer holds for this family of dual-stack peers only
  model::PortSpace ports;
  model::PortSpace open;
};

/// What is allowed between workloads, outside addresses and the ingress controller, in blocks. Blocks are disjoint as sets of (from, to,
/// connection); pairs that are in none are denied everything.
struct Connections {
  Peers peers;
  std::vector<ConnectionBlock> blocks;  ///< by first source, then first destination, then ports
  bool with_self = false;

  /// Whether the block that holds the pair means it: `with_self`, or not one workload with itself.
  bool means(std::uint32_t from, std::uint32_t to) const { return with_self || !same_workload(peers[from], peers[to]); }
};

struct ConnectionOptions {
  bool with_self = false;  ///< also a workload to itself, as between two pods of it
};

/// The connections of a snapshot, grouped and exact:
///
/// - Pods of one workload are one peer wherever they have equal answers, and are listed by name (`Peer::pods`) where they differ.
/// - hostNetwork workloads are peers like others; nodes are none.
/// - Outside addresses with equal answers are one peer.
/// - Where both families of a dual-stack pair have one answer it is one block, else a block for each family.
/// - From the ingress controller go connections to what Ingress, Route and Gateway API objects send it to (`entry.h`), and no others.
Connections list_connections(const engine::Engine& engine, const Reach& reach, const ConnectionOptions& options);

/// Calls `visit(block, from, to)` for every pair that a block means, block by block.
template <typename Visit>
void for_each_pair(const Connections& connections, Visit&& visit) {
  for (const ConnectionBlock& block : connections.blocks) {
    block.from.for_each([&](std::uint32_t from) {
      block.to.for_each([&](std::uint32_t to) {
        if (connections.means(from, to)) visit(block, PeerId{from}, PeerId{to});
      });
    });
  }
}

/// How many pairs that is. O(members of the blocks), not pairs.
std::size_t count_pairs(const Connections& connections);

}  // namespace foregate::analysis
