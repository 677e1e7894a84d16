// Pods that differ in everything selectors look at.
//
// A pod's number, scrambled, is spelled in its labels a bit a key, so no two pods have equal labels; a third of the keys say a bit by being
// there or not, the others by their value. Selectors take some of the keys each and every key is taken by some, so that no two pods are one
// class. Address blocks are cut around pods.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "bench/gen_cluster.h"
#include "bench/objects.h"
#include "bench/random.h"

namespace foregate::bench {
namespace {

constexpr std::size_t kSpareBits = 4;
constexpr std::size_t kZones = 4;
constexpr std::size_t kFirstPod = 16;
constexpr std::array kPorts{53, 443, 5432, 8080, 9090};

std::string key_of(std::size_t bit) { return fmt::format("bit-{:02}", bit); }
bool says_by_presence(std::size_t bit) { return bit % 3 == 2; }
std::string space_name(std::size_t index) { return fmt::format("ns-{:04}", index); }

class Adversary {
 public:
  explicit Adversary(const AdversarialShape& shape)
      : shape_(shape), bits_(static_cast<std::size_t>(std::bit_width(shape.pods)) + kSpareBits), random_(shape.seed) {}

  void emit_to(const Emit& emit) {
    std::vector<std::vector<Object>> groups;
    for (std::size_t n = 0; n < shape_.namespaces; ++n) groups.push_back({space_object(n)});
    for (std::size_t p = 0; p < shape_.pods; ++p) {
      const std::size_t space = p % shape_.namespaces;
      groups[space].push_back(pod_object(space_name(space), fmt::format("pod-{:05}", p), kFirstPod + p, labels_of(p), ""));
    }
    for (std::size_t p = 0; p < shape_.policies; ++p) groups[p % shape_.namespaces].push_back(policy(p));
    for (const std::vector<Object>& group : groups) emit(group);
  }

 private:
  static Object space_object(std::size_t index) {
    Object labels{{"kubernetes.io/metadata.name", space_name(index)}, {"zone", fmt::format("z{}", index % kZones)}};
    if (index % 3 == 0) labels["shared"] = "yes";
    return namespace_object(space_name(index), std::move(labels));
  }

  /// One-to-one on numbers of `bits_` bits: multiplication by an odd number.
  std::size_t scrambled(std::size_t pod) const { return pod * 0x9E3779B1 & ((std::size_t{1} << bits_) - 1); }

  Object labels_of(std::size_t pod) const {
    Object labels = Object::object();
    const std::size_t code = scrambled(pod);
    for (std::size_t bit = 0; bit < bits_; ++bit) {
      const bool set = (code >> bit & 1) != 0;
      if (says_by_presence(bit)) {
        if (set) labels[key_of(bit)] = "here";
      } else {
        labels[key_of(bit)] = set ? "one" : "nil";
      }
    }
    return labels;
  }

  Object requirement(std::size_t bit) {
    const bool wanted = random_.one_in(2);
    if (says_by_presence(bit)) return {{"key", key_of(bit)}, {"operator", wanted ? "Exists" : "DoesNotExist"}};
    const char* const operation = random_.one_in(2) ? "In" : "NotIn";
    return {{"key", key_of(bit)}, {"operator", operation}, {"values", Object::array({wanted ? "one" : "nil"})}};
  }

  /// Over `keys` different keys, neighbours from a random one on.
  Object selector(std::size_t keys) {
    Object expressions = Object::array();
    const std::size_t first = random_.below(bits_);
    const std::size_t step = 1 + random_.below(3);
    for (std::size_t i = 0; i < keys && i * step < bits_; ++i) expressions.push_back(requirement((first + i * step) % bits_));
    return {{"matchExpressions", std::move(expressions)}};
  }

  Object space_selector() {
    switch (random_.below(4)) {
      case 0:
        return match_labels("kubernetes.io/metadata.name", space_name(random_.below(shape_.namespaces)));
      case 1:
        return {{"matchExpressions", Object::array({{{"key", "shared"}, {"operator", random_.one_in(2) ? "Exists" : "DoesNotExist"}}})}};
      default:
        return match_labels("zone", fmt::format("z{}", random_.below(kZones)));
    }
  }

  /// A block around some pod, with a smaller one around the same pod or its neighbours cut out.
  Object address_block() {
    const std::size_t number = kFirstPod + random_.below(shape_.pods);
    const std::size_t host_bits = 2 + random_.below(9);
    const std::size_t first = number >> host_bits << host_bits;
    const std::size_t hole = first + (std::size_t{1} << (host_bits - 1));
    return {{"cidr", fmt::format("{}/{}", pod_address(first), 32 - host_bits)},
            {"except", Object::array({fmt::format("{}/{}", pod_address(hole), 33 - host_bits)})}};
  }

  Object peer() {
    switch (random_.below(6)) {
      case 0:
        return {{"ipBlock", address_block()}};
      case 1:
        return {{"podSelector", selector(2 + random_.below(3))}};
      default:
        return {{"namespaceSelector", space_selector()}, {"podSelector", selector(2 + random_.below(4))}};
    }
  }

  Object rule(const char* peers_field) {
    Object peers = Object::array();
    for (std::size_t n = 1 + random_.below(3); n > 0; --n) peers.push_back(peer());
    Object result{{peers_field, std::move(peers)}};
    if (!random_.one_in(5)) {
      Object ports = Object::array();
      for (std::size_t n = 1 + random_.below(2); n > 0; --n) {
        ports.push_back(port_item(random_.one_in(4) ? "UDP" : "TCP", kPorts[random_.below(kPorts.size())]));
      }
      result["ports"] = std::move(ports);
    }
    return result;
  }

  Object policy(std::size_t index) {
    Object spec{{"podSelector", selector(2 + random_.below(4))}, {"policyTypes", Object::array()}};
    const std::size_t directions = 1 + random_.below(3);
    const auto add = [&](const char* type, const char* field, const char* peers_field) {
      spec["policyTypes"].push_back(type);
      Object rules = Object::array();
      for (std::size_t n = 1 + random_.below(2); n > 0; --n) rules.push_back(rule(peers_field));
      spec[field] = std::move(rules);
    };
    if ((directions & 1) != 0) add("Ingress", "ingress", "from");
    if ((directions & 2) != 0) add("Egress", "egress", "to");
    return network_policy(space_name(index % shape_.namespaces), fmt::format("p-{:05}", index), std::move(spec));
  }

  AdversarialShape shape_;
  std::size_t bits_;
  Random random_;
};

}  // namespace

void generate_adversarial(const AdversarialShape& shape, const Emit& emit) { Adversary(shape).emit_to(emit); }

}  // namespace foregate::bench
