#include "analysis/diff.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/comparison.h"
#include "analysis/grouping.h"
#include "analysis/reasons.h"
#include "analysis/risks.h"
#include "base/bit_set.h"

namespace foregate::analysis {
namespace {

using base::BitSet;
using base::IdSet;

/// Everything of a change but its ends.
struct Facts {
  std::array<Outcome, 2> outcomes;
  Cause cause = Cause::kPolicy;
  EndFate from_fate = EndFate::kStays;
  EndFate to_fate = EndFate::kStays;
  bool self = false;  ///< of pairs of a workload with itself
  std::vector<Because> because;
  std::vector<Risk> risk;
};

ChangeKind kind_of(const std::array<Outcome, 2>& outcomes) {
  if (is_nothing(outcomes[0])) return ChangeKind::kAdded;
  return is_nothing(outcomes[1]) ? ChangeKind::kRemoved : ChangeKind::kChanged;
}

/// Different facts as the numbers that grouping works with.
class FactsTable {
 public:
  std::uint32_t intern(Facts facts) {
    const auto [at, is_new] = numbers_.try_emplace(encode(facts), static_cast<std::uint32_t>(all_.size()));
    if (is_new) all_.push_back(std::move(facts));
    return at->second;
  }
  const Facts& operator[](std::uint32_t number) const { return all_[number]; }

 private:
  static void encode(const policy::Decision& decision, std::vector<std::uint32_t>& code) {
    code.insert(code.end(), {static_cast<std::uint32_t>(decision.tier), decision.policy.value(), decision.rule ? *decision.rule + 1 : 0});
  }
  static std::vector<std::uint32_t> encode(const Facts& facts) {
    std::vector<std::uint32_t> code;
    for (const Outcome& outcome : facts.outcomes) code.insert(code.end(), {outcome.allowed.value(), outcome.open.value()});
    code.insert(code.end(),
                {static_cast<std::uint32_t>(facts.cause), static_cast<std::uint32_t>(facts.from_fate),
                 static_cast<std::uint32_t>(facts.to_fate), facts.self ? 1U : 0U, static_cast<std::uint32_t>(facts.risk.size())});
    for (const Risk risk : facts.risk) code.push_back(static_cast<std::uint32_t>(risk));
    for (const Because& because : facts.because) {
      code.insert(code.end(),
                  {because.before ? 1U : 0U, static_cast<std::uint32_t>(because.direction), static_cast<std::uint32_t>(because.verdict),
                   static_cast<std::uint32_t>(because.isolating.size()), because.alternative ? 1U : 0U});
      encode(because.decision, code);
      if (because.alternative) encode(*because.alternative, code);
      for (const policy::PolicyIndex index : because.isolating) code.push_back(index.value());
    }
    return code;
  }
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<Facts> all_;
};

/// Legs at one end of a record that share everything that this end adds to the facts.
struct EndPart {
  std::vector<Because> because;
  std::uint32_t marks = 0;
  std::vector<std::uint32_t> legs;
};
enum Mark : std::uint32_t {
  kMarkAdded = 1,
  kMarkRemoved = 2,
  kMarkPolicy = 4,
  kMarkLosesAll = 8,  ///< in this direction
  kMarkLosesEverything = 16,
  kMarkDns = 32,  ///< from: has no DNS left; to: is a DNS server as to what is lost
};

class Differ {
 public:
  Differ(const Engine& before, const Engine& after, base::Executor& executor)
      : comparison_(before, after, executor),
        reasons_(comparison_),
        entries_(comparison_.parties().legs.size()),
        self_entries_(comparison_.parties().legs.size()) {
    const model::Names& names = *after.snapshot().names;
    for (const char* kind : {"Pod", "VirtualMachine"}) lone_kinds_.push_back(names.symbols->find(kind));
  }

  Difference run() {
    const std::vector<Record> records = comparison_.records();
    note_losses(records);
    for (const Record& record : records) add(record);
    const std::vector<ControllerCell> controller = controller_cells();
    const model::Names& names = *comparison_.engine(1).snapshot().names;
    return finish(group(comparison_.parties(), rows(), controller, {.with_self = false, .self_rows = self_rows()}, names));
  }

 private:
  const Parties& parties() const { return comparison_.parties(); }

  /// Which units lose all connections with somebody, by the direction in which they do.
  void note_losses(const std::vector<Record>& records) {
    for (auto& units : losing_) units = BitSet(parties().units.size());
    for (const Record& record : records) {
      if (!is_nothing(record.both[1])) continue;
      for (const std::uint32_t leg : record.from) losing_[0].insert(comparison_.leg(leg).unit);
      for (const std::uint32_t leg : record.to) losing_[1].insert(comparison_.leg(leg).unit);
    }
  }

  void add(const Record& record) {
    const auto& engine = comparison_.engine(0);
    const Shift whole = shift_of(engine, record.both, record.both);
    const std::vector<EndPart> from = from_parts(record, whole);
    const std::vector<EndPart> to = to_parts(record, whole);
    for (const EndPart& destination : to) {
      sets_.push_back(IdSet(destination.legs, parties().legs.size()));
      for (const EndPart& source : from) {
        const std::uint32_t value = facts_.intern(facts_of(record, whole, source, destination, false));
        for (const std::uint32_t leg : source.legs) entries_[leg].emplace_back(value, static_cast<std::uint32_t>(sets_.size() - 1));
        add_self(record, whole, source, destination);
      }
    }
  }

  std::uint32_t workload_of(std::uint32_t leg) const { return parties().units[comparison_.leg(leg).unit].workload; }
  /// Whether a workload has one pod whatever happens.
  bool is_lone(std::uint32_t workload) const {
    return std::find(lone_kinds_.begin(), lone_kinds_.end(), parties().peers[workload].workload_kind) != lone_kinds_.end();
  }
  /// Whether both are one and the same pod.
  bool is_one_pod(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t unit = comparison_.leg(a).unit;
    return unit == comparison_.leg(b).unit && parties().units[unit].pods.size() == 1;
  }

  /// The pairs that are one workload with itself. Legs are in the order of workloads at both ends.
  void add_self(const Record& record, const Shift& whole, const EndPart& from, const EndPart& to) {
    std::optional<std::uint32_t> value;
    std::size_t first = 0;
    for (const std::uint32_t leg : from.legs) {
      const std::uint32_t workload = workload_of(leg);
      if (workload == kNoParty || is_lone(workload)) continue;
      while (first < to.legs.size() && workload_of(to.legs[first]) < workload) ++first;
      std::vector<std::uint32_t> own;
      for (std::size_t i = first; i < to.legs.size() && workload_of(to.legs[i]) == workload; ++i) {
        if (!is_one_pod(leg, to.legs[i])) own.push_back(to.legs[i]);
      }
      if (own.empty()) continue;
      if (!value) value = facts_.intern(facts_of(record, whole, from, to, true));
      auto& legs = self_entries_[leg][*value];
      legs.insert(legs.end(), own.begin(), own.end());
    }
  }

  std::vector<SourceRow> self_rows() {
    std::vector<SourceRow> rows;
    for (std::uint32_t leg = 0; leg < self_entries_.size(); ++leg) {
      if (self_entries_[leg].empty()) continue;
      SourceRow row{{leg}, {}};
      for (auto& [value, legs] : self_entries_[leg]) {
        std::sort(legs.begin(), legs.end());
        row.cells.push_back({value, IdSet(std::move(legs), parties().legs.size())});
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::vector<EndPart> from_parts(const Record& record, const Shift& whole) {
    const Shift shift = shift_of(comparison_.engine(0), record.both, record.ingress);
    const NearEnd near{Direction::kIngress, comparison_.leg(record.to[0]).classes};
    const bool differs = record.egress[0] != record.egress[1];
    const bool dns = std::any_of(record.to.begin(), record.to.end(), [&](std::uint32_t leg) { return remains().is_dns(leg, whole.lost); });
    std::vector<EndPart> parts;
    for (const std::uint32_t leg : record.from) {
      std::uint32_t marks = marks_of(leg, Direction::kEgress, differs, record);
      if (dns && keeps_existing(leg) && !remains().dns(comparison_.leg(leg).unit)) marks |= kMarkDns;
      put(parts, reasons_.of(near, comparison_.leg(leg).classes, shift), marks, leg);
    }
    return parts;
  }

  std::vector<EndPart> to_parts(const Record& record, const Shift& whole) {
    const Shift shift = shift_of(comparison_.engine(0), record.both, record.egress);
    const NearEnd near{Direction::kEgress, comparison_.leg(record.from[0]).classes};
    const bool differs = record.ingress[0] != record.ingress[1];
    std::vector<EndPart> parts;
    for (const std::uint32_t leg : record.to) {
      std::uint32_t marks = marks_of(leg, Direction::kIngress, differs, record);
      if (!whole.lost.empty() && remains().is_dns(leg, whole.lost)) marks |= kMarkDns;
      put(parts, reasons_.of(near, comparison_.leg(leg).classes, shift), marks, leg);
    }
    return parts;
  }

  static void put(std::vector<EndPart>& parts, std::vector<Because> because, std::uint32_t marks, std::uint32_t leg) {
    const auto same =
        std::find_if(parts.begin(), parts.end(), [&](const EndPart& part) { return part.marks == marks && part.because == because; });
    if (same != parts.end()) {
      same->legs.push_back(leg);
    } else {
      parts.push_back({std::move(because), marks, {leg}});
    }
  }

  /// A pod-network or host workload of both states.
  bool keeps_existing(std::uint32_t leg) const {
    const Unit& unit = parties().units[comparison_.leg(leg).unit];
    return unit.workload != kNoParty && unit.present[0] && unit.present[1];
  }

  std::uint32_t marks_of(std::uint32_t leg, Direction own, bool differs, const Record& record) {
    const Leg& end = comparison_.leg(leg);
    const Unit& unit = parties().units[end.unit];
    std::uint32_t marks = 0;
    if (!unit.present[0]) marks |= kMarkAdded;
    if (!unit.present[1]) marks |= kMarkRemoved;
    if (differs && policies_changed(leg, own)) marks |= kMarkPolicy;
    if (!is_nothing(record.both[1]) || !keeps_existing(leg) || remains().any(end.unit, own)) return marks;
    const Direction other = own == Direction::kEgress ? Direction::kIngress : Direction::kEgress;
    const bool in_both = losing_[0].contains(end.unit) && losing_[1].contains(end.unit);
    return marks | (in_both && !remains().any(end.unit, other) ? kMarkLosesEverything : kMarkLosesAll);
  }

  /// Whether other policies apply than before, as far as that is not because the end itself changed.
  bool policies_changed(std::uint32_t leg, Direction d) const {
    const Leg& end = comparison_.leg(leg);
    if (!end.classes[0] || !end.classes[1] || comparison_.pair_of(leg, d).same) return false;
    if (end.classes[0] == end.classes[1]) return true;
    const Engine& before = comparison_.engine(0);
    const Engine& after = comparison_.engine(1);
    return std::any_of(end.classes.begin(), end.classes.end(),
                       [&](ClassId id) { return !before.same_list(after, before.list_of(id, d), after.list_of(id, d), d); });
  }

  static Cause cause_of(std::uint32_t marks) {
    if ((marks & kMarkAdded) != 0) return Cause::kWorkloadAdded;
    if ((marks & kMarkRemoved) != 0) return Cause::kWorkloadRemoved;
    return (marks & kMarkPolicy) != 0 ? Cause::kPolicy : Cause::kSelection;
  }

  static EndFate fate_of(std::uint32_t marks) {
    if ((marks & kMarkAdded) != 0) return EndFate::kNew;
    return (marks & kMarkRemoved) != 0 ? EndFate::kGone : EndFate::kStays;
  }

  Facts facts_of(const Record& record, const Shift& whole, const EndPart& from, const EndPart& to, bool self) const {
    Facts facts{record.both, cause_of(from.marks | to.marks), fate_of(from.marks), fate_of(to.marks), self, {}, {}};
    facts.because = from.because;  // at the destination: what it says of the source
    facts.because.insert(facts.because.end(), to.because.begin(), to.because.end());
    sort_because(facts.because);
    const auto mark = [&](bool holds, Risk risk) {
      if (holds) facts.risk.push_back(risk);
    };
    mark(((from.marks | to.marks) & kMarkLosesEverything) != 0, Risk::kLosesEverything);
    mark((from.marks & to.marks & kMarkDns) != 0, Risk::kLosesDns);
    mark(parties().leg_outside(record.from[0]) && !whole.gained.empty(), Risk::kReachableFromOutside);
    mark((to.marks & kMarkLosesAll) != 0, Risk::kLosesAllIngress);
    mark((from.marks & kMarkLosesAll) != 0, Risk::kLosesAllEgress);
    mark(parties().leg_outside(record.to[0]) && !whole.gained.empty(), Risk::kReachesOutside);
    const bool as_decided = comparison_.engine(0).subtract(record.both[1].open, record.both[0].open) == Engine::kNoPorts;
    mark(kind_of(record.both) == ChangeKind::kChanged && whole.gained.empty() && as_decided, Risk::kOnlyTightens);
    return facts;
  }

  /// Denials of the state after, then those that went away, then what admits now.
  static void sort_because(std::vector<Because>& because) {
    std::stable_sort(because.begin(), because.end(), [](const Because& a, const Because& b) {
      const auto rank = [](const Because& x) { return x.verdict == policy::Verdict::kAllow ? 2 : x.before ? 1 : 0; };
      return std::tuple(rank(a), a.direction) < std::tuple(rank(b), b.direction);
    });
  }

  /// Legs with equal entries as one row.
  std::vector<SourceRow> rows() {
    std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::vector<std::uint32_t>> by_entries;
    for (std::uint32_t leg = 0; leg < entries_.size(); ++leg) {
      if (entries_[leg].empty()) continue;
      std::sort(entries_[leg].begin(), entries_[leg].end());
      by_entries[std::move(entries_[leg])].push_back(leg);
    }
    std::vector<SourceRow> rows;
    for (auto& [entries, legs] : by_entries) {
      SourceRow row{std::move(legs), {}};
      for (std::size_t i = 0; i < entries.size();) {
        std::size_t end = i + 1;
        while (end < entries.size() && entries[end].first == entries[i].first) ++end;
        row.cells.push_back({entries[i].first, united(entries, i, end)});
        i = end;
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  IdSet united(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& entries, std::size_t first, std::size_t last) const {
    if (last - first == 1) return sets_[entries[first].second];
    BitSet all(parties().legs.size());
    for (std::size_t i = first; i < last; ++i) sets_[entries[i].second].add_to(all);
    return IdSet(all);
  }

  /// What the ingress controller may open, on one side.
  Outcome controller_outcome(const Unit& unit, std::size_t side) {
    const Engine& engine = comparison_.engine(side);
    Outcome reached{Engine::kNoPorts, Engine::kNoPorts};
    if (unit.entry_ports[side] == Engine::kNoPorts) return reached;
    const ClassId controller = engine.ingress_controller_class();
    for (std::uint32_t leg = unit.legs[0]; leg < unit.legs[1]; ++leg) {
      const ClassId id = comparison_.leg(leg).classes[side];
      if (!id) continue;
      const Outcome egress = comparison_.outcome(Direction::kEgress, side, engine.list_of(controller, Direction::kEgress), id);
      const Outcome ingress = comparison_.outcome(Direction::kIngress, side, engine.list_of(id, Direction::kIngress), controller);
      const Outcome both = engine.combine(egress, ingress);
      reached = {engine.unite(reached.allowed, both.allowed), engine.unite(reached.open, both.open)};
    }
    reached.open = engine.subtract(reached.open, reached.allowed);
    return {engine.intersect(reached.allowed, unit.entry_ports[side]), engine.intersect(reached.open, unit.entry_ports[side])};
  }

  std::vector<ControllerCell> controller_cells() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_value;
    for (std::uint32_t u = 0; u < parties().workload_units; ++u) {
      const Unit& unit = parties().units[u];
      if (unit.entry_ports[0] == Engine::kNoPorts && unit.entry_ports[1] == Engine::kNoPorts) continue;
      const std::array<Outcome, 2> outcomes{controller_outcome(unit, 0), controller_outcome(unit, 1)};
      if (outcomes[0] != outcomes[1]) by_value[facts_.intern(controller_facts(unit, outcomes))].push_back(u);
    }
    std::vector<ControllerCell> cells;
    for (auto& [value, units] : by_value) cells.push_back({value, std::move(units)});
    return cells;
  }

  Facts controller_facts(const Unit& unit, const std::array<Outcome, 2>& outcomes) {
    Facts facts{outcomes, Cause::kPolicy, EndFate::kStays, EndFate::kStays, false, {}, {}};
    const std::uint32_t leg = unit.legs[0];
    if (!unit.present[0]) {
      facts.cause = Cause::kWorkloadAdded;
      facts.to_fate = EndFate::kNew;
    } else if (!unit.present[1]) {
      facts.cause = Cause::kWorkloadRemoved;
      facts.to_fate = EndFate::kGone;
    } else if (unit.entry_ports[0] != unit.entry_ports[1]) {
      facts.cause = Cause::kServices;
    } else if (!policies_changed(leg, Direction::kIngress)) {
      facts.cause = Cause::kSelection;
    }
    const Engine& engine = comparison_.engine(0);
    const ClassId controller = engine.ingress_controller_class();
    if (facts.cause == Cause::kServices) {
      // What the policies deny of where it is sent now.
      const Shift denied{engine.ports(unit.entry_ports[1]) - engine.ports(outcomes[1].allowed), {}, outcomes[1].open != Engine::kNoPorts};
      facts.because = reasons_.of({Direction::kIngress, comparison_.leg(leg).classes}, {controller, controller}, denied);
    } else if (facts.cause == Cause::kPolicy || facts.cause == Cause::kSelection) {
      facts.because =
          reasons_.of({Direction::kIngress, comparison_.leg(leg).classes}, {controller, controller}, shift_of(engine, outcomes, outcomes));
    }
    return facts;
  }

  static int rank(const Change& change) {
    const auto has = [&](Risk risk) { return std::find(change.risk.begin(), change.risk.end(), risk) != change.risk.end(); };
    if (has(Risk::kLosesEverything)) return 0;
    if (has(Risk::kLosesDns)) return 1;
    if (has(Risk::kReachableFromOutside)) return 2;
    if (has(Risk::kLosesAllIngress) || has(Risk::kLosesAllEgress)) return 3;
    if (has(Risk::kReachesOutside)) return 4;
    if (change.cause == Cause::kWorkloadRemoved) return 7;
    if (change.cause == Cause::kWorkloadAdded) return 8;
    return change.before.contains(change.after) ? 5 : 6;
  }
  static void sort_by_rank(std::vector<Change>& changes) {
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return rank(a) < rank(b); });
  }

  static void count(PairCounts& counts, ChangeKind kind, std::size_t pairs) {
    (kind == ChangeKind::kAdded ? counts.added : kind == ChangeKind::kRemoved ? counts.removed : counts.changed) += pairs;
  }

  Difference finish(Grouping grouping) const {
    join_self(grouping);
    Difference difference;
    const Engine& engine = comparison_.engine(0);
    difference.peers = std::move(grouping.peers);
    for (GroupedBlock& block : grouping.blocks) {
      const Facts& facts = facts_[block.value];
      const ChangeKind kind = kind_of(facts.outcomes);
      if (facts.self) {
        count(difference.self_pairs, kind, block.from.count());
      } else {
        count(difference.pairs, kind, count_pairs(difference.peers, block.from, block.to));
      }
      (facts.self ? difference.self_changes : difference.changes)
          .push_back({kind, facts.cause, facts.from_fate, facts.to_fate, std::move(block.from), std::move(block.to), block.family,
                      engine.ports(facts.outcomes[0].allowed), engine.ports(facts.outcomes[1].allowed),
                      engine.ports(facts.outcomes[0].open), engine.ports(facts.outcomes[1].open), facts.because, facts.risk});
    }
    sort_by_rank(difference.changes);
    sort_by_rank(difference.self_changes);
    return difference;
  }

  /// Blocks of whole workloads with themselves as one for each value and family.
  void join_self(Grouping& grouping) const {
    std::map<std::pair<std::uint32_t, std::optional<base::IpFamily>>, std::pair<std::size_t, std::vector<std::uint32_t>>> wholes;
    std::vector<GroupedBlock> blocks;
    for (GroupedBlock& block : grouping.blocks) {
      const bool whole = facts_[block.value].self && block.from == block.to && block.first_from < grouping.peers.workloads;
      if (!whole || block.from.count() > 1) {
        blocks.push_back(std::move(block));
        continue;
      }
      const auto [at, is_new] = wholes.try_emplace({block.value, block.family}, blocks.size(), std::vector<std::uint32_t>{});
      at->second.second.push_back(block.first_from);
      if (is_new) blocks.push_back(std::move(block));
    }
    for (auto& [key, whole] : wholes) {
      std::sort(whole.second.begin(), whole.second.end());
      GroupedBlock& block = blocks[whole.first];
      block.from = block.to = IdSet(std::move(whole.second), grouping.peers.workloads);
    }
    grouping.blocks = std::move(blocks);
  }

  Remains& remains() {
    if (!remains_) remains_.emplace(comparison_);
    return *remains_;
  }

  Comparison comparison_;
  Reasons reasons_;
  std::optional<Remains> remains_;
  FactsTable facts_;
  std::array<BitSet, 2> losing_;                                                   // units, as source and as destination
  std::vector<IdSet> sets_;                                                        // of destination legs
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> entries_;      // by source leg: value, set
  std::vector<std::map<std::uint32_t, std::vector<std::uint32_t>>> self_entries_;  // by source leg and value: legs of the same workload
  std::vector<Symbol> lone_kinds_;                                                 // of workloads with one pod
};

}  // namespace

const char* change_kind_name(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kAdded:
      return "added";
    case ChangeKind::kRemoved:
      return "removed";
    case ChangeKind::kChanged:
      return "changed";
  }
  return "changed";
}

const char* cause_name(Cause cause) {
  switch (cause) {
    case Cause::kPolicy:
      return "policy";
    case Cause::kSelection:
      return "selection";
    case Cause::kWorkloadAdded:
      return "workload-added";
    case Cause::kWorkloadRemoved:
      return "workload-removed";
    case Cause::kServices:
      return "services";
  }
  return "policy";
}

const char* risk_name(Risk risk) {
  switch (risk) {
    case Risk::kLosesEverything:
      return "loses-everything";
    case Risk::kLosesDns:
      return "loses-dns";
    case Risk::kLosesAllIngress:
      return "loses-all-ingress";
    case Risk::kLosesAllEgress:
      return "loses-all-egress";
    case Risk::kReachableFromOutside:
      return "reachable-from-outside";
    case Risk::kReachesOutside:
      return "reaches-outside";
    case Risk::kOnlyTightens:
      return "only-tightens";
  }
  return "only-tightens";
}

Difference compute_difference(const Engine& before, const Engine& after, base::Executor& executor) {
  return Differ(before, after, executor).run();
}

}  // namespace foregate::analysis
