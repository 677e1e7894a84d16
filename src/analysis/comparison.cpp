#include "analysis/comparison.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <tuple>

#include "base/hash.h"

namespace foregate::analysis {
namespace {

std::size_t index_of(Direction d) { return static_cast<std::size_t>(d); }
Direction opposite(Direction d) { return d == Direction::kEgress ? Direction::kIngress : Direction::kEgress; }

constexpr Outcome kNothing{Engine::kNoPorts, Engine::kNoPorts};

using OutcomeKey = std::array<std::uint32_t, 4>;
OutcomeKey key_of(const std::array<Outcome, 2>& outcomes) {
  return {outcomes[0].allowed.value(), outcomes[0].open.value(), outcomes[1].allowed.value(), outcomes[1].open.value()};
}

}  // namespace

Comparison::Comparison(const Engine& before, const Engine& after, base::Executor& executor)
    : engines_{&before, &after}, executor_(executor), parties_(make_parties(engines_)) {
  for (const Direction d : policy::kDirections) make_pairs(d);
  still_legs_.resize(before.class_count());
  for (std::uint32_t l = 0; l < parties_.legs.size(); ++l) {
    const auto& classes = leg(l).classes;
    (classes[0] == classes[1] ? still_legs_[classes[0].value()] : moved_legs_).push_back(l);
  }
}

void Comparison::make_pairs(Direction d) {
  auto& pairs = pairs_[index_of(d)];
  auto& pair_of = pair_of_[index_of(d)];
  tsl::robin_map<std::uint64_t, std::uint32_t, base::NumberHash> numbers;
  pair_of.resize(parties_.legs.size());
  for (std::uint32_t l = 0; l < parties_.legs.size(); ++l) {
    std::array<ListId, 2> lists;
    for (std::size_t side = 0; side < 2; ++side) {
      if (const ClassId id = leg(l).classes[side]) lists[side] = engines_[side]->list_of(id, d);
    }
    const std::uint64_t key = (std::uint64_t{lists[0].value()} << 32) | lists[1].value();
    const auto [at, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(pairs.size()));
    if (is_new) pairs.push_back({lists, lists[0] && lists[1] && engines_[0]->same_list(*engines_[1], lists[0], lists[1], d), {}});
    pair_of[l] = at->second;
    pairs[at->second].legs.push_back(l);
  }
}

bool Comparison::meet(std::uint32_t a, std::uint32_t b) const {
  return engine::families_meet(leg(a).family, leg(b).family) && !(parties_.leg_outside(a) && parties_.leg_outside(b));
}

/// Legs with equal codes meet the same legs.
std::uint32_t Comparison::meeting_code(std::uint32_t l) const {
  return static_cast<std::uint32_t>(leg(l).family) * 2 + (parties_.leg_outside(l) ? 1 : 0);
}

const std::vector<engine::OutcomeGroup>& Comparison::groups(Direction d, std::size_t side, ListId list) {
  const auto [at, is_new] = groups_[index_of(d)].try_emplace({static_cast<std::uint32_t>(side), list.value()});
  if (is_new) at->second = engines_[side]->outcomes(list, d);
  return at->second;
}

Outcome Comparison::outcome(Direction d, std::size_t side, ListId list, ClassId far) {
  for (const engine::OutcomeGroup& group : groups(d, side, list)) {
    if (group.classes.contains(far.value())) return group.outcome;
  }
  return kNothing;
}

/// What the lists of `pair` said and say of a far leg.
std::array<Outcome, 2> Comparison::outcomes(Direction d, const ListPair& pair, std::uint32_t far) {
  std::array<Outcome, 2> result{kNothing, kNothing};
  for (std::size_t side = 0; side < 2; ++side) {
    const ClassId id = leg(far).classes[side];
    if (!pair.lists[side] || !id) continue;
    if (side == 1 && pair.same && id == leg(far).classes[0]) {
      result[1] = result[0];
    } else {
      result[side] = pair.same ? outcome(d, 0, pair.lists[0], id) : outcome(d, side, pair.lists[side], id);
    }
  }
  return result;
}

/// Fills the groups of several pairs at once, in parallel.
void Comparison::compute(Direction d, const std::vector<std::uint32_t>& wanted) {
  auto& known = groups_[index_of(d)];
  std::vector<ListKey> keys;
  for (const std::uint32_t number : wanted) {
    const ListPair& pair = pairs(d)[number];
    for (std::uint32_t side = 0; side < (pair.same ? 1U : 2U); ++side) {
      const ListKey key{side, pair.lists[side].value()};
      if (pair.lists[side] && !known.contains(key)) keys.push_back(key);
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<std::vector<engine::OutcomeGroup>> made(keys.size());
  executor_.for_each(keys.size(), [&](std::size_t i) { made[i] = engines_[keys[i].first]->outcomes(ListId{keys[i].second}, d); });
  for (std::size_t i = 0; i < keys.size(); ++i) known.emplace(keys[i], std::move(made[i]));
}

/// The far legs among `candidates` of which the pair's lists say something else than before, by what they say and by the far end's lists.
std::vector<Comparison::Cell> Comparison::changed_cells(Direction d, const ListPair& pair, const std::vector<std::uint32_t>& candidates) {
  std::map<std::tuple<OutcomeKey, std::uint32_t, std::uint32_t>, Cell> cells;
  for (const std::uint32_t far : candidates) {
    const std::array<Outcome, 2> said = outcomes(d, pair, far);
    if (said[0] == said[1]) continue;
    const std::uint32_t other = pair_of_[index_of(opposite(d))][far];
    Cell& cell = cells[{key_of(said), other, meeting_code(far)}];
    cell.outcomes = said;
    cell.other_pair = other;
    cell.far.push_back(far);
  }
  std::vector<Cell> result;
  for (auto& [key, cell] : cells) result.push_back(std::move(cell));
  return result;
}

/// Completes a changed cell: asks the far ends' lists of the near legs.
void Comparison::join(Direction d, std::uint32_t number, const Cell& cell, std::vector<Record>& records) {
  const ListPair& near = pairs(d)[number];
  const ListPair& far = pairs(opposite(d))[cell.other_pair];
  std::map<std::pair<OutcomeKey, std::uint32_t>, std::pair<std::array<Outcome, 2>, std::vector<std::uint32_t>>> parts;
  for (const std::uint32_t l : near.legs) {
    if (!meet(l, cell.far[0])) continue;
    const std::array<Outcome, 2> answer = outcomes(opposite(d), far, l);
    // Pairs that change in both directions are found from egress.
    if (d == Direction::kIngress && answer[0] != answer[1]) continue;
    auto& part = parts[{key_of(answer), meeting_code(l)}];
    part.first = answer;
    part.second.push_back(l);
  }
  for (auto& [key, part] : parts) {
    Record record;
    const bool egress = d == Direction::kEgress;
    record.egress_pair = egress ? number : cell.other_pair;
    record.ingress_pair = egress ? cell.other_pair : number;
    record.egress = egress ? cell.outcomes : part.first;
    record.ingress = egress ? part.first : cell.outcomes;
    for (std::size_t side = 0; side < 2; ++side) record.both[side] = engines_[0]->combine(record.egress[side], record.ingress[side]);
    if (record.both[0] == record.both[1]) continue;
    record.from = egress ? std::move(part.second) : cell.far;
    record.to = egress ? cell.far : std::move(part.second);
    records.push_back(std::move(record));
  }
}

/// Far legs of which two different lists may say something else, ascending. Lists mostly say one thing of nearly all classes (nothing,
/// where a namespace denies by default): where that is the same thing, only the other classes are looked at.
std::vector<std::uint32_t> Comparison::candidates(Direction d, const ListPair& pair) {
  std::array<const engine::OutcomeGroup*, 2> largest{};
  for (std::size_t side = 0; side < 2 && pair.lists[0] && pair.lists[1]; ++side) {
    const auto& all = groups(d, side, pair.lists[side]);
    largest[side] =
        &*std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.classes.count() < b.classes.count(); });
  }
  std::vector<std::uint32_t> legs;
  if (largest[0] == nullptr || largest[0]->outcome != largest[1]->outcome) {
    for (std::uint32_t l = 0; l < parties_.legs.size(); ++l) legs.push_back(l);
    return legs;
  }
  legs = moved_legs_;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const engine::OutcomeGroup& group : groups(d, side, pair.lists[side])) {
      if (&group == largest[side]) continue;
      group.classes.for_each([&](std::uint32_t c) { legs.insert(legs.end(), still_legs_[c].begin(), still_legs_[c].end()); });
    }
  }
  std::sort(legs.begin(), legs.end());
  legs.erase(std::unique(legs.begin(), legs.end()), legs.end());
  return legs;
}

void Comparison::records_of(Direction d, std::vector<Record>& records) {
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t p = 0; p < pairs(d).size(); ++p) {
    if (!pairs(d)[p].same || !moved_legs_.empty()) wanted.push_back(p);
  }
  compute(d, wanted);
  std::vector<std::pair<std::uint32_t, Cell>> cells;
  std::vector<std::uint32_t> others;
  for (const std::uint32_t p : wanted) {
    for (Cell& cell : changed_cells(d, pairs(d)[p], pairs(d)[p].same ? moved_legs_ : candidates(d, pairs(d)[p]))) {
      others.push_back(cell.other_pair);
      cells.emplace_back(p, std::move(cell));
    }
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  compute(opposite(d), others);
  for (const auto& [pair, cell] : cells) join(d, pair, cell, records);
}

std::vector<Record> Comparison::records() {
  std::vector<Record> records;
  records_of(Direction::kEgress, records);
  records_of(Direction::kIngress, records);
  return records;
}

}  // namespace foregate::analysis
