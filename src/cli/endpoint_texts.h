#pragma once

#include <string>
#include <string_view>

#include "model/snapshot.h"

/// What to say of texts that name no end.
namespace foregate::cli {

/// The API's spelling of a kind that has pods or stands for some (`Deployment` for `deploy`, `Pod`, `Service`, `Node`); empty for others.
std::string_view endpoint_kind(std::string_view text);

/// Why a text has none of the forms of an endpoint, and what to write instead; empty where it may be a name.
///
///     8.8.8.8:80      the port stands apart: write 8.8.8.8 and --port 80
///     10.1.0.0/16     a block is no endpoint: ask for an address of it
///     deploy/k/web    the namespace comes first: write k/deploy/web
std::string endpoint_complaint(std::string_view text);

/// Whether people say `text` for what lies outside ("internet", "world").
bool means_outside(std::string_view text);

/// "there is no pod 'shop/wbe' in the input", with the nearest name, or the place where the name is. `what` is a kind, or words for
/// several.
std::string unknown_name(const model::Snapshot& snapshot, std::string_view what, std::string_view ns, std::string_view name);

/// The first workload (of that kind, where `kind` is one), pod or Service with the name in any namespace, as a text that a query takes;
/// empty where there is none.
std::string same_name_elsewhere(const model::Snapshot& snapshot, std::string_view kind, std::string_view name);

}  // namespace foregate::cli
