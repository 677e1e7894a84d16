#include "base/diagnostic_catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace foregate::base {
namespace {

bool is_source(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const bool cpp = name.ends_with(".cpp") || name.ends_with(".h");
  return cpp && !name.ends_with("_test.cpp") && !name.starts_with("diagnostic_catalogue");
}

/// The codes that the sources say, as texts of their own: "FG1020".
std::set<std::string> codes_in_sources() {
  const std::regex code{"\"(FG[0-9]{4})\""};
  std::set<std::string> codes;
  for (const auto& file : std::filesystem::recursive_directory_iterator{"src"}) {
    if (!is_source(file.path())) continue;
    std::ifstream stream{file.path()};
    std::string line;
    while (std::getline(stream, line)) {
      if (line.find("///") != std::string::npos) continue;
      for (std::sregex_iterator at{line.begin(), line.end(), code}; at != std::sregex_iterator{}; ++at) codes.insert((*at)[1].str());
    }
  }
  return codes;
}

TEST(DiagnosticCatalogue, HasEveryCodeThatIsSaidAndNoOther) {
  std::set<std::string> catalogue;
  for (const CatalogueEntry& entry : diagnostic_catalogue()) catalogue.emplace(entry.code);
  EXPECT_EQ(catalogue, codes_in_sources());
}

TEST(DiagnosticCatalogue, EntriesSayWhatTheyAreAbout) {
  for (const CatalogueEntry& entry : diagnostic_catalogue()) {
    EXPECT_FALSE(entry.title.empty()) << entry.code;
    EXPECT_TRUE(entry.meaning.ends_with('.')) << entry.code;
    EXPECT_EQ(find_catalogue_entry(entry.code), &entry);
  }
}

TEST(DiagnosticCatalogue, UnknownCodesHaveNoEntry) {
  EXPECT_EQ(find_catalogue_entry("FG9999"), nullptr);
  EXPECT_EQ(find_catalogue_entry(""), nullptr);
}

}  // namespace
}  // namespace foregate::base
