#include "bench/objects.h"

#include <fmt/format.h>

#include <utility>

namespace foregate::bench {

Object namespace_object(const std::string& name, Object labels) {
  return {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}, {"labels", std::move(labels)}}}};
}

Object network_policy(const std::string& ns, const std::string& name, Object spec) {
  return {{"apiVersion", "networking.k8s.io/v1"},
          {"kind", "NetworkPolicy"},
          {"metadata", {{"name", name}, {"namespace", ns}}},
          {"spec", std::move(spec)}};
}

Object pod_spec() {
  Object ports = Object::array();
  ports.push_back({{"name", "http"}, {"containerPort", 8080}});
  ports.push_back({{"name", "metrics"}, {"containerPort", 9090}});
  Object containers = Object::array();
  containers.push_back({{"name", "main"}, {"image", "registry.example/app:1"}, {"ports", std::move(ports)}});
  return {{"containers", std::move(containers)}};
}

Object pod_object(const std::string& ns, const std::string& name, std::size_t number, Object labels, const std::string& owner) {
  Object metadata{{"name", name}, {"namespace", ns}, {"uid", fmt::format("u-{}", number)}, {"labels", std::move(labels)}};
  if (!owner.empty()) {
    metadata["ownerReferences"] =
        Object::array({{{"apiVersion", "apps/v1"}, {"kind", "ReplicaSet"}, {"name", owner}, {"uid", "rs-" + owner}, {"controller", true}}});
  }
  Object spec = pod_spec();
  spec["nodeName"] = fmt::format("node-{:03}", number % 500);
  const std::string address = pod_address(number);
  Object addresses = Object::array();
  addresses.push_back({{"ip", address}});
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata", std::move(metadata)},
          {"spec", std::move(spec)},
          {"status", {{"phase", "Running"}, {"podIP", address}, {"podIPs", std::move(addresses)}, {"hostIP", "192.168.0.1"}}}};
}

std::string pod_address(std::size_t number) { return fmt::format("10.{}.{}.{}", number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF); }

Object match_labels(const std::string& key, const std::string& value) { return {{"matchLabels", {{key, value}}}}; }

Object port_item(std::string_view protocol, const Object& port) { return {{"protocol", protocol}, {"port", port}}; }

}  // namespace foregate::bench
