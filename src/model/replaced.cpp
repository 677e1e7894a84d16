#include "model/replaced.h"

#include <fmt/format.h>

#include "base/text.h"

namespace foregate::model {

base::Diagnostic replaced_warning(std::string object, base::SourcePosition earlier, base::SourcePosition later) {
  const bool same_file = earlier.file == later.file;
  const std::string where = same_file ? fmt::format("of line {}", earlier.line) : std::string{"of another file"};
  return {"FG1003",
          base::Severity::kWarning,
          later,
          object,
          {},
          fmt::format("this replaces the {} {}", object, where),
          "Of several objects with one kind, namespace and name only the last one counts.",
          earlier};
}

void ReplacedReport::add(base::Diagnostic warning, bool same_content) {
  if (!same_content || warning.at.file == warning.related.file) {
    diagnostics_.add(std::move(warning));
    return;
  }
  const auto [at, is_new] = copies_.try_emplace({warning.at.file.value(), warning.related.file.value()});
  if (is_new) at->second.first = std::move(warning);
  ++at->second.number;
}

void ReplacedReport::finish() {
  for (auto& [files, copies] : copies_) {
    base::Diagnostic warning = std::move(copies.first);
    if (copies.number > 1) {
      warning.message = fmt::format("{} of this file are the same in another file", base::count_of(copies.number, "object"));
      warning.hint = fmt::format("The first is the {}. Is the file read twice, as a copy or through a link?", warning.object);
      warning.object.clear();
    }
    diagnostics_.add(std::move(warning));
  }
  copies_.clear();
}

}  // namespace foregate::model
