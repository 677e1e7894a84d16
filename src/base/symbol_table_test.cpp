#include "base/symbol_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace foregate::base {
namespace {

TEST(SymbolTable, NumbersTextsInOrderOfFirstAppearance) {
  SymbolTable table;
  EXPECT_EQ(table.intern("web"), Symbol{0U});
  EXPECT_EQ(table.intern("db"), Symbol{1U});
  EXPECT_EQ(table.intern("web"), Symbol{0U});
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.text(Symbol{1U}), "db");
}

TEST(SymbolTable, FindDoesNotAdd) {
  SymbolTable table;
  EXPECT_TRUE(table.find("web").is_none());
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.text(Symbol::none()), "");
}

TEST(SymbolTable, AStackedTableGoesOnWhereItsParentEnds) {
  const auto base = std::make_shared<SymbolTable>();
  base->intern("web");
  base->intern("db");
  SymbolTable candidate(base);
  EXPECT_EQ(candidate.find("db"), Symbol{1U});
  EXPECT_EQ(candidate.intern("cache"), Symbol{2U});
  EXPECT_EQ(candidate.intern("web"), Symbol{0U});
  EXPECT_EQ(candidate.size(), 3U);
  EXPECT_EQ(candidate.text(Symbol{0U}), "web");
  EXPECT_EQ(candidate.text(Symbol{2U}), "cache");
  EXPECT_TRUE(base->find("cache").is_none()) << "the base stays as it was";
}

std::string random_text(std::mt19937& random) {
  // Now and then one that has a block of its own.
  std::string text(random() % 500 == 0 ? 70'000 : random() % 12, ' ');
  for (char& c : text) c = static_cast<char>(random() % 3 == 0 ? '\0' : 'a' + random() % 3);
  return text;
}

TEST(SymbolTable, AgreesWithAMap_OverThreeStackedTables) {
  std::mt19937 random(5);
  std::map<std::string, Symbol> model;
  std::shared_ptr<SymbolTable> table = std::make_shared<SymbolTable>();
  for (int layer = 0; layer < 3; ++layer) {
    for (int i = 0; i < 4'000; ++i) {
      const std::string text = random_text(random);
      const auto [known, added] = model.try_emplace(text, Symbol{model.size()});
      ASSERT_EQ(table->find(text), added ? Symbol::none() : known->second);
      ASSERT_EQ(table->intern(text), known->second);
    }
    table = std::make_shared<SymbolTable>(table);
  }
  ASSERT_EQ(table->size(), model.size());
  for (const auto& [text, symbol] : model) {
    ASSERT_EQ(table->text(symbol), text);
    ASSERT_EQ(table->find(text), symbol);
  }
}

TEST(SymbolTable, TextsStayWhereTheyAre) {
  SymbolTable table;
  const std::string_view first = table.text(table.intern("web"));
  for (int i = 0; i < 50'000; ++i) table.intern(std::to_string(i));
  EXPECT_EQ(table.text(Symbol{0U}).data(), first.data());
  EXPECT_EQ(first, "web");
}

}  // namespace
}  // namespace foregate::base
