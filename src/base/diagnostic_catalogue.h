#pragma once

#include <span>
#include <string_view>

#include "base/diagnostic.h"

namespace foregate::base {

/// What a code of `Diagnostic` is about, whatever the input: for `docs/checks.md`, for the rules of a SARIF report, and for people who look
/// a code up.
struct CatalogueEntry {
  std::string_view code;  ///< "FG1020"
  Severity severity;
  std::string_view title;    ///< a few words
  std::string_view meaning;  ///< why this is said, in whole sentences
};

/// Every code there is, ascending. A test holds it and the code that says them together.
std::span<const CatalogueEntry> diagnostic_catalogue();

/// Whether an error of this code, though the API server refuses the object for it, leaves no doubt what is meant. Such objects are read;
/// who asks what policies do may be content with a warning.
bool has_plain_meaning(std::string_view code);

/// The entry of a code, or null.
const CatalogueEntry* find_catalogue_entry(std::string_view code);

}  // namespace foregate::base
