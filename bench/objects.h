#pragma once

#include <string>
#include <string_view>

#include "bench/gen_cluster.h"

/// The Kubernetes objects that both generators are made of.
namespace foregate::bench {

Object namespace_object(const std::string& name, Object labels);
Object network_policy(const std::string& ns, const std::string& name, Object spec);
/// A running pod at the `number`-th address of 10.0.0.0/8; `owner` is the ReplicaSet's name, or empty for a bare pod.
Object pod_object(const std::string& ns, const std::string& name, std::size_t number, Object labels, const std::string& owner);
Object pod_spec();
/// The `number`-th address of 10.0.0.0/8.
std::string pod_address(std::size_t number);
Object match_labels(const std::string& key, const std::string& value);
Object port_item(std::string_view protocol, const Object& port);

}  // namespace foregate::bench
