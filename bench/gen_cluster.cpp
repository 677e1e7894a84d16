#include "bench/gen_cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "bench/objects.h"
#include "bench/random.h"

namespace foregate::bench {
namespace {

const std::vector<std::string> kTiers{"web", "api", "db", "cache", "queue", "batch"};
const std::vector<std::string> kEnvironments{"prod", "stage", "dev"};
constexpr std::size_t kFirstPod = 16;

struct App {
  std::string name;
  std::string tier;
};
struct Space {
  std::string name;
  std::string team;
  std::string environment;
  std::vector<App> apps;
};

/// 40 bits of the text in hexadecimal (FNV-1a).
std::string short_hash(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:010x}", hash >> 24);
}

Object list_of(Object item) {
  Object list = Object::array();
  list.push_back(std::move(item));
  return list;
}

Object only(std::string_view direction) { return list_of(direction); }
Object pods_of_app(const std::string& app) { return match_labels("app", app); }
Object namespace_named(const std::string& name) { return match_labels("kubernetes.io/metadata.name", name); }

class Cluster {
 public:
  explicit Cluster(const ClusterShape& shape) : shape_(shape), random_(shape.seed) { plan(); }

  void emit_to(const Emit& emit) {
    for (const Space& space : spaces_) {
      std::vector<Object> group;
      Object labels{{"kubernetes.io/metadata.name", space.name}, {"team", space.team}, {"env", space.environment}};
      group.push_back(namespace_object(space.name, std::move(labels)));
      for (const App& app : space.apps) add_workload(space, app, group);
      for (std::size_t i = 0; i < shape_.policies; ++i) group.push_back(policy(space, i));
      emit(group);
    }
    std::vector<Object> cluster_policies;
    for (std::size_t i = 0; i < shape_.cluster_policies; ++i) cluster_policies.push_back(cluster_policy(i));
    if (!cluster_policies.empty()) emit(cluster_policies);
  }

 private:
  void plan() {
    for (std::size_t i = 0; i < std::max<std::size_t>(2, shape_.namespaces / 8); ++i) teams_.push_back(fmt::format("team-{}", i));
    for (std::size_t n = 0; n < shape_.namespaces; ++n) {
      Space space{fmt::format("ns-{:04}", n), random_.pick(teams_), random_.pick(kEnvironments), {}};
      for (std::size_t w = 0; w < shape_.workloads; ++w) space.apps.push_back({fmt::format("app-{:03}", w), kTiers[w % kTiers.size()]});
      spaces_.push_back(std::move(space));
    }
  }

  void add_workload(const Space& space, const App& app, std::vector<Object>& group) {
    Object labels{{"app", app.name}, {"tier", app.tier}, {"version", fmt::format("v{}", 1 + random_.below(3))}};
    if (shape_.form == WorkloadForm::kDeployments) {
      group.push_back(deployment(space, app, std::move(labels)));
      return;
    }
    const std::string hash = short_hash(space.name + app.name);
    labels["pod-template-hash"] = hash;
    const std::string owner = app.name + "-" + hash;
    for (std::size_t r = 0; r < shape_.replicas; ++r) {
      group.push_back(pod_object(space.name, fmt::format("{}-{:05}", owner, r), kFirstPod + ++pods_, labels, owner));
    }
  }

  Object deployment(const Space& space, const App& app, Object labels) const {
    Object pod_template{{"metadata", {{"labels", std::move(labels)}}}, {"spec", pod_spec()}};
    return {{"apiVersion", "apps/v1"},
            {"kind", "Deployment"},
            {"metadata", {{"name", app.name}, {"namespace", space.name}, {"labels", {{"app", app.name}}}}},
            {"spec", {{"replicas", shape_.replicas}, {"selector", pods_of_app(app.name)}, {"template", std::move(pod_template)}}}};
  }

  Object policy(const Space& space, std::size_t index) {
    if (index == 0) {
      return network_policy(space.name, "default-deny",
                            {{"podSelector", Object::object()}, {"policyTypes", Object::array({"Ingress", "Egress"})}});
    }
    if (index == 1) return network_policy(space.name, "allow-dns", dns_spec());
    return network_policy(space.name, fmt::format("p-{:03}", index), random_spec(space));
  }

  Object dns_spec() const {
    Object rule{{"to", list_of({{"namespaceSelector", namespace_named(spaces_.front().name)}})},
                {"ports", Object::array({port_item("UDP", 53), port_item("TCP", 53)})}};
    return {{"podSelector", Object::object()}, {"policyTypes", only("Egress")}, {"egress", list_of(std::move(rule))}};
  }

  Object random_port() {
    switch (random_.below(4)) {
      case 0:
        return port_item("TCP", 8080);
      case 1:
        return port_item("TCP", "http");
      case 2: {
        Object range = port_item("TCP", 9000);
        range["endPort"] = 9001 + random_.below(90);
        return range;
      }
      default:
        return port_item("UDP", 5000 + random_.below(51));
    }
  }

  Object random_spec(const Space& space) {
    const App& app = random_.pick(space.apps);
    const App& peer = random_.pick(space.apps);
    const Space& other = random_.pick(spaces_);
    switch (random_.below(6)) {
      case 0:
        return ingress(pods_of_app(app.name), {{"podSelector", pods_of_app(peer.name)}}, random_port());
      case 1:
        return ingress(pods_of_app(app.name), peer_of_team(other, peer), random_port());
      case 2:
        return egress(match_labels("tier", app.tier), list_of(outside_block()), port_item("TCP", 443));
      case 3:
        return egress(pods_of_app(app.name), tier_here_and_in(other, peer), random_port());
      case 4: {
        Object not_tier{{"matchExpressions", list_of({{"key", "tier"}, {"operator", "NotIn"}, {"values", list_of(peer.tier)}})}};
        return ingress(std::move(not_tier), {{"podSelector", Object::object()}}, port_item("TCP", "metrics"));
      }
      default:
        return both_ways(pods_of_app(app.name), {{"namespaceSelector", namespace_named(other.name)}});
    }
  }

  static Object ingress(Object subject, Object peer, Object port) {
    Object rule{{"from", list_of(std::move(peer))}, {"ports", list_of(std::move(port))}};
    return {{"podSelector", std::move(subject)}, {"policyTypes", only("Ingress")}, {"ingress", list_of(std::move(rule))}};
  }

  static Object egress(Object subject, Object peers, Object port) {
    Object rule{{"to", std::move(peers)}, {"ports", list_of(std::move(port))}};
    return {{"podSelector", std::move(subject)}, {"policyTypes", only("Egress")}, {"egress", list_of(std::move(rule))}};
  }

  static Object both_ways(Object subject, const Object& peer) {
    return {{"podSelector", std::move(subject)},
            {"policyTypes", Object::array({"Ingress", "Egress"})},
            {"ingress", list_of({{"from", list_of(peer)}})},
            {"egress", list_of({{"to", list_of(peer)}})}};
  }

  static Object peer_of_team(const Space& other, const App& peer) {
    Object values = list_of(peer.tier);
    if (peer.tier != "web") values.push_back("web");
    Object tiers{{"matchExpressions", list_of({{"key", "tier"}, {"operator", "In"}, {"values", std::move(values)}})}};
    return {{"namespaceSelector", match_labels("team", other.team)}, {"podSelector", std::move(tiers)}};
  }

  static Object tier_here_and_in(const Space& other, const App& peer) {
    Object peers = list_of({{"podSelector", match_labels("tier", peer.tier)}});
    peers.push_back({{"namespaceSelector", match_labels("env", other.environment)}, {"podSelector", match_labels("tier", peer.tier)}});
    return peers;
  }

  Object outside_block() {
    const std::size_t base = random_.below(201);
    const std::string network = fmt::format("172.{}.{}", 16 + base % 16, base);
    return {{"ipBlock", {{"cidr", network + ".0/24"}, {"except", list_of(network + ".128/25")}}}};
  }

  Object cluster_policy(std::size_t index) {
    static constexpr std::array kAdminActions{"Deny", "Accept", "Pass"};
    static constexpr std::array kBaselineActions{"Deny", "Accept"};
    const bool admin = index % 4 != 0;
    Object port{{"tcp", {{"destinationPort", {{"number", 8000 + index}}}}}};
    Object rule{{"name", "r"},
                {"action", admin ? kAdminActions[index % 3] : kBaselineActions[index % 2]},
                {"from", list_of({{"namespaces", match_labels("env", random_.pick(kEnvironments))}})},
                {"protocols", list_of(std::move(port))}};
    return {{"apiVersion", "policy.networking.k8s.io/v1alpha2"},
            {"kind", "ClusterNetworkPolicy"},
            {"metadata", {{"name", fmt::format("cnp-{:03}", index)}}},
            {"spec",
             {{"tier", admin ? "Admin" : "Baseline"},
              {"priority", index},
              {"subject", {{"namespaces", match_labels("team", random_.pick(teams_))}}},
              {"ingress", list_of(std::move(rule))}}}};
  }

  ClusterShape shape_;
  Random random_;
  std::vector<std::string> teams_;
  std::vector<Space> spaces_;
  std::size_t pods_ = 0;
};

}  // namespace

void generate_cluster(const ClusterShape& shape, const Emit& emit) { Cluster(shape).emit_to(emit); }

}  // namespace foregate::bench
