#pragma once

#include <utility>
#include <vector>

#include "model/ports.h"
#include "model/snapshot.h"

namespace foregate::analysis {

/// A pod that Ingress, Route or Gateway API objects send outside traffic to, and the ports of the pod that they send it to.
struct EntryTarget {
  model::PodId pod;
  model::PortSpace ports;
};

/// Every pod behind an entry object, ascending: backend -> Service -> pods by its selector (or, without one, its EndpointSlices) -> target
/// port by number or by the pod's own name of it. TCP ports of the Service, UDP ones for a UDPRoute. Finished and hostNetwork pods too,
/// where the Service selects them; what does not exist or has no such port is left out. O(entries + pods of their namespaces).
std::vector<EntryTarget> entry_targets(const model::Snapshot& snapshot);

}  // namespace foregate::analysis
