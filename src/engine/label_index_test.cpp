#include "engine/label_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/random.h"

namespace foregate::engine {
namespace {

using foregate::testing::below;
using model::Label;
using model::LabelRequirement;
using model::LabelSelector;
using model::SelectorOperator;
using model::Symbol;

Symbol symbol(std::uint32_t value) { return Symbol{value}; }

std::vector<std::vector<Label>> random_sets(std::mt19937& random) {
  std::vector<std::vector<Label>> sets(1 + below(random, 200));
  for (auto& set : sets) {
    for (std::uint32_t key = 0; key < 4; ++key) {
      if (below(random, 3) != 0) set.push_back({symbol(key), symbol(10 + below(random, 3))});
    }
  }
  return sets;
}

LabelSelector random_selector(std::mt19937& random) {
  LabelSelector selector;
  for (std::uint32_t n = below(random, 4); n > 0; --n) {
    LabelRequirement requirement;
    requirement.key = symbol(below(random, 5));
    requirement.op = static_cast<SelectorOperator>(below(random, 5));
    if (requirement.op == SelectorOperator::kIn || requirement.op == SelectorOperator::kNotIn) {
      for (std::uint32_t value = 10; value < 14; ++value) {
        if (below(random, 2) == 0) requirement.values.push_back(symbol(value));
      }
    }
    selector.requirements.push_back(requirement);
  }
  return selector;
}

TEST(LabelIndex, SelectsWhatMatchesSelects) {
  std::mt19937 random(1);
  std::size_t selected = 0;
  for (int round = 0; round < 200; ++round) {
    const auto sets = random_sets(random);
    LabelIndex index(sets);
    for (int question = 0; question < 20; ++question) {
      const LabelSelector selector = random_selector(random);
      const base::BitSet& answer = index.select(selector);
      for (std::size_t set = 0; set < sets.size(); ++set) {
        ASSERT_EQ(answer.contains(set), model::matches(selector, sets[set])) << "round " << round << " question " << question;
      }
      selected += answer.count();
    }
  }
  EXPECT_GT(selected, 1000U);
}

TEST(LabelIndex, AnswersEqualSelectorsFromOnePlace) {
  LabelIndex index({{{symbol(1), symbol(2)}}, {}});
  const LabelSelector selector{{{symbol(1), SelectorOperator::kExists, {}}}};
  const base::BitSet* first = &index.select(selector);
  index.select({});
  EXPECT_EQ(first, &index.select(selector));
}

}  // namespace
}  // namespace foregate::engine
