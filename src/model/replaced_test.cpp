#include "model/replaced.h"

#include <gtest/gtest.h>

#include <vector>

namespace foregate::model {
namespace {

constexpr base::FileId kFirst{std::uint32_t{0}};
constexpr base::FileId kSecond{std::uint32_t{1}};

Pod pod(std::uint32_t name, base::FileId file, std::uint32_t line, bool host_network = false) {
  Pod result;
  result.ns = Symbol{1U};
  result.name = Symbol{name};
  result.host_network = host_network;
  result.at = {file, line, 1};
  return result;
}

base::Diagnostics dropped(std::vector<Pod> pods, std::size_t left) {
  base::Diagnostics diagnostics;
  ReplacedReport report{diagnostics};
  drop_replaced(
      pods, report, [](const Pod& of) { return ObjectKey{of.ns, of.name, {}}; }, [](const Pod&) { return std::string{"Pod a/b"}; });
  report.finish();
  EXPECT_EQ(pods.size(), left);
  return diagnostics;
}

TEST(Replaced, AnotherFileIsNamedByTheRelatedPlace) {
  const base::Diagnostics said = dropped({pod(1, kFirst, 3), pod(1, kSecond, 7, true)}, 1);
  ASSERT_EQ(said.all().size(), 1U);
  EXPECT_EQ(said.all()[0].message, "this replaces the Pod a/b of another file");
  EXPECT_EQ(said.all()[0].at, (base::SourcePosition{kSecond, 7, 1}));
  EXPECT_EQ(said.all()[0].related, (base::SourcePosition{kFirst, 3, 1}));
}

TEST(Replaced, EqualObjectsOfTwoFilesAreOneWarning) {
  const base::Diagnostics said = dropped(
      {pod(1, kFirst, 1), pod(2, kFirst, 2), pod(3, kFirst, 3), pod(1, kSecond, 1), pod(2, kSecond, 2), pod(3, kSecond, 3, true)}, 3);
  ASSERT_EQ(said.all().size(), 2U);
  EXPECT_EQ(said.all()[0].message, "this replaces the Pod a/b of another file") << "the one that differs";
  EXPECT_EQ(said.all()[1].message, "2 objects of this file are the same in another file");
  EXPECT_EQ(said.all()[1].code, "FG1003");
  EXPECT_EQ(said.all()[1].at.line, 1U);
  EXPECT_EQ(said.all()[1].related, (base::SourcePosition{kFirst, 1, 1}));
}

TEST(Replaced, EqualObjectsOfOneFileAreSaidOneByOne) {
  const base::Diagnostics said = dropped({pod(1, kFirst, 1), pod(2, kFirst, 2), pod(1, kFirst, 3), pod(2, kFirst, 4)}, 2);
  ASSERT_EQ(said.all().size(), 2U);
  EXPECT_EQ(said.all()[1].message, "this replaces the Pod a/b of line 2");
}

}  // namespace
}  // namespace foregate::model
