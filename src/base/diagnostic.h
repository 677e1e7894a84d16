#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/source.h"

namespace foregate::base {

enum class Severity { kInfo, kWarning, kError };

/// One thing to say about a user's input. Codes are stable; each has an entry in `base/diagnostic_catalogue.h`.
struct Diagnostic {
  std::string code;  ///< "FG1031"
  Severity severity = Severity::kError;
  SourcePosition at;
  std::string object;           ///< "NetworkPolicy shop/db", or empty where no object is known yet
  std::string path;             ///< "spec.ingress[0].from[1]", or empty
  std::string message;          ///< one sentence, no final stop
  std::string hint;             ///< what to do instead, may be several lines, or empty
  SourcePosition related = {};  ///< a second place that the message is about (of a duplicate: the earlier one), or nowhere
};

/// Collects what a run has to say. Not safe for several threads: each worker has its own, joined in input order.
class Diagnostics {
 public:
  /// Texts are made `printable`, as parts of them come from the input, and cut where they are much longer than what can be read; only the
  /// line breaks of hints stay.
  void add(Diagnostic diagnostic);
  /// Appends everything of `other`.
  void append(Diagnostics other);
  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t errors() const { return errors_; }
  bool has_errors() const { return errors_ > 0; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// "error", "warning", "info".
const char* severity_name(Severity severity);

}  // namespace foregate::base
