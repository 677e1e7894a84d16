#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Synthetic clusters for the benchmarks, the same for the same arguments on every machine.
///
/// `generate_cluster` makes what clusters look like: namespaces of teams, workloads in tiers, a default deny and DNS policy in every
/// namespace, and policies of the usual kinds between them. `generate_adversarial` makes what an engine that relies on pods being alike
/// has most trouble with: no two pods carry the same labels, and selectors look at all of them.
namespace foregate::bench {

using Object = nlohmann::ordered_json;
/// Takes a group of objects that belong in one file: a namespace with what is in it, or cluster-scoped policies.
using Emit = std::function<void(const std::vector<Object>&)>;

enum class WorkloadForm {
  kPods,         ///< each replica a Pod with owner, address and status, as a live cluster has it
  kDeployments,  ///< each workload a Deployment, as a manifest repository has it
};

struct ClusterShape {
  std::size_t namespaces = 10;
  std::size_t workloads = 10;  ///< in each namespace
  std::size_t replicas = 1;
  std::size_t policies = 10;         ///< NetworkPolicies in each namespace
  std::size_t cluster_policies = 0;  ///< ClusterNetworkPolicies in all
  WorkloadForm form = WorkloadForm::kPods;
  std::uint64_t seed = 1;
};
void generate_cluster(const ClusterShape& shape, const Emit& emit);

struct AdversarialShape {
  std::size_t pods = 1000;      ///< in all; each has labels of its own
  std::size_t policies = 100;   ///< in all
  std::size_t namespaces = 50;  ///< the pods are spread over these
  std::uint64_t seed = 1;
};
void generate_adversarial(const AdversarialShape& shape, const Emit& emit);

}  // namespace foregate::bench
