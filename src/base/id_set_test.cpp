#include "base/id_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace foregate::base {
namespace {

using Model = std::set<std::uint32_t>;

Model random_ids(std::mt19937& random, std::size_t bound) {
  Model ids;
  for (std::size_t n = random() % (random() % 4 == 0 ? bound + 1 : bound / 16 + 1); n > 0; --n)
    ids.insert(static_cast<std::uint32_t>(random() % bound));
  return ids;
}

BitSet bits_of(const Model& ids, std::size_t bound) {
  BitSet bits(bound);
  for (const std::uint32_t id : ids) bits.insert(id);
  return bits;
}

void expect_holds(const IdSet& set, const Model& ids, std::size_t bound) {
  ASSERT_EQ(set.count(), ids.size());
  ASSERT_EQ(set.empty(), ids.empty());
  for (std::uint32_t id = 0; id < bound; ++id) ASSERT_EQ(set.contains(id), ids.count(id) > 0) << id;
  std::vector<std::uint32_t> visited;
  set.for_each([&](std::uint32_t id) { visited.push_back(id); });
  ASSERT_EQ(visited, std::vector<std::uint32_t>(ids.begin(), ids.end()));
}

TEST(IdSet, HoldsWhatItWasMadeFrom_WhateverItsShape) {
  std::mt19937 random(11);
  for (const std::size_t bound : {1U, 20U, 64U, 100U, 1000U}) {
    for (int round = 0; round < 60; ++round) {
      const Model ids = random_ids(random, bound);
      const IdSet from_list(std::vector<std::uint32_t>(ids.begin(), ids.end()), bound);
      const IdSet from_bits(bits_of(ids, bound));
      ASSERT_NO_FATAL_FAILURE(expect_holds(from_list, ids, bound));
      ASSERT_NO_FATAL_FAILURE(expect_holds(from_bits, ids, bound));
      ASSERT_EQ(from_list, from_bits);
      ASSERT_EQ(from_list.hash(), from_bits.hash());
    }
  }
}

TEST(IdSet, AddToUnites) {
  std::mt19937 random(12);
  for (int round = 0; round < 200; ++round) {
    const Model a = random_ids(random, 200);
    const Model b = random_ids(random, 200);
    BitSet bits = bits_of(a, 200);
    IdSet(bits_of(b, 200)).add_to(bits);
    Model both = a;
    both.insert(b.begin(), b.end());
    ASSERT_EQ(bits, bits_of(both, 200));
  }
}

TEST(IdSet, DifferentSetsDiffer) {
  std::mt19937 random(13);
  for (int round = 0; round < 500; ++round) {
    const Model a = random_ids(random, 90);
    const Model b = random_ids(random, 90);
    ASSERT_EQ(IdSet(bits_of(a, 90)) == IdSet(bits_of(b, 90)), a == b);
  }
}

TEST(IdSet, ContainsNoIdAtOrAboveItsBound) {
  const IdSet all({0, 1, 2}, 3);
  EXPECT_FALSE(all.contains(3));
  EXPECT_FALSE(all.contains(4'000'000'000));
}

TEST(IdSet, TheDefaultIsTheEmptySet) {
  const IdSet nothing;
  EXPECT_TRUE(nothing.empty());
  EXPECT_EQ(nothing, IdSet({}, 10));
  EXPECT_EQ(nothing, IdSet(BitSet(10)));
}

TEST(IdSet, VisitsTheMembersOfARange) {
  std::mt19937 random(13);
  for (const std::size_t bound : {1U, 64U, 65U, 1000U}) {
    for (int round = 0; round < 60; ++round) {
      const Model ids = random_ids(random, bound);
      const auto first = static_cast<std::uint32_t>(random() % bound);
      const auto last = static_cast<std::uint32_t>(first + random() % (bound - first + 1));
      std::vector<std::uint32_t> visited;
      IdSet(bits_of(ids, bound)).for_each_in(first, last, [&](std::uint32_t id) { visited.push_back(id); });
      ASSERT_EQ(visited, std::vector<std::uint32_t>(ids.lower_bound(first), ids.lower_bound(last)));
    }
  }
}

TEST(IdSet, AddsWhatAMaskHasInCommon) {
  std::mt19937 random(17);
  for (const std::size_t bound : {1U, 64U, 65U, 1000U}) {
    for (int round = 0; round < 60; ++round) {
      const Model ids = random_ids(random, bound);
      const Model mask = random_ids(random, bound);
      const Model had = random_ids(random, bound);
      Model expected = had;
      for (const std::uint32_t id : ids) {
        if (mask.count(id) > 0) expected.insert(id);
      }
      BitSet bits = bits_of(had, bound);
      IdSet(bits_of(ids, bound)).add_common_to(bits_of(mask, bound), bits);
      ASSERT_EQ(bits, bits_of(expected, bound));
    }
  }
}

}  // namespace
}  // namespace foregate::base
