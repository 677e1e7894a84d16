#pragma once

#include <string_view>

#include "base/result.h"
#include "cli/endpoints.h"
#include "model/snapshot.h"

namespace foregate::cli {

/// Puts the numbers that the pods of `ends` have for `asked.name` in its place, an end for each, and leaves out pods that lack it, with a
/// note. Without a protocol TCP is meant where any pod has it, else the first there is. `text` is what the ends were asked for by. The
/// error names the ports there are.
base::Result<Ends> resolve_port_name(Ends ends, std::string_view text, const AskedPort& asked, const model::Snapshot& snapshot);

}  // namespace foregate::cli
