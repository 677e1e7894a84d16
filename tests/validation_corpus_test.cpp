#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/executor.h"
#include "model/manifest/reader.h"

/// What a real API server said to some 1,800 manifests (`../shared/corpora/validation`, see the README there), against what we say: an
/// error exactly where it refuses.
namespace foregate::model::manifest {
namespace {

constexpr const char* kCorpus = "../shared/corpora/validation/cases.jsonl";

struct Cause {
  std::string field;
  std::string reason;
};

struct Case {
  std::string id;
  std::string yaml;
  bool accepted = false;
  bool contested = false;
  std::vector<Cause> causes;
};

std::vector<Case> read_corpus() {
  std::vector<Case> cases;
  simdjson::dom::parser parser;
  for (const simdjson::dom::element line : parser.load_many(kCorpus)) {
    Case one{std::string{std::string_view{line["id"]}}, std::string{std::string_view{line["yaml"]}}, bool{line["accepted"]}, false, {}};
    bool contested = false;
    one.contested = line["contested"].get(contested) == simdjson::SUCCESS && contested;
    for (const simdjson::dom::element cause : simdjson::dom::array{line["causes"]}) {
      one.causes.push_back({std::string{std::string_view{cause["field"]}}, std::string{std::string_view{cause["reason"]}}});
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<base::Diagnostic> errors_of(const std::string& yaml) {
  const std::string padded = yaml + std::string(kPadding, ' ');
  base::SourceFiles files;
  const Input input{files.add("case.yaml"), std::string_view{padded}.substr(0, yaml.size())};
  Names names;
  ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  read({&input, 1}, {}, names, objects, diagnostics, executor);
  std::vector<base::Diagnostic> errors;
  for (const base::Diagnostic& one : diagnostics.all()) {
    if (one.severity == base::Severity::kError) errors.push_back(one);
  }
  return errors;
}

/// "spec.ingress[0].ports[1].port" -> "spec.ingress.ports.port", as the server names a field whose type is wrong.
std::string without_indices(std::string path) {
  for (std::size_t open = path.find('['); open != std::string::npos; open = path.find('[')) path.erase(open, path.find(']') - open + 1);
  return path;
}

/// Whether an error is at the field of a cause or, where the server names only the map, at an entry of it.
bool names_a_cause(const Case& one, const std::vector<base::Diagnostic>& errors) {
  const auto is_at = [](const std::string& path, const std::string& field) {
    return path == field || (!field.empty() && path.starts_with(field + "."));
  };
  return std::ranges::any_of(one.causes, [&](const Cause& cause) {
    return std::ranges::any_of(errors, [&](const base::Diagnostic& error) {
      return is_at(error.path, cause.field) || is_at(without_indices(error.path), cause.field);
    });
  });
}

std::string text_of(const std::vector<base::Diagnostic>& errors) {
  std::string text;
  for (const base::Diagnostic& error : errors) text += fmt::format("  {} {}: {}\n", error.code, error.path, error.message);
  return text;
}

TEST(ValidationCorpus, RefusesExactlyWhatTheApiServerRefuses) {
  if (!std::filesystem::exists(kCorpus)) GTEST_SKIP() << kCorpus << " is not there";
  std::size_t judged = 0;
  std::size_t with_causes = 0;
  std::size_t named = 0;
  for (const Case& one : read_corpus()) {
    if (one.contested) continue;
    ++judged;
    const std::vector<base::Diagnostic> errors = errors_of(one.yaml);
    EXPECT_EQ(errors.empty(), one.accepted) << one.id << "\n" << text_of(errors) << one.yaml;
    if (one.causes.empty() || errors.empty()) continue;
    ++with_causes;
    const bool names = names_a_cause(one, errors);
    named += names ? 1 : 0;
    if (!names) std::printf("other path: %s: %s, not\n%s", one.id.c_str(), one.causes[0].field.c_str(), text_of(errors).c_str());
  }
  EXPECT_GT(judged, 1700U);
  std::printf("%zu cases; an error names the field of a cause in %zu of %zu\n", judged, named, with_causes);
  EXPECT_GE(named * 100, with_causes * 90);
}

}  // namespace
}  // namespace foregate::model::manifest
