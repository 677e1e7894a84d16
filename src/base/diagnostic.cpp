#include "base/diagnostic.h"

#include <utility>

namespace foregate::base {

void Diagnostics::add(Diagnostic diagnostic) {
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
