#include "cli/left_out.h"

#include <fmt/core.h>

#include <set>
#include <string_view>
#include <utility>

namespace foregate::cli {
namespace {

constexpr std::size_t kNamed = 5;

/// An object by its name, a text that could not be read by its place, anything else by what was said of it.
std::string subject_of(const base::Diagnostic& diagnostic, const base::SourceFiles& files) {
  if (diagnostic.at.file.is_none()) return diagnostic.object.empty() ? diagnostic.message : diagnostic.object;
  const std::string place = files.text(diagnostic.at);
  return diagnostic.object.empty() ? place : fmt::format("{} ({})", diagnostic.object, place);
}

}  // namespace

std::string left_out_text(std::span<const base::Diagnostic> diagnostics, const base::SourceFiles& files) {
  std::string text;
  std::set<std::pair<std::string_view, base::FileId>> objects;  // an object may have several errors
  std::size_t count = 0;
  for (const base::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != base::Severity::kError) continue;
    if (!diagnostic.object.empty() && !objects.emplace(diagnostic.object, diagnostic.at.file).second) continue;
    if (++count <= kNamed) text += (text.empty() ? "" : ", ") + subject_of(diagnostic, files);
  }
  return count > kNamed ? fmt::format("{} and {} more", text, count - kNamed) : text;
}

}  // namespace foregate::cli
