#pragma once

#include <cstdint>
#include <vector>

#include "model/object_set.h"

namespace foregate::model {

/// Whether the Service's selector selects the pod, namespaces aside. A selector without labels, as an absent one, selects nothing
/// (core/v1 ServiceSpec.selector).
bool selects(const Service& service, const Pod& pod, const Names& names);

/// The numbers that a pod has for the port's target: one, or for a name those of that name and protocol; none where it lacks the name.
std::vector<std::uint16_t> target_numbers(const ServicePort& port, const Pod& pod, const Names& names);

}  // namespace foregate::model
