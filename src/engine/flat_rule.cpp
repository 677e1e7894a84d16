#include "engine/flat_rule.h"

#include "engine/compiled_policies.h"

namespace foregate::engine {
namespace {

void flatten_peers(ClassSet peers, const ClassSets& sets, FlatRule& flat) {
  flat.peers = peers;
  if (peers == sets.all() || peers->empty()) {
    flat.peer_shape = peers->empty() ? FlatRule::PeerShape::kNone : FlatRule::PeerShape::kAll;
    return;
  }
  bool first = true;
  peers->for_each([&](std::uint32_t id) {
    if (first) flat.peer_first = id;
    first = false;
    flat.peer_last = id;
  });
  const bool run = flat.peer_last - flat.peer_first + 1 == peers->count();
  flat.peer_shape = run ? FlatRule::PeerShape::kRange : FlatRule::PeerShape::kSet;
}

void flatten_ports(PortSetId id, const model::PortSpace& ports, FlatRule& flat) {
  flat.ports = &ports;
  flat.port_shape = id == Engine::kAllPorts ? FlatRule::PortShape::kAll : FlatRule::PortShape::kSet;
  if (id == Engine::kAllPorts || ports.intervals().size() != 1) return;
  flat.port_shape = FlatRule::PortShape::kRange;
  flat.port_first = ports.intervals().front().first;
  flat.port_last = ports.intervals().front().last;
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
