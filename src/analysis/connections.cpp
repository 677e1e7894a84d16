#include "analysis/connections.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/grouping.h"
#include "analysis/parties.h"
#include "base/bit_set.h"
#include "base/hash.h"

namespace foregate::analysis {
namespace {

using base::BitSet;
using base::IdSet;
using engine::Engine;

/// Outcomes as the numbers that grouping works with.
class OutcomeNumbers {
 public:
  std::uint32_t of(const Outcome& outcome) {
    const std::uint64_t key = (std::uint64_t{outcome.allowed.value()} << 32) | outcome.open.value();
    const auto [at, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(outcomes_.size()));
    if (is_new) outcomes_.push_back(outcome);
    return at->second;
  }
  const Outcome& operator[](std::uint32_t number) const { return outcomes_[number]; }

 private:
  tsl::robin_map<std::uint64_t, std::uint32_t, base::NumberHash> numbers_;
  std::vector<Outcome> outcomes_;
};

std::vector<std::vector<std::uint32_t>> legs_by_class(const Parties& parties, std::size_t classes) {
  std::vector<std::vector<std::uint32_t>> legs(classes);
  for (std::uint32_t l = 0; l < parties.legs.size(); ++l) legs[parties.legs[l].classes[0].value()].push_back(l);
  return legs;
}

/// The rows of classes as rows of legs.
std::vector<SourceRow> leg_rows(const Reach& reach, const Parties& parties, const std::vector<std::vector<std::uint32_t>>& legs,
                                OutcomeNumbers& numbers) {
  std::vector<SourceRow> rows;
  for (const ReachRow& row : reach.rows) {
    SourceRow made;
    for (const ClassId source : row.sources) {
      const auto& own = legs[source.value()];
      made.legs.insert(made.legs.end(), own.begin(), own.end());
    }
    if (made.legs.empty() || row.cells.empty()) continue;
    for (const engine::OutcomeGroup& cell : row.cells) {
      BitSet far(parties.legs.size());
      cell.classes.for_each([&](std::uint32_t c) {
        for (const std::uint32_t leg : legs[c]) far.insert(leg);
      });
      if (!far.empty()) made.cells.push_back({numbers.of(cell.outcome), IdSet(far)});
    }
    rows.push_back(std::move(made));
  }
  return rows;
}

const ReachRow* row_of(const Reach& reach, ClassId source) {
  for (const ReachRow& row : reach.rows) {
    if (std::binary_search(row.sources.begin(), row.sources.end(), source)) return &row;
  }
  return nullptr;
}

/// What the ingress controller may open of what it is sent to.
std::vector<ControllerCell> controller_cells(const Engine& engine, const Reach& reach, const Parties& parties, OutcomeNumbers& numbers) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_outcome;
  const ReachRow* row = nullptr;
  for (std::uint32_t u = 0; u < parties.workload_units; ++u) {
    const Unit& unit = parties.units[u];
    if (unit.entry_ports[0] == Engine::kNoPorts) continue;
    if (row == nullptr && (row = row_of(reach, engine.ingress_controller_class())) == nullptr) break;
    Outcome reached{Engine::kNoPorts, Engine::kNoPorts};
    for (std::uint32_t leg = unit.legs[0]; leg < unit.legs[1]; ++leg) {
      for (const engine::OutcomeGroup& cell : row->cells) {
        if (!cell.classes.contains(parties.legs[leg].classes[0].value())) continue;
        reached = {engine.unite(reached.allowed, cell.outcome.allowed), engine.unite(reached.open, cell.outcome.open)};
      }
    }
    reached.open = engine.subtract(reached.open, reached.allowed);
    reached = {engine.intersect(reached.allowed, unit.entry_ports[0]), engine.intersect(reached.open, unit.entry_ports[0])};
    if (reached.allowed != Engine::kNoPorts || reached.open != Engine::kNoPorts) by_outcome[numbers.of(reached)].push_back(u);
  }
  std::vector<ControllerCell> cells;
  for (auto& [value, units] : by_outcome) cells.push_back({value, std::move(units)});
  return cells;
}

}  // namespace

Connections list_connections(const Engine& engine, const Reach& reach, const ConnectionOptions& options) {
  const Engine* const sides[] = {&engine};
  const Parties parties = make_parties(sides);
  OutcomeNumbers numbers;
  const auto legs = legs_by_class(parties, engine.class_count());
  const std::vector<SourceRow> rows = leg_rows(reach, parties, legs, numbers);
  const std::vector<ControllerCell> controller = controller_cells(engine, reach, parties, numbers);
  Grouping grouping = group(parties, rows, controller, {.with_self = options.with_self, .self_rows = {}}, *engine.snapshot().names);
  Connections connections;
  connections.peers = std::move(grouping.peers);
  connections.with_self = options.with_self;
  connections.blocks.reserve(grouping.blocks.size());
  for (GroupedBlock& block : grouping.blocks) {
    const Outcome& outcome = numbers[block.value];
    connections.blocks.push_back(
        {std::move(block.from), std::move(block.to), block.family, engine.ports(outcome.allowed), engine.ports(outcome.open)});
  }
  return connections;
}

std::size_t count_pairs(const Connections& connections) {
  std::size_t pairs = 0;
  for (const ConnectionBlock& block : connections.blocks) {
    pairs += connections.with_self ? block.from.count() * block.to.count() : count_pairs(connections.peers, block.from, block.to);
  }
  return pairs;
}

}  // namespace foregate::analysis
