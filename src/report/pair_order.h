#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/peers.h"
#include "base/id_set.h"

namespace foregate::report {

/// Walks the pairs of blocks (anything with `from` and `to`) by source, then destination, holding one source's pairs at a time.
template <typename Block>
class PairOrder {
 public:
  PairOrder(const std::vector<Block>& blocks, const analysis::Peers& peers) : blocks_(blocks), by_source_(peers.all.size()) {
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      blocks[b].from.for_each([&](std::uint32_t from) { by_source_[from].push_back(b); });
    }
  }
  /// Calls `visit(number of the block, from, to)`; it returns false to stop.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // destination, block
    for (std::uint32_t from = 0; from < by_source_.size(); ++from) {
      pairs.clear();
      for (const std::uint32_t block : by_source_[from]) {
        blocks_[block].to.for_each([&](std::uint32_t to) { pairs.emplace_back(to, block); });
      }
      if (by_source_[from].size() > 1) std::sort(pairs.begin(), pairs.end());
      for (const auto& [to, block] : pairs) {
        if (!visit(block, from, to)) return;
      }
    }
  }

 private:
  const std::vector<Block>& blocks_;
  std::vector<std::vector<std::uint32_t>> by_source_;  // numbers of blocks, by peer
};

}  // namespace foregate::report
