#include "base/bit_set.h"

namespace foregate::base {

void BitSet::insert_range(std::size_t first, std::size_t last) {
  while (first < last) {
    const std::size_t offset = first % kWordBits;
    const std::size_t bits = std::min(kWordBits - offset, last - first);
    const Word mask = bits == kWordBits ? ~Word{0} : ((Word{1} << bits) - 1) << offset;
    words_[first / kWordBits] |= mask;
    first += bits;
  }
}

std::size_t BitSet::count() const {
  std::size_t total = 0;
  for (const Word word : words_) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

bool BitSet::empty() const {
  for (const Word word : words_) {
    if (word != 0) return false;
  }
  return true;
}

bool BitSet::intersects(const BitSet& other) const {
  for (std::size_t w = 0; w < words_.size(); ++w) {
    if ((words_[w] & other.words_[w]) != 0) return true;
  }
  return false;
}

BitSet& BitSet::operator|=(const BitSet& other) {
  for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  return *this;
}

BitSet& BitSet::operator&=(const BitSet& other) {
  for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
  return *this;
}

void BitSet::insert_common(const BitSet& a, const BitSet& b) {
  for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= a.words_[w] & b.words_[w];
}

BitSet& BitSet::operator-=(const BitSet& other) {
  for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  return *this;
}

}  // namespace foregate::base
