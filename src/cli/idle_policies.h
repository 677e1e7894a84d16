#pragma once

#include <cstddef>
#include <string_view>

#include "base/diagnostic.h"
#include "engine/engine.h"

namespace foregate::cli {

/// A warning (FG1093) for each policy that was read from a file at or after `first_file` and selects no pod, saying why where the namespace
/// is the reason. `default_namespace` is where policies are that name none. O(policies + lists).
void warn_of_idle_policies(const engine::Engine& engine, std::size_t first_file, std::string_view default_namespace,
                           base::Diagnostics& diagnostics);

}  // namespace foregate::cli
