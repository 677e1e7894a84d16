#include "engine/vocabulary.h"

#include <algorithm>

namespace foregate::engine {
namespace {
using Keys = std::unordered_set<std::uint32_t>;

void add_keys(const model::LabelSelector& selector, Keys& keys) {
  for (const model::LabelRequirement& requirement : selector.requirements) keys.insert(requirement.key.value());
}

void add_term(const policy::PodsTerm& term, Vocabulary& words) {
  if (!term.ns) add_keys(term.namespace_selector, words.namespace_keys);
  add_keys(term.pod_selector, words.pod_keys);
}

void add_peer(const policy::PeerTerm& peer, Vocabulary& words) {
  if (const auto* pods = std::get_if<policy::PodsTerm>(&peer)) add_term(*pods, words);
  if (const auto* nodes = std::get_if<policy::NodesTerm>(&peer)) {
    words.nodes = true;
    add_keys(nodes->selector, words.node_keys);
  }
  if (const auto* block = std::get_if<policy::BlockTerm>(&peer)) words.blocks.push_back(*block);
}

unsigned whole_length(base::IpFamily family) { return family == base::IpFamily::kV4 ? 32 : 128; }

bool within(const Keys& some, const Keys& all) {
  return std::all_of(some.begin(), some.end(), [&](std::uint32_t key) { return all.contains(key); });
}
}  // namespace

void Vocabulary::add(const policy::TierPolicy& source) {
  add_term(source.subject, *this);
  for (const policy::Direction direction : policy::kDirections) {
    for (const policy::Rule& rule : source.rules_of(direction)) {
      for (const policy::PeerTerm& peer : rule.peers) add_peer(peer, *this);
      for (const policy::NamedPortTerm& port : rule.named_ports) port_names.insert(port.name.value());
    }
  }
}

bool Vocabulary::covers(const Vocabulary& other) const {
  return within(other.pod_keys, pod_keys) && within(other.namespace_keys, namespace_keys) && within(other.node_keys, node_keys) &&
         within(other.port_names, port_names) && (nodes || !other.nodes);
}

Vocabulary Vocabulary::of(std::span<const Engine::Input> inputs) {
  Vocabulary words;
  for (const Engine::Input& input : inputs) {
    for (const auto& source : input.policies.policies) words.add(*source);
  }
  if (!words.nodes) return words;
  for (const Engine::Input& input : inputs) {
    for (const model::Node& node : input.snapshot.inventory->nodes) {
      for (const base::IpAddress& address : node.addresses) words.blocks.push_back({{address, whole_length(address.family())}, {}});
    }
  }
  return words;
}

std::vector<model::Label> project(std::span<const model::Label> labels, const Keys& keys) {
  std::vector<model::Label> kept;
  for (const model::Label& label : labels) {
    if (keys.contains(label.key.value())) kept.push_back(label);
  }
  return kept;
}

}  // namespace foregate::engine
