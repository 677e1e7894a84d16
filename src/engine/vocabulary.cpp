#include "engine/vocabulary.h"

namespace foregate::engine {
namespace {
using Keys = std::unordered_set<std::uint32_t>;

void add_keys(const model::LabelSelector& selector, Keys& keys) {
  for (const model::LabelRequirement& requirement : selector.requirements) keys.insert(requirement.key.value());
}

void add(const policy::PodsTerm& term, Vocabulary& words) {
  if (!term.ns) add_keys(term.namespace_selector, words.namespace_keys);
  add_keys(term.pod_selector, words.pod_keys);
}

void add(const policy::PeerTerm& peer, Vocabulary& words) {
  if (const auto* pods = std::get_if<policy::PodsTerm>(&peer)) add(*pods, words);
  if (const auto* nodes = std::get_if<policy::NodesTerm>(&peer)) add_keys(nodes->selector, words.node_keys);
  if (const auto* block = std::get_if<policy::BlockTerm>(&peer)) words.blocks.push_back(*block);
}

void add(const policy::TierPolicy& source, Vocabulary& words) {
  add(source.subject, words);
  for (const policy::Direction direction : policy::kDirections) {
    for (const policy::Rule& rule : source.rules_of(direction)) {
      for (const policy::PeerTerm& peer : rule.peers) add(peer, words);
      for (const policy::NamedPortTerm& port : rule.named_ports) words.port_names.insert(port.name.value());
    }
  }
}
}  // namespace

Vocabulary Vocabulary::of(std::span<const Engine::Input> inputs) {
  Vocabulary words;
  for (const Engine::Input& input : inputs) {
    for (const auto& source : input.policies.policies) add(*source, words);
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
