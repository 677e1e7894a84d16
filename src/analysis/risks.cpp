#include "analysis/risks.h"

#include <algorithm>

#include "analysis/entry.h"

namespace foregate::analysis {
namespace {

constexpr std::size_t kBefore = 0;
constexpr std::size_t kAfter = 1;

const model::PortSpace& port_53() {
  static const model::PortSpace kPorts =
      model::port_range(model::Protocol::kTcp, 53, 53) + model::port_range(model::Protocol::kUdp, 53, 53);
  return kPorts;
}

/// The units of pods by one of their classes: enough for pods that a Service selects.
std::map<std::uint32_t, std::vector<std::uint32_t>> units_by_class(const Parties& parties, std::size_t side) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> units;
  for (const Leg& leg : parties.legs) {
    if (leg.classes[side]) units[leg.classes[side].value()].push_back(leg.unit);
  }
  return units;
}

}  // namespace

Remains::Remains(Comparison& comparison) : comparison_(comparison), legs_by_class_(comparison.engine(kAfter).class_count()) {
  const Parties& parties = comparison.parties();
  for (std::uint32_t l = 0; l < parties.legs.size(); ++l) {
    if (const ClassId id = parties.legs[l].classes[kAfter]) legs_by_class_[id.value()].push_back(l);
  }
  for (const std::size_t side : {kBefore, kAfter}) {
    const Engine& engine = comparison.engine(side);
    const std::vector<ServiceTarget> targets = dns_targets(engine.snapshot());
    if (targets.empty()) continue;
    const auto units = units_by_class(parties, side);
    const model::Inventory& inventory = *engine.snapshot().inventory;
    for (const ServiceTarget& target : targets) {
      const model::Workload& workload = inventory.workloads[inventory.pod_workload[target.pod.value()].value()];
      for (const ClassId id : engine.classes_of(target.pod)) {
        const auto found = units.find(id.value());
        if (found == units.end()) continue;
        for (const std::uint32_t unit : found->second) {
          const Peer& peer = parties.peers.all[parties.units[unit].workload];
          const Symbol ns = inventory.namespaces[workload.ns.value()].name;
          const bool own = peer.ns == ns && peer.name == workload.name && peer.workload_kind == workload.kind;
          if (own) dns_ports_[unit] = dns_ports_[unit] + target.ports;
        }
      }
    }
  }
}

bool Remains::meets_other(std::uint32_t leg, std::uint32_t far) const {
  const Parties& parties = comparison_.parties();
  const Unit& a = parties.units[parties.legs[leg].unit];
  const Unit& b = parties.units[parties.legs[far].unit];
  return comparison_.meet(leg, far) && (a.workload == kNoParty || a.workload != b.workload);
}

bool Remains::allows(std::uint32_t from, std::uint32_t to, std::uint32_t point) const {
  const auto protocol = static_cast<model::Protocol>(point / model::kProtocolStride);
  const auto port = static_cast<std::uint16_t>(protocol == model::Protocol::kOther ? 0 : point % model::kProtocolStride);
  const policy::FlowVerdict verdict =
      comparison_.engine(kAfter).judge_classes(comparison_.leg(from).classes[kAfter], comparison_.leg(to).classes[kAfter], protocol, port);
  return verdict.verdict() != policy::Verdict::kDeny;
}

/// Whether the near list's answer and the far end's have a connection in common. Mostly one question is enough; the far end's whole list is
/// computed only where it is not.
bool Remains::connects(std::uint32_t near, std::uint32_t far, Direction direction, const Outcome& said) {
  const Engine& engine = comparison_.engine(kAfter);
  const bool egress = direction == Direction::kEgress;
  const model::PortSpace& ports = engine.ports(said.allowed == Engine::kNoPorts ? said.open : said.allowed);
  if (allows(egress ? near : far, egress ? far : near, ports.intervals().front().first)) return true;
  const Direction other = egress ? Direction::kIngress : Direction::kEgress;
  const ListPair& pair = comparison_.pair_of(far, other);
  const ClassId near_class = comparison_.leg(near).classes[kAfter];
  const Outcome answer = pair.same ? comparison_.outcome(other, kBefore, pair.lists[kBefore], near_class)
                                   : comparison_.outcome(other, kAfter, pair.lists[kAfter], near_class);
  return !is_nothing(egress ? engine.combine(said, answer) : engine.combine(answer, said));
}

bool Remains::leg_has_any(std::uint32_t leg, Direction direction) {
  const ListPair& pair = comparison_.pair_of(leg, direction);
  if (!pair.lists[kAfter]) return false;
  const std::size_t side = pair.same ? kBefore : kAfter;
  bool found = false;
  for (const engine::OutcomeGroup& group : comparison_.groups(direction, side, pair.lists[side])) {
    if (is_nothing(group.outcome)) continue;
    group.classes.for_each([&](std::uint32_t id) {
      if (found) return;
      for (const std::uint32_t far : legs_by_class_[id]) {
        if (found) return;
        found = meets_other(leg, far) && connects(leg, far, direction, group.outcome);
      }
    });
    if (found) return true;
  }
  return false;
}

bool Remains::any(std::uint32_t unit, Direction direction) {
  const auto [at, is_new] = known_.try_emplace({unit, direction}, false);
  if (!is_new) return at->second;
  const Unit& own = comparison_.parties().units[unit];
  bool found = false;
  for (std::uint32_t leg = own.legs[0]; leg < own.legs[1] && !found; ++leg) found = leg_has_any(leg, direction);
  return known_[{unit, direction}] = found;
}

bool Remains::is_dns(std::uint32_t to, const model::PortSpace& lost) const {
  if (dns_ports_.empty()) return lost.intersects(port_53());
  const auto server = dns_ports_.find(comparison_.leg(to).unit);
  return server != dns_ports_.end() && lost.intersects(server->second);
}

bool Remains::leg_has_dns(std::uint32_t leg) {
  const Parties& parties = comparison_.parties();
  if (!comparison_.leg(leg).classes[kAfter]) return false;
  for (const auto& [unit, ports] : dns_ports_) {
    for (std::uint32_t far = parties.units[unit].legs[0]; far < parties.units[unit].legs[1]; ++far) {
      if (!comparison_.leg(far).classes[kAfter] || !comparison_.meet(leg, far)) continue;
      for (const auto& interval : ports.intervals()) {
        if (allows(leg, far, interval.first)) return true;
      }
    }
  }
  if (!dns_ports_.empty()) return false;
  const ListPair& pair = comparison_.pair_of(leg, Direction::kEgress);
  const std::size_t side = pair.same ? kBefore : kAfter;
  const Engine& engine = comparison_.engine(kAfter);
  bool found = false;
  for (const engine::OutcomeGroup& group : comparison_.groups(Direction::kEgress, side, pair.lists[side])) {
    const model::PortSpace asked = (engine.ports(group.outcome.allowed) + engine.ports(group.outcome.open)) & port_53();
    for (const auto& interval : asked.intervals()) {
      group.classes.for_each([&](std::uint32_t id) {
        for (const std::uint32_t far : legs_by_class_[id]) {
          if (!found && meets_other(leg, far)) found = allows(leg, far, interval.first);
        }
      });
    }
  }
  return found;
}

bool Remains::dns(std::uint32_t unit) {
  const auto [at, is_new] = known_dns_.try_emplace(unit, false);
  if (!is_new) return at->second;
  const Unit& own = comparison_.parties().units[unit];
  bool found = false;
  for (std::uint32_t leg = own.legs[0]; leg < own.legs[1] && !found; ++leg) found = leg_has_dns(leg);
  return known_dns_[unit] = found;
}

}  // namespace foregate::analysis
