#include "analysis/parties.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/entry.h"

namespace foregate::analysis {
namespace {

using engine::ClassInfo;
using engine::Engine;
using engine::PortSetId;
using model::Inventory;
using model::PodId;

/// A pod of one side as far as policies and entry objects can tell.
struct Trait {
  std::array<ClassId, 3> classes;  // by ClassFamily
  PortSetId entry_ports = Engine::kNoPorts;
  friend auto operator<=>(const Trait&, const Trait&) = default;
};
using Traits = std::array<std::optional<Trait>, 2>;  // by side

/// Pods that become a unit together.
struct Member {
  Traits traits;
  Symbol pod;
  friend bool same_traits(const Member& a, const Member& b) { return a.traits == b.traits; }
};

struct WorkloadKey {
  std::string_view ns;
  std::string_view name;
  std::string_view kind;
  std::array<Symbol, 3> symbols;  // ns, name, kind
  friend bool operator<(const WorkloadKey& a, const WorkloadKey& b) {
    return std::tie(a.ns, a.name, a.kind) < std::tie(b.ns, b.name, b.kind);
  }
};

struct PodTrait {
  Symbol pod;
  Trait trait;
};

/// The running pods of every workload of one side.
struct Side {
  const Engine* engine = nullptr;
  std::vector<WorkloadKey> keys;            // by WorkloadId
  std::vector<std::vector<PodTrait>> pods;  // by WorkloadId
};

Trait trait_of(const Engine& engine, std::span<const ClassId> classes, PortSetId entry_ports) {
  Trait trait{{}, entry_ports};
  for (const ClassId id : classes) trait.classes[static_cast<std::size_t>(engine.class_info(id).family)] = id;
  return trait;
}

Side make_side(const Engine& engine) {
  const Inventory& inventory = *engine.snapshot().inventory;
  const model::Names& names = *engine.snapshot().names;
  std::map<PodId, PortSetId> entries;
  for (const ServiceTarget& target : entry_targets(engine.snapshot())) entries[target.pod] = engine.port_set(target.ports);
  Side side{&engine, {}, {}};
  side.keys.reserve(inventory.workloads.size());
  side.pods.resize(inventory.workloads.size());
  for (std::size_t w = 0; w < inventory.workloads.size(); ++w) {
    const model::Workload& workload = inventory.workloads[w];
    const Symbol ns = inventory.namespaces[workload.ns.value()].name;
    side.keys.push_back({names.text(ns), names.text(workload.name), names.text(workload.kind), {ns, workload.name, workload.kind}});
    side.pods[w].reserve(workload.pods.size());
    for (const PodId pod : workload.pods) {
      const auto classes = engine.classes_of(pod);
      if (classes.empty()) continue;
      const auto entry = entries.empty() ? entries.end() : entries.find(pod);
      side.pods[w].push_back(
          {inventory.pods[pod.value()].name, trait_of(engine, classes, entry == entries.end() ? Engine::kNoPorts : entry->second)});
    }
  }
  return side;
}

/// Joins the pods of a workload of both sides. Pods of one name are one; of pods with other names, those before stand for those after.
std::vector<Member> join_sides(const std::vector<PodTrait>& before, const std::vector<PodTrait>& after) {
  std::map<Symbol, Traits> by_name;
  for (const PodTrait& pod : before) by_name[pod.pod][0] = pod.trait;
  for (const PodTrait& pod : after) by_name[pod.pod][1] = pod.trait;
  std::vector<Member> members;
  std::array<std::vector<std::pair<Trait, Symbol>>, 2> lone;
  for (const auto& [name, traits] : by_name) {
    if (traits[0] && traits[1]) members.push_back({traits, name});
    for (std::size_t side = 0; side < 2; ++side) {
      if (traits[side] && !traits[1 - side]) lone[side].emplace_back(*traits[side], name);
    }
  }
  if (before.empty() || after.empty()) {
    for (const auto& [name, traits] : by_name) members.push_back({traits, name});
    return members;
  }
  for (auto& side : lone) std::sort(side.begin(), side.end());
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < lone[side].size(); ++i) {
      const auto& others = lone[1 - side];
      const Trait& other = others.empty() ? (side == 0 ? after : before).front().trait : others[std::min(i, others.size() - 1)].first;
      Traits traits;
      traits[side] = lone[side][i].first;
      traits[1 - side] = other;
      members.push_back({traits, lone[side][i].second});
    }
  }
  return members;
}

class Maker {
 public:
  Parties make(std::span<const Engine* const> engines) {
    std::vector<Side> sides;
    sides.push_back(make_side(*engines[0]));
    const bool shared = engines.size() == 2 && engines[0]->snapshot().inventory == engines[1]->snapshot().inventory;
    if (engines.size() == 2) sides.push_back(make_side(*engines[1]));
    names_ = engines.back()->snapshot().names.get();
    for (const auto& [key, places] : sorted_workloads(sides)) {
      add_workload(key, shared || engines.size() == 1 ? members_in_place(sides, places) : members_by_name(sides, places));
    }
    parties_.peers.workloads = parties_.peers.all.size();
    parties_.workload_units = parties_.units.size();
    add_outside(engines);
    return std::move(parties_);
  }

 private:
  using Places = std::array<std::optional<std::size_t>, 2>;

  static std::vector<std::pair<WorkloadKey, Places>> sorted_workloads(const std::vector<Side>& sides) {
    std::vector<std::pair<WorkloadKey, Places>> workloads;
    for (std::size_t s = 0; s < sides.size(); ++s) {
      for (std::size_t w = 0; w < sides[s].keys.size(); ++w) {
        if (sides[s].pods[w].empty()) continue;
        Places places;
        places[s] = w;
        workloads.emplace_back(sides[s].keys[w], places);
      }
    }
    std::sort(workloads.begin(), workloads.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
      if (kept > 0 && workloads[kept - 1].first.symbols == workloads[i].first.symbols) {
        for (std::size_t s = 0; s < 2; ++s) {
          if (workloads[i].second[s]) workloads[kept - 1].second[s] = workloads[i].second[s];
        }
      } else {
        workloads[kept++] = workloads[i];
      }
    }
    workloads.resize(kept);
    return workloads;
  }

  /// One inventory: the pods of both sides are the same, in the same order.
  static std::vector<Member> members_in_place(const std::vector<Side>& sides, const Places& places) {
    std::vector<Member> members;
    const auto& first = sides[0].pods[*places[0]];
    members.reserve(first.size());
    for (std::size_t p = 0; p < first.size(); ++p) {
      Member member{{first[p].trait, {}}, first[p].pod};
      if (sides.size() == 2) member.traits[1] = sides[1].pods[*places[1]][p].trait;
      members.push_back(member);
    }
    return members;
  }

  static std::vector<Member> members_by_name(const std::vector<Side>& sides, const Places& places) {
    static const std::vector<PodTrait> kNone;
    const auto& before = places[0] ? sides[0].pods[*places[0]] : kNone;
    const auto& after = places[1] ? sides[1].pods[*places[1]] : kNone;
    return join_sides(before, after);
  }

  void add_workload(const WorkloadKey& key, std::vector<Member> members) {
    const auto workload = static_cast<std::uint32_t>(parties_.peers.all.size());
    Peer peer;
    peer.ns = key.symbols[0];
    peer.name = key.symbols[1];
    peer.workload_kind = key.symbols[2];
    parties_.peers.all.push_back(std::move(peer));
    const auto first = static_cast<std::uint32_t>(parties_.units.size());
    const bool whole = std::all_of(members.begin(), members.end(), [&](const Member& m) { return same_traits(m, members[0]); });
    if (whole) {
      add_unit(workload, std::span<const Member>(members).first(1), true);
    } else {
      std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.traits < b.traits; });
      for (std::size_t i = 0; i < members.size();) {
        std::size_t end = i;
        while (end < members.size() && same_traits(members[i], members[end])) ++end;
        add_unit(workload, std::span<const Member>(members).subspan(i, end - i), false);
        i = end;
      }
    }
    parties_.units_of.push_back({first, static_cast<std::uint32_t>(parties_.units.size())});
  }

  void add_unit(std::uint32_t workload, std::span<const Member> members, bool whole) {
    Unit unit;
    unit.workload = workload;
    const Traits& traits = members[0].traits;
    for (std::size_t s = 0; s < 2; ++s) {
      unit.present[s] = traits[s].has_value();
      unit.entry_ports[s] = traits[s] ? traits[s]->entry_ports : Engine::kNoPorts;
    }
    if (!whole) {
      for (const Member& member : members) unit.pods.push_back(member.pod);
      std::sort(unit.pods.begin(), unit.pods.end(), [&](Symbol a, Symbol b) { return names_->text(a) < names_->text(b); });
    }
    add_legs(unit, traits);
    parties_.units.push_back(std::move(unit));
  }

  /// A leg for each family that a side knows; a side without addresses takes part in each of the other's.
  void add_legs(Unit& unit, const Traits& traits) {
    const auto has = [&](std::size_t family) {
      return std::any_of(traits.begin(), traits.end(), [&](const auto& trait) { return trait && trait->classes[family]; });
    };
    unit.legs[0] = static_cast<std::uint32_t>(parties_.legs.size());
    const bool families = has(1) || has(2);
    for (std::size_t family = families ? 1 : 0; family < (families ? 3U : 1U); ++family) {
      if (!has(family)) continue;
      Leg leg{static_cast<std::uint32_t>(parties_.units.size()), static_cast<ClassFamily>(family), {}};
      for (std::size_t s = 0; s < 2; ++s) {
        if (traits[s]) leg.classes[s] = traits[s]->classes[family] ? traits[s]->classes[family] : traits[s]->classes[0];
      }
      parties_.legs.push_back(leg);
    }
    unit.legs[1] = static_cast<std::uint32_t>(parties_.legs.size());
    parties_.dual_stack |= unit.legs[1] - unit.legs[0] > 1;
  }

  void add_outside(std::span<const Engine* const> engines) {
    const auto given = engines[0]->outside_classes();
    std::vector<ClassId> classes(given.begin(), given.end());
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    for (const ClassId id : classes) {
      const ClassInfo& info = engines[0]->class_info(id);
      Unit unit;
      unit.entry_ports.fill(Engine::kNoPorts);
      unit.outside_addresses = engines[0]->outside_addresses(id);
      unit.outside_family = info.family == ClassFamily::kV6 ? base::IpFamily::kV6 : base::IpFamily::kV4;
      unit.present = {true, engines.size() == 2};
      unit.legs = {static_cast<std::uint32_t>(parties_.legs.size()), static_cast<std::uint32_t>(parties_.legs.size() + 1)};
      Leg leg{static_cast<std::uint32_t>(parties_.units.size()), info.family, {id, ClassId::none()}};
      if (engines.size() == 2) leg.classes[1] = id;
      parties_.legs.push_back(leg);
      parties_.units.push_back(std::move(unit));
    }
  }

  Parties parties_;
  const model::Names* names_ = nullptr;
};

}  // namespace

Parties make_parties(std::span<const Engine* const> sides) { return Maker().make(sides); }

}  // namespace foregate::analysis
