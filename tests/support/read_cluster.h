#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/snapshot.h"
#include "policy/flow.h"

namespace foregate::testing {

/// The objects of a manifest text, decoded into `names`.
model::ObjectSet read_objects(std::string_view text, model::Names& names, base::Diagnostics& diagnostics);
/// The cluster that a manifest text describes. What the readers say goes to `diagnostics`.
model::Snapshot read_cluster(std::string_view text, base::Diagnostics& diagnostics);
/// The same, where an error that the readers find fails the test.
model::Snapshot read_cluster(std::string_view text);

/// `namespace/pod`, `node/name` or an address; nothing for anything else.
std::optional<policy::Endpoint> find_endpoint(const model::Snapshot& snapshot, std::string_view text);
/// The same, where nothing fails the test.
std::optional<policy::Endpoint> parse_endpoint(const model::Snapshot& snapshot, std::string_view text);
/// `pod`, `node/name` (with its address where the endpoint has one) or the address.
std::string endpoint_text(const model::Snapshot& snapshot, const policy::Endpoint& end);
/// `a/web -> a/db TCP 80`, with family and `through a Service` where set.
std::string flow_text(const model::Snapshot& snapshot, const policy::Flow& flow);

/// The text of a file, or nothing.
std::optional<std::string> file_text(const std::string& path);

}  // namespace foregate::testing
