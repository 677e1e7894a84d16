#include "model/labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace foregate::model {
namespace {

Symbol symbol(std::uint32_t value) { return Symbol{value}; }
Label label(std::uint32_t key, std::uint32_t value) { return {symbol(key), symbol(value)}; }

TEST(LabelSets, EqualSetsHaveOneIdWhateverTheirOrder) {
  LabelSets sets;
  const LabelSetId a = sets.intern({label(1, 10), label(2, 20)});
  const LabelSetId b = sets.intern({label(2, 20), label(1, 10)});
  EXPECT_EQ(a, b);
  EXPECT_NE(a, sets.intern({label(1, 10)}));
  EXPECT_EQ(sets.size(), 2U);
}

TEST(LabelSets, OfEqualKeysTheLastOneCounts) {
  LabelSets sets;
  EXPECT_EQ(sets.intern({label(1, 10), label(2, 5), label(1, 11)}), sets.intern({label(1, 11), label(2, 5)}));
}

TEST(LabelSets, EmptySetIsASetAndNoneHasNoLabels) {
  LabelSets sets;
  EXPECT_TRUE(sets.labels(sets.intern({})).empty());
  EXPECT_TRUE(sets.labels(LabelSetId::none()).empty());
}

TEST(LabelSets, ValueOfAnAbsentKeyIsNone) {
  LabelSets sets;
  const LabelSetId id = sets.intern({label(3, 30), label(1, 10)});
  EXPECT_EQ(sets.value(id, symbol(3)), symbol(30));
  EXPECT_TRUE(sets.value(id, symbol(2)).is_none());
  EXPECT_TRUE(sets.value(LabelSetId::none(), symbol(3)).is_none());
}

TEST(LabelSets, ManySetsAgreeWithAListOfThem) {
  LabelSets sets;
  std::vector<std::vector<Label>> plain;
  std::mt19937 random{7};
  for (int i = 0; i < 3000; ++i) {
    std::vector<Label> labels;
    for (std::uint32_t key = 0; key < 5; ++key) {
      if (random() % 2 == 0) labels.push_back(label(key, static_cast<std::uint32_t>(random() % 4)));
    }
    const auto known = std::ranges::find(plain, labels);
    const auto expected = static_cast<std::uint32_t>(known - plain.begin());
    if (known == plain.end()) plain.push_back(labels);
    std::ranges::shuffle(labels, random);
    ASSERT_EQ(sets.intern(labels).value(), expected);
  }
  for (std::uint32_t i = 0; i < plain.size(); ++i) ASSERT_TRUE(std::ranges::equal(sets.labels(LabelSetId{i}), plain[i]));
}

bool match(SelectorOperator op, std::vector<std::uint32_t> values, const std::vector<Label>& labels) {
  LabelRequirement requirement{symbol(1), op, {}};
  for (const std::uint32_t value : values) requirement.values.push_back(symbol(value));
  return matches(LabelSelector{{requirement}}, labels);
}

TEST(LabelSelector, EmptySelectsEverything) {
  EXPECT_TRUE(matches(LabelSelector{}, {}));
  EXPECT_TRUE(LabelSelector{}.selects_everything());
}

TEST(LabelSelector, In_NeedsTheKeyAndAListedValue) {
  EXPECT_TRUE(match(SelectorOperator::kIn, {5, 6}, {label(1, 6)}));
  EXPECT_FALSE(match(SelectorOperator::kIn, {5, 6}, {label(1, 7)}));
  EXPECT_FALSE(match(SelectorOperator::kIn, {5, 6}, {label(2, 6)}));
}

TEST(LabelSelector, NotIn_MatchesWhereKeyIsAbsent) {
  EXPECT_TRUE(match(SelectorOperator::kNotIn, {5}, {}));
  EXPECT_TRUE(match(SelectorOperator::kNotIn, {5}, {label(1, 6)}));
  EXPECT_FALSE(match(SelectorOperator::kNotIn, {5}, {label(1, 5)}));
}

TEST(LabelSelector, ExistsAndDoesNotExistAskForTheKeyAlone) {
  EXPECT_TRUE(match(SelectorOperator::kExists, {}, {label(1, 9)}));
  EXPECT_FALSE(match(SelectorOperator::kExists, {}, {label(2, 9)}));
  EXPECT_FALSE(match(SelectorOperator::kDoesNotExist, {}, {label(1, 9)}));
  EXPECT_TRUE(match(SelectorOperator::kDoesNotExist, {}, {}));
}

TEST(LabelSelector, InvalidMatchesNothing) {
  EXPECT_FALSE(match(SelectorOperator::kInvalid, {5}, {label(1, 5)}));
  EXPECT_FALSE(match(SelectorOperator::kInvalid, {}, {}));
}

TEST(LabelSelector, AllRequirementsMustHold) {
  const LabelSelector both{{{symbol(1), SelectorOperator::kExists, {}}, {symbol(2), SelectorOperator::kDoesNotExist, {}}}};
  EXPECT_TRUE(matches(both, std::vector{label(1, 1)}));
  EXPECT_FALSE(matches(both, std::vector{label(1, 1), label(2, 1)}));
}

}  // namespace
}  // namespace foregate::model
