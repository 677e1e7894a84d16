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

TEST(Diagnostics, TextsOfTheInputCannotReachTheTerminal) {
  Diagnostic diagnostic = said("FG1030", Severity::kError);
  diagnostic.object = "Pod a\x1b[31m\nb";
  diagnostic.path = "metadata.labels." + std::string(3'000'000, 'a');
  diagnostic.message = "the name 'a\rb' is no name";
  diagnostic.hint = "Write:\n  a\x07";
  Diagnostics diagnostics;
  diagnostics.add(diagnostic);
  const Diagnostic& kept = diagnostics.all()[0];
  EXPECT_EQ(kept.object, "Pod a\\x1b[31m\\nb");
  EXPECT_EQ(kept.path.size(), 1003U);
  EXPECT_EQ(kept.message, "the name 'a\\x0db' is no name");
  EXPECT_EQ(kept.hint, "Write:\n  a\\x07");
}

TEST(Diagnostics, SeveritiesHaveStableNames) {
  EXPECT_STREQ(severity_name(Severity::kInfo), "info");
  EXPECT_STREQ(severity_name(Severity::kWarning), "warning");
  EXPECT_STREQ(severity_name(Severity::kError), "error");
}

}  // namespace
}  // namespace foregate::base
