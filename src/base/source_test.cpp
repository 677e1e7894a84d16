#include "base/source.h"

#include <gtest/gtest.h>

namespace foregate::base {
namespace {

TEST(SourceFiles, ShowsAsMuchOfAPlaceAsIsKnown) {
  SourceFiles files;
  const FileId file = files.add("shop/db.yaml");
  EXPECT_EQ(files.text({file, 14, 9}), "shop/db.yaml:14:9");
  EXPECT_EQ(files.text({file, 14, 0}), "shop/db.yaml:14");
  EXPECT_EQ(files.text({file, 0, 0}), "shop/db.yaml");
  EXPECT_EQ(files.text({file, 0, 9}), "shop/db.yaml") << "a column without its line tells nothing";
}

TEST(SourceFiles, TheDashIsStandardInput) {
  SourceFiles files;
  files.add("a.yaml");
  EXPECT_EQ(files.name(files.add("-")), "<stdin>");
  EXPECT_EQ(files.size(), 2U);
}

TEST(SourceFiles, AnUnknownFileHasANameToo) {
  const SourceFiles files;
  EXPECT_EQ(files.name(FileId::none()), "<unknown>");
  EXPECT_EQ(files.name(FileId{3U}), "<unknown>");
  EXPECT_EQ(files.text({FileId::none(), 2, 1}), "<unknown>:2:1");
}

TEST(StrongId, TheDefaultIsNoneAndOrdersLast) {
  EXPECT_TRUE(FileId{}.is_none());
  EXPECT_FALSE(FileId{});
  EXPECT_TRUE(FileId{0U});
  EXPECT_LT(FileId{7U}, FileId::none());
  EXPECT_EQ(FileId{std::size_t{7}}, FileId{7U});
}

}  // namespace
}  // namespace foregate::base
