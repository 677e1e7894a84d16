#include "model/manifest/yaml_scalars.h"

#include <gtest/gtest.h>

#include <string>

namespace foregate::model::manifest {
namespace {

/// The value as JSON would show it: 8, 0.5, "text", true, null, or an error's words in angle brackets.
std::string show(const ScalarValue& value) {
  if (value.problem != nullptr) return std::string{"<"} + value.problem + ">";
  if (value.kind == ValueKind::kNull) return "null";
  if (value.kind == ValueKind::kString) return '"' + std::string{value.text} + '"';
  return std::string{value.text};
}

std::string plain(std::string_view text) {
  TextArena arena;
  return show(resolve_scalar({text, {}, true}, arena));
}

std::string quoted(std::string_view text) {
  TextArena arena;
  return show(resolve_scalar({text, {}, false}, arena));
}

std::string tagged(std::string_view tag, std::string_view text) {
  TextArena arena;
  return show(resolve_scalar({text, std::string{"tag:yaml.org,2002:"} + std::string{tag}, true}, arena));
}

std::string key(std::string_view text) {
  TextArena arena;
  const ScalarKey result = resolve_key({text, {}, true}, arena);
  return result.problem != nullptr ? "<error>" : std::string{result.text};
}

TEST(YamlScalars, WordsOfYaml11AreBooleansInThreeSpellings) {
  for (const char* word : {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"}) EXPECT_EQ(plain(word), "true") << word;
  for (const char* word : {"n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"})
    EXPECT_EQ(plain(word), "false") << word;
  for (const char* word : {"tRue", "yEs", "oN", "nULL", "nil", "yess", "t", "f", "o"})
    EXPECT_EQ(plain(word), '"' + std::string{word} + '"');
}

TEST(YamlScalars, NullHasFiveForms) {
  for (const char* word : {"", "~", "null", "Null", "NULL"}) EXPECT_EQ(plain(word), "null") << word;
}

TEST(YamlScalars, IntegersAreReadInEveryBaseGoReads) {
  const std::pair<const char*, const char*> cases[] = {{"0", "0"},
                                                       {"80", "80"},
                                                       {"+80", "80"},
                                                       {"-80", "-80"},
                                                       {"-0", "0"},
                                                       {"010", "8"},
                                                       {"0o10", "8"},
                                                       {"0O10", "8"},
                                                       {"0b1000", "8"},
                                                       {"-0b11", "-3"},
                                                       {"0x50", "80"},
                                                       {"0X5f", "95"},
                                                       {"8_0", "80"},
                                                       {"1__0", "10"},
                                                       {"0_8", "8"},
                                                       {"9223372036854775807", "9223372036854775807"},
                                                       {"-9223372036854775808", "-9223372036854775808"},
                                                       {"18446744073709551615", "18446744073709552000"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(plain(text), expected) << text;
}

TEST(YamlScalars, WhatOnlyLooksLikeANumberIsText) {
  for (const char* text : {"0o8", "0x", "0b", "0b2", "1e", "12:30", "2024-01-01", "1.2.3", "-", "+", "--1", "1e400", "-1e999", "_1", "._5",
                           ".", ".e5", "0x1p"}) {
    EXPECT_EQ(plain(text), '"' + std::string{text} + '"');
  }
}

TEST(YamlScalars, FloatsArePrintedAsGoPrintsThem) {
  const std::pair<const char*, const char*> cases[] = {{"080", "80"},
                                                       {"80.0", "80"},
                                                       {"8e1", "80"},
                                                       {"80.5", "80.5"},
                                                       {".5", "0.5"},
                                                       {".5_5", "0.55"},
                                                       {"1.e5", "100000"},
                                                       {"1e-7", "1e-7"},
                                                       {"1e-10", "1e-10"},
                                                       {"1e21", "1e+21"},
                                                       {"1e20", "100000000000000000000"},
                                                       {"-0.0", "0"},
                                                       {"1e-999", "0"},
                                                       {"0.1", "0.1"},
                                                       {"-1.5E+2", "-150"},
                                                       {"18446744073709551616", "18446744073709552000"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(plain(text), expected) << text;
}

TEST(YamlScalars, IntegralFloatsFitIntegers) {
  TextArena arena;
  const ScalarValue value = resolve_scalar({"80.0", {}, true}, arena);
  EXPECT_EQ(value.kind, ValueKind::kInteger);
  EXPECT_TRUE(value.fits_integer);
  EXPECT_EQ(value.integer, 80);
  EXPECT_FALSE(resolve_scalar({"18446744073709551615", {}, true}, arena).fits_integer);
  EXPECT_FALSE(resolve_scalar({"80.5", {}, true}, arena).fits_integer);
}

TEST(YamlScalars, InfinitiesAreErrors) {
  for (const char* text : {".inf", "-.inf", "+.INF", ".nan", ".NaN", ".Inf"}) EXPECT_EQ(plain(text)[0], '<') << text;
  EXPECT_EQ(plain("inf"), "\"inf\"");
  EXPECT_EQ(plain("-.nan"), "\"-.nan\"");
}

TEST(YamlScalars, QuotedIsText) {
  for (const char* text : {"yes", "80", "", "~", ".inf"}) EXPECT_EQ(quoted(text), '"' + std::string{text} + '"');
}

TEST(YamlScalars, TagsAskForTheirType) {
  EXPECT_EQ(tagged("str", "80"), "\"80\"");
  EXPECT_EQ(tagged("str", ""), "\"\"");
  EXPECT_EQ(tagged("int", "80"), "80");
  EXPECT_EQ(tagged("float", "80"), "80");
  EXPECT_EQ(tagged("float", "1e-7"), "1e-7");
  EXPECT_EQ(tagged("bool", "on"), "true");
  EXPECT_EQ(tagged("null", ""), "null");
  EXPECT_EQ(tagged("timestamp", "2001-01-01"), "\"2001-01-01\"");
  EXPECT_EQ(tagged("binary", "YWJj"), "\"abc\"");
  for (const auto& [tag, text] :
       {std::pair{"int", "x"}, {"int", "8.5"}, {"bool", "1"}, {"null", "x"}, {"timestamp", "x"}, {"binary", "YW"}, {"float", "x"}}) {
    EXPECT_EQ(tagged(tag, text)[0], '<') << tag;
  }
}

TEST(YamlScalars, UnknownTagsMakeText) {
  TextArena arena;
  EXPECT_EQ(show(resolve_scalar({"80", "!x", false}, arena)), "\"80\"");
}

TEST(YamlScalars, KeysBecomeText) {
  const std::pair<const char*, const char*> cases[] = {
      {"on", "true"},    {"No", "false"},  {"010", "8"}, {"1.5", "1.5"},    {"1234567.5", "1.2345675e+06"},
      {"1e-7", "1e-07"}, {".inf", ".inf"}, {"a", "a"},   {"1e400", "1e400"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(key(text), expected) << text;
  EXPECT_EQ(key("~"), "<error>");
  EXPECT_EQ(key(""), "<error>");
  EXPECT_EQ(key("18446744073709551615"), "<error>");
}

}  // namespace
}  // namespace foregate::model::manifest
