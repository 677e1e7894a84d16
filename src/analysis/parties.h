#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "analysis/peers.h"
#include "engine/engine.h"

/// Who is connected with whom, between classes (which people do not know) and peers (which they do).
///
/// A *unit* is the largest thing that is wholly inside one peer and that no engine can cut: pods of one workload with equal classes, or one
/// outside class. A *leg* is a unit in one family: most have one, dual-stack pods two, and pods without addresses one that meets both.
/// With two engines a leg has a class in each; a pod whose labels change has another class after.
///
///     workload shop/web, pods web-0 (classes 3 and 17, v4 and v6), web-1 (3 and 17)  ->  one unit, two legs: 3 v4, 17 v6
namespace foregate::analysis {

using engine::ClassFamily;
using engine::ClassId;

inline constexpr std::uint32_t kNoParty = std::numeric_limits<std::uint32_t>::max();

struct Unit {
  std::uint32_t workload = kNoParty;                    ///< index in `Parties::peers`, or kNoParty for an outside unit
  std::vector<Symbol> pods;                             ///< names, sorted by text; empty where the unit is all of its workload
  std::array<std::vector<Symbol>, 2> only_pods;         ///< of `pods`, by side, those whose name the other side does not have
  std::array<engine::PortSetId, 2> entry_ports;         ///< by side: where entry objects send traffic to; kNoPorts mostly
  std::array<bool, 2> present = {false, false};         ///< by side
  std::array<std::uint32_t, 2> legs = {0, 0};           ///< [first, last) in `Parties::legs`
  base::IntervalSet<base::Uint128> outside_addresses;   ///< outside units
  base::IpFamily outside_family = base::IpFamily::kV4;  ///< outside units
};

struct Leg {
  std::uint32_t unit = 0;
  ClassFamily family = ClassFamily::kAny;
  std::array<ClassId, 2> classes;  ///< by side; none where the leg is absent
};

/// The units of one engine, or of two of one `Engine::compile`. Nodes and the ingress controller are no units.
struct Parties {
  Peers peers;              ///< the whole workloads alone
  std::vector<Unit> units;  ///< workloads' by workload, then outside classes
  std::size_t workload_units = 0;
  std::vector<std::array<std::uint32_t, 2>> units_of;  ///< by workload: [first, last) in units
  std::vector<Leg> legs;                               ///< by unit
  bool dual_stack = false;                             ///< whether any unit has two legs

  bool is_outside(std::uint32_t unit) const { return unit >= workload_units; }
  bool leg_outside(std::uint32_t leg) const { return is_outside(legs[leg].unit); }
};

/// One or two engines: the sides. With two, equal texts have equal symbols in the names of both, those of the second being stacked on those
/// of the first. O(pods + classes).
Parties make_parties(std::span<const engine::Engine* const> sides);

}  // namespace foregate::analysis
