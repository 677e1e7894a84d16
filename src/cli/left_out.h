#pragma once

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "base/source.h"

namespace foregate::cli {

/// What the errors among `diagnostics` took out, each thing once and the first few by name: `NetworkPolicy shop/db (db.yaml:9:3),
/// new.yaml:4 and 2 more`. Empty where there are no errors.
std::string left_out_text(std::span<const base::Diagnostic> diagnostics, const base::SourceFiles& files);

}  // namespace foregate::cli
