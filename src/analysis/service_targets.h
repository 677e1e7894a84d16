#pragma once

#include <map>
#include <vector>

#include "model/ports.h"
#include "model/snapshot.h"

namespace foregate::analysis {

/// A pod and ports of it that a Service sends traffic to.
struct ServiceTarget {
  model::PodId pod;
  model::PortSpace ports;
};

/// Finds the pods behind ports of Services: by the selector or, without one, by EndpointSlices; target ports by number or by each pod's own
/// name of them. Gathers over any number of calls. Refers to the snapshot.
class ServiceTargets {
 public:
  explicit ServiceTargets(const model::Snapshot& snapshot);
  /// O(pods of the namespace).
  void add(const model::Service& service, const model::ServicePort& port);
  /// Everything added, ascending by pod; finished and hostNetwork pods too.
  std::vector<ServiceTarget> take();

 private:
  void add_slices(const model::Service& service, const model::ServicePort& port);
  void add_endpoint(model::Symbol ns, const model::EndpointSlice::Target& endpoint, const model::PortSpace& ports);
  void add_pod(model::PodId pod, const model::ServicePort& port);
  void extend(model::PodId pod, const model::PortSpace& ports);

  const model::Snapshot& snapshot_;
  const model::Inventory& inventory_;
  std::map<model::Symbol, std::vector<model::PodId>> by_namespace_;
  std::map<model::PodId, model::PortSpace> found_;
};

}  // namespace foregate::analysis
