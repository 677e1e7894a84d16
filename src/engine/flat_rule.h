#pragma once

#include <cstdint>

#include "engine/class_sets.h"
#include "model/ports.h"
#include "policy/rule.h"

namespace foregate::engine {

struct CompiledRule;

/// A rule as the judge walks over it: half a cache line, with the usual shapes of peers (a run of classes) and ports (one range) in place,
/// since millions of flows a second pass here.
struct FlatRule {
  enum class PeerShape : std::uint8_t { kAll, kNone, kRange, kSet };
  enum class PortShape : std::uint8_t { kAll, kRange, kSet };
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  PeerShape peer_shape = PeerShape::kAll;
  PortShape port_shape = PortShape::kAll;
  policy::RuleAction action = policy::RuleAction::kAllow;
  bool has_names : 1 = false;
  bool has_maybe : 1 = false;  ///< domain names
  std::uint32_t index = 0;     ///< in the spec
  std::uint32_t place = 0;     ///< in the policy's rules, for what is not here
  union {
    Range peer_range = {0, 0};  ///< kRange: classes
    ClassSet peers;             ///< kSet
  };
  union {
    Range port_range = {0, 0};      ///< kRange: points
    const model::PortSpace* ports;  ///< kSet
  };

  /// `rule` is at `place` of its policy; `ports` is the set of its numbered ports and outlives the result.
  static FlatRule of(const CompiledRule& rule, std::uint32_t place, const ClassSets& sets, const model::PortSpace& ports);

  bool has_peer(std::uint32_t id) const {
    switch (peer_shape) {
      case PeerShape::kAll:
        return true;
      case PeerShape::kNone:
        return false;
      case PeerShape::kRange:
        return peer_range.first <= id && id <= peer_range.last;
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
        return port_range.first <= point && point <= port_range.last;
      case PortShape::kSet:
        return ports->contains(point);
    }
    return false;
  }
};

}  // namespace foregate::engine
