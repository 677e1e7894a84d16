// What kubectl's own reader made of real files and of our own cases: every text that it reads must be read here, with the same objects in
// it, and every text that it does not must be an error. Only texts are judged here, not what they mean.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/manifest/pieces.h"
#include "model/manifest/reader.h"

namespace foregate::model::manifest {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kCorpora = "../shared/corpora";

std::string file_text(const fs::path& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Outcome {
  std::map<std::string, int> objects;  // by kind
  std::vector<int> error_lines;
};

void count(Value object, Outcome& outcome) {
  const std::string kind{object.find("kind").text()};
  const Value items = object.find("items");
  if (!kind.ends_with("List") || items.kind() != ValueKind::kList) {
    ++outcome.objects[kind];
    return;
  }
  for (const Value item : items) count(item, outcome);
}

Outcome read_text(std::string text) {
  const std::size_t size = text.size();
  text.resize(size + kPadding);
  const Input input{base::FileId{0U}, std::string_view{text}.substr(0, size)};
  PieceMaker maker{{&input, 1}};
  Outcome outcome;
  Piece piece;
  base::SourcePosition place;
  while (maker.next(piece)) {
    piece.parse({});
    piece.settle_places(place);
    for (const ParsedDocument& document : piece.documents()) {
      for (const TextProblem& problem : document.problems) {
        if (problem.severity == base::Severity::kError)
          outcome.error_lines.push_back(static_cast<int>(document.diagnostic(problem).at.line));
      }
      if (document.has_object) count(document.tree.root(), outcome);
    }
  }
  return outcome;
}

TEST(CorpusText, EveryCaseThatTheApiServerAcceptsIsReadWithoutAnError) {
  std::ifstream cases{kCorpora / "validation/cases.jsonl"};
  if (!cases) GTEST_SKIP() << "no corpus at " << kCorpora;
  int judged = 0;
  for (std::string line; std::getline(cases, line);) {
    const json entry = json::parse(line);
    if (!entry["accepted"].get<bool>() || entry.contains("contested")) continue;
    const Outcome outcome = read_text(entry["yaml"]);
    EXPECT_TRUE(outcome.error_lines.empty()) << entry["id"] << " line " << outcome.error_lines[0];
    EXPECT_FALSE(outcome.objects.empty()) << entry["id"];
    ++judged;
  }
  EXPECT_GT(judged, 500);
}

bool is_manifest(const fs::path& path) { return path.extension() == ".yaml" || path.extension() == ".yml" || path.extension() == ".json"; }

class RealManifests : public testing::TestWithParam<std::string> {};

TEST_P(RealManifests, HaveTheObjectsAndTheBrokenPlacesThatKubectlFound) {
  const fs::path folder = kCorpora / "real" / GetParam();
  const json truth = json::parse(file_text(folder / "truth.json"));
  std::map<std::string, std::set<int>> broken;
  for (const json& entry : truth["files_broken"]) broken[entry["file"]].insert(entry["line"].get<int>());
  std::map<std::string, int> objects;
  for (const auto& entry : fs::recursive_directory_iterator{folder / "manifests"}) {
    if (!entry.is_regular_file() || !is_manifest(entry.path())) continue;
    const std::string name = fs::relative(entry.path(), folder / "manifests").string();
    const Outcome outcome = read_text(file_text(entry.path()));
    for (const auto& [kind, count] : outcome.objects) objects[kind] += count;
    EXPECT_EQ(outcome.error_lines.empty(), !broken.contains(name)) << name;
    for (const int line : broken[name]) {
      // The truth's line is where the broken document begins.
      const bool is_said = std::any_of(outcome.error_lines.begin(), outcome.error_lines.end(), [line](int said) { return said >= line; });
      EXPECT_TRUE(is_said) << name << " line " << line;
    }
  }
  if (truth["template"].get<bool>()) return;
  EXPECT_EQ(objects, (truth["objects"].get<std::map<std::string, int>>()));
}

std::vector<std::string> real_folders() {
  std::vector<std::string> result;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator{kCorpora / "real", none}) result.push_back(entry.path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RealManifests);
INSTANTIATE_TEST_SUITE_P(Corpus, RealManifests, testing::ValuesIn(real_folders()), [](const auto& folder) {
  std::string name = folder.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace foregate::model::manifest
