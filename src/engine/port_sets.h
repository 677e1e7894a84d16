#pragma once

#include <tsl/robin_map.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "base/hash.h"
#include "engine/engine.h"
#include "model/ports.h"

namespace foregate::engine {

/// Sets of connections (`model::PortSpace`) as dense ids: equal sets have equal ids, and each operation on two of them is computed once.
///
/// Grows under a lock. In front of it lies a direct-mapped cache of recent results, one atomic word each (operation, operands and result
/// together), since all workers of a big `list` ask the same few hundred questions millions of times. All members are safe from many
/// threads.
class PortSets {
 public:
  PortSets();
  PortSetId intern(const model::PortSpace& set);
  /// Valid as long as the table.
  const model::PortSpace& ports(PortSetId id) const;
  PortSetId unite(PortSetId a, PortSetId b);
  PortSetId intersect(PortSetId a, PortSetId b);
  PortSetId subtract(PortSetId a, PortSetId b);

 private:
  enum class Operation : std::uint8_t { kUnite, kIntersect, kSubtract };
  PortSetId compute(Operation operation, PortSetId a, PortSetId b);
  PortSetId compute_locked(Operation operation, PortSetId a, PortSetId b);
  PortSetId intern_locked(const model::PortSpace& set);

  mutable std::mutex mutex_;
  std::deque<model::PortSpace> sets_;  // never moved: references stay valid
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>, base::NumberHash> by_hash_;
  tsl::robin_map<std::uint64_t, std::uint32_t, base::NumberHash> results_[3];
  std::vector<std::atomic<std::uint64_t>> recent_;
};

}  // namespace foregate::engine
