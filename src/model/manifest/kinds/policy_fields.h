#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/manifest/decode_context.h"
#include "model/policies.h"

namespace foregate::model::manifest {

/// A block as kube-apiserver 1.34 reads it in NetworkPolicy: host bits, leading zeros and mapped IPv4 pass, which are warnings (FG1054 to
/// FG1056) with what they mean. Error FG1052 and nothing for what it refuses.
std::optional<Cidr> decode_lenient_cidr(const Cursor& at);

/// A block as the CRDs' rule `isCIDR(self)` reads it: no leading zeros, no mapped IPv4. `masked`: no host bits either, as
/// ClusterNetworkPolicy asks for; elsewhere they are a warning.
std::optional<Cidr> decode_strict_cidr(const Cursor& at, bool masked);

/// The number after the '/' of a text that is a block.
unsigned written_prefix_length(const Cursor& cidr);

/// The fields of a policy object itself: error FG1020 at each other one, or FG1021 where it is one of `spec_fields`.
void check_object_fields(const Cursor& object, std::span<const std::string_view> fields, std::span<const std::string_view> spec_fields);

}  // namespace foregate::model::manifest
