#pragma once

#include <cstddef>

#include "tests/support/json.h"
#include "tests/support/random_source.h"

namespace foregate::testing {

/// One of the label sets that pods, namespaces and nodes have: few keys, few values, some empty.
Json random_labels(RandomSource& random);
/// A policy object of any kind; `index` makes its name unique.
Json random_policy(RandomSource& random, std::size_t index);
Json random_baseline_admin_policy(RandomSource& random);

}  // namespace foregate::testing
