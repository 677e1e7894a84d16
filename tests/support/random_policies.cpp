#include "tests/support/random_policies.h"

#include <array>
#include <string>
#include <vector>

namespace foregate::testing {
namespace {

constexpr std::array<std::string_view, 2> kKeys{"app", "role"};
constexpr std::array<std::string_view, 3> kValues{"web", "db", ""};
constexpr std::array<std::string_view, 3> kPortNames{"web", "dns", "sig"};
constexpr std::array<std::string_view, 3> kProtocols{"TCP", "UDP", "SCTP"};
constexpr std::array<long, 6> kPorts{1, 53, 80, 81, 8080, 65535};

/// Blocks around the addresses that random clusters have, with blocks inside each.
struct Block {
  std::string_view cidr;
  std::vector<std::string_view> inside;
};
const std::vector<Block> kBlocks{
    {"0.0.0.0/0", {"10.0.0.0/24", "10.0.0.0/30", "192.0.2.1/32"}},
    {"10.0.0.0/16", {"10.0.0.0/24", "10.0.1.0/24", "10.0.0.2/31"}},
    {"10.0.0.0/24", {"10.0.0.0/30", "10.0.0.4/30", "10.0.0.1/32"}},
    {"10.0.0.0/30", {"10.0.0.2/31", "10.0.0.3/32"}},
    {"10.0.1.0/28", {"10.0.1.4/32"}},
    {"10.0.0.1/32", {}},
    {"192.0.2.0/24", {"192.0.2.2/32"}},
    {"198.51.100.0/24", {"198.51.100.0/25", "198.51.100.1/32"}},
    {"::/0", {"fd00::/16", "2001:db8::/32"}},
    {"fd00::/64", {"fd00::/126", "fd00::2/128"}},
    {"fd00::4/126", {"fd00::5/128"}},
    {"2001:db8::/32", {"2001:db8:ffff::/48"}},
};

Json string_list(const std::vector<std::string_view>& texts) {
  Json list = Json::list();
  for (const std::string_view text : texts) list.push(Json::string(text));
  return list;
}

/// Some of `from`, at least one, without repetition.
std::vector<std::string_view> some_of(RandomSource& random, std::span<const std::string_view> from) {
  std::vector<std::string_view> chosen;
  for (const std::string_view text : from) {
    if (random.chance(40)) chosen.push_back(text);
  }
  if (chosen.empty()) chosen.push_back(random.pick(from));
  return chosen;
}

Json requirement(RandomSource& random) {
  const std::string_view op = random.pick({"In", "NotIn", "Exists", "DoesNotExist"});
  Json result = Json::map();
  result.add("key", random.pick(kKeys)).add("operator", op);
  if (op.ends_with("In")) result.add("values", string_list(some_of(random, kValues)));
  return result;
}

Json selector(RandomSource& random) {
  Json result = Json::map();
  if (random.chance(35)) return result;
  const std::size_t shape = random.below(20);
  if (shape < 10) result.add("matchLabels", Json::map().add(random.pick(kKeys), random.pick(kValues)));
  if (shape == 10) result.add("matchLabels", Json::null());
  if (!result.items.empty() && random.chance(60)) return result;
  Json expressions = Json::list();
  for (std::size_t i = random.between(1, 2); i > 0; --i) expressions.push(requirement(random));
  return result.add("matchExpressions", std::move(expressions));
}

Json namespace_selector(RandomSource& random) {
  if (!random.chance(20)) return selector(random);
  return Json::map().add("matchLabels", Json::map().add("kubernetes.io/metadata.name", random.pick({"a", "a", "b", "c"})));
}

// networking.k8s.io/v1

Json ip_block(RandomSource& random) {
  const Block& block = kBlocks[random.below(kBlocks.size())];
  Json result = Json::map();
  result.add("cidr", block.cidr);
  if (!block.inside.empty() && random.chance(50)) result.add("except", string_list(some_of(random, block.inside)));
  return result;
}

Json np_peer(RandomSource& random) {
  Json peer = Json::map();
  const std::size_t shape = random.below(10);
  if (shape < 3) return peer.add("ipBlock", ip_block(random));
  if (shape != 9) peer.add("podSelector", selector(random));
  if (shape > 5) peer.add("namespaceSelector", namespace_selector(random));
  if (shape < 5 && random.chance(20)) peer.add("namespaceSelector", Json::null());
  return peer;
}

Json np_port(RandomSource& random) {
  Json port = Json::map();
  if (random.chance(60)) port.add("protocol", random.pick(kProtocols));
  const std::size_t shape = random.below(10);
  if (shape < 3) return port.add("port", random.pick(kPortNames));
  if (shape < 5) return port;
  const long number = kPorts[random.below(kPorts.size())];
  port.add("port", Json::number(number));
  if (shape > 7) port.add("endPort", Json::number(std::min(65535L, number + static_cast<long>(random.below(60)))));
  return port;
}

/// A list of `make(random)` under `key`; or null, empty or absent, which mean the same.
template <typename Make>
void add_list(RandomSource& random, Json& to, std::string_view key, Make&& make) {
  const std::size_t shape = random.below(20);
  if (shape == 0) to.add(key, Json::null());
  if (shape == 1) to.add(key, Json::list());
  if (shape < 5) return;
  Json list = Json::list();
  for (std::size_t i = random.between(1, 2); i > 0; --i) list.push(make(random));
  to.add(key, std::move(list));
}

Json np_rules(RandomSource& random, std::string_view peers_key) {
  Json rules = Json::list();
  for (std::size_t i = random.below(4); i > 0; --i) {
    Json rule = Json::map();
    add_list(random, rule, peers_key, np_peer);
    add_list(random, rule, "ports", np_port);
    rules.push(std::move(rule));
  }
  return rules;
}

Json network_policy(RandomSource& random, std::size_t index) {
  Json spec = Json::map();
  if (random.chance(70)) spec.add("podSelector", random.chance(5) ? Json::null() : selector(random));
  if (random.chance(60)) spec.add("policyTypes", string_list(some_of(random, std::array<std::string_view, 2>{"Ingress", "Egress"})));
  if (random.chance(75)) spec.add("ingress", random.chance(5) ? Json::null() : np_rules(random, "from"));
  if (random.chance(50)) spec.add("egress", random.chance(5) ? Json::null() : np_rules(random, "to"));
  Json meta = Json::map();
  meta.add("name", "np" + std::to_string(index)).add("namespace", random.pick({"a", "a", "a", "a", "b", "b", "c"}));
  return Json::map().add("apiVersion", "networking.k8s.io/v1").add("kind", "NetworkPolicy").add("metadata", meta).add("spec", spec);
}

// policy.networking.k8s.io

/// The two API versions differ in words and in a few shapes.
struct Dialect {
  bool v1alpha2;
  bool baseline;
  std::string_view allow() const { return v1alpha2 ? "Accept" : "Allow"; }
};

Json namespaced_pods(RandomSource& random, Dialect dialect) {
  if (random.chance(50)) return Json::map().add("namespaces", namespace_selector(random));
  Json pods = Json::map();
  if (!dialect.v1alpha2 || random.chance(60)) pods.add("namespaceSelector", namespace_selector(random));
  pods.add("podSelector", selector(random));
  return Json::map().add("pods", pods);
}

Json networks(RandomSource& random) {
  Json list = Json::list();
  const std::size_t first = random.below(kBlocks.size());
  for (std::size_t i = 0; i < random.between(1, 2); ++i) list.push(Json::string(kBlocks[(first + i) % kBlocks.size()].cidr));
  return list;
}

Json egress_peer(RandomSource& random, Dialect dialect, std::string_view action, bool& outside) {
  const std::size_t shape = random.below(10);
  outside = outside || shape < 5;
  if (shape < 3) return Json::map().add("networks", networks(random));
  if (shape == 3) return Json::map().add("nodes", selector(random));
  const bool names_fit = dialect.v1alpha2 || (action == "Allow" && !dialect.baseline);
  if (shape == 4 && names_fit) return Json::map().add("domainNames", string_list({random.pick({"a.example.org", "*.example.org"})}));
  return namespaced_pods(random, dialect);
}

Json v1alpha1_port(RandomSource& random, bool names_fit) {
  if (names_fit && random.chance(30)) return Json::map().add("namedPort", random.pick(kPortNames));
  const long number = kPorts[random.below(kPorts.size())];
  Json port = Json::map();
  if (random.chance(80)) port.add("protocol", random.pick(kProtocols));
  if (random.chance(60)) return Json::map().add("portNumber", port.add("port", Json::number(number)));
  port.add("start", Json::number(number)).add("end", Json::number(std::min(65535L, number + static_cast<long>(random.below(60)))));
  return Json::map().add("portRange", port);
}

Json v1alpha2_port(RandomSource& random, bool names_fit) {
  if (names_fit && random.chance(30)) return Json::map().add("destinationNamedPort", random.pick(kPortNames));
  const long number = kPorts[random.below(kPorts.size())];
  Json destination = Json::map();
  if (number == 65535 || random.chance(60)) {
    destination.add("number", Json::number(number));
  } else {
    const long end = std::min(65535L, number + 1 + static_cast<long>(random.below(60)));
    destination.add("range", Json::map().add("start", Json::number(number)).add("end", Json::number(end)));
  }
  return Json::map().add(random.pick({"tcp", "udp", "sctp"}), Json::map().add("destinationPort", destination));
}

Json cluster_rule(RandomSource& random, Dialect dialect, bool egress) {
  Json rule = Json::map();
  if (random.chance(30)) rule.add("name", random.pick({"one", "two", ""}));
  std::vector<std::string_view> actions{dialect.allow(), "Deny"};
  if (dialect.v1alpha2 || !dialect.baseline) actions.push_back("Pass");
  const std::string_view action = random.pick(actions);
  rule.add("action", action);
  bool outside = false;
  Json peers = Json::list();
  for (std::size_t i = random.between(1, 2); i > 0; --i) {
    peers.push(egress ? egress_peer(random, dialect, action, outside) : namespaced_pods(random, dialect));
  }
  rule.add(egress ? "to" : "from", std::move(peers));
  if (random.chance(50)) return rule;
  Json ports = Json::list();
  for (std::size_t i = random.between(1, 2); i > 0; --i) {
    ports.push(dialect.v1alpha2 ? v1alpha2_port(random, !outside) : v1alpha1_port(random, !outside));
  }
  return rule.add(dialect.v1alpha2 ? "protocols" : "ports", std::move(ports));
}

void add_cluster_rules(RandomSource& random, Dialect dialect, Json& spec) {
  for (const bool egress : {false, true}) {
    if (random.chance(25)) continue;
    Json rules = Json::list();
    for (std::size_t i = random.between(1, 3); i > 0; --i) rules.push(cluster_rule(random, dialect, egress));
    spec.add(egress ? "egress" : "ingress", std::move(rules));
  }
}

Json cluster_policy(RandomSource& random, std::size_t index, Dialect dialect) {
  Json spec = Json::map();
  if (dialect.v1alpha2) spec.add("tier", dialect.baseline ? "Baseline" : "Admin");
  if (dialect.v1alpha2 || !dialect.baseline) spec.add("priority", Json::number(static_cast<long>(random.below(4))));
  spec.add("subject", random.chance(50) ? Json::map().add("namespaces", Json::map()) : namespaced_pods(random, dialect));
  add_cluster_rules(random, dialect, spec);
  const bool banp = !dialect.v1alpha2 && dialect.baseline;
  const std::string_view kind = dialect.v1alpha2 ? "ClusterNetworkPolicy" : banp ? "BaselineAdminNetworkPolicy" : "AdminNetworkPolicy";
  const std::string name = banp ? "default" : "p" + std::to_string(index);
  const std::string_view version = dialect.v1alpha2 ? "policy.networking.k8s.io/v1alpha2" : "policy.networking.k8s.io/v1alpha1";
  return Json::map().add("apiVersion", version).add("kind", kind).add("metadata", Json::map().add("name", name)).add("spec", spec);
}

}  // namespace

Json random_labels(RandomSource& random) {
  Json labels = Json::map();
  for (const std::string_view key : kKeys) {
    if (random.chance(65)) labels.add(key, random.pick(kValues));
  }
  return labels;
}

Json random_policy(RandomSource& random, std::size_t index) {
  if (random.chance(45)) return network_policy(random, index);
  const bool v1alpha2 = random.chance(60);
  return cluster_policy(random, index, {v1alpha2, v1alpha2 && random.chance(45)});
}

Json random_baseline_admin_policy(RandomSource& random) { return cluster_policy(random, 0, {false, true}); }

}  // namespace foregate::testing
