#include "base/id_set.h"

#include <algorithm>

namespace foregate::base {
namespace {
/// Sorted numbers take 32 bits a member, bits one bit an id of the bound: the switch is where they are equal.
constexpr std::size_t kDenseAt = 32;
bool is_dense(std::size_t count, std::size_t bound) { return count * kDenseAt > bound; }
std::size_t mix(std::size_t hash, std::size_t value) { return (hash ^ value) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29); }
}  // namespace

IdSet::IdSet(std::vector<std::uint32_t> ids, std::size_t bound) : count_(ids.size()) {
  if (is_dense(count_, bound)) {
    BitSet bits(bound);
    for (const std::uint32_t id : ids) bits.insert(id);
    shape_ = std::move(bits);
  } else {
    shape_ = std::move(ids);
  }
  finish();
}

IdSet::IdSet(const BitSet& bits) : count_(bits.count()) {
  if (is_dense(count_, bits.size())) {
    shape_ = bits;
  } else {
    std::vector<std::uint32_t> ids;
    ids.reserve(count_);
    bits.for_each([&](std::size_t id) { ids.push_back(static_cast<std::uint32_t>(id)); });
    shape_ = std::move(ids);
  }
  finish();
}

void IdSet::add_to(BitSet& bits) const {
  if (const auto* own = std::get_if<BitSet>(&shape_)) {
    bits |= *own;
  } else {
    for_each([&](std::uint32_t id) { bits.insert(id); });
  }
}

void IdSet::add_common_to(const BitSet& mask, BitSet& bits) const {
  if (const auto* own = std::get_if<BitSet>(&shape_)) {
    bits.insert_common(*own, mask);
  } else {
    for_each([&](std::uint32_t id) {
      if (mask.contains(id)) bits.insert(id);
    });
  }
}

void IdSet::finish() {
  std::size_t hash = count_;
  if (const auto* sorted = std::get_if<std::vector<std::uint32_t>>(&shape_)) {
    for (const std::uint32_t id : *sorted) hash = mix(hash, id);
  } else {
    for (const BitSet::Word word : std::get<BitSet>(shape_).words()) hash = mix(hash, word);
  }
  hash_ = hash;
}

}  // namespace foregate::base
