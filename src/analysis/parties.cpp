#include "analysis/parties.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
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
  std::optional<std::size_t> only_side;  // that has a pod of this name, where the other has none
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

/// One engine with what units are made from.
class Side {
 public:
  explicit Side(const Engine& engine) : engine_(&engine), inventory_(engine.snapshot().inventory.get()) {
    for (const ServiceTarget& target : entry_targets(engine.snapshot())) entries_[target.pod] = engine.port_set(target.ports);
    families_.reserve(engine.class_count());
    for (std::uint32_t c = 0; c < engine.class_count(); ++c) families_.push_back(engine.class_info(ClassId{c}).family);
  }
  const Inventory& inventory() const { return *inventory_; }
  const std::vector<PodId>& pods(std::size_t workload) const { return inventory_->workloads[workload].pods; }
  bool runs(PodId pod) const { return !engine_->classes_of(pod).empty(); }
  bool any_runs(std::size_t workload) const {
    return std::any_of(pods(workload).begin(), pods(workload).end(), [&](PodId pod) { return runs(pod); });
  }

  Trait trait(PodId pod) const {
    Trait trait{{}, entry_ports(pod)};
    for (const ClassId id : engine_->classes_of(pod)) trait.classes[static_cast<std::size_t>(families_[id.value()])] = id;
    return trait;
  }
  /// Whether all running pods of a workload have the trait of `first`, which is one of them.
  bool all_like(std::size_t workload, PodId first) const {
    const auto classes = engine_->classes_of(first);
    return std::all_of(pods(workload).begin(), pods(workload).end(), [&](PodId pod) {
      const auto own = engine_->classes_of(pod);
      return own.empty() || (std::equal(own.begin(), own.end(), classes.begin(), classes.end()) && entry_ports(pod) == entry_ports(first));
    });
  }
  std::vector<PodTrait> running(std::size_t workload) const {
    std::vector<PodTrait> result;
    for (const PodId pod : pods(workload)) {
      if (runs(pod)) result.push_back({inventory_->pods[pod.value()].name, trait(pod)});
    }
    return result;
  }

 private:
  PortSetId entry_ports(PodId pod) const {
    if (entries_.empty()) return Engine::kNoPorts;
    const auto entry = entries_.find(pod);
    return entry == entries_.end() ? Engine::kNoPorts : entry->second;
  }

  const Engine* engine_;
  const Inventory* inventory_;
  std::map<PodId, PortSetId> entries_;
  std::vector<engine::ClassFamily> families_;  // by ClassId
};

/// A workload's name, and its place in the inventory of each side.
struct Entity {
  WorkloadKey key;
  std::array<std::optional<std::size_t>, 2> places;
};

std::vector<Entity> workloads_of(const Side& side, std::size_t number, const model::Names& names) {
  const Inventory& inventory = side.inventory();
  std::vector<Entity> entities;
  entities.reserve(inventory.workloads.size());
  for (std::size_t w = 0; w < inventory.workloads.size(); ++w) {
    const model::Workload& workload = inventory.workloads[w];
    if (!side.any_runs(w)) continue;
    const Symbol ns = inventory.namespaces[workload.ns.value()].name;
    entities.push_back({{names.text(ns), names.text(workload.name), names.text(workload.kind), {ns, workload.name, workload.kind}}, {}});
    entities.back().places[number] = w;
  }
  const auto by_key = [](const Entity& a, const Entity& b) { return a.key < b.key; };
  if (!std::is_sorted(entities.begin(), entities.end(), by_key)) std::sort(entities.begin(), entities.end(), by_key);
  return entities;
}

/// Both sorted, and so is the result.
std::vector<Entity> merge(std::vector<Entity> before, std::vector<Entity> after) {
  std::vector<Entity> all;
  auto a = before.begin();
  auto b = after.begin();
  while (a != before.end() || b != after.end()) {
    if (b == after.end() || (a != before.end() && a->key < b->key)) {
      all.push_back(*a++);
    } else if (a == before.end() || b->key < a->key) {
      all.push_back(*b++);
    } else {
      all.push_back(*a++);
      all.back().places[1] = (b++)->places[1];
    }
  }
  return all;
}

/// Pods of a workload whose names only one side has.
using Lone = std::vector<std::pair<Trait, Symbol>>;

/// Pods of other names: those before stand for those after, with equal traits where there are such, else in order. Where only one side has
/// some left, a pod that is like one of the workload that stays (`stayed`, by side) is no difference, and another is new or gone.
void join_lone(const std::array<Lone, 2>& lone, const std::array<std::set<Trait>, 2>& stayed, std::vector<Member>& members) {
  std::array<std::set<Trait>, 2> traits;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const auto& [trait, pod] : lone[side]) traits[side].insert(trait);
  }
  std::array<Lone, 2> unlike;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const auto& [trait, pod] : lone[side]) {
      if (traits[1 - side].contains(trait)) {
        members.push_back({{trait, trait}, pod, side});
      } else {
        unlike[side].emplace_back(trait, pod);
      }
    }
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const Lone& others = unlike[1 - side];
    for (std::size_t i = 0; i < unlike[side].size(); ++i) {
      if (others.empty() && stayed[side].contains(unlike[side][i].first)) continue;
      Traits both;
      both[side] = unlike[side][i].first;
      if (!others.empty()) both[1 - side] = others[std::min(i, others.size() - 1)].first;
      members.push_back({both, unlike[side][i].second, side});
    }
  }
}

/// Joins the pods of a workload of both sides. Pods of one name are one.
std::vector<Member> join_sides(const std::vector<PodTrait>& before, const std::vector<PodTrait>& after) {
  std::map<Symbol, Traits> by_name;
  for (const PodTrait& pod : before) by_name[pod.pod][0] = pod.trait;
  for (const PodTrait& pod : after) by_name[pod.pod][1] = pod.trait;
  std::vector<Member> members;
  std::array<Lone, 2> lone;
  std::array<std::set<Trait>, 2> stayed;
  for (const auto& [name, traits] : by_name) {
    if (traits[0] && traits[1]) members.push_back({traits, name, {}});
    for (std::size_t side = 0; side < 2; ++side) {
      if (traits[0] && traits[1]) stayed[side].insert(*traits[side]);
      if (traits[side] && !traits[1 - side]) lone[side].emplace_back(*traits[side], name);
    }
  }
  for (auto& side : lone) std::sort(side.begin(), side.end());
  join_lone(lone, stayed, members);
  return members;
}

class Maker {
 public:
  Parties make(std::span<const Engine* const> engines) {
    names_ = engines.back()->snapshot().names.get();
    // One inventory has the same pods in the same classes on both sides.
    const bool shared = engines.size() == 1 || engines[0]->snapshot().inventory == engines[1]->snapshot().inventory;
    const Side first(*engines[0]);
    if (shared) {
      const std::vector<Entity> entities = workloads_of(first, 0, *names_);
      reserve(entities.size());
      for (const Entity& entity : entities) add_from_one(first, entity, engines.size());
    } else {
      const Side second(*engines[1]);
      const std::vector<Entity> entities = merge(workloads_of(first, 0, *names_), workloads_of(second, 1, *names_));
      reserve(entities.size());
      for (const Entity& entity : entities) add_from_both(first, second, entity);
    }
    parties_.peers.workloads = parties_.peers.all.size();
    parties_.workload_units = parties_.units.size();
    add_outside(engines);
    return std::move(parties_);
  }

 private:
  void reserve(std::size_t workloads) {
    parties_.peers.all.reserve(workloads);
    parties_.units_of.reserve(workloads);
    parties_.units.reserve(workloads);
    parties_.legs.reserve(workloads);
  }

  static Traits on_sides(const Trait& trait, std::size_t sides) {
    Traits traits{trait, std::nullopt};
    if (sides == 2) traits[1] = trait;
    return traits;
  }

  void add_from_one(const Side& side, const Entity& entity, std::size_t sides) {
    const std::size_t place = *entity.places[0];
    const auto& pods = side.pods(place);
    const PodId first = *std::find_if(pods.begin(), pods.end(), [&](PodId pod) { return side.runs(pod); });
    if (side.all_like(place, first)) {
      const Member whole{on_sides(side.trait(first), sides), side.inventory().pods[first.value()].name, {}};
      add_workload(entity.key, {whole});
      return;
    }
    std::vector<Member> members;
    for (const PodTrait& pod : side.running(place)) members.push_back({on_sides(pod.trait, sides), pod.pod, {}});
    add_workload(entity.key, std::move(members));
  }

  void add_from_both(const Side& before, const Side& after, const Entity& entity) {
    const auto running = [](const Side& side, const std::optional<std::size_t>& place) {
      return place ? side.running(*place) : std::vector<PodTrait>{};
    };
    add_workload(entity.key, join_sides(running(before, entity.places[0]), running(after, entity.places[1])));
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
      for (const Member& member : members) {
        unit.pods.push_back(member.pod);
        if (member.only_side) unit.only_pods[*member.only_side].push_back(member.pod);
      }
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
    const auto classes = engines[0]->outside_classes();
    for (std::size_t piece = 0; piece < classes.size(); ++piece) {
      const ClassId id = classes[piece];
      const ClassInfo& info = engines[0]->class_info(id);
      Unit unit;
      unit.entry_ports.fill(Engine::kNoPorts);
      unit.outside_addresses = engines[0]->outside_addresses(id);
      unit.outside_family = info.family == ClassFamily::kV6 ? base::IpFamily::kV6 : base::IpFamily::kV4;
      unit.present = {true, engines.size() == 2};
      unit.legs = {static_cast<std::uint32_t>(parties_.legs.size()), static_cast<std::uint32_t>(parties_.legs.size() + 1)};
      Leg leg{static_cast<std::uint32_t>(parties_.units.size()), info.family, {id, ClassId::none()}};
      if (engines.size() == 2) leg.classes[1] = engines[1]->outside_classes()[piece];
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
