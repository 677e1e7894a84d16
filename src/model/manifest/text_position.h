#pragma once

#include <cstddef>
#include <string_view>

#include "base/source.h"

namespace foregate::model::manifest {

/// How many newlines there are. About 5 GB/s.
std::size_t count_newlines(std::string_view text);

/// The place after `passed`, which begins at `from`.
base::SourcePosition advance(base::SourcePosition from, std::string_view passed);

}  // namespace foregate::model::manifest
