#include "analysis/peers.h"

namespace foregate::analysis {

std::size_t count_pairs(const Peers& peers, const base::IdSet& from, const base::IdSet& to) {
  const auto workloads = static_cast<std::uint32_t>(peers.workloads);
  std::vector<std::uint32_t> parts;  // of workloads, among `to`
  to.for_each_in(workloads, static_cast<std::uint32_t>(peers.all.size()), [&](std::uint32_t peer) { parts.push_back(peer); });
  std::size_t self = 0;
  from.for_each([&](std::uint32_t peer) {
    for (const std::uint32_t part : parts) self += same_workload(peers[peer], peers[part]) ? 1 : 0;
    if (peer < workloads) {
      self += to.contains(peer) ? 1 : 0;
    } else {
      to.for_each_in(0, workloads, [&](std::uint32_t other) { self += same_workload(peers[peer], peers[other]) ? 1 : 0; });
    }
  });
  return from.count() * to.count() - self;
}

}  // namespace foregate::analysis
