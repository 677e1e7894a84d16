#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/endpoints.h"
#include "model/snapshot.h"

namespace foregate::cli {

/// The port of `service` that is asked for; by `port_text` (a number or name; may be empty), else by `asked`, else its only one. The error
/// names the ports there are.
base::Result<const model::ServicePort*> choose_port(const model::Service& service, std::string_view port_text, const AskedPort& asked,
                                                    const model::Names& names);

/// Where a connection to `port` of `service` goes: its unfinished pods with the selector's labels, at the target port, which a name finds
/// in each pod anew; without a selector the ends that its EndpointSlices list. `notes` gets a sentence for each pod that lacks the port.
std::vector<End> service_targets(const model::Service& service, const model::ServicePort& port, const model::Snapshot& snapshot,
                                 std::vector<std::string>& notes);

/// The unfinished pods behind a Service, whatever its ports.
std::vector<End> service_pods(const model::Service& service, const model::Snapshot& snapshot);

}  // namespace foregate::cli
