#include "base/source.h"

#include <fmt/format.h>

#include "base/text.h"

namespace foregate::base {
namespace {
/// PATH_MAX of Linux.
constexpr std::size_t kLongestName = 4096;
}  // namespace

FileId SourceFiles::add(std::string display_name) {
  names_.push_back(display_name == "-" ? "<stdin>" : printable(display_name, kLongestName));
  return FileId{names_.size() - 1};
}

std::string_view SourceFiles::name(FileId file) const {
  if (file.is_none() || file.value() >= names_.size()) return "<unknown>";
  return names_[file.value()];
}

std::string SourceFiles::text(const SourcePosition& at) const {
  if (at.line == 0) return std::string{name(at.file)};
  if (at.column == 0) return fmt::format("{}:{}", name(at.file), at.line);
  return fmt::format("{}:{}:{}", name(at.file), at.line, at.column);
}

}  // namespace foregate::base
