#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/executor.h"
#include "model/manifest/reader.h"
#include "model/snapshot.h"

/// What is said about the manifests of `tests/goldens/diagnostics`, word for word. `FG_UPDATE_GOLDENS=1` writes the expected texts anew.
namespace foregate {
namespace {

constexpr const char* kFolder = "tests/goldens/diagnostics";

std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream{path};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string indented(const std::string& text) {
  std::string result = "    ";
  for (const char c : text) result += c == '\n' ? std::string{"\n    "} : std::string{c};
  return result;
}

std::string said_about(const std::filesystem::path& path) {
  const std::string text = file_text(path);
  const std::string padded = text + std::string(model::manifest::kPadding, ' ');
  base::SourceFiles files;
  const model::manifest::Input input{files.add(path.filename().string()), std::string_view{padded}.substr(0, text.size())};
  model::Names names;
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  model::manifest::read({&input, 1}, {}, names, objects, diagnostics, executor);
  (void)model::build_snapshot(std::move(objects), std::move(names), diagnostics);
  std::string result;
  for (const base::Diagnostic& one : diagnostics.all()) {
    result += fmt::format("{}: {} {}: {}\n", files.text(one.at), base::severity_name(one.severity), one.code, one.message);
    if (!one.object.empty()) result += fmt::format("  {}{}{}\n", one.object, one.path.empty() ? "" : ", ", one.path);
    if (!one.hint.empty()) result += indented(one.hint) + "\n";
  }
  return result;
}

class DiagnosticGoldens : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(DiagnosticGoldens, AreSaidWordForWord) {
  std::filesystem::path expected = GetParam();
  expected.replace_extension(".txt");
  const std::string said = said_about(GetParam());
  if (std::getenv("FG_UPDATE_GOLDENS") != nullptr) std::ofstream{expected} << said;
  EXPECT_EQ(said, file_text(expected));
  EXPECT_FALSE(said.empty());
}

std::vector<std::filesystem::path> manifests() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator{kFolder}) {
    if (entry.path().extension() == ".yaml") result.push_back(entry.path());
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Files, DiagnosticGoldens, testing::ValuesIn(manifests()),
                         [](const auto& given) { return given.param.stem().string(); });

}  // namespace
}  // namespace foregate
