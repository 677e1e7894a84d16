#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "engine/engine.h"
#include "model/labels.h"
#include "policy/rule.h"

namespace foregate::engine {

/// What the policies of all inputs can tell apart: the label keys they select by, the port names they use and the blocks they cut addresses
/// with. Everything else about a pod is irrelevant to them, and leaving it out is what makes classes few.
struct Vocabulary {
  std::unordered_set<std::uint32_t> pod_keys;  // Symbol values
  std::unordered_set<std::uint32_t> namespace_keys;
  std::unordered_set<std::uint32_t> node_keys;
  std::unordered_set<std::uint32_t> port_names;
  bool nodes = false;  ///< some rule has `nodes` peers: node addresses differ from those around them
  std::vector<policy::BlockTerm> blocks;

  /// With the addresses of the inputs' nodes as blocks, where `nodes` peers ask for them.
  static Vocabulary of(std::span<const Engine::Input> inputs);
  /// Adds the words of one policy, node addresses aside.
  void add(const policy::TierPolicy& source);
  /// Whether every word of `other` is here too, blocks aside.
  bool covers(const Vocabulary& other) const;
};

/// The labels whose keys are in `keys`.
std::vector<model::Label> project(std::span<const model::Label> labels, const std::unordered_set<std::uint32_t>& keys);

}  // namespace foregate::engine
