#include "cli/left_out.h"

#include <gtest/gtest.h>

#include <vector>

namespace foregate::cli {
namespace {

base::Diagnostic error(base::SourcePosition at, std::string object, std::string message = "wrong") {
  return {"FG1010", base::Severity::kError, at, std::move(object), {}, std::move(message), {}, {}};
}

TEST(LeftOut, NamesEachObjectOnce_TextsByTheirPlace) {
  base::SourceFiles files;
  const base::FileId file = files.add("a.yaml");
  std::vector<base::Diagnostic> said{error({file, 3, 1}, "NetworkPolicy shop/db"), error({file, 9, 1}, "NetworkPolicy shop/db"),
                                     error({file, 20, 2}, ""), error({}, "", "there is no 'b.yaml'")};
  said.push_back(said.front());
  said.back().severity = base::Severity::kWarning;
  said.back().object = "NetworkPolicy shop/fine";
  EXPECT_EQ(left_out_text(said, files), "NetworkPolicy shop/db (a.yaml:3:1), a.yaml:20:2, there is no 'b.yaml'");
}

TEST(LeftOut, CountsWhatItDoesNotName) {
  base::SourceFiles files;
  std::vector<base::Diagnostic> said;
  for (int i = 0; i < 8; ++i) said.push_back(error({}, std::to_string(i)));
  EXPECT_EQ(left_out_text(said, files), "0, 1, 2, 3, 4 and 3 more");
  EXPECT_EQ(left_out_text({}, files), "");
}

}  // namespace
}  // namespace foregate::cli
