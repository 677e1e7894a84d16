#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/connections.h"
#include "analysis/diff.h"
#include "analysis/reach.h"
#include "base/executor.h"
#include "engine/engine.h"
#include "model/manifest/reader.h"
#include "policy/candidate.h"
#include "tests/support/read_cluster.h"

/// Answers spread out to single pods, outside classes and families, where grouped and plain answers can be compared. For tests.
namespace foregate::analysis::testing {

using engine::ClassFamily;
using engine::Engine;
using Engines = std::vector<std::shared_ptr<const Engine>>;

/// `text` decoded on top of the names of `base` (if given), so that equal texts are equal symbols. About half of the pods are made replicas
/// of one StatefulSet for each namespace, so that there are workloads whose pods differ.
inline model::Snapshot read_with_owners(std::string_view text, const model::Snapshot* base = nullptr) {
  std::string padded(text);
  padded.reserve(text.size() + model::manifest::kPadding);
  model::Names names = base != nullptr ? policy::stacked_names(*base) : model::Names{};
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  const std::array inputs{model::manifest::Input{base::FileId{std::uint32_t{0}}, padded}};
  model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
  EXPECT_FALSE(diagnostics.has_errors());
  for (model::Pod& pod : objects.pods) {
    const bool owned = std::hash<std::string_view>{}(names.text(pod.name)) % 2 == 0;
    if (owned) pod.owner = model::OwnerReference{names.symbols->intern("StatefulSet"), names.symbols->intern("set")};
  }
  return model::build_snapshot(std::move(objects), std::move(names), diagnostics);
}

inline Engines compile(const std::vector<model::Snapshot>& snapshots, policy::Settings settings = {}) {
  base::SerialExecutor executor;
  std::vector<Engine::Input> inputs;
  for (const model::Snapshot& snapshot : snapshots) inputs.push_back({snapshot, policy::normalise(*snapshot.policies, *snapshot.names)});
  return Engine::compile(std::move(inputs), settings, executor);
}

/// From, to, family (1 or 2 as `ClassFamily`).
using PairKey = std::tuple<std::string, std::string, int>;
/// Allowed and open ports, before and after (equal for one state).
using PairAnswer = std::array<model::PortSpace, 4>;
using PairMap = std::map<PairKey, PairAnswer>;

/// A running pod or a piece of the outside.
struct Party {
  std::string name;
  std::string workload;                                   ///< empty for outside
  std::array<std::array<engine::ClassId, 3>, 2> classes;  ///< by side and ClassFamily
  std::array<bool, 2> present = {false, false};
  std::array<bool, 2> workload_present = {false, false};
  bool outside() const { return workload.empty(); }

  /// The class of a side in a family, as `parties.h` has it; none where there is none.
  engine::ClassId of(std::size_t side, int family) const {
    const auto specific = [&](int f) { return classes[0][static_cast<std::size_t>(f)] || classes[1][static_cast<std::size_t>(f)]; };
    const auto any = classes[side][0];
    if (!specific(1) && !specific(2)) return any;
    if (!specific(family)) return engine::ClassId::none();
    const auto own = classes[side][static_cast<std::size_t>(family)];
    return own ? own : any;
  }
  bool has(int family) const { return of(0, family) || of(1, family); }
};

inline std::map<std::string, Party> parties_of(const Engines& engines) {
  std::map<std::string, Party> parties;
  std::array<std::map<std::string, int>, 2> workloads;
  for (std::size_t side = 0; side < engines.size(); ++side) {
    const Engine& engine = *engines[side];
    const model::Inventory& inventory = *engine.snapshot().inventory;
    for (std::uint32_t p = 0; p < inventory.pods.size(); ++p) {
      const model::PodId id{p};
      const std::string workload = inventory.workload_text(inventory.pod_workload[p], *engine.snapshot().names);
      if (engine.classes_of(id).empty()) continue;
      ++workloads[side][workload];
      Party& party = parties[workload + "|" + inventory.pod_text(id, *engine.snapshot().names)];
      party.workload = workload;
      party.present[side] = true;
      for (const auto c : engine.classes_of(id)) party.classes[side][static_cast<std::size_t>(engine.class_info(c).family)] = c;
    }
    for (std::size_t piece = 0; piece < engine.outside_classes().size(); ++piece) {
      const auto c = engine.outside_classes()[piece];
      Party& party = parties["#" + std::to_string(piece)];
      party.present[side] = true;
      party.classes[side][static_cast<std::size_t>(engine.class_info(c).family)] = c;
    }
  }
  for (auto& [name, party] : parties) {
    party.name = name;
    for (std::size_t side = 0; side < 2; ++side) party.workload_present[side] = workloads[side].contains(party.workload);
  }
  return parties;
}

/// Whether a pair is meant: not outside with outside, not one workload with itself, and no pod that only one state has of a workload that
/// both have. With `self` only one workload with itself, between different pods.
inline bool is_meant(const Party& a, const Party& b, std::size_t sides, bool self) {
  const auto replaced = [&](const Party& p) {
    return sides == 2 && !p.outside() && (p.present[0] != p.present[1]) && p.workload_present[0] && p.workload_present[1];
  };
  if (replaced(a) || replaced(b)) return false;
  if (self) return !a.outside() && a.workload == b.workload && a.name != b.name;
  return !(a.outside() && b.outside()) && (a.outside() || a.workload != b.workload);
}

/// Outcomes of classes, from the plain reach.
class PlainOutcomes {
 public:
  explicit PlainOutcomes(const Engine& engine) : engine_(engine) {
    for (const ReachRow& row : compute_reach_plainly(engine).rows) {
      for (const auto source : row.sources) {
        for (const auto& cell : row.cells) cell.classes.for_each([&](std::uint32_t to) { outcomes_[{source.value(), to}] = cell.outcome; });
      }
    }
  }
  std::array<model::PortSpace, 2> of(engine::ClassId from, engine::ClassId to) const {
    if (!from || !to) return {};
    const auto at = outcomes_.find({from.value(), to.value()});
    if (at == outcomes_.end()) return {};
    return {engine_.ports(at->second.allowed), engine_.ports(at->second.open)};
  }

 private:
  const Engine& engine_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Outcome> outcomes_;
};

/// What there is to say of every pair: of one engine its connections, of two what differs.
inline PairMap plain_pairs(const Engines& engines, bool self = false) {
  PairMap pairs;
  const auto parties = parties_of(engines);
  std::vector<PlainOutcomes> outcomes;
  for (const auto& engine : engines) outcomes.emplace_back(*engine);
  for (const auto& [a, from] : parties) {
    for (const auto& [b, to] : parties) {
      for (int family = 1; family <= 2; ++family) {
        if (!is_meant(from, to, engines.size(), self) || !from.has(family) || !to.has(family)) continue;
        const auto before = outcomes[0].of(from.of(0, family), to.of(0, family));
        const auto after = engines.size() == 2 ? outcomes[1].of(from.of(1, family), to.of(1, family)) : before;
        const bool said = engines.size() == 2 ? before != after : !before[0].empty() || !before[1].empty();
        if (said) pairs[{a, b, family}] = {before[0], before[1], after[0], after[1]};
      }
    }
  }
  return pairs;
}

/// The parties of `parties` that a peer means.
inline std::vector<const Party*> parties_in(const Peer& peer, const std::map<std::string, Party>& parties, const Engines& engines) {
  std::vector<const Party*> found;
  const model::Names& names = *engines.back()->snapshot().names;
  const std::string ns(names.text(peer.ns));
  const std::string workload = ns + "/" + std::string(names.text(peer.name)) + "[" + std::string(names.text(peer.workload_kind)) + "]";
  for (const auto& [name, party] : parties) {
    if (peer.kind == Peer::Kind::kOutside && party.outside()) {
      const engine::ClassId id = engines[0]->outside_classes()[std::stoul(name.substr(1))];
      const auto& addresses = engines[0]->outside_addresses(id);
      const bool v6 = engines[0]->class_info(id).family == ClassFamily::kV6;
      if ((v6 ? peer.v6 : peer.v4).contains(addresses)) found.push_back(&party);
    }
    if (peer.kind != Peer::Kind::kWorkload || party.workload != workload) continue;
    bool named = peer.pods.empty();
    for (const Symbol pod : peer.pods) named |= name == workload + "|" + ns + "/" + std::string(names.text(pod));
    if (named) found.push_back(&party);
  }
  return found;
}

/// Spreads a block; a pair that is said twice fails the test.
inline void spread(const Engines& engines, const std::map<std::string, Party>& parties, const Peer& from, const Peer& to,
                   std::optional<base::IpFamily> family, const PairAnswer& answer, PairMap& pairs, bool self = false) {
  for (const Party* a : parties_in(from, parties, engines)) {
    for (const Party* b : parties_in(to, parties, engines)) {
      for (int f = 1; f <= 2; ++f) {
        if (family && (*family == base::IpFamily::kV4) != (f == 1)) continue;
        if (!is_meant(*a, *b, engines.size(), self) || !a->has(f) || !b->has(f)) continue;
        EXPECT_TRUE(pairs.emplace(PairKey{a->name, b->name, f}, answer).second) << "said twice: " << a->name << " -> " << b->name;
      }
    }
  }
}

inline PairMap spread_pairs(const Engines& engines, const Connections& connections) {
  PairMap pairs;
  const auto parties = parties_of(engines);
  for_each_pair(connections, [&](const ConnectionBlock& block, PeerId from, PeerId to) {
    if (connections.peers[from].kind == Peer::Kind::kIngressController) return;
    spread(engines, parties, connections.peers[from], connections.peers[to], block.family,
           {block.ports, block.open, block.ports, block.open}, pairs);
  });
  return pairs;
}

inline PairMap spread_pairs(const Engines& engines, const Difference& difference, bool self = false) {
  PairMap pairs;
  const auto parties = parties_of(engines);
  for (const Change& change : self ? difference.self_changes : difference.changes) {
    change.from.for_each([&](std::uint32_t from) {
      if (difference.peers[from].kind == Peer::Kind::kIngressController) return;
      change.to.for_each([&](std::uint32_t to) {
        if (same_workload(difference.peers[from], difference.peers[to]) != self) return;
        spread(engines, parties, difference.peers[from], difference.peers[to], change.family,
               {change.before, change.open_before, change.after, change.open_after}, pairs, self);
      });
    });
  }
  return pairs;
}

/// The first pair that two maps disagree on, for messages.
inline std::string first_disagreement(const PairMap& expected, const PairMap& actual) {
  const auto text = [](const PairMap& map, const PairKey& key) {
    const auto at = map.find(key);
    if (at == map.end()) return std::string("nothing");
    std::string result;
    for (const model::PortSpace& ports : at->second) {
      for (const auto& i : ports.intervals()) result += std::to_string(i.first) + "-" + std::to_string(i.last) + " ";
      result += "| ";
    }
    return result;
  };
  for (const PairMap* map : {&expected, &actual}) {
    for (const auto& [key, answer] : *map) {
      if (text(expected, key) == text(actual, key)) continue;
      return std::get<0>(key) + " -> " + std::get<1>(key) + " family " + std::to_string(std::get<2>(key)) + "\n expected " +
             text(expected, key) + "\n actual " + text(actual, key);
    }
  }
  return {};
}

}  // namespace foregate::analysis::testing
