#include "engine/flat_rule.h"

#include "engine/compiled_policies.h"

namespace foregate::engine {
namespace {

void flatten_peers(ClassSet peers, const ClassSets& sets, FlatRule& flat) {
  if (peers == sets.all() || peers->empty()) {
    flat.peer_shape = peers->empty() ? FlatRule::PeerShape::kNone : FlatRule::PeerShape::kAll;
    return;
  }
  FlatRule::Range range{0, 0};
  bool first = true;
  peers->for_each([&](std::uint32_t id) {
    if (first) range.first = id;
    first = false;
    range.last = id;
  });
  if (range.last - range.first + 1 == peers->count()) {
    flat.peer_shape = FlatRule::PeerShape::kRange;
    flat.peer_range = range;
  } else {
    flat.peer_shape = FlatRule::PeerShape::kSet;
    flat.peers = peers;
  }
}

void flatten_ports(PortSetId id, const model::PortSpace& ports, FlatRule& flat) {
  if (id == Engine::kAllPorts) {
    flat.port_shape = FlatRule::PortShape::kAll;
  } else if (ports.intervals().size() == 1) {
    flat.port_shape = FlatRule::PortShape::kRange;
    flat.port_range = {ports.intervals().front().first, ports.intervals().front().last};
  } else {
    flat.port_shape = FlatRule::PortShape::kSet;
    flat.ports = &ports;
  }
}

}  // namespace

FlatRule FlatRule::of(const CompiledRule& rule, std::uint32_t place, const ClassSets& sets, const model::PortSpace& ports) {
  FlatRule flat;
  flat.action = rule.action;
  flat.index = rule.index;
  flat.place = place;
  flat.has_names = !rule.named_ports.empty();
  flat.has_maybe = !rule.maybe->empty();
  flatten_peers(rule.peers, sets, flat);
  flatten_ports(rule.ports, ports, flat);
  return flat;
}

}  // namespace foregate::engine
