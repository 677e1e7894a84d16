#include "model/manifest/yaml_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/manifest/tree_text_for_test.h"

namespace foregate::model::manifest {
namespace {

using testing_support::show;

/// The documents of a text, each as JSON, or as the codes and places of what is wrong.
std::vector<std::string> read_all(std::string_view text, const Limits& limits = {}) {
  std::vector<std::string> result;
  YamlSplitter splitter{base::FileId{0U}, text};
  while (const auto document = splitter.next()) {
    TextArena arena;
    ParsedDocument parsed;
    read_yaml(*document, limits, arena, parsed);
    std::string shown = parsed.has_object ? show(parsed.tree.root()) : "";
    for (const TextProblem& said : parsed.problems) {
      shown +=
          std::string{shown.empty() ? "" : " "} + said.code + "@" + std::to_string(said.at.line) + ":" + std::to_string(said.at.column);
    }
    result.push_back(shown);
  }
  return result;
}

/// One document's map below `kind: K`.
std::string read(std::string_view text, const Limits& limits = {}) {
  const std::string whole = "kind: K\n" + std::string{text};
  const auto documents = read_all(whole, limits);
  return documents.size() == 1 ? documents[0] : "several documents";
}

TEST(YamlReader, MakesTreesOfBlockAndFlowStyle) {
  EXPECT_EQ(read("a:\n- 1\n- {b: x, c: [true, ~]}\nd: |\n  two\n  lines\n"),
            R"({"kind":"K","a":[1,{"b":"x","c":[true,null]}],"d":"two\nlines\n"})");
}

TEST(YamlReader, KnowsWhereValuesAndKeysStand) {
  YamlSplitter splitter{base::FileId{3U}, "# c\n---\nkind: K\nspec:\n  port:   80\n  none:\n  ä: {ü: x, y: z}\n"};
  splitter.next();
  TextArena arena;
  ParsedDocument parsed;
  read_yaml(*splitter.next(), {}, arena, parsed);
  const Value spec = parsed.tree.root().find("spec");
  const auto at = [](base::SourcePosition p) { return std::to_string(p.line) + ":" + std::to_string(p.column); };
  EXPECT_EQ(at(parsed.tree.root().position()), "3:1");
  EXPECT_EQ(at(spec.key_position()), "4:1");
  EXPECT_EQ(at(spec.position()), "5:3");
  EXPECT_EQ(at(spec.find("port").position()), "5:11");
  EXPECT_EQ(at(spec.find("none").position()), "6:3") << "an empty value is where its key is";
  EXPECT_EQ(at(spec.find("ä").find("ü").position()), "7:12") << "columns are bytes";
  EXPECT_EQ(at(spec.find("ä").find("true").key_position()), "7:15");
  EXPECT_EQ(spec.position().file, base::FileId{3U});
}

TEST(YamlReader, AliasesAreExpanded) {
  EXPECT_EQ(read("a: &x {b: [1]}\nc: *x\nd: [*x]\n"), R"({"kind":"K","a":{"b":[1]},"c":{"b":[1]},"d":[{"b":[1]}]})");
  EXPECT_EQ(read("a: &x v\n*x : w\n"), R"({"kind":"K","a":"v","v":"w"})");
  EXPECT_EQ(read("&k a: v\nb: *k\n"), R"({"kind":"K","a":"v","b":"a"})");
  EXPECT_EQ(read("a: &x 1\nb: &x 2\nc: *x\n"), R"({"kind":"K","a":1,"b":2,"c":2})");
}

TEST(YamlReader, AnAnchorMustStandAboveAndBeComplete) {
  EXPECT_EQ(read("a: *x\nb: &x 1\n"), "FG1001@2:4");
  EXPECT_EQ(read("a: &x [*x]\n"), "FG1001@2:8");
  EXPECT_EQ(read_all("kind: K\na: &x 1\n---\nkind: K\na: *x\n")[1], "FG1001@5:4") << "anchors end with their document";
}

TEST(YamlReader, MergeKeysAreMerged) {
  EXPECT_EQ(read("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3, e: 4}\n"), R"({"kind":"K","a":{"b":1,"c":2},"d":{"b":1,"c":3,"e":4}})");
  EXPECT_EQ(read("d: {<<: [{a: 1}, {a: 2, b: 3}]}\n"), R"({"kind":"K","d":{"a":1,"b":3}})") << "of a list, the first map wins";
  EXPECT_EQ(read("d: {a: 1, <<: {a: 2}}\n"), R"({"kind":"K","d":{"a":2}})") << "go-yaml v2 merges where << stands";
  EXPECT_EQ(read("d: {\"<<\": 1}\n"), R"({"kind":"K","d":{"<<":1}})") << "a quoted << is a key like any other";
  EXPECT_EQ(read("d: {<<: 1}\n"), "FG1001@2:9");
  EXPECT_EQ(read("d: {<<: [1]}\n"), "FG1001@2:10");
  EXPECT_EQ(read("a: &x [{b: 1}]\nd: {<<: *x}\n"), "FG1001@3:9");
}

TEST(YamlReader, AnchorsWithinMergedMapsStayUsable) {
  EXPECT_EQ(read("a: {<<: {b: &x {c: 1}}, d: &y [2], b: 3}\ne: *x\nf: *y\n"), R"({"kind":"K","a":{"b":3,"d":[2]},"e":{"c":1},"f":[2]})");
  EXPECT_EQ(read("a: &o {<<: {b: {<<: {c: &x 1}}}}\ne: *x\nf: *o\n"), R"({"kind":"K","a":{"b":{"c":1}},"e":1,"f":{"b":{"c":1}}})");
}

TEST(YamlReader, DuplicateKeysAreErrors) {
  EXPECT_EQ(read("a: 1\nb: 2\na: 3\n"), "FG1007@4:1");
  EXPECT_EQ(read("a: {on: 1, true: 2}\n"), "FG1007@2:12");
  EXPECT_EQ(read("1: x\n\"1\": z\n"), R"({"kind":"K","1":"z"} FG1007@3:1)") << "different keys in YAML, equal ones in JSON: a warning";
  std::string many;
  for (int i = 0; i < 100; ++i) many += "k" + std::to_string(i) + ": x\n";
  EXPECT_EQ(read(many + "k50: x\n"), "FG1007@102:1");
  EXPECT_EQ(read(many).substr(0, 20), R"({"kind":"K","k0":"x")");
}

TEST(YamlReader, KeysMustBeText) {
  EXPECT_EQ(read("? [a]\n: x\n"), "FG1001@2:3");
  EXPECT_EQ(read("{a: b}: x\n"), "FG1001@2:1");
  EXPECT_EQ(read("~: x\n"), "FG1001@2:1");
  EXPECT_EQ(read(": x\n"), "FG1001@2:1");
}

TEST(YamlReader, DocumentsAreSplitBeforeTheyAreParsed) {
  EXPECT_EQ(read_all("---\nkind: A\n--- # text\nkind: B\n---   \nkind: C"),
            (std::vector<std::string>{"", R"({"kind":"A"})", R"({"kind":"B"})", R"({"kind":"C"})"}));
  EXPECT_EQ(read_all("kind: A\n--- {}\nkind: B\n"), (std::vector<std::string>{R"({"kind":"A"})", "FG1001@2:1"}));
  EXPECT_EQ(read_all("kind: A\n----\nkind: B\n"), (std::vector<std::string>{R"({"kind":"A"})", "FG1001@2:1"}));
  EXPECT_EQ(read_all("kind: A\nb: \"x\n---\ny\"\n").size(), 2U);
  EXPECT_EQ(read_all("kind: A\nb: |\n  ---\n  x\n"), (std::vector<std::string>{R"({"kind":"A","b":"---\nx\n"})"}));
}

TEST(YamlReader, EmptyAndNullDocumentsAreNothing) {
  EXPECT_EQ(read_all("# comment\n---\n~\n---\nnull\n---\n\n"), (std::vector<std::string>{"", "", "", ""}));
}

TEST(YamlReader, OtherRootsThanObjectsAreErrors) {
  EXPECT_EQ(read_all("{}\n---\nhello\n---\n80\n---\n- a\n---\na: b\n---\nkind: 5\n---\nkind:\n- a\n---\nkind: ''\n"),
            (std::vector<std::string>{"FG1004@1:1", "FG1004@3:1", "FG1004@5:1", "FG1004@7:1", "FG1004@9:1", "FG1004@11:7", "FG1004@14:1",
                                      "FG1004@16:1"}));
}

TEST(YamlReader, TextAfterTheEndOfADocumentIsSaidToBeDropped) {
  EXPECT_EQ(read("...\n# fine\n\n"), R"({"kind":"K"})");
  EXPECT_EQ(read("...\n# fine\n  kind: X\n: [ whatever"), R"({"kind":"K"} FG1008@4:3)");
}

TEST(YamlReader, DirectivesAreErrors) {
  EXPECT_EQ(read_all("%YAML 1.1\n---\nkind: A\n"), (std::vector<std::string>{"FG1001@2:1", R"({"kind":"A"})"}));
  EXPECT_EQ(read_all("%TAG ! tag:x,2020:\n---\nkind: A\n").front().substr(0, 6), "FG1001");
}

TEST(YamlReader, TabsAreErrorsWhereTheyIndent) {
  for (const char* text : {"a:\n\tb: c\n", "a:\n-\tb\n", "a: b\n\t# c\nd: e\n", "a: b\n\t\nd: e\n", "a: 'b'\n \t\nd: e\n"})
    EXPECT_EQ(read(text).substr(0, 6), "FG1001") << text;
  for (const char* text : {"a:\tb\n", "a:\n  x: {\n\tb: [c]\n\t}\n", "a: [\t1,\t2]\n", "a: b\t\n", "a: b\t# c\n"})
    EXPECT_EQ(read(text)[0], '{') << text;
}

TEST(YamlReader, LineEndsAndByteOrderMarksAreFine) {
  EXPECT_EQ(read_all("\xEF\xBB\xBFkind: A\r\na:\r\n- b\r\n---\r\nkind: B\r\n"),
            (std::vector<std::string>{R"({"kind":"A","a":["b"]})", R"({"kind":"B"})"}));
  EXPECT_EQ(read_all("kind: A\ra: b\r"), (std::vector<std::string>{R"({"kind":"A","a":"b"})"}));
  EXPECT_EQ(read_all("kind: A\r\n---\r\nkind: [\r\n")[1], "FG1001@4:1");
}

TEST(YamlReader, BytesThatAreNoTextAreErrorsWithTheirPlace) {
  EXPECT_EQ(read("a: \"x\x01\"\n"), "FG1001@2:6");
  EXPECT_EQ(read(std::string_view{"a: x\0y\n", 7}), "FG1001@2:5");
  EXPECT_EQ(read("a: \x7f\n"), "FG1001@2:4");
  EXPECT_EQ(read("a: x\xFFy\n"), "FG1001@2:5");
  EXPECT_EQ(read("a: \xC0\x80\n"), "FG1001@2:4");
  EXPECT_EQ(read_all(std::string_view{"\xFF\xFEk\0i\0", 6})[0], "FG1001@1:1") << "UTF-16";
}

TEST(YamlReader, ErrorsNameTheirPlaceAndThatOfTheEnclosingConstruct) {
  YamlSplitter splitter{base::FileId{0U}, "kind: K\n---\nkind: K\na: [b\nc: d\n"};
  splitter.next();
  TextArena arena;
  ParsedDocument parsed;
  read_yaml(*splitter.next(), {}, arena, parsed);
  ASSERT_EQ(parsed.errors, 1U);
  const TextProblem& said = parsed.problems[0];
  EXPECT_EQ(said.at.line, 5U);
  EXPECT_NE(said.message.find("that begins at 4:4"), std::string::npos) << said.message;
}

TEST(YamlReader, QuestionMarksInBracketsNeedQuotes) {
  EXPECT_EQ(read("a: [b?]\n"), "FG1001@2:5");
  EXPECT_EQ(read("a: {b: {c?d: e}}\n"), "FG1001@2:9");
  EXPECT_EQ(read("a: ['b?', \"c?\"]\nd: e?\nf: [[g], h]\ni: j?\n"), R"({"kind":"K","a":["b?","c?"],"d":"e?","f":[["g"],"h"],"i":"j?"})");
}

TEST(YamlReader, WhatIsLeftOpenIsAnErrorWhereItBegins) {
  EXPECT_EQ(read("a: 'x\nb: c\n"), "FG1001@2:4");
  EXPECT_EQ(read("a:\n-x\nb: c\n"), "FG1001@3:1");
}

TEST(YamlReader, EveryErrorOfADocumentIsSaidWhereReadingCanGoOn) {
  EXPECT_EQ(read("a: .inf\nb: 1\nb: 2\nc: !!int x\n"), "FG1001@2:4 FG1001@5:4 FG1007@4:1");
}

TEST(YamlReader, BombsEndAtTheLimits) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + below + ", " + below + ", " + below + ", " + below + "]\n";
  }
  EXPECT_EQ(read(laughs).substr(0, 6), "FG1009");
  EXPECT_EQ(read("a: " + std::string(100'000, '[')).substr(0, 6), "FG1009");
  EXPECT_EQ(read("a: " + std::string(99, '[') + std::string(99, ']') + "\n")[0], '{');
  EXPECT_EQ(read("a: " + std::string(100, '[') + std::string(100, ']') + "\n").substr(0, 6), "FG1009");
  std::string deep = "a0: &a0 [x]\n";
  for (int i = 1; i < 200; ++i) deep += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  EXPECT_EQ(read(deep).substr(0, 6), "FG1009");
  Limits small;
  small.scalar_bytes = 10;
  EXPECT_EQ(read("a: 12345678901\n", small), "FG1009@2:4");
  small.yaml_document_bytes = 20;
  EXPECT_EQ(read("a: 1234567890123456789\n", small), "FG1009@1:1");
}

}  // namespace
}  // namespace foregate::model::manifest
