#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/connections.h"
#include "analysis/diff.h"
#include "base/executor.h"
#include "engine/engine.h"

namespace foregate::analysis {

/// Answers of more classes are not given twice: that would double the seconds that they take.
inline constexpr std::size_t kMostCountedClasses = 10'000;

/// A setting (`policy::Settings`) without which an answer would be another one, or may be.
struct Assumption {
  std::string_view name;
  std::string_view value;        ///< that the answer was made with
  std::string_view other_value;  ///< that was tried
  /// Of workloads, outside and ingress controller, with another answer then; never 0. Nothing: not counted, the answer is too large.
  std::optional<std::size_t> pairs;
  Peer from;  ///< the first such pair; outside as a whole
  Peer to;
};

/// Whether pods of the input that run use the network of their node.
bool has_host_network_pods(const engine::Engine& engine);

/// The settings that `stated`, the connections of `engine`, depends on. A setting that cannot matter (no address of a pod in a block of a
/// rule, no hostNetwork pod) costs O(classes); one that may costs the whole answer again and O(pairs), or
/// is named uncounted where there are more than `most_classes`.
std::vector<Assumption> assumptions_of(const engine::Engine& engine, const Connections& stated, base::Executor& executor,
                                       std::size_t most_classes = kMostCountedClasses);
/// The same of a difference.
std::vector<Assumption> assumptions_of(const engine::Engine& before, const engine::Engine& after, const Difference& stated,
                                       base::Executor& executor, std::size_t most_classes = kMostCountedClasses);

}  // namespace foregate::analysis
