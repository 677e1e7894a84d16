#include "base/bit_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

namespace foregate::base {
namespace {

using Model = std::set<std::size_t>;

Model members(const BitSet& bits) {
  Model model;
  std::size_t calls = 0;
  bits.for_each([&](std::size_t bit) {
    EXPECT_TRUE(model.empty() || bit > *model.rbegin()) << "not ascending";
    model.insert(bit);
    ++calls;
  });
  EXPECT_EQ(calls, model.size());
  return model;
}

void change_at_random(std::mt19937& random, BitSet& bits, Model& model) {
  const std::size_t size = bits.size();
  const std::size_t bit = random() % size;
  switch (random() % 8) {
    case 0:
      bits.erase(bit);
      model.erase(bit);
      break;
    case 1: {
      const std::size_t last = bit + random() % (size - bit + 1);
      bits.insert_range(bit, last);
      for (std::size_t i = bit; i < last; ++i) model.insert(i);
      break;
    }
    default:
      bits.insert(bit);
      model.insert(bit);
  }
}

template <typename Operation>
Model combined(const Model& a, const Model& b, Operation operation) {
  Model result;
  operation(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

void expect_operations_agree(const BitSet& a, const Model& ma, const BitSet& b, const Model& mb) {
  BitSet united = a;
  united |= b;
  ASSERT_EQ(members(united), combined(ma, mb, [](auto... x) { std::set_union(x...); }));
  BitSet common = a;
  common &= b;
  const Model in_both = combined(ma, mb, [](auto... x) { std::set_intersection(x...); });
  ASSERT_EQ(members(common), in_both);
  BitSet rest = a;
  rest -= b;
  ASSERT_EQ(members(rest), combined(ma, mb, [](auto... x) { std::set_difference(x...); }));
  ASSERT_EQ(a.intersects(b), !in_both.empty());
  ASSERT_EQ(a == b, ma == mb);
}

TEST(BitSet, AgreesWithASetOfNumbers) {
  std::mt19937 random(7);
  for (const std::size_t size : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 129U, 300U}) {
    for (int round = 0; round < 100; ++round) {
      BitSet a(size);
      BitSet b(size);
      Model ma;
      Model mb;
      for (std::size_t step = random() % 30; step > 0; --step) {
        change_at_random(random, a, ma);
        change_at_random(random, b, mb);
      }
      ASSERT_EQ(members(a), ma);
      ASSERT_EQ(a.count(), ma.size());
      ASSERT_EQ(a.empty(), ma.empty());
      for (std::size_t bit = 0; bit < size; ++bit) ASSERT_EQ(a.contains(bit), ma.count(bit) > 0);
      ASSERT_NO_FATAL_FAILURE(expect_operations_agree(a, ma, b, mb));
    }
  }
}

TEST(BitSet, EveryRangeHoldsItsBitsAndNoOther) {
  constexpr std::size_t kSize = 131;
  for (std::size_t first = 0; first <= kSize; ++first) {
    for (std::size_t last = first; last <= kSize; ++last) {
      BitSet bits(kSize);
      bits.insert_range(first, last);
      ASSERT_EQ(bits.count(), last - first);
      if (first < last) {
        ASSERT_TRUE(bits.contains(first) && bits.contains(last - 1));
      }
    }
  }
}

TEST(BitSet, InsertAllLeavesNoBitPastTheEnd) {
  BitSet bits(70);
  bits.insert_all();
  EXPECT_EQ(bits.count(), 70U);
  EXPECT_EQ(bits.words().back(), 0x3FU);
  bits.clear();
  EXPECT_TRUE(bits.empty());
  EXPECT_EQ(bits.size(), 70U);
}

TEST(BitSet, NoneFitsInSizeZero) {
  BitSet bits(0);
  bits.insert_all();
  EXPECT_TRUE(bits.empty());
  EXPECT_EQ(bits, BitSet{});
}

}  // namespace
}  // namespace foregate::base
