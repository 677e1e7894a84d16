#include "model/manifest/pieces.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "model/manifest/tree_text_for_test.h"

namespace foregate::model::manifest {
namespace {

using testing_support::show;

std::string place(base::SourcePosition at) { return std::to_string(at.line) + ":" + std::to_string(at.column); }

void add(const ParsedDocument& document, std::vector<std::string>& out) {
  if (document.has_object) out.push_back(place(document.tree.root().position()) + " " + show(document.tree.root()));
  for (const TextProblem& problem : document.problems) {
    const base::Diagnostic said = document.diagnostic(problem);
    out.push_back(place(said.at) + " " + said.code);
  }
}

/// Small, so that short texts are cut into many pieces.
constexpr PieceSizes kSizes{.piece_bytes = 4 << 10, .big_json_bytes = 16 << 10};

/// What pieces make of a text.
std::vector<std::string> in_pieces(const std::string& text, std::size_t* pieces = nullptr) {
  const std::string padded = text + std::string(kPadding, '"');
  const Input input{base::FileId{0U}, std::string_view{padded}.substr(0, text.size())};
  PieceMaker maker{{&input, 1}, kSizes};
  std::vector<std::string> result;
  Piece piece;
  base::SourcePosition running;
  while (maker.next(piece)) {
    piece.parse({});
    piece.settle_places(running);
    if (pieces != nullptr) ++*pieces;
    for (const ParsedDocument& document : piece.documents()) add(document, result);
  }
  return result;
}

/// The plain way: the whole text indexed at once, places counted from its begin.
std::vector<std::string> as_a_whole(const std::string& text) {
  const std::string padded = text + std::string(kPadding, '"');
  JsonSource source;
  EXPECT_TRUE(source.open(base::FileId{0U}, std::string_view{padded}.substr(0, text.size())));
  std::vector<std::string> result;
  base::SourcePosition at{base::FileId{0U}, 1, 1};
  std::size_t counted = 0;
  for (const JsonUnit& unit : source.units()) {
    for (; counted < source.offset(unit); ++counted) {
      at.column = text[counted] == '\n' ? 1 : at.column + 1;
      at.line += text[counted] == '\n' ? 1 : 0;
    }
    TextArena arena;
    ParsedDocument document;
    source.read(unit, at, {}, arena, document);
    add(document, result);
  }
  return result;
}

/// Says the first difference only: the texts are long.
void expect_same(const std::vector<std::string>& read, const std::vector<std::string>& expected) {
  EXPECT_EQ(read.size(), expected.size());
  for (std::size_t i = 0; i < std::min(read.size(), expected.size()); ++i)
    ASSERT_EQ(read[i].substr(0, 200), expected[i].substr(0, 200)) << i;
  EXPECT_TRUE(read == expected);
}

/// A list with items that make it hard to guess where they end.
std::string random_list(std::mt19937& random, std::string_view head, std::string_view tail) {
  const auto pick = [&random](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  const char* gaps[] = {"", "", "\n", "\n    ", " "};
  const char* texts[] = {"x", "},{", "}},{\\\"apiVersion\\\":", "]}", "a\\\\", "\\u007d,", "}, "};
  std::string result{head};
  const char* gap = gaps[pick(std::size(gaps))];
  while (result.size() < 30'000) {
    if (result.size() > head.size()) result += std::string{pick(8) == 0 ? " " : ""} + ",";
    result += gap;
    result += R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","metadata":{"name":")" + std::to_string(result.size()) +
              R"("},"spec":[)";
    const std::size_t size = pick(150) == 0 ? 400 : pick(20);
    for (std::size_t i = 0; i < size; ++i) result += R"({"a":")" + std::string{texts[pick(std::size(texts))]} + R"("},)";
    result += "{}]}";
  }
  return result + gap + std::string{tail};
}

TEST(Pieces, BigListsAreReadLikeWholeTexts) {
  std::mt19937 random{11};
  const std::pair<const char*, const char*> frames[] = {
      {R"({"apiVersion":"v1","kind":"List","items":[)", "]}\n"},
      {R"({"apiVersion":"v1","items":[)", R"(],"kind":"List","metadata":{"resourceVersion":""}})"},
      {R"({ "metadata" : {"x":[1,{}]}, "kind":"NetworkPolicyList" , "apiVersion":"networking.k8s.io/v1","items" : [ )",
       R"( ] , "more": [1] } )"},
      {R"({"items":[)", R"(],"kind":"NetworkPolicyList","apiVersion":"networking.k8s.io/v1"})"},
  };
  for (int i = 0; i < 50; ++i) {
    for (const auto& [head, tail] : frames) {
      const std::string text = random_list(random, head, tail);
      std::size_t pieces = 0;
      expect_same(in_pieces(text, &pieces), as_a_whole(text));
      EXPECT_GT(pieces, 1U);
    }
  }
}

TEST(Pieces, SeveralBigListsMayFollowEachOther) {
  std::mt19937 random{12};
  const std::string list = random_list(random, R"({"apiVersion":"v1","items":[)", "],\"kind\":\"List\"}\n");
  const std::string typed = random_list(random, R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicyList","items":[)", "]}\n");
  for (const std::string& text : {list + list, list + "---\n" + typed, typed + list + "---\n" + list, typed + R"({"kind":"A"})"}) {
    expect_same(in_pieces(text), as_a_whole(text));
  }
  const auto mixed = in_pieces(list + "--- # \"\nkind: K\n---\n" + typed);
  EXPECT_EQ(mixed.size(), as_a_whole(list + "---\n" + typed).size() + 1);
}

TEST(Pieces, ABrokenPlaceInABigListIsFoundAndTheItemsBeforeItAreRead) {
  std::mt19937 random{13};
  const std::string good = random_list(random, R"({"apiVersion":"v1","kind":"List","items":[)", "]}");
  const auto whole = as_a_whole(good);
  const std::pair<std::string_view, std::string_view> breaks[] = {{"]}", ",]}"}, {"]}", "}}"},   {"]}", "]"},
                                                                  {"]}", ""},    {"]}", "\"]}"}, {"]}", "\x01]}"}};
  for (const auto& [from, to] : breaks) {
    std::string text = good;
    text.replace(text.size() - from.size(), from.size(), to);
    const auto read = in_pieces(text);
    ASSERT_FALSE(read.empty());
    EXPECT_TRUE(read.back().ends_with("FG1002")) << read.back();
    EXPECT_EQ(std::count_if(read.begin(), read.end(), [](const std::string& one) { return one.ends_with("FG1002"); }), 1);
    EXPECT_LE(read.size(), whole.size() + 1);
    EXPECT_TRUE(std::equal(read.begin(), read.end() - 1, whole.begin()));
  }
}

TEST(Pieces, AWrongGuessOfAListsKindIsAnErrorAndNothingElse) {
  std::mt19937 random{14};
  const std::string first = random_list(random, R"({"apiVersion":"v1","items":[)", "],\"kind\":\"ThingList\"}\n");
  const auto read = in_pieces(first + R"({"apiVersion":"v1","items":[],"kind":"PodList"})");
  EXPECT_TRUE(read.back().ends_with("FG1002")) << read.back();
}

TEST(Pieces, EmptyListsAndListsOfOtherThingsAreReadInAnySize) {
  const std::string blanks(20'000, ' ');
  EXPECT_TRUE(in_pieces(R"({"apiVersion":"v1","kind":"List","items":[)" + blanks + "]}").empty());
  EXPECT_EQ(in_pieces(R"({"apiVersion":"v1","kind":"List","items":[)" + blanks + ",]}").size(), 1U);
  EXPECT_EQ(in_pieces(R"({"apiVersion":"v1","kind":"List","items":[1,2,)" + blanks + "{}]}").size(), 3U);
  EXPECT_EQ(in_pieces(R"({"apiVersion":"v1","kind":"List","items":)" + blanks + "{}}").size(), 1U);
}

}  // namespace
}  // namespace foregate::model::manifest
