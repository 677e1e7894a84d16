#pragma once

#include <span>
#include <string>

#include "analysis/assumptions.h"
#include "model/object_set.h"

/// The settings that an answer depends on.
namespace foregate::report {

/// A line each: `assuming ipblock-matches-pods=yes: with no, 12 pairs would differ, the first shop/web[Deployment] ->
/// shop/db[StatefulSet]`.
std::string assumptions_text(std::span<const analysis::Assumption> assumptions, const model::Names& names);

/// `[{"name","value","otherValue","pairs":12,"example":{"from":PEER,"to":PEER}}, ...]`.
std::string assumptions_json(std::span<const analysis::Assumption> assumptions, const model::Names& names);

}  // namespace foregate::report
