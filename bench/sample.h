#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/executor.h"
#include "bench/gen_cluster.h"
#include "engine/engine.h"
#include "model/snapshot.h"
#include "policy/rule.h"

/// What the micro benchmarks work on.
namespace foregate::bench {

/// 100,000 pods of 5,000 workloads in 1,000 namespaces, 10,000 NetworkPolicies and 20 ClusterNetworkPolicies: 67 MB of JSON.
ClusterShape large_shape();
/// 20,000 pods that all differ, 2,000 policies.
AdversarialShape adversarial_shape();

/// The cluster as text, with the padding that `model::manifest::Input` asks for beyond the end of the view.
class Text {
 public:
  explicit Text(std::string content);
  std::string_view view() const { return {padded_.data(), size_}; }

 private:
  std::string padded_;
  std::size_t size_;
};
Text json_text(const ClusterShape& shape);
Text json_text(const AdversarialShape& shape);
Text block_text(const ClusterShape& shape);

/// Reads and resolves; stops the program where the text has an error.
model::Snapshot read_snapshot(const Text& text, base::Executor& executor);
/// `before` with one NetworkPolicy of its first namespace replaced by one that admits another port.
model::Snapshot with_changed_policy(const model::Snapshot& before, base::Executor& executor);

engine::Engine::Input input_of(const model::Snapshot& snapshot);

/// Read and compiled once, at the first call.
const model::Snapshot& large_snapshot();
const engine::Engine& large_engine();
const engine::Engine& adversarial_engine();
/// As many threads as processors.
base::Executor& workers();

}  // namespace foregate::bench
