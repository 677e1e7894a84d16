#include "report/diagnostics.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace foregate::report {
namespace {

base::Diagnostic replaced(const base::SourcePosition& at, const base::SourcePosition& earlier) {
  base::Diagnostic diagnostic;
  diagnostic.code = "FG1003";
  diagnostic.severity = base::Severity::kWarning;
  diagnostic.at = at;
  diagnostic.message = "this replaces the Pod a/b of another file";
  diagnostic.related = earlier;
  return diagnostic;
}

TEST(DiagnosticsText, NamesTheOtherPlace) {
  base::SourceFiles files;
  const base::FileId first = files.add("a.yaml");
  const base::FileId second = files.add("b.yaml");
  base::Diagnostics diagnostics;
  diagnostics.add(replaced({second, 7, 1}, {first, 3, 5}));
  std::string text;
  {
    Writer out{text};
    diagnostics_text(diagnostics, files, {}, Style{}, out);
  }
  EXPECT_EQ(text, "b.yaml:7:1: warning FG1003: this replaces the Pod a/b of another file\n  the other one: a.yaml:3:5\n");
  EXPECT_EQ(diagnostics_array(diagnostics, files),
            R"([{"id":"FG1003","severity":"warning","file":"b.yaml","line":7,"column":1,)"
            R"("message":"this replaces the Pod a/b of another file","related":{"file":"a.yaml","line":3,"column":5}}])");
}

TEST(DiagnosticsText, LinesOfTheInputCannotReachTheTerminal) {
  base::SourceFiles files;
  const base::FileId file = files.add("a\x1b.yaml");
  base::Diagnostics diagnostics;
  diagnostics.add(replaced({file, 1, 5}, {}));
  std::string text;
  {
    Writer out{text};
    const auto line = [](const base::SourcePosition&) { return std::optional<std::string>{"\x1b[1m\xc2\x9b \tx"}; };
    diagnostics_text(diagnostics, files, line, Style{}, out);
  }
  EXPECT_EQ(text, "a\\x1b.yaml:1:5: warning FG1003: this replaces the Pod a/b of another file\n  1 |  [1m    x\n    |     ^\n");
}

}  // namespace
}  // namespace foregate::report
