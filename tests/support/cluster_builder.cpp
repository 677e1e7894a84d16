#include "tests/support/cluster_builder.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"

namespace foregate::testing {

base::IpAddress address(std::string_view text) {
  const auto parsed = base::IpAddress::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(base::IpAddress{});
}

base::Cidr cidr(std::string_view text) {
  const auto parsed = base::Cidr::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(base::Cidr{});
}

namespace {
std::vector<base::IpAddress> addresses_of(std::initializer_list<std::string_view> texts) {
  std::vector<base::IpAddress> result;
  for (const std::string_view text : texts) result.push_back(address(text));
  return result;
}
}  // namespace

model::LabelSetId ClusterBuilder::labels(LabelList list) {
  std::vector<model::Label> result;
  for (const auto& [key, value] : list) result.push_back({symbol(key), symbol(value)});
  return names.label_sets.intern(std::move(result));
}

model::LabelSelector ClusterBuilder::selector(LabelList list) {
  model::LabelSelector result;
  for (const auto& [key, value] : list) result.requirements.push_back({symbol(key), model::SelectorOperator::kIn, {symbol(value)}});
  return result;
}

ClusterBuilder& ClusterBuilder::add_namespace(std::string_view name, LabelList list) {
  model::Namespace ns;
  ns.name = symbol(name);
  std::vector<model::Label> all{{symbol("kubernetes.io/metadata.name"), ns.name}};
  for (const auto& [key, value] : list) all.push_back({symbol(key), symbol(value)});
  ns.labels = names.label_sets.intern(std::move(all));
  objects.namespaces.push_back(ns);
  return *this;
}

model::Pod& ClusterBuilder::add_pod(std::string_view ns, std::string_view name, LabelList list,
                                    std::initializer_list<std::string_view> addresses) {
  model::Pod pod;
  pod.ns = symbol(ns);
  pod.name = symbol(name);
  pod.labels = labels(list);
  pod.named_ports = names.named_ports.intern({});
  pod.addresses = addresses_of(addresses);
  objects.pods.push_back(pod);
  return objects.pods.back();
}

void ClusterBuilder::set_named_ports(model::Pod& pod,
                                     std::initializer_list<std::pair<std::string_view, std::pair<model::Protocol, int>>> ports) {
  std::vector<model::NamedPort> list;
  for (const auto& [name, port] : ports) list.push_back({symbol(name), port.first, static_cast<std::uint16_t>(port.second)});
  pod.named_ports = names.named_ports.intern(std::move(list));
}

model::Node& ClusterBuilder::add_node(std::string_view name, LabelList list, std::initializer_list<std::string_view> addresses) {
  model::Node node;
  node.name = symbol(name);
  node.labels = labels(list);
  node.addresses = addresses_of(addresses);
  objects.nodes.push_back(node);
  return objects.nodes.back();
}

model::NetworkPolicy& ClusterBuilder::add_network_policy(std::string_view ns, std::string_view name, model::LabelSelector pods) {
  model::NetworkPolicy policy;
  policy.ns = symbol(ns);
  policy.name = symbol(name);
  policy.pod_selector = std::move(pods);
  objects.network_policies.push_back(policy);
  return objects.network_policies.back();
}

model::ClusterPolicy& ClusterBuilder::add_cluster_policy(std::string_view name, model::ClusterTier tier, int priority,
                                                         model::LabelSelector namespaces) {
  model::ClusterPolicy policy;
  policy.name = symbol(name);
  policy.tier = tier;
  policy.priority = priority;
  policy.subject = {std::move(namespaces), {}, true};
  objects.cluster_policies.push_back(policy);
  return objects.cluster_policies.back();
}

model::ClusterPeer ClusterBuilder::namespaces_peer(model::LabelSelector selector) {
  return {model::NamespacedPods{std::move(selector), {}, true}, {}};
}

model::ClusterPeer ClusterBuilder::networks_peer(std::initializer_list<std::string_view> cidrs) {
  model::NetworksPeer peer;
  for (const std::string_view text : cidrs) peer.cidrs.push_back(cidr(text));
  return {std::move(peer), {}};
}

model::ClusterPeer ClusterBuilder::nodes_peer(model::LabelSelector selector) { return {model::NodesPeer{std::move(selector)}, {}}; }

model::ClusterPeer ClusterBuilder::domains_peer(std::initializer_list<std::string_view> names_list) {
  model::DomainNamesPeer peer;
  for (const std::string_view name : names_list) peer.names.push_back(symbol(name));
  return {std::move(peer), {}};
}

model::ClusterRule ClusterBuilder::rule(model::RuleAction action, std::vector<model::ClusterPeer> peers,
                                        std::vector<model::ClusterPort> ports) {
  model::ClusterRule result;
  result.action = action;
  result.peers = std::move(peers);
  result.ports = std::move(ports);
  return result;
}

model::ClusterPort ClusterBuilder::port(model::Protocol protocol, int first, int last) {
  model::ClusterPort result;
  result.protocol = protocol;
  result.first = static_cast<std::uint16_t>(first);
  result.last = static_cast<std::uint16_t>(last);
  return result;
}

model::Snapshot ClusterBuilder::build() const {
  base::Diagnostics diagnostics;
  model::Names copy{names.symbols, names.label_sets, names.named_ports};
  model::Snapshot snapshot = model::build_snapshot(objects, std::move(copy), diagnostics);
  for (const base::Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.code << " " << d.message;
  return snapshot;
}

}  // namespace foregate::testing
