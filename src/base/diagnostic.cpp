#include "base/diagnostic.h"

#include <string_view>
#include <utility>

#include "base/text.h"

namespace foregate::base {

namespace {

/// The longest names and paths that the API server takes fit.
constexpr std::size_t kShownBytes = 1000;

void make_printable(std::string& text) { text = printable(text, kShownBytes); }

void make_lines_printable(std::string& text) {
  std::string result;
  std::string_view rest = std::string_view{text}.substr(0, 2 * kShownBytes);
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    result += printable(rest.substr(0, end), kShownBytes) + '\n';
    rest.remove_prefix(end + 1);
  }
  text = result + printable(rest, kShownBytes);
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  make_printable(diagnostic.object);
  make_printable(diagnostic.path);
  make_printable(diagnostic.message);
  make_lines_printable(diagnostic.hint);
  if (diagnostic.severity == Severity::kError) ++errors_;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::append(Diagnostics other) {
  errors_ += other.errors_;
  all_.reserve(all_.size() + other.all_.size());
  for (Diagnostic& diagnostic : other.all_) all_.push_back(std::move(diagnostic));
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "error";
}

}  // namespace foregate::base
