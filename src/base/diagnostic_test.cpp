#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace foregate::base {
namespace {

Diagnostic said(std::string code, Severity severity) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.severity = severity;
  return diagnostic;
}

TEST(Diagnostics, OnlyErrorsCountAsErrors) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.add(said("FG1003", Severity::kWarning));
  diagnostics.add(said("FG1004", Severity::kInfo));
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_FALSE(diagnostics.empty());
  diagnostics.add(said("FG1031", Severity::kError));
  EXPECT_EQ(diagnostics.errors(), 1U);
}

TEST(Diagnostics, AppendKeepsTheOrderAndTheCount) {
  Diagnostics first;
  first.add(said("FG1", Severity::kError));
  Diagnostics second;
  second.add(said("FG2", Severity::kWarning));
  second.add(said("FG3", Severity::kError));
  first.append(std::move(second));
  ASSERT_EQ(first.all().size(), 3U);
  EXPECT_EQ(first.all()[0].code, "FG1");
  EXPECT_EQ(first.all()[1].code, "FG2");
  EXPECT_EQ(first.all()[2].code, "FG3");
  EXPECT_EQ(first.errors(), 2U);
}

TEST(Diagnostics, SeveritiesHaveStableNames) {
  EXPECT_STREQ(severity_name(Severity::kInfo), "info");
  EXPECT_STREQ(severity_name(Severity::kWarning), "warning");
  EXPECT_STREQ(severity_name(Severity::kError), "error");
}

}  // namespace
}  // namespace foregate::base
