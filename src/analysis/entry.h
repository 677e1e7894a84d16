#pragma once

#include <vector>

#include "analysis/service_targets.h"
#include "model/snapshot.h"

namespace foregate::analysis {

/// Every pod that Ingress, Route or Gateway API objects send outside traffic to, and its ports that they send it to, ascending by pod:
/// backend -> Service -> pods -> target port. TCP ports of the Service, UDP ones for a UDPRoute; what does not exist or has no such port is
/// left out. O(entries x pods of their namespaces).
std::vector<ServiceTarget> entry_targets(const model::Snapshot& snapshot);

/// Every pod behind port 53 of a Service, and the ports of the pod that answer it.
std::vector<ServiceTarget> dns_targets(const model::Snapshot& snapshot);

}  // namespace foregate::analysis
