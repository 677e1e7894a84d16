#include "base/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <thread>

namespace foregate::base {
namespace {

class MappedFiles : public testing::Test {
 protected:
  MappedFiles() { std::filesystem::create_directories(folder_); }
  ~MappedFiles() override { std::filesystem::remove_all(folder_); }

  std::string written(const std::string& content) {
    const std::string path = folder_ / "file";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / ("mapped_file_" + std::to_string(::getpid()));
};

std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('!' + i * 7 % 90);
  return text;
}

void expect_padded(const MappedFile& file) {
  const std::string_view text = file.text();
  const std::string_view padding(text.data() + text.size(), MappedFile::kPadding);
  EXPECT_TRUE(std::all_of(padding.begin(), padding.end(), [](char c) { return c == '\0'; }));
}

/// What is read from a pipe into which another thread writes `content`.
Result<MappedFile> through_pipe(const std::string& content) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  std::jthread writer([&content, out = ends[1]] {
    for (std::size_t done = 0; done < content.size();) {
      const ssize_t wrote = ::write(out, content.data() + done, content.size() - done);
      if (wrote < 0) break;
      done += static_cast<std::size_t>(wrote);
    }
    ::close(out);
  });
  auto file = MappedFile::read(ends[0], "-");
  ::close(ends[0]);
  return file;
}

TEST_F(MappedFiles, HoldWholeFilesAndZerosBehind_AlsoWhereThePageIsFull) {
  for (const std::size_t size : {1U, 63U, 4032U, 4033U, 4095U, 4096U, 4097U, 8192U, 70'000U}) {
    const std::string content = pattern(size);
    const auto file = MappedFile::open(written(content));
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->text(), content);
    expect_padded(*file);
  }
}

TEST_F(MappedFiles, AnEmptyFileIsAnEmptyText) {
  const auto file = MappedFile::open(written(""));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->text(), "");
  expect_padded(*file);
}

TEST_F(MappedFiles, PipesAreReadToTheirEnd) {
  for (const std::size_t size : {0U, 5U, (1U << 20) - 65U, (1U << 20) - 64U, (1U << 20) - 63U, 1U << 20, 5'000'001U}) {
    const std::string content = pattern(size);
    const auto file = through_pipe(content);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->text() == content) << size;
    expect_padded(*file);
  }
}

TEST_F(MappedFiles, APartlyReadDescriptorGivesTheRest) {
  std::FILE* stream = std::fopen(written("header\nbody").c_str(), "rb");
  ASSERT_NE(stream, nullptr);
  ASSERT_EQ(::lseek(::fileno(stream), 7, SEEK_SET), 7);
  const auto file = MappedFile::read(::fileno(stream), "file");
  std::fclose(stream);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->text(), "body");
}

TEST_F(MappedFiles, FilesThatSayTheyAreEmptyAreReadAllTheSame) {
  const auto file = MappedFile::open("/proc/self/status");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_NE(file->text().find("Name:"), std::string_view::npos);
}

TEST_F(MappedFiles, AMissingFileIsNotFoundAndNamed) {
  const auto file = MappedFile::open(folder_ / "nothing.yaml");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kNotFound);
  EXPECT_NE(file.error().message.find("nothing.yaml': No such file or directory"), std::string::npos) << file.error().message;
}

TEST_F(MappedFiles, AFolderCannotBeRead) {
  const auto file = MappedFile::open(folder_);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kIo);
  EXPECT_NE(file.error().message.find("Is a directory"), std::string::npos) << file.error().message;
}

TEST_F(MappedFiles, MovingKeepsTheTextWhereItIs) {
  auto opened = MappedFile::open(written("shop"));
  ASSERT_TRUE(opened);
  const char* const place = opened->text().data();
  MappedFile moved = std::move(*opened);
  EXPECT_EQ(moved.text().data(), place);
  MappedFile target;
  target = std::move(moved);
  EXPECT_EQ(target.text(), "shop");
  EXPECT_EQ(target.text().data(), place);
}

}  // namespace
}  // namespace foregate::base
