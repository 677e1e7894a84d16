// Interval sets of bytes against a bit a value: small enough to try the edges from every side.
#include "base/interval_set.h"

#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <cstdint>
#include <random>

namespace foregate::base {
namespace {

using Set = IntervalSet<std::uint8_t>;
using Model = std::bitset<256>;

Model model_of(const Set& set) {
  Model model;
  for (const auto& [first, last] : set.intervals()) {
    for (unsigned v = first; v <= last; ++v) model.set(v);
  }
  return model;
}

Set set_of(const Model& model) {
  std::vector<Interval<std::uint8_t>> singles;
  for (unsigned v = 0; v < 256; ++v) {
    if (model[v]) singles.push_back({static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(v)});
  }
  return Set::of(std::move(singles));
}

bool is_canonical(const Set& set) {
  const auto intervals = set.intervals();
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (intervals[i].first > intervals[i].last) return false;
    if (i > 0 && unsigned{intervals[i].first} <= unsigned{intervals[i - 1].last} + 1) return false;
  }
  return true;
}

void expect_operations_agree(const Set& a, const Model& ma, const Set& b, const Model& mb) {
  for (const auto& [set, model] : {std::pair{a + b, ma | mb}, std::pair{a & b, ma & mb}, std::pair{a - b, ma & ~mb}}) {
    ASSERT_TRUE(is_canonical(set));
    ASSERT_EQ(model_of(set), model);
  }
  ASSERT_EQ(a.intersects(b), (ma & mb).any());
  ASSERT_EQ(a.contains(b), (mb & ~ma).none());
  ASSERT_EQ(a == b, ma == mb);
}

// Every pair of subsets of the values at both ends of the type.
TEST(IntervalSet, OperationsAgreeWithBits_OnEverySetOfValuesAtTheEnds) {
  constexpr std::array<unsigned, 7> kValues{0, 1, 2, 4, 253, 254, 255};
  constexpr unsigned kSets = 1U << kValues.size();
  std::vector<Model> models(kSets);
  std::vector<Set> sets;
  for (unsigned chosen = 0; chosen < kSets; ++chosen) {
    for (std::size_t i = 0; i < kValues.size(); ++i) models[chosen][kValues[i]] = (chosen >> i & 1U) != 0;
    sets.push_back(set_of(models[chosen]));
    ASSERT_TRUE(is_canonical(sets.back()));
    ASSERT_EQ(model_of(sets.back()), models[chosen]);
    ASSERT_EQ(model_of(sets.back().complement()), ~models[chosen]);
  }
  for (unsigned a = 0; a < kSets; ++a) {
    for (unsigned b = 0; b < kSets; ++b) ASSERT_NO_FATAL_FAILURE(expect_operations_agree(sets[a], models[a], sets[b], models[b]));
  }
}

struct Sample {
  Set set;
  Model model;
};

Sample random_sample(std::mt19937& random) {
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(random()) % bound; };
  std::vector<Interval<std::uint8_t>> intervals;
  Model model;
  for (unsigned n = below(8); n > 0; --n) {
    const bool at_end = below(6) == 0;
    const unsigned first = below(256);
    const unsigned last = at_end ? 255 : first + below(40);  // beyond 255 wraps: an interval that is nothing
    intervals.push_back({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last)});
    for (unsigned v = intervals.back().first; v <= intervals.back().last; ++v) model.set(v);
  }
  return {Set::of(intervals), model};
}

TEST(IntervalSet, OperationsAgreeWithBits_OnRandomSets) {
  std::mt19937 random(20260101);
  for (int round = 0; round < 20'000; ++round) {
    const Sample a = random_sample(random);
    const Sample b = random_sample(random);
    ASSERT_TRUE(is_canonical(a.set));
    ASSERT_EQ(model_of(a.set), a.model);
    ASSERT_EQ(model_of(a.set.complement()), ~a.model);
    const auto value = static_cast<std::uint8_t>(random());
    ASSERT_EQ(a.set.contains(value), a.model[value]);
    ASSERT_NO_FATAL_FAILURE(expect_operations_agree(a.set, a.model, b.set, b.model));
  }
}

TEST(IntervalSet, OperandsMayBeTheSameSet) {
  Set set{3, 9};
  set = set + set;
  EXPECT_EQ(set, (Set{3, 9}));
  set = set - set;
  EXPECT_TRUE(set.empty());
}

TEST(IntervalSet, AnIntervalThatEndsBeforeItBeginsIsNothing) {
  EXPECT_TRUE((Set{5, 4}).empty());
  EXPECT_TRUE(Set::of({{5, 4}}).empty());
}

TEST(IntervalSet, NeighboursMerge) { EXPECT_EQ((Set{80, 80} + Set{81, 90}), (Set{80, 90})); }

TEST(IntervalSet, AllHoldsTheGreatestValueOfTheWidestType) {
  __extension__ using Wide = IntervalSet<unsigned __int128>;
  const Wide all = Wide::all();
  ASSERT_EQ(all.intervals().size(), 1U);
  EXPECT_TRUE(all.intervals()[0].last + 1 == 0);
  EXPECT_TRUE(all.is_all());
  EXPECT_TRUE(all.complement().empty());
  EXPECT_TRUE((all + all).is_all());
  EXPECT_TRUE((Wide{}.complement()).is_all());
}

}  // namespace
}  // namespace foregate::base
