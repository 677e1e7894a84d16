#include "model/manifest/json_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "model/manifest/json_check.h"
#include "model/manifest/json_tree_builder.h"
#include "model/manifest/tree_text_for_test.h"

namespace foregate::model::manifest {
namespace {

using testing_support::show;

std::string place(base::SourcePosition at) { return std::to_string(at.line) + ":" + std::to_string(at.column); }

/// The units of a text as JSON, or the codes and places of what is wrong with them.
std::vector<std::string> read_all(const std::string& json, const Limits& limits = {}) {
  const std::string padded = json + std::string(kPadding, 'x');
  const std::string_view text{padded.data(), json.size()};
  std::vector<std::string> result;
  JsonSource source;
  const auto add = [&result](const ParsedDocument& parsed) {
    std::string shown = parsed.has_object ? show(parsed.tree.root()) : "";
    for (const TextProblem& problem : parsed.problems) {
      const base::Diagnostic said = parsed.diagnostic(problem);
      shown += said.code + "@" + place(said.at);
    }
    result.push_back(shown);
  };
  ParsedDocument parsed;
  const base::SourcePosition begin{base::FileId{0U}, 1, 1};
  if (!source.open(base::FileId{0U}, text)) {
    explain_json(base::FileId{0U}, text, begin, parsed);
    add(parsed);
    return result;
  }
  for (const JsonUnit& unit : source.units()) {
    TextArena arena;
    const auto newlines =
        static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(source.offset(unit)), '\n'));
    const std::size_t line_begin = text.rfind('\n', source.offset(unit)) + 1;
    source.read(unit, {base::FileId{0U}, 1 + newlines, static_cast<std::uint32_t>(source.offset(unit) - line_begin) + 1}, limits, arena,
                parsed);
    add(parsed);
  }
  return result;
}

/// One object of a kind in which every field counts.
std::string read(const std::string& fields, const Limits& limits = {}) {
  const auto units = read_all(R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy",)" + fields + "}", limits);
  if (units.size() != 1) return "several units";
  constexpr std::string_view kHead = R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy",)";
  return units[0].starts_with(kHead) ? units[0].substr(kHead.size(), units[0].size() - kHead.size() - 1) : units[0];
}

TEST(JsonReader, MakesTrees) {
  const std::string text = R"("a":{"b":[1,-2.5,true,false,null,"x",{}],"c":[]})";
  EXPECT_EQ(read(text), text);
  EXPECT_EQ(read(" \t\r\n\"a\" : [ 1 , 2 ] "), R"("a":[1,2])");
}

TEST(JsonReader, EscapesAreResolved) {
  EXPECT_EQ(read(R"("a":"\u0041\"\\\/\n\u00e4\ud83d\ude00")"), "\"a\":\"A\\\"\\/\\n\xC3\xA4\xF0\x9F\x98\x80\"");
  EXPECT_EQ(read(R"("\u0061":1)"), R"("a":1)");
  EXPECT_EQ(read(R"("a":"\ud800x\udc00\ud800\u0041")"),
            "\"a\":\"\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD"
            "A\"")
      << "like Go's encoding/json";
  for (const char* bad : {R"("a":"\q")", R"("a":"\u12")", R"("a":"\u12g4")", R"("\x":1)"})
    EXPECT_EQ(read(bad).substr(0, 6), "FG1002") << bad;
}

TEST(JsonReader, NumbersAreReadAsKubectlReadsThem) {
  EXPECT_EQ(read(R"("a":[0,-0,80.0,8e1,80.5,1E-7,9223372036854775807,18446744073709551615,1e21])"),
            R"("a":[0,0,80,80,80.5,1e-7,9223372036854775807,18446744073709552000,1e+21])");
  for (const char* bad : {"+1", "01", "1.", ".5", "1e", "0x10", "1_0", "NaN", "-", "1e400", "tru", "nulll", "--1", "True"}) {
    EXPECT_EQ(read(std::string{"\"a\":"} + bad).substr(0, 6), "FG1002") << bad;
  }
}

TEST(JsonReader, SyntaxErrorsHaveTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"{\"kind\":\"NetworkPolicy\",\n\"apiVersion\":\"networking.k8s.io/v1\",\n \"a\" 1}", "FG1002@3:6"},
      {"{\"a\":1,}", "FG1002@1:8"},
      {"{\"a\":[1,]}", "FG1002@1:9"},
      {"{\"a\":[1 2]}", "FG1002@1:9"},
      {"{a:1}", "FG1002@1:2"},
      {"{\"a\":\"x\ny\"}", "FG1002@1:8"},
      {"{\"a\":\"x", "FG1002@1:6"},
      {"{\"a\":1", "FG1002@1:7"},
      {"{\"a\":[1}", "FG1002@1:8"},
      {"{\"a\":\"\xFF\"}", "FG1002@1:7"},
      {"{\"a\":\"\x01\"}", "FG1002@1:7"},
      {"{\"kind\":\"a\"x}", "FG1002@1:12"},
      {"{\"kind\":\"a\"} x", "FG1002@1:14"},
      {"{\"kind\":\"a\"}}", "FG1002@1:13"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(read_all(text).back(), expected) << text;
}

TEST(JsonReader, DuplicateKeysAreErrors) {
  EXPECT_EQ(read(R"("a":{"b":1,"c":2,"b":3})").substr(0, 6), "FG1007");
  EXPECT_EQ(read(R"("a":{"b":1,"\u0062":3})").substr(0, 6), "FG1007");
}

TEST(JsonReader, DocumentsFollowEachOtherWithOrWithoutSeparators) {
  EXPECT_EQ(read_all("{\"kind\":\"A\"}{\"kind\":\"B\"}\n\n{\"kind\":\"C\"}\n---\n{\"kind\":\"D\"}\n---\n"),
            (std::vector<std::string>{R"({"kind":"A"})", R"({"kind":"B"})", R"({"kind":"C"})", R"({"kind":"D"})"}));
  EXPECT_EQ(read_all("{\"kind\":\"A\"}\n5\n"), (std::vector<std::string>{R"({"kind":"A"})", "FG1004@2:1"}));
  EXPECT_EQ(read_all("{}"), (std::vector<std::string>{"FG1004@1:1"}));
}

TEST(JsonReader, ListsAreTakenApartWhereverTheirKindStands) {
  const std::vector<std::string> items{R"({"kind":"A"})", R"({"kind":"B"})"};
  EXPECT_EQ(read_all(R"({"kind":"List","apiVersion":"v1","items":[{"kind":"A"},{"kind":"B"}]})"), items);
  EXPECT_EQ(read_all(R"({"apiVersion":"v1","items":[{"kind":"A"},{"kind":"B"}],"kind":"List","metadata":{}})"), items);
  EXPECT_EQ(read_all(R"({"items":[ {"kind":"A"} , {"kind":"B"} ],"metadata":{"a":[{}]},"kind":"List","apiVersion":"v1"})"), items);
  EXPECT_TRUE(read_all(R"({"kind":"List","apiVersion":"v1","items":[]})").empty());
  EXPECT_EQ(read_all(R"({"kind":"List","apiVersion":"v1","items":{}})").size(), 1U) << "left to the decoder";
}

TEST(JsonReader, FieldsThatNobodyLooksAtAreLeftOut) {
  const std::string pod =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","managedFields":[{"x":[1,{}]}]},"spec":{"nodeName":"n"}})";
  const std::string shown = read_all(pod)[0];
  EXPECT_EQ(shown.find("managedFields"), std::string::npos);
  EXPECT_NE(shown.find(R"("name":"a")"), std::string::npos);
  EXPECT_EQ(read_all(R"({"metadata":{"managedFields":1,"name":"a"},"kind":"Pod","apiVersion":"v1"})")[0],
            R"({"metadata":{"name":"a"},"kind":"Pod","apiVersion":"v1"})")
      << "kind and apiVersion may come last";
  EXPECT_EQ(read_all(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{}},"data":{"x":"y"}})")[0],
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})");
}

TEST(JsonReader, ItemsOfTypedListsAreFilteredByTheListsType) {
  EXPECT_EQ(read_all(R"({"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a","managedFields":[]}}]})")[0],
            R"({"metadata":{"name":"a"}})");
}

TEST(JsonReader, PlacesAreCountedFromTheObject) {
  const std::string text = "{\"kind\":\"List\",\"items\":[\n {\"kind\": \"A\",\n  \"b\":\n   5}]}";
  const std::string padded = text + std::string(kPadding, ' ');
  JsonSource source;
  ASSERT_TRUE(source.open(base::FileId{2U}, std::string_view{padded}.substr(0, text.size())));
  TextArena arena;
  ParsedDocument parsed;
  source.read(source.units()[0], {base::FileId{2U}, 2, 2}, {}, arena, parsed);
  const Value root = parsed.tree.root();
  EXPECT_EQ(place(root.position()), "2:2");
  EXPECT_EQ(place(root.find("kind").key_position()), "2:3");
  EXPECT_EQ(place(root.find("kind").position()), "2:11");
  EXPECT_EQ(place(root.find("b").key_position()), "3:3");
  EXPECT_EQ(place(root.find("b").position()), "4:4");
  EXPECT_EQ(root.position().file, base::FileId{2U});
}

TEST(JsonReader, BombsEndAtTheLimits) {
  EXPECT_EQ(read("\"a\":" + std::string(100'000, '[') + std::string(100'000, ']')).substr(0, 6), "FG1009");
  EXPECT_EQ(read("\"a\":" + std::string(99, '[') + std::string(99, ']'))[0], '"');
  std::string maps = "1";
  for (int i = 0; i < 200; ++i) maps = "{\"a\":" + maps + "}";
  EXPECT_EQ(read("\"a\":" + maps).substr(0, 6), "FG1009");
  Limits small;
  small.scalar_bytes = 30;
  EXPECT_EQ(read("\"a\":\"" + std::string(31, 'x') + "\"", small).substr(0, 6), "FG1009");
  EXPECT_EQ(read_all(std::string(1'000'000, '{')).back().substr(0, 6), "FG1002");
}

/// A random JSON text, now and then with a byte changed.
std::string random_json(std::mt19937& random, int depth) {
  const auto pick = [&random](std::size_t n) { return random() % n; };
  const char* scalars[] = {
      "1", "-0.5e3", "true", "null", "\"\"", "\"a\\u00e9\\n\"", "\"b c\"", "\"\\ud83d\\ude00\"", "12345678901234567890"};
  if (depth == 0 || pick(3) == 0) return scalars[pick(std::size(scalars))];
  const bool is_map = pick(2) == 0;
  std::string result{is_map ? "{" : "["};
  const std::size_t count = pick(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) result += pick(5) == 0 ? " ,\n" : ",";
    if (is_map) result += "\"k" + std::to_string(i) + "\":";
    result += random_json(random, depth - 1);
  }
  return result + (is_map ? "}" : "]");
}

TEST(JsonReader, RefusesWhatTheSlowCheckerRefuses) {
  std::mt19937 random{7};
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","spec":)" + random_json(random, 4) + "}";
    constexpr std::string_view kBytes = "{}[]\",:x1\\ -\n\xC3";
    if (random() % 2 == 0) text[66 + random() % (text.size() - 66)] = kBytes[random() % kBytes.size()];
    bool is_good = true;
    for (const std::string& shown : read_all(text)) is_good = is_good && shown.find("FG1002") == std::string::npos;
    const auto problem = check_json(text);
    refused += problem ? 1 : 0;
    EXPECT_EQ(is_good, !problem) << text << (problem ? "\n" + problem->message : "");
  }
  EXPECT_GT(refused, 2'000);
}

}  // namespace
}  // namespace foregate::model::manifest
