#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foregate::base {

/// A fixed-size set of small integers, a bit each. Operands of the binary operations have equal sizes.
class BitSet {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;

  BitSet() = default;
  explicit BitSet(std::size_t size) : size_(size), words_((size + kWordBits - 1) / kWordBits, 0) {}

  std::size_t size() const { return size_; }
  bool contains(std::size_t bit) const { return (words_[bit / kWordBits] >> (bit % kWordBits)) & 1U; }
  void insert(std::size_t bit) { words_[bit / kWordBits] |= Word{1} << (bit % kWordBits); }
  void erase(std::size_t bit) { words_[bit / kWordBits] &= ~(Word{1} << (bit % kWordBits)); }
  void clear() { words_.assign(words_.size(), 0); }
  /// Adds every bit in [first, last).
  void insert_range(std::size_t first, std::size_t last);
  void insert_all() { insert_range(0, size_); }

  std::size_t count() const;
  bool empty() const;
  bool intersects(const BitSet& other) const;
  BitSet& operator|=(const BitSet& other);
  BitSet& operator&=(const BitSet& other);
  /// Adds the bits that `a` and `b` both have.
  void insert_common(const BitSet& a, const BitSet& b);
  /// Removes the bits of `other`.
  BitSet& operator-=(const BitSet& other);
  friend bool operator==(const BitSet&, const BitSet&) = default;

  /// Calls `visit(bit)` for every bit, ascending.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (Word rest = words_[w]; rest != 0; rest &= rest - 1) visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
  std::span<const Word> words() const { return words_; }

 private:
  std::size_t size_ = 0;
  std::vector<Word> words_;  // bits past size_ are 0
};

}  // namespace foregate::base
