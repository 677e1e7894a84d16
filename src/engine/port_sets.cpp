#include "engine/port_sets.h"

namespace foregate::engine {
namespace {
std::uint64_t hash_of(const model::PortSpace& set) {
  std::uint64_t hash = 0;
  for (const auto& interval : set.intervals()) {
    hash = (hash ^ (std::uint64_t{interval.first} << 32 | interval.last)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 31;
  }
  return hash;
}
}  // namespace

PortSets::PortSets() {
  intern_locked({});                    // kNoPorts
  intern_locked(model::all_traffic());  // kAllPorts
}

PortSetId PortSets::intern(const model::PortSpace& set) {
  const std::lock_guard lock(mutex_);
  return intern_locked(set);
}

PortSetId PortSets::intern_locked(const model::PortSpace& set) {
  std::vector<std::uint32_t>& same_hash = by_hash_[hash_of(set)];
  for (const std::uint32_t id : same_hash) {
    if (sets_[id] == set) return PortSetId{id};
  }
  const PortSetId id{sets_.size()};
  same_hash.push_back(id.value());
  sets_.push_back(set);
  return id;
}

const model::PortSpace& PortSets::ports(PortSetId id) const {
  const std::lock_guard lock(mutex_);
  return sets_[id.value()];
}

PortSetId PortSets::unite(PortSetId a, PortSetId b) {
  if (a == b || b == Engine::kNoPorts) return a;
  if (a == Engine::kNoPorts) return b;
  if (a == Engine::kAllPorts || b == Engine::kAllPorts) return Engine::kAllPorts;
  return a < b ? compute(Operation::kUnite, a, b) : compute(Operation::kUnite, b, a);
}

PortSetId PortSets::intersect(PortSetId a, PortSetId b) {
  if (a == b || b == Engine::kAllPorts) return a;
  if (a == Engine::kAllPorts) return b;
  if (a == Engine::kNoPorts || b == Engine::kNoPorts) return Engine::kNoPorts;
  return a < b ? compute(Operation::kIntersect, a, b) : compute(Operation::kIntersect, b, a);
}

PortSetId PortSets::subtract(PortSetId a, PortSetId b) {
  if (a == b || a == Engine::kNoPorts || b == Engine::kAllPorts) return Engine::kNoPorts;
  if (b == Engine::kNoPorts) return a;
  return compute(Operation::kSubtract, a, b);
}

PortSetId PortSets::compute(Operation operation, PortSetId a, PortSetId b) {
  const std::lock_guard lock(mutex_);
  auto& results = results_[static_cast<std::size_t>(operation)];
  const std::uint64_t key = std::uint64_t{a.value()} << 32 | b.value();
  if (const auto known = results.find(key); known != results.end()) return PortSetId{known->second};
  const model::PortSpace& x = sets_[a.value()];
  const model::PortSpace& y = sets_[b.value()];
  const PortSetId result = intern_locked(operation == Operation::kUnite ? x + y : operation == Operation::kIntersect ? x & y : x - y);
  results[key] = result.value();
  return result;
}

}  // namespace foregate::engine
