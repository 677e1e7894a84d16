#include "cli/manifest_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace foregate::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ManifestFiles : public ::testing::Test {
 protected:
  ManifestFiles() : folder_(fs::temp_directory_path() / ("manifest-files-" + std::to_string(getpid()))) { fs::create_directories(folder_); }
  ~ManifestFiles() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "x";
  }
  /// What is found, relative to the folder; the message where nothing is.
  std::vector<std::string> find(const std::string& name) const {
    const auto found = find_manifests(name == "-" ? name : path(name));
    if (!found) return {found.error().message};
    std::vector<std::string> names;
    for (const std::string& each : *found) names.push_back(each == "-" ? each : fs::relative(each, folder_).string());
    return names;
  }

  fs::path folder_;
};

TEST_F(ManifestFiles, FolderIsWalkedInOrder) {
  for (const char* name : {"b.yaml", "a/z.yml", "a/y.json", "a/notes.md", "c/d/e.yaml", ".git/x.yaml", ".hidden.yaml"}) write(name);
  EXPECT_THAT(find("."), ElementsAre("a/y.json", "a/z.yml", "b.yaml", "c/d/e.yaml"));
}

TEST_F(ManifestFiles, NamedFileIsTakenWhateverItIsCalled) {
  write("dump.txt");
  write("odd[1].yaml");
  EXPECT_THAT(find("dump.txt"), ElementsAre("dump.txt"));
  EXPECT_THAT(find("odd[1].yaml"), ElementsAre("odd[1].yaml")) << "a file that is there is no pattern";
}

TEST_F(ManifestFiles, GlobsMatchFilesAndFolders) {
  for (const char* name : {"a.yaml", "b.yaml", "c.json", "set-1/x.yaml", "set-2/y.yaml"}) write(name);
  EXPECT_THAT(find("*.yaml"), ElementsAre("a.yaml", "b.yaml"));
  EXPECT_THAT(find("set-?"), ElementsAre("set-1/x.yaml", "set-2/y.yaml"));
  EXPECT_THAT(find("*.yml"), ElementsAre(HasSubstr("nothing matches")));
}

TEST_F(ManifestFiles, LinksInCirclesEnd) {
  write("a/x.yaml");
  fs::create_directory_symlink(folder_, folder_ / "a" / "up");
  EXPECT_THAT(find("."), ElementsAre("a/x.yaml"));
}

TEST_F(ManifestFiles, StandardInputIsItself) { EXPECT_THAT(find("-"), ElementsAre("-")); }

TEST_F(ManifestFiles, WhatIsNotThereIsSaidWithTheNearestName) {
  write("cluster.yaml");
  EXPECT_THAT(find("clutser.yaml"), ElementsAre(HasSubstr("cluster.yaml'?")));
  EXPECT_THAT(find("cluster.yaml/x"), ElementsAre(HasSubstr("there is no")));
  fs::create_directories(folder_ / "empty");
  EXPECT_THAT(find("empty"), ElementsAre(HasSubstr("has no *.yaml")));
  EXPECT_EQ(find_manifests("").error().code, base::ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace foregate::cli
