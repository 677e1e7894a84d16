#include "tests/support/random_cluster.h"

#include <algorithm>
#include <array>

#include "tests/support/random_policies.h"
#include "tests/support/random_source.h"
#include "tests/support/read_cluster.h"

namespace foregate::testing {
namespace {

constexpr std::array<std::string_view, 4> kNamespaces{"a", "b", "c", "d"};
constexpr std::array<std::string_view, 9> kOutside{"198.51.100.1", "198.51.100.200", "203.0.113.9", "10.0.0.3",   "10.0.1.4",
                                                   "192.0.2.1",    "2001:db8::1",    "fd00::2",     "2001:db9::1"};

class ClusterMaker {
 public:
  explicit ClusterMaker(std::uint64_t seed) : random_(seed) {
    cluster_.seed = seed;
    cluster_.settings.ipblock_matches_pods = !random_.chance(15);
    cluster_.settings.host_network_as_node = !random_.chance(20);
    cluster_.settings.own_node_egress_allowed = random_.chance(20);
    cluster_.settings.service_hairpin_allowed = random_.chance(20);
  }

  RandomCluster make() {
    namespaces_ = random_.between(1, random_.chance(60) ? 2 : kNamespaces.size());
    for (std::size_t i = 0; i < namespaces_; ++i) add_namespace(kNamespaces[i]);
    nodes_ = random_.below(4);
    for (std::size_t i = 0; i < nodes_; ++i) add_node(i);
    const std::size_t pods = std::max(random_.below(9), random_.below(9));
    for (std::size_t i = 0; i < pods; ++i) add_pod(i);
    if (random_.chance(15)) add_deployment();
    const std::size_t policies = std::max(random_.below(7), random_.below(7));
    for (std::size_t i = 0; i < policies; ++i) cluster_.documents.push_back(random_policy(random_, i));
    if (policies > 0 && random_.chance(15)) cluster_.documents.push_back(random_baseline_admin_policy(random_));
    for (std::size_t i = 0; i < 3; ++i) cluster_.endpoints.emplace_back(random_.pick(kOutside));
    return std::move(cluster_);
  }

 private:
  void add(std::string_view version, std::string_view kind, Json metadata, Json spec, Json status) {
    Json object = Json::map();
    object.add("apiVersion", version).add("kind", kind).add("metadata", std::move(metadata));
    if (!spec.keys.empty()) object.add("spec", std::move(spec));
    if (!status.keys.empty()) object.add("status", std::move(status));
    cluster_.documents.push_back(std::move(object));
  }

  Json metadata(std::string_view ns, std::string_view name) {
    Json result = Json::map();
    result.add("name", name);
    if (!ns.empty()) result.add("namespace", ns);
    if (random_.chance(3)) return result.add("labels", Json::null());
    return random_.chance(90) ? result.add("labels", random_labels(random_)) : result;
  }

  void add_namespace(std::string_view name) {
    if (random_.chance(10)) return;  // only referred to
    add("v1", "Namespace", metadata("", name), Json::map(), Json::map());
  }

  static Json address(std::string_view type, std::string_view text) { return Json::map().add("type", type).add("address", text); }

  void add_node(std::size_t index) {
    const std::string number = std::to_string(index + 1);
    Json addresses = Json::list();
    addresses.push(address("Hostname", "n" + number));
    if (random_.chance(90)) addresses.push(address("InternalIP", "192.0.2." + number));
    if (random_.chance(30)) addresses.push(address("InternalIP", "2001:db8:ffff::" + number));
    if (random_.chance(20)) addresses.push(address("ExternalIP", "203.0.113." + number));
    add("v1", "Node", metadata("", "n" + number), Json::map(), Json::map().add("addresses", addresses));
    cluster_.endpoints.push_back("node/n" + number);
    if (random_.chance(50)) cluster_.endpoints.push_back("192.0.2." + number);
  }

  Json container(std::string_view name) {
    Json ports = Json::list();
    for (std::size_t i = random_.below(3); i > 0; --i) {
      Json port = Json::map();
      port.add("containerPort", Json::number(std::array{53L, 80L, 81L, 8080L}[random_.below(4)]));
      if (random_.chance(85)) port.add("name", random_.pick({"web", "dns", "sig"}));
      if (random_.chance(60)) port.add("protocol", random_.pick({"TCP", "UDP", "SCTP"}));
      ports.push(std::move(port));
    }
    return Json::map().add("name", name).add("ports", ports);
  }

  /// spec of a pod without its node.
  Json pod_spec() {
    Json containers = Json::list();
    containers.push(container("c0"));
    if (random_.chance(30)) containers.push(container("c1"));
    Json spec = Json::map();
    spec.add("containers", containers);
    if (random_.chance(15)) {
      Json init = container("i0");
      if (random_.chance(60)) init.add("restartPolicy", "Always");
      Json inits = Json::list();
      inits.push(std::move(init));
      spec.add("initContainers", inits);
    }
    return spec;
  }

  std::vector<std::string> pod_addresses(std::size_t index) {
    const std::string v4 = (random_.chance(70) ? "10.0.0." : "10.0.1.") + std::to_string(random_.chance(5) ? 1 : index);
    const std::string v6 = "fd00::" + std::to_string(index);
    const std::size_t shape = random_.below(20);
    if (shape < 10) return {v4};
    if (shape < 14) return {v4, v6};
    if (shape < 16) return {v6, v4};
    return shape < 19 ? std::vector{v6} : std::vector<std::string>{};
  }

  void add_pod(std::size_t index) {
    const std::string_view ns = kNamespaces[random_.below(namespaces_)];
    const std::string name = "p" + std::to_string(index);
    Json spec = pod_spec();
    std::vector<std::string> addresses = pod_addresses(index + 1);
    const std::string node = std::to_string(random_.between(1, 4));  // n4 is no object
    if (random_.chance(70)) spec.add("nodeName", "n" + node);
    if (random_.chance(15)) {
      spec.add("hostNetwork", Json::boolean(true));
      if (random_.chance(70)) addresses = {"192.0.2." + node};
    }
    Json status = Json::map();
    status.add("phase", random_.chance(88) ? "Running" : random_.pick({"Succeeded", "Failed", "Pending"}));
    Json list = Json::list();
    for (const std::string& text : addresses) list.push(Json::map().add("ip", text));
    if (!addresses.empty()) status.add("podIP", addresses.front());
    if (!addresses.empty() && random_.chance(90)) status.add("podIPs", list);
    add("v1", "Pod", metadata(ns, name), std::move(spec), std::move(status));
    cluster_.endpoints.push_back(std::string(ns) + "/" + name);
    cluster_.endpoints.push_back(cluster_.endpoints.back());  // twice as likely as addresses
    if (!addresses.empty() && random_.chance(15)) cluster_.endpoints.push_back(addresses.back());
  }

  void add_deployment() {
    const std::string_view ns = kNamespaces[random_.below(namespaces_)];
    Json spec = pod_spec();
    if (random_.chance(15)) spec.add("hostNetwork", Json::boolean(true));
    Json labels = random_labels(random_);
    labels.add("workload", "w");
    Json deployment = Json::map();
    deployment.add("selector", Json::map().add("matchLabels", Json::map().add("workload", "w")))
        .add("template", Json::map().add("metadata", Json::map().add("labels", labels)).add("spec", spec));
    add("apps/v1", "Deployment", metadata(ns, "w"), std::move(deployment), Json::map());
    cluster_.endpoints.push_back(std::string(ns) + "/w");
  }

  RandomSource random_;
  RandomCluster cluster_;
  std::size_t namespaces_ = 1;
  std::size_t nodes_ = 0;
};

/// The child lists and maps of a document by path, for the shrinker: calls `visit(node)` for every list and map, outermost first.
template <typename Visit>
bool for_each_container(Json& json, Visit&& visit) {
  if (json.kind != Json::Kind::kList && json.kind != Json::Kind::kMap) return false;
  if (visit(json)) return true;
  for (Json& item : json.items) {
    if (for_each_container(item, visit)) return true;
  }
  return false;
}

using Fails = std::function<bool(const RandomCluster&)>;

/// Leaves out one document; whether it could.
bool drop_a_document(RandomCluster& cluster, const Fails& fails) {
  for (std::size_t i = 0; i < cluster.documents.size(); ++i) {
    RandomCluster smaller = cluster;
    smaller.documents.erase(smaller.documents.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fails(smaller)) continue;
    cluster = std::move(smaller);
    return true;
  }
  return false;
}

/// Leaves out one list item or map entry of one document; whether it could.
bool drop_a_part(RandomCluster& cluster, const Fails& fails) {
  for (Json& document : cluster.documents) {
    const bool dropped = for_each_container(document, [&](Json& container) {
      for (std::size_t i = 0; i < container.items.size(); ++i) {
        Json whole = container;
        container.erase(i);
        if (fails(cluster)) return true;
        container = std::move(whole);
      }
      return false;
    });
    if (dropped) return true;
  }
  return false;
}

std::uint16_t random_port(RandomSource& random) {
  constexpr std::array<std::uint16_t, 10> kPorts{1, 53, 54, 80, 81, 82, 140, 8080, 8081, 65535};
  return random.chance(90) ? kPorts[random.below(kPorts.size())] : static_cast<std::uint16_t>(random.between(1, 65535));
}

}  // namespace

std::string RandomCluster::text() const {
  std::string result;
  for (const Json& document : documents) {
    document.write_to(result);
    result += '\n';
  }
  return result;
}

RandomCluster make_random_cluster(std::uint64_t seed) { return ClusterMaker(seed).make(); }

std::vector<FlowText> make_random_flows(const RandomCluster& cluster, std::size_t count) {
  RandomSource random(cluster.seed * 2 + 1);
  std::vector<FlowText> flows(count);
  for (FlowText& flow : flows) {
    flow.from = cluster.endpoints[random.below(cluster.endpoints.size())];
    flow.to = cluster.endpoints[random.below(cluster.endpoints.size())];
    flow.protocol = static_cast<model::Protocol>(random.chance(50) ? 0 : random.below(4));
    flow.port = random_port(random);
    if (random.chance(15)) flow.family = random.chance(50) ? base::IpFamily::kV4 : base::IpFamily::kV6;
    flow.through_service = random.chance(10);
  }
  return flows;
}

std::optional<policy::Flow> find_flow(const model::Snapshot& snapshot, const FlowText& text) {
  const auto from = find_endpoint(snapshot, text.from);
  const auto to = find_endpoint(snapshot, text.to);
  if (!from || !to) return std::nullopt;
  return policy::Flow{*from, *to, text.protocol, text.port, text.family, text.through_service};
}

RandomCluster shrink(RandomCluster cluster, const Fails& fails) {
  while (drop_a_document(cluster, fails) || drop_a_part(cluster, fails)) {
  }
  return cluster;
}

}  // namespace foregate::testing
