#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "base/bit_set.h"

namespace foregate::base {

/// A set of dense ids below a fixed bound, kept in the smaller of two shapes: sorted numbers while sparse, bits while dense. Immutable;
/// equal sets have equal shapes, so `==` and `hash` are of the meaning.
class IdSet {
 public:
  IdSet() = default;
  /// `ids` sorted and unique, all below `bound`.
  IdSet(std::vector<std::uint32_t> ids, std::size_t bound);
  explicit IdSet(const BitSet& bits);

  bool contains(std::uint32_t id) const {
    if (const auto* sorted = std::get_if<std::vector<std::uint32_t>>(&shape_))
      return std::binary_search(sorted->begin(), sorted->end(), id);
    const BitSet& bits = *std::get_if<BitSet>(&shape_);
    return id < bits.size() && bits.contains(id);
  }
  std::size_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::size_t hash() const { return hash_; }
  /// Ascending.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    if (const auto* sorted = std::get_if<std::vector<std::uint32_t>>(&shape_)) {
      for (const std::uint32_t id : *sorted) visit(id);
    } else {
      std::get<BitSet>(shape_).for_each([&](std::size_t id) { visit(static_cast<std::uint32_t>(id)); });
    }
  }
  /// The members in [first, last), ascending. O(log n + members in it), or O(words of it) while dense.
  template <typename Visit>
  void for_each_in(std::uint32_t first, std::uint32_t last, Visit&& visit) const {
    if (const auto* sorted = std::get_if<std::vector<std::uint32_t>>(&shape_)) {
      for (auto at = std::lower_bound(sorted->begin(), sorted->end(), first); at != sorted->end() && *at < last; ++at) visit(*at);
      return;
    }
    const auto words = std::get<BitSet>(shape_).words();
    for (std::size_t w = first / BitSet::kWordBits; w < words.size() && w * BitSet::kWordBits < last; ++w) {
      for (BitSet::Word rest = words[w]; rest != 0; rest &= rest - 1) {
        const auto id = static_cast<std::uint32_t>(w * BitSet::kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
        if (id >= first && id < last) visit(id);
      }
    }
  }
  /// Adds the members to `bits`, whose size is the bound.
  void add_to(BitSet& bits) const;
  /// Adds the members that `mask` has too; both sizes are the bound.
  void add_common_to(const BitSet& mask, BitSet& bits) const;
  friend bool operator==(const IdSet& a, const IdSet& b) { return a.hash_ == b.hash_ && a.count_ == b.count_ && a.shape_ == b.shape_; }

 private:
  void finish();
  std::variant<std::vector<std::uint32_t>, BitSet> shape_;
  std::size_t count_ = 0;
  std::size_t hash_ = 0;
};

}  // namespace foregate::base
