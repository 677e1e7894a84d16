#pragma once

#include <cstdint>

#include "engine/class_sets.h"
#include "model/ports.h"
#include "policy/rule.h"

namespace foregate::engine {

struct CompiledRule;

/// A rule as the judge walks over it: a cache line, with the usual shapes of peers (a run of classes) and ports (one range) in place, since
/// millions of flows a second pass here.
struct FlatRule {
  enum class PeerShape : std::uint8_t { kAll, kNone, kRange, kSet };
  enum class PortShape : std::uint8_t { kAll, kRange, kSet };
  PeerShape peer_shape = PeerShape::kAll;
  PortShape port_shape = PortShape::kAll;
  policy::RuleAction action = policy::RuleAction::kAllow;
  bool has_names = false;
  bool has_maybe = false;        ///< domain names
  std::uint32_t index = 0;       ///< in the spec
  std::uint32_t peer_first = 0;  ///< kRange: classes first..last
  std::uint32_t peer_last = 0;
  std::uint32_t port_first = 0;  ///< kRange: points first..last
  std::uint32_t port_last = 0;
  ClassSet peers = nullptr;                 ///< kSet
  const model::PortSpace* ports = nullptr;  ///< kSet
  std::uint32_t place = 0;                  ///< in the policy's rules, for what is not here

  /// `rule` is at `place` of its policy; `ports` is the set of its numbered ports and outlives the result.
  static FlatRule of(const CompiledRule& rule, std::uint32_t place, const ClassSets& sets, const model::PortSpace& ports);

  bool has_peer(std::uint32_t id) const {
    switch (peer_shape) {
      case PeerShape::kAll:
        return true;
      case PeerShape::kNone:
        return false;
      case PeerShape::kRange:
        return peer_first <= id && id <= peer_last;
      case PeerShape::kSet:
        return peers->contains(id);
    }
    return false;
  }
  bool has_port(std::uint32_t point) const {
    switch (port_shape) {
      case PortShape::kAll:
        return true;
      case PortShape::kRange:
        return port_first <= point && point <= port_last;
      case PortShape::kSet:
        return ports->contains(point);
    }
    return false;
  }
};

}  // namespace foregate::engine
