#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/snapshot.h"
#include "policy/flow.h"
#include "policy/settings.h"
#include "tests/support/json.h"

/// Small random clusters that put everything a policy can depend on close together: few names, few labels, few addresses and ports, so that
/// rules meet pods, and meet each other. As manifest text, so that the readers are part of what is tested.
namespace foregate::testing {

/// A connection by names, which survives leaving out parts of the cluster.
struct FlowText {
  std::string from;  ///< `namespace/pod`, `node/name` or an address
  std::string to;
  model::Protocol protocol = model::Protocol::kTcp;
  std::uint16_t port = 0;
  std::optional<base::IpFamily> family;
  bool through_service = false;
};

struct RandomCluster {
  std::uint64_t seed = 0;
  policy::Settings settings;
  std::vector<Json> documents;
  std::vector<std::string> endpoints;  ///< pods, nodes and addresses that flows are made of

  /// The documents as text, one a line.
  std::string text() const;
};

/// 1-4 namespaces, 0-8 pods, 0-3 nodes, 0-6 policies of all kinds. Every object is one that the API server accepts.
RandomCluster make_random_cluster(std::uint64_t seed);
std::vector<FlowText> make_random_flows(const RandomCluster& cluster, std::size_t count);
/// Nothing where an end is not in the snapshot.
std::optional<policy::Flow> find_flow(const model::Snapshot& snapshot, const FlowText& flow);

/// Leaves out documents, then list items and map entries of the rest, as long as `fails` stays true of what is left, until nothing more can
/// be left out. `fails(cluster)` must be true at the beginning, and must answer false for text that is not readable.
RandomCluster shrink(RandomCluster cluster, const std::function<bool(const RandomCluster&)>& fails);

}  // namespace foregate::testing
