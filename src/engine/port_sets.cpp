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

constexpr std::size_t kRecentBits = 14;
/// Ids that fit into a word of the cache three times, beside two bits for the operation.
constexpr std::uint32_t kCachedIds = 1U << 20;

/// Operation and operands in the upper 42 bits of a cached word; never 0, since operations count from 1 there.
std::uint64_t question_of(std::uint32_t operation, PortSetId a, PortSetId b) {
  return std::uint64_t{operation + 1} << 60 | std::uint64_t{a.value()} << 40 | std::uint64_t{b.value()} << 20;
}
}  // namespace

PortSets::PortSets() : recent_(std::size_t{1} << kRecentBits) {
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
  if (a.value() >= kCachedIds || b.value() >= kCachedIds) return compute_locked(operation, a, b);
  const std::uint64_t question = question_of(static_cast<std::uint32_t>(operation), a, b);
  std::atomic<std::uint64_t>& place = recent_[question * 0x9E3779B97F4A7C15ULL >> (64 - kRecentBits)];
  const std::uint64_t recent = place.load(std::memory_order_acquire);
  if ((recent & ~std::uint64_t{kCachedIds - 1}) == question) return PortSetId{static_cast<std::uint32_t>(recent & (kCachedIds - 1))};
  const PortSetId result = compute_locked(operation, a, b);
  if (result.value() < kCachedIds) place.store(question | result.value(), std::memory_order_release);
  return result;
}

PortSetId PortSets::compute_locked(Operation operation, PortSetId a, PortSetId b) {
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
