#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "model/object_set.h"
#include "model/snapshot.h"

/// Small clusters for tests, made of decoded objects without any text.
namespace foregate::testing {

using LabelList = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class ClusterBuilder {
 public:
  model::Names names;
  model::ObjectSet objects;

  model::Symbol symbol(std::string_view text) { return names.symbols->intern(text); }
  model::LabelSetId labels(LabelList list);
  /// `key In [value]` for each.
  model::LabelSelector selector(LabelList list);
  static model::LabelSelector everything() { return {}; }

  /// With the name label.
  ClusterBuilder& add_namespace(std::string_view name, LabelList list = {});
  /// The reference is valid until the next pod is added.
  model::Pod& add_pod(std::string_view ns, std::string_view name, LabelList list = {},
                      std::initializer_list<std::string_view> addresses = {});
  void set_named_ports(model::Pod& pod, std::initializer_list<std::pair<std::string_view, std::pair<model::Protocol, int>>> ports);
  model::Node& add_node(std::string_view name, LabelList list = {}, std::initializer_list<std::string_view> addresses = {});
  /// Selects `pods` of the namespace.
  model::NetworkPolicy& add_network_policy(std::string_view ns, std::string_view name, model::LabelSelector pods = {});
  /// ClusterNetworkPolicy whose subject is `namespaces`.
  model::ClusterPolicy& add_cluster_policy(std::string_view name, model::ClusterTier tier, int priority,
                                           model::LabelSelector namespaces = {});

  model::ClusterPeer namespaces_peer(model::LabelSelector selector);
  static model::ClusterPeer networks_peer(std::initializer_list<std::string_view> cidrs);
  static model::ClusterPeer nodes_peer(model::LabelSelector selector);
  model::ClusterPeer domains_peer(std::initializer_list<std::string_view> names_list);
  static model::ClusterRule rule(model::RuleAction action, std::vector<model::ClusterPeer> peers,
                                 std::vector<model::ClusterPort> ports = {});
  static model::ClusterPort port(model::Protocol protocol, int first, int last);

  /// Resolves everything added; a diagnostic of any severity fails the test. May be called again after more was added.
  model::Snapshot build() const;
};

/// Fails the test where the text is none.
base::IpAddress address(std::string_view text);
base::Cidr cidr(std::string_view text);

}  // namespace foregate::testing
