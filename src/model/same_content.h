#pragma once

#include "model/objects.h"
#include "model/policies.h"

/// Whether two objects, decoded with the same names, say the same, wherever they stand. Positions do not count.
namespace foregate::model {

bool same_content(const Namespace& a, const Namespace& b);
bool same_content(const Node& a, const Node& b);
bool same_content(const Pod& a, const Pod& b);
bool same_content(const WorkloadObject& a, const WorkloadObject& b);
bool same_content(const Service& a, const Service& b);
bool same_content(const EndpointSlice& a, const EndpointSlice& b);
bool same_content(const EntryObject& a, const EntryObject& b);
bool same_content(const NetworkPolicy& a, const NetworkPolicy& b);
bool same_content(const ClusterPolicy& a, const ClusterPolicy& b);

}  // namespace foregate::model
