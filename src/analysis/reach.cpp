#include "analysis/reach.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/bit_set.h"
#include "base/hash.h"

/// How: every list cuts all classes into groups once. For a source, the ingress lists that admit it in some way are its *view*, and the row
/// follows from its egress list and its view alone: for each outcome of the view the members of those lists, cut with each group of the
/// egress list. Sources with equal egress lists and views (most of a cluster's, when policies select by namespace) are computed once.
namespace foregate::analysis {
namespace {

using base::BitSet;
using base::IdSet;
using engine::ClassFamily;
using engine::ClassInfo;
using engine::ClassKind;
using engine::Engine;
using engine::ListId;
using engine::OutcomeGroup;
using engine::PortSetId;
using policy::Direction;

bool is_nothing(const Outcome& outcome) { return outcome.allowed == Engine::kNoPorts && outcome.open == Engine::kNoPorts; }

std::uint64_t outcome_key(const Outcome& outcome) { return (std::uint64_t{outcome.allowed.value()} << 32) | outcome.open.value(); }

bool before(const Outcome& a, const Outcome& b) { return outcome_key(a) < outcome_key(b); }

/// A group of a list, its outcome numbered densely.
struct NumberedGroup {
  std::uint32_t list = 0;
  std::uint32_t outcome = 0;
  IdSet classes;
};

/// The groups of every list of both directions, those of no connection left out.
class ListTable {
 public:
  ListTable(const Engine& engine, base::Executor& executor) {
    for (const Direction direction : policy::kDirections) fill(engine, executor, direction);
    member_starts_.push_back(0);
    for (std::size_t list = 0; list < engine.list_count(Direction::kIngress); ++list) {
      for (const ClassId member : engine.members(ListId{list}, Direction::kIngress)) members_.push_back(member.value());
      member_starts_.push_back(static_cast<std::uint32_t>(members_.size()));
    }
  }
  /// The classes that have an ingress list.
  std::span<const std::uint32_t> members(std::uint32_t list) const {
    return std::span(members_).subspan(member_starts_[list], member_starts_[list + 1] - member_starts_[list]);
  }
  /// Of all ingress lists, by list.
  const std::vector<NumberedGroup>& ingress_groups() const { return groups_[static_cast<std::size_t>(Direction::kIngress)]; }
  std::span<const NumberedGroup> egress_groups(std::uint32_t list) const {
    return std::span(groups_[static_cast<std::size_t>(Direction::kEgress)])
        .subspan(egress_starts_[list], egress_starts_[list + 1] - egress_starts_[list]);
  }
  const Outcome& outcome(std::uint32_t number) const { return outcomes_[number]; }
  std::size_t outcome_count() const { return outcomes_.size(); }

 private:
  void fill(const Engine& engine, base::Executor& executor, Direction direction) {
    std::vector<std::vector<OutcomeGroup>> raw(engine.list_count(direction));
    executor.for_each(raw.size(), [&](std::size_t i) { raw[i] = engine.outcomes(ListId{i}, direction); });
    auto& own = groups_[static_cast<std::size_t>(direction)];
    for (std::uint32_t i = 0; i < raw.size(); ++i) {
      if (direction == Direction::kEgress) egress_starts_.push_back(static_cast<std::uint32_t>(own.size()));
      for (OutcomeGroup& group : raw[i]) {
        if (!is_nothing(group.outcome)) own.push_back({i, number(group.outcome), std::move(group.classes)});
      }
      raw[i] = {};
    }
    if (direction == Direction::kEgress) egress_starts_.push_back(static_cast<std::uint32_t>(own.size()));
  }
  std::uint32_t number(const Outcome& outcome) {
    const auto [at, is_new] = numbers_.try_emplace(outcome_key(outcome), static_cast<std::uint32_t>(outcomes_.size()));
    if (is_new) outcomes_.push_back(outcome);
    return at->second;
  }

  std::array<std::vector<NumberedGroup>, 2> groups_;  // by Direction
  std::vector<std::uint32_t> egress_starts_;          // by egress list, and the end
  std::vector<Outcome> outcomes_;
  tsl::robin_map<std::uint64_t, std::uint32_t, base::NumberHash> numbers_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> member_starts_;  // by ingress list, and the end
};

/// Which classes a source may be paired with: those whose family meets its own, no outside class where it is one itself, never the ingress
/// controller.
class Partners {
 public:
  explicit Partners(const Engine& engine) {
    const std::size_t count = engine.class_count();
    masks_.fill(BitSet(count));
    for (std::uint32_t c = 0; c < count; ++c) {
      const ClassInfo& info = engine.class_info(ClassId{c});
      if (info.kind == ClassKind::kIngressController) continue;
      for (std::size_t mask = 0; mask < masks_.size(); ++mask) {
        const bool met = engine::families_meet(static_cast<ClassFamily>(mask / 2), info.family);
        if (met && !(mask % 2 == 1 && info.kind == ClassKind::kOutside)) masks_[mask].insert(c);
      }
    }
  }
  static std::uint32_t mask_of(const ClassInfo& source) {
    return static_cast<std::uint32_t>(source.family) * 2 + (source.kind == ClassKind::kOutside ? 1 : 0);
  }
  const BitSet& mask(std::uint32_t number) const { return masks_[number]; }

 private:
  std::array<BitSet, 6> masks_;
};

/// The groups of ingress lists that a source is in, by number: which lists admit it in some way, and how.
using View = std::vector<std::uint32_t>;

/// What a row follows from.
struct SourceKey {
  std::uint32_t mask = 0;
  std::uint32_t egress = 0;
  View view;
  friend bool operator==(const SourceKey&, const SourceKey&) = default;
};
struct SourceKeyHash {
  std::size_t operator()(const SourceKey& key) const noexcept {
    std::uint64_t hash = (std::uint64_t{key.egress} << 3) | key.mask;
    for (const std::uint32_t group : key.view) {
      hash = (hash ^ group) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

/// Computes rows of sources; one for each piece of parallel work.
class RowMaker {
 public:
  RowMaker(const Engine& engine, const ListTable& lists, const Partners& partners) : engine_(engine), lists_(lists), partners_(partners) {}

  /// The rows of the sources in [first, last).
  std::vector<ReachRow> rows(std::uint32_t first, std::uint32_t last) {
    tsl::robin_map<SourceKey, std::uint32_t, SourceKeyHash> known;
    std::vector<ReachRow> rows;
    std::vector<View> views = views_of(first, last);
    for (std::uint32_t c = first; c < last; ++c) {
      SourceKey key{Partners::mask_of(engine_.class_info(ClassId{c})), engine_.list_of(ClassId{c}, Direction::kEgress).value(),
                    std::move(views[c - first])};
      const auto found = known.find(key);
      if (found != known.end()) {
        rows[found->second].sources.push_back(ClassId{c});
        continue;
      }
      rows.push_back({{ClassId{c}}, cells(key)});
      known.emplace(std::move(key), static_cast<std::uint32_t>(rows.size() - 1));
    }
    return rows;
  }

 private:
  std::vector<View> views_of(std::uint32_t first, std::uint32_t last) const {
    std::vector<View> views(last - first);
    const auto& groups = lists_.ingress_groups();
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
      groups[g].classes.for_each_in(first, last, [&](std::uint32_t c) { views[c - first].push_back(g); });
    }
    return views;
  }

  std::vector<OutcomeGroup> cells(const SourceKey& key) {
    const auto egress = lists_.egress_groups(key.egress);
    if (egress.empty() || key.view.empty()) return {};
    std::size_t used = 0;  // of cells_
    for (const std::uint32_t ingress : gather_destinations(key.view)) {
      BitSet& destinations = by_outcome_[ingress];
      destinations &= partners_.mask(key.mask);
      for (const NumberedGroup& group : egress) {
        const Outcome& outcome = combined(group.outcome, ingress);
        if (!is_nothing(outcome)) group.classes.add_common_to(destinations, cell_of(outcome, used));
      }
      destinations.clear();
    }
    return take_cells(used);
  }

  /// Fills `by_outcome_` with the members of the view's lists; the outcomes that occur.
  std::vector<std::uint32_t> gather_destinations(const View& view) {
    std::vector<std::uint32_t> outcomes;
    by_outcome_.resize(lists_.outcome_count());
    in_use_.resize(lists_.outcome_count(), 0);
    const auto& groups = lists_.ingress_groups();
    for (const std::uint32_t g : view) {
      const std::uint32_t outcome = groups[g].outcome;
      if (in_use_[outcome] == 0) {
        in_use_[outcome] = 1;
        outcomes.push_back(outcome);
        if (by_outcome_[outcome].size() == 0) by_outcome_[outcome] = BitSet(engine_.class_count());
      }
      BitSet& destinations = by_outcome_[outcome];
      for (const std::uint32_t member : lists_.members(groups[g].list)) destinations.insert(member);
    }
    for (const std::uint32_t outcome : outcomes) in_use_[outcome] = 0;
    return outcomes;
  }

  /// The destinations found for an outcome: one of the first `used` of `cells_`, or one more.
  BitSet& cell_of(const Outcome& outcome, std::size_t& used) {
    for (std::size_t i = 0; i < used; ++i) {
      if (cells_[i].first == outcome) return cells_[i].second;
    }
    if (used == cells_.size()) cells_.emplace_back(outcome, BitSet(engine_.class_count()));
    cells_[used].first = outcome;
    return cells_[used++].second;
  }

  /// The first `used` of `cells_`, sorted and without empty ones; they are empty afterwards.
  std::vector<OutcomeGroup> take_cells(std::size_t used) {
    std::vector<OutcomeGroup> groups;
    for (std::size_t i = 0; i < used; ++i) {
      auto& [outcome, classes] = cells_[i];
      if (classes.empty()) continue;
      groups.push_back({outcome, IdSet(classes)});
      classes.clear();
    }
    std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return before(a.outcome, b.outcome); });
    return groups;
  }

  const Outcome& combined(std::uint32_t egress, std::uint32_t ingress) {
    const auto [at, is_new] = combined_.try_emplace((std::uint64_t{egress} << 32) | ingress);
    if (is_new) at.value() = engine_.combine(lists_.outcome(egress), lists_.outcome(ingress));
    return at->second;
  }

  const Engine& engine_;
  const ListTable& lists_;
  const Partners& partners_;
  std::vector<BitSet> by_outcome_;  // by number of an ingress outcome; empty between rows
  std::vector<char> in_use_;
  std::vector<std::pair<Outcome, BitSet>> cells_;  // of the row being made; empty between rows
  tsl::robin_map<std::uint64_t, Outcome, base::NumberHash> combined_;
};

bool equal_cells(const ReachRow& a, const ReachRow& b) {
  return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [](const OutcomeGroup& x, const OutcomeGroup& y) { return x.outcome == y.outcome && x.classes == y.classes; });
}

std::size_t hash_cells(const ReachRow& row) {
  std::size_t hash = row.cells.size();
  for (const OutcomeGroup& cell : row.cells) {
    hash = (hash ^ outcome_key(cell.outcome)) * std::size_t{0x9E3779B97F4A7C15};
    hash = (hash ^ cell.classes.hash()) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 31);
  }
  return hash;
}

/// Joins rows with equal cells. `rows` is by first source, and so is the result.
Reach merge_rows(std::vector<ReachRow> rows) {
  Reach reach;
  tsl::robin_map<std::size_t, std::vector<std::uint32_t>, base::NumberHash> by_hash;
  for (ReachRow& row : rows) {
    auto& candidates = by_hash[hash_cells(row)];
    const auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t r) { return equal_cells(reach.rows[r], row); });
    if (same == candidates.end()) {
      candidates.push_back(static_cast<std::uint32_t>(reach.rows.size()));
      reach.rows.push_back(std::move(row));
    } else {
      auto& sources = reach.rows[*same].sources;
      sources.insert(sources.end(), row.sources.begin(), row.sources.end());
    }
  }
  for (ReachRow& row : reach.rows) std::sort(row.sources.begin(), row.sources.end());
  return reach;
}

/// Sources a piece: few enough that their views stay small, enough that equal sources meet.
std::uint32_t block_size(std::size_t classes, std::size_t lists, std::size_t width) {
  constexpr std::size_t kViewEntries = std::size_t{16} << 20;
  const std::size_t by_memory = std::max<std::size_t>(64, kViewEntries / std::max<std::size_t>(1, lists));
  const std::size_t by_width = classes / (2 * width) + 1;
  return static_cast<std::uint32_t>(std::min(by_memory, by_width));
}

/// The first points of the pieces that no rule's ports and no named port cuts.
std::vector<std::uint32_t> port_atoms(const Engine& engine) {
  std::vector<std::uint32_t> starts{0};
  const auto add = [&](const model::PortSpace& ports) {
    for (const auto& interval : ports.intervals()) {
      starts.push_back(interval.first);
      starts.push_back(interval.last + 1);
    }
  };
  for (const auto protocol : {model::Protocol::kTcp, model::Protocol::kUdp, model::Protocol::kSctp}) {
    add(model::port_range(protocol, 1, model::kMaxPort));
  }
  for (const auto& policy : engine.policies().policies) {
    for (const auto& rules : policy->rules) {
      for (const policy::Rule& rule : rules) add(rule.ports);
    }
  }
  const model::Snapshot& snapshot = engine.snapshot();
  for (const model::Pod& pod : snapshot.inventory->pods) {
    for (const model::NamedPort& port : snapshot.names->named_ports.ports(pod.named_ports)) {
      add(model::port_range(port.protocol, port.number, port.number));
    }
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  std::erase_if(starts, [](std::uint32_t start) { return !model::all_traffic().contains(start); });
  return starts;
}

Outcome judge_all(const Engine& engine, const std::vector<std::uint32_t>& atoms, ClassId from, ClassId to) {
  std::vector<base::Interval<std::uint32_t>> allowed;
  std::vector<base::Interval<std::uint32_t>> open;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto protocol = static_cast<model::Protocol>(atoms[i] / model::kProtocolStride);
    const auto port = static_cast<std::uint16_t>(protocol == model::Protocol::kOther ? 0 : atoms[i] % model::kProtocolStride);
    const policy::Verdict verdict = engine.judge_classes(from, to, protocol, port).verdict();
    const base::Interval<std::uint32_t> atom{atoms[i], i + 1 < atoms.size() ? atoms[i + 1] - 1 : model::kOtherTraffic};
    if (verdict == policy::Verdict::kDeny) continue;
    (verdict == policy::Verdict::kAllow ? allowed : open).push_back(atom);
  }
  const auto& all = model::all_traffic();
  return {engine.port_set(model::PortSpace::of(std::move(allowed)) & all), engine.port_set(model::PortSpace::of(std::move(open)) & all)};
}

}  // namespace

Reach compute_reach(const Engine& engine, base::Executor& executor) {
  const ListTable lists(engine, executor);
  const Partners partners(engine);
  const auto count = static_cast<std::uint32_t>(engine.class_count());
  const std::uint32_t size = block_size(count, engine.list_count(Direction::kIngress), executor.width());
  std::vector<std::vector<ReachRow>> pieces((count + size - 1) / size);
  executor.for_each(pieces.size(), [&](std::size_t piece) {
    const auto first = static_cast<std::uint32_t>(piece) * size;
    pieces[piece] = RowMaker(engine, lists, partners).rows(first, std::min(count, first + size));
  });
  std::vector<ReachRow> rows;
  for (auto& piece : pieces) std::move(piece.begin(), piece.end(), std::back_inserter(rows));
  return merge_rows(std::move(rows));
}

Reach compute_reach_plainly(const Engine& engine) {
  const Partners partners(engine);
  const std::vector<std::uint32_t> atoms = port_atoms(engine);
  std::vector<ReachRow> rows;
  for (std::uint32_t source = 0; source < engine.class_count(); ++source) {
    std::vector<std::pair<Outcome, std::vector<std::uint32_t>>> cells;
    partners.mask(Partners::mask_of(engine.class_info(ClassId{source}))).for_each([&](std::size_t destination) {
      const Outcome outcome = judge_all(engine, atoms, ClassId{source}, ClassId{destination});
      if (is_nothing(outcome)) return;
      auto at = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.first == outcome; });
      if (at == cells.end()) at = cells.insert(cells.end(), {outcome, {}});
      at->second.push_back(static_cast<std::uint32_t>(destination));
    });
    std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) { return before(a.first, b.first); });
    ReachRow row{{ClassId{source}}, {}};
    for (auto& [outcome, classes] : cells) row.cells.push_back({outcome, IdSet(std::move(classes), engine.class_count())});
    rows.push_back(std::move(row));
  }
  return merge_rows(std::move(rows));
}

}  // namespace foregate::analysis
