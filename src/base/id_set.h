#pragma once

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

  bool contains(std::uint32_t id) const;
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
  /// Adds the members to `bits`, whose size is the bound.
  void add_to(BitSet& bits) const;
  friend bool operator==(const IdSet& a, const IdSet& b) { return a.hash_ == b.hash_ && a.count_ == b.count_ && a.shape_ == b.shape_; }

 private:
  void finish();
  std::variant<std::vector<std::uint32_t>, BitSet> shape_;
  std::size_t count_ = 0;
  std::size_t hash_ = 0;
};

}  // namespace foregate::base
