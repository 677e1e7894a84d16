#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

/// Policies of other products: they change what traffic passes, and no answer here knows of them. They are skipped like any other kind, and
/// said loudly.
namespace foregate::model {

/// Whether a kind of `ObjectSet::skipped` ("CiliumNetworkPolicy.cilium.io") allows or denies traffic.
bool is_foreign_policy(std::string_view skipped_kind);

/// A warning (FG1024) for each such kind, with how many objects of it there are.
void report_foreign_policies(const std::map<std::string, std::uint64_t>& skipped, base::Diagnostics& diagnostics);

}  // namespace foregate::model
