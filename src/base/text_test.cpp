#include "base/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace foregate::base {
namespace {

/// The definition, as it stands: the distance between the first i and the first j bytes.
std::size_t plain_distance(const std::string& a, const std::string& b, std::size_t i, std::size_t j) {
  if (i == 0 || j == 0) return i + j;
  std::size_t best = plain_distance(a, b, i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
  best = std::min({best, plain_distance(a, b, i - 1, j) + 1, plain_distance(a, b, i, j - 1) + 1});
  if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = std::min(best, plain_distance(a, b, i - 2, j - 2) + 1);
  return best;
}

TEST(EditDistance, AgreesWithItsDefinition_UpToTheLimit) {
  std::mt19937 random(3);
  const auto word = [&] {
    std::string text(random() % 6, ' ');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int round = 0; round < 3'000; ++round) {
    const std::string a = word();
    const std::string b = word();
    const std::size_t limit = random() % 6;
    const std::size_t distance = plain_distance(a, b, a.size(), b.size());
    ASSERT_EQ(edit_distance(a, b, limit), distance <= limit ? std::optional{distance} : std::nullopt) << a << ' ' << b << ' ' << limit;
  }
}

TEST(Nearest, FindsTheSlip) {
  const std::initializer_list<std::string_view> fields{"podSelector", "namespaceSelector", "ipBlock"};
  EXPECT_EQ(nearest(fields, "podSelectors"), "podSelector");
  EXPECT_EQ(nearest(fields, "PodSelector"), "podSelector");
  EXPECT_EQ(nearest(fields, "namespacesSelector"), "namespaceSelector");
  EXPECT_EQ(nearest(fields, "ipBlokc"), "ipBlock");
}

TEST(Nearest, SaysNothingRatherThanNonsense) {
  EXPECT_EQ(nearest({"podSelector", "ipBlock"}, "from"), std::nullopt);
  EXPECT_EQ(nearest({"from"}, ""), std::nullopt);
  EXPECT_EQ(nearest(std::initializer_list<std::string_view>{}, "from"), std::nullopt);
}

TEST(Nearest, TakesTheNearestAndOfEqualsTheFirst) {
  EXPECT_EQ(nearest({"shop-web", "shop-wep"}, "shop-we"), "shop-web");
  EXPECT_EQ(nearest({"shop-weeb", "shop-web"}, "shop-wep"), "shop-web");
  const std::vector<std::string> texts{"shop-web", "shop-db"};
  EXPECT_EQ(nearest(std::span<const std::string>(texts), "shop-bd"), "shop-db");
}

TEST(QuoteList, JoinsAsASentenceDoes) {
  EXPECT_EQ(quote_list(std::initializer_list<std::string_view>{}), "");
  EXPECT_EQ(quote_list({"TCP"}), "'TCP'");
  EXPECT_EQ(quote_list({"TCP", "UDP"}), "'TCP' or 'UDP'");
  EXPECT_EQ(quote_list({"TCP", "UDP", "SCTP"}), "'TCP', 'UDP' or 'SCTP'");
  EXPECT_EQ(quote_list({"a", "b", "c", "d"}, "and"), "'a', 'b', 'c' and 'd'");
}

TEST(Numbers, HaveACommaEveryThreeDigits) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1'000), "1,000");
  EXPECT_EQ(with_thousands(12'345), "12,345");
  EXPECT_EQ(with_thousands(123'456), "123,456");
  EXPECT_EQ(with_thousands(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(CountOf, OneIsSingular) {
  EXPECT_EQ(count_of(0, "pod"), "0 pods");
  EXPECT_EQ(count_of(1, "pod"), "1 pod");
  EXPECT_EQ(count_of(12'345, "pod"), "12,345 pods");
  EXPECT_EQ(count_of(2, "policy", "policies"), "2 policies");
  EXPECT_EQ(count_of(1, "policy", "policies"), "1 policy");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("shop/web"), 8U);
  EXPECT_EQ(display_width("\u00FCber"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U) << "a combining accent";
  EXPECT_EQ(display_width("\u5E97"), 2U) << "an ideograph";
  EXPECT_EQ(display_width("\uAC00"), 2U);
  EXPECT_EQ(display_width("\u2500\u2192"), 2U) << "line drawing and arrows are narrow";
  EXPECT_EQ(display_width("\U0001F600"), 2U);
}

TEST(DisplayWidth, BytesThatAreNotUtf8TakeAColumnEach) {
  EXPECT_EQ(display_width("\xFF"), 1U);
  EXPECT_EQ(display_width("\xC3"), 1U) << "cut short";
  EXPECT_EQ(display_width("\xC0\xAF"), 2U) << "too long a form";
  EXPECT_EQ(display_width("\xED\xA0\x80"), 3U) << "half of a surrogate pair";
  EXPECT_EQ(display_width("\xC3("), 2U);
}

TEST(Padded, FillsToTheWidthAndNeverCuts) {
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("\u5E97", 4), "\u5E97  ");
  EXPECT_EQ(padded("abcde", 4), "abcde");
}

using Lines = std::vector<std::string>;

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 100), (Lines{"one two three"}));
  EXPECT_EQ(wrap("one two three", 0), (Lines{"one two three"}));
}

TEST(Wrap, ALongWordStandsAlone) { EXPECT_EQ(wrap("a namespaceSelector b", 6), (Lines{"a", "namespaceSelector", "b"})); }

TEST(Wrap, KeepsLinesAndIndentation) {
  EXPECT_EQ(wrap("one\n\n  two", 5), (Lines{"one", "", "  two"}));
  EXPECT_EQ(wrap("  two three", 6), (Lines{"  two", "three"}));
  EXPECT_EQ(wrap("", 5), (Lines{""}));
}

TEST(Wrap, LosesNothingButBlanks_AndIsNeverTooWide) {
  std::mt19937 random(9);
  for (int round = 0; round < 2'000; ++round) {
    std::string text(random() % 40, ' ');
    for (char& c : text) c = random() % 3 == 0 ? ' ' : 'x';
    const std::size_t width = 1 + random() % 12;
    std::string joined;
    for (const std::string& line : wrap(text, width)) {
      joined += line;
      const bool one_word = line.find(' ', line.find_first_not_of(' ')) == std::string::npos;
      ASSERT_TRUE(line.size() <= width || one_word) << '"' << text << "\" at " << width;
    }
    std::erase(joined, ' ');
    std::erase(text, ' ');
    ASSERT_EQ(joined, text);
  }
}

TEST(Printable, EscapesWhatTerminalsObey) {
  EXPECT_EQ(printable("plain, Grüße, 日本", 100), "plain, Grüße, 日本");
  EXPECT_EQ(printable("a\x1b[31m\n\t\x7f", 100), "a\\x1b[31m\\n\\t\\x7f");
  EXPECT_EQ(printable("\xc2\x9b", 100), "\\x9b") << "C1 in UTF-8";
  EXPECT_EQ(printable("\xe2\x80\xae", 100), "\\u202e") << "right to left";
  EXPECT_EQ(printable("\xff\xc3", 100), "\\xff\\xc3") << "not UTF-8";
  EXPECT_EQ(printable("\xef\xbf\xbd", 100), "\xef\xbf\xbd") << "U+FFFD itself";
}

TEST(Printable, CutsBetweenCodePoints) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdef", 5), "abcde...");
  EXPECT_EQ(printable("abü", 3), "ab...");
  EXPECT_EQ(printable("日本", 5), "日...");
}

}  // namespace
}  // namespace foregate::base
