#include "analysis/grouping.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/bit_set.h"
#include "base/hash.h"

namespace foregate::analysis {
namespace {

using base::BitSet;
using base::IdSet;
using base::IpFamily;

/// Equal sets of units as equal numbers.
class SetTable {
 public:
  std::uint32_t intern(IdSet set) {
    auto& candidates = by_hash_[set.hash()];
    const auto known = std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t number) { return sets_[number] == set; });
    if (known != candidates.end()) return *known;
    candidates.push_back(static_cast<std::uint32_t>(sets_.size()));
    sets_.push_back(std::move(set));
    return candidates.back();
  }
  const IdSet& operator[](std::uint32_t number) const { return sets_[number]; }
  std::size_t size() const { return sets_.size(); }

 private:
  tsl::robin_map<std::size_t, std::vector<std::uint32_t>, base::NumberHash> by_hash_;
  std::vector<IdSet> sets_;
};

/// Which families an answer to a pair is about. `kAll`: all in which the two meet.
enum class Tag : std::uint8_t { kAll, kV4, kV6 };

struct UnitCell {
  std::uint32_t value = 0;
  Tag tag = Tag::kAll;
  std::uint32_t to = 0;  ///< number of a set of units
};
using UnitRow = std::vector<UnitCell>;

/// Turns rows of legs into rows of units, each combination once.
class UnitRows {
 public:
  UnitRows(const Parties& parties, const std::vector<SourceRow>& rows, SetTable& sets)
      : parties_(parties), rows_(rows), sets_(sets), row_of_(parties.legs.size(), kNoParty) {
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
      for (const std::uint32_t leg : rows[r].legs) row_of_[leg] = r;
    }
    if (parties.dual_stack) fill_families();
  }

  /// The number of the row of a unit; equal rows of legs give equal numbers. kNoParty where the unit has no row.
  std::uint32_t of(std::uint32_t unit) {
    const auto [first, last] = parties_.units[unit].legs;
    std::array<std::uint32_t, 3> key{kNoParty, kNoParty, kNoParty};  // by ClassFamily
    bool any = false;
    for (std::uint32_t leg = first; leg < last; ++leg) {
      key[static_cast<std::size_t>(parties_.legs[leg].family)] = row_of_[leg];
      any |= row_of_[leg] != kNoParty;
    }
    if (!any) return kNoParty;
    if (!parties_.dual_stack) key = {key[0] != kNoParty ? key[0] : key[1] != kNoParty ? key[1] : key[2], kNoParty, kNoParty};
    const bool both = last - first == 2;
    const auto [at, is_new] = known_.try_emplace({key, both}, static_cast<std::uint32_t>(made_.size()));
    if (is_new) made_.push_back(parties_.dual_stack ? make(key, both) : make_single(rows_[key[0]]));
    return at->second;
  }
  const UnitRow& operator[](std::uint32_t number) const { return made_[number]; }

 private:
  void fill_families() {
    has_.fill(BitSet(parties_.units.size()));
    for (const Leg& leg : parties_.legs) {
      if (leg.family != ClassFamily::kV6) has_[0].insert(leg.unit);
      if (leg.family != ClassFamily::kV4) has_[1].insert(leg.unit);
    }
  }

  /// Every unit has one leg of its own number.
  UnitRow make_single(const SourceRow& row) {
    UnitRow made;
    for (const Cell& cell : row.cells) made.push_back({cell.value, Tag::kAll, sets_.intern(cell.legs)});
    return made;
  }

  /// By answer, the units that it is given to in IPv4 and in IPv6.
  using ByFamily = std::array<BitSet, 2>;
  UnitRow make(const std::array<std::uint32_t, 3>& key, bool both) {
    std::map<std::uint32_t, ByFamily> answers;
    for (std::size_t family = 0; family < key.size(); ++family) {
      if (key[family] != kNoParty) collect(rows_[key[family]], static_cast<ClassFamily>(family), answers);
    }
    // A unit with both legs meets far ends in both families even where only one of its legs has a row.
    const bool source_v4 = both || key[0] != kNoParty || key[1] != kNoParty;
    const bool source_v6 = both || key[0] != kNoParty || key[2] != kNoParty;
    UnitRow made;
    for (const auto& [value, answer] : answers) emit(value, answer, {source_v4, source_v6}, made);
    return made;
  }

  void collect(const SourceRow& row, ClassFamily family, std::map<std::uint32_t, ByFamily>& answers) {
    for (const Cell& cell : row.cells) {
      auto [at, is_new] = answers.try_emplace(cell.value);
      if (is_new) at->second.fill(BitSet(parties_.units.size()));
      cell.legs.for_each([&](std::uint32_t number) {
        const Leg& leg = parties_.legs[number];
        if (family != ClassFamily::kV6 && leg.family != ClassFamily::kV6) at->second[0].insert(leg.unit);
        if (family != ClassFamily::kV4 && leg.family != ClassFamily::kV4) at->second[1].insert(leg.unit);
      });
    }
  }

  void emit(std::uint32_t value, const ByFamily& answer, const std::array<bool, 2>& source_has, UnitRow& made) {
    BitSet all = answer[0];
    all &= answer[1];
    std::array<BitSet, 2> only;
    for (std::size_t f = 0; f < 2; ++f) {
      only[f] = answer[f];
      only[f] -= answer[1 - f];
      BitSet one_family = only[f];
      if (source_has[1 - f]) one_family -= has_[1 - f];
      all |= one_family;
      only[f] -= one_family;
    }
    add(value, Tag::kAll, all, made);
    add(value, Tag::kV4, only[0], made);
    add(value, Tag::kV6, only[1], made);
  }

  void add(std::uint32_t value, Tag tag, const BitSet& units, UnitRow& made) {
    if (!units.empty()) made.push_back({value, tag, sets_.intern(IdSet(units))});
  }

  struct KeyHash {
    std::size_t operator()(const std::pair<std::array<std::uint32_t, 3>, bool>& key) const noexcept {
      std::size_t hash = key.second ? 1 : 0;
      for (const std::uint32_t part : key.first) hash = (hash ^ part) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 31);
      return hash;
    }
  };

  const Parties& parties_;
  const std::vector<SourceRow>& rows_;
  SetTable& sets_;
  std::vector<std::uint32_t> row_of_;  // by leg
  std::array<BitSet, 2> has_;          // units with IPv4, with IPv6
  tsl::robin_map<std::pair<std::array<std::uint32_t, 3>, bool>, std::uint32_t, KeyHash> known_;
  std::vector<UnitRow> made_;
};

/// Peers while they are found: whole workloads by their number, everything else as a set of units numbered from `whole` on.
class PeerTable {
 public:
  explicit PeerTable(const Parties& parties) : parties_(parties), whole_(static_cast<std::uint32_t>(parties.peers.workloads)) {}

  std::uint32_t controller() { return intern({kNoParty}); }
  std::uint32_t outside(std::vector<std::uint32_t> units) { return intern(std::move(units)); }
  /// The workload where `units` (ascending) are all of its units, else a part of it.
  std::uint32_t workload(std::vector<std::uint32_t> units) {
    const std::uint32_t w = parties_.units[units[0]].workload;
    const auto [first, last] = parties_.units_of[w];
    return units.size() == last - first ? w : intern(std::move(units));
  }

  /// The peers that a set of units is, ascending but for the parts.
  std::vector<std::uint32_t> of_units(const IdSet& set) {
    std::vector<std::uint32_t> peers;
    std::vector<std::uint32_t> run;  // units of one workload, or of the outside
    const auto finish = [&] {
      if (run.empty()) return;
      peers.push_back(parties_.is_outside(run[0]) ? outside(std::move(run)) : workload(std::move(run)));
      run.clear();
    };
    set.for_each([&](std::uint32_t unit) {
      const std::uint32_t w = parties_.units[unit].workload;
      if (!run.empty() && parties_.units[run[0]].workload != w) finish();
      if (w != kNoParty && parties_.units_of[w][1] - parties_.units_of[w][0] == 1) {
        peers.push_back(w);
      } else {
        run.push_back(unit);
      }
    });
    finish();
    return peers;
  }

  /// The final numbers of the parts, in the order that `Peers` promises, and the peers.
  std::vector<std::uint32_t> settle(const model::Names& names, Peers& peers) const {
    std::vector<std::pair<Peer, std::uint32_t>> extras;
    for (std::uint32_t e = 0; e < sets_.size(); ++e) extras.emplace_back(make(sets_[e]), e);
    std::sort(extras.begin(), extras.end(), [&](const auto& a, const auto& b) { return comes_before(a.first, b.first, names); });
    peers = parties_.peers;
    std::vector<std::uint32_t> final_number(sets_.size());
    for (auto& [peer, number] : extras) {
      final_number[number] = static_cast<std::uint32_t>(peers.all.size());
      peers.all.push_back(std::move(peer));
    }
    return final_number;
  }
  std::uint32_t whole() const { return whole_; }

 private:
  std::uint32_t intern(std::vector<std::uint32_t> units) {
    const auto [at, is_new] = numbers_.try_emplace(units, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(std::move(units));
    return whole_ + at->second;
  }

  Peer make(const std::vector<std::uint32_t>& units) const {
    Peer peer;
    if (units[0] == kNoParty) {
      peer.kind = Peer::Kind::kIngressController;
      return peer;
    }
    const Unit& first = parties_.units[units[0]];
    if (first.workload == kNoParty) return make_outside(units);
    peer = parties_.peers.all[first.workload];
    for (const std::uint32_t unit : units) {
      const Unit& part = parties_.units[unit];
      peer.pods.insert(peer.pods.end(), part.pods.begin(), part.pods.end());
      peer.pods_before.insert(peer.pods_before.end(), part.only_pods[0].begin(), part.only_pods[0].end());
      peer.pods_after.insert(peer.pods_after.end(), part.only_pods[1].begin(), part.only_pods[1].end());
    }
    return peer;
  }

  Peer make_outside(const std::vector<std::uint32_t>& units) const {
    std::array<std::vector<base::Interval<base::Uint128>>, 2> intervals;
    for (const std::uint32_t number : units) {
      const Unit& unit = parties_.units[number];
      const auto own = unit.outside_addresses.intervals();
      auto& list = intervals[static_cast<std::size_t>(unit.outside_family)];
      list.insert(list.end(), own.begin(), own.end());
    }
    Peer peer;
    peer.kind = Peer::Kind::kOutside;
    peer.v4 = base::IntervalSet<base::Uint128>::of(std::move(intervals[0]));
    peer.v6 = base::IntervalSet<base::Uint128>::of(std::move(intervals[1]));
    return peer;
  }

  static std::vector<std::string_view> texts(const std::vector<Symbol>& symbols, const model::Names& names) {
    std::vector<std::string_view> result;
    for (const Symbol symbol : symbols) result.push_back(names.text(symbol));
    return result;
  }

  using Intervals = std::vector<std::pair<base::Uint128, base::Uint128>>;
  static Intervals pairs(const base::IntervalSet<base::Uint128>& set) {
    Intervals result;
    for (const auto& interval : set.intervals()) result.emplace_back(interval.first, interval.last);
    return result;
  }

  static bool comes_before(const Peer& a, const Peer& b, const model::Names& names) {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.kind == Peer::Kind::kOutside) {
      // Peers without IPv4 addresses come after those with.
      return std::tuple(a.v4.empty(), pairs(a.v4), pairs(a.v6)) < std::tuple(b.v4.empty(), pairs(b.v4), pairs(b.v6));
    }
    const auto key = [&](const Peer& p) { return std::tuple(names.text(p.ns), names.text(p.name), names.text(p.workload_kind)); };
    const auto x = key(a);
    const auto y = key(b);
    return x != y ? x < y : [&] {
      auto pods_a = texts(a.pods, names);
      auto pods_b = texts(b.pods, names);
      std::sort(pods_a.begin(), pods_a.end());
      std::sort(pods_b.begin(), pods_b.end());
      return pods_a < pods_b;
    }();
  }

  const Parties& parties_;
  std::uint32_t whole_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> sets_;
};

/// Destinations for which the same parts of a source have the same answer.
struct Part {
  BitSet to;
  std::vector<std::uint32_t> sources;  // places in the list of the source's different rows
};

/// Splits `parts` so that `to` is a union of some, and gives these `source` too.
void refine(std::vector<Part>& parts, BitSet to, std::uint32_t source) {
  const std::size_t count = parts.size();
  for (std::size_t i = 0; i < count; ++i) {
    BitSet both = parts[i].to;
    both &= to;
    if (both.empty()) continue;
    to -= both;
    if (both == parts[i].to) {
      parts[i].sources.push_back(source);
    } else {
      parts[i].to -= both;
      parts.push_back({std::move(both), parts[i].sources});
      parts.back().sources.push_back(source);
    }
  }
  if (!to.empty()) parts.push_back({std::move(to), {source}});
}

class Grouper {
 public:
  explicit Grouper(const Parties& parties) : parties_(parties), table_(parties) {}

  /// Answers from workloads and the outside. With `with_self` those of a workload to itself are meant.
  void add_rows(const std::vector<SourceRow>& rows, bool with_self) {
    if (rows.empty()) return;
    rows_.emplace(parties_, rows, sets_);
    with_self_ = with_self;
    add_workloads();
    add_outside();
  }
  void add_controller(const std::vector<ControllerCell>& cells) {
    with_self_ = false;
    for (const ControllerCell& cell : cells) {
      add(cell.value, Tag::kAll, sets_.intern(IdSet(cell.units, parties_.units.size())), table_.controller());
    }
  }

  Grouping finish(const model::Names& names) {
    Grouping grouping;
    convert_destinations();
    const std::vector<std::uint32_t> numbers = table_.settle(names, grouping.peers);
    for (Draft& draft : drafts_) finish_block(draft, numbers, grouping);
    std::sort(grouping.blocks.begin(), grouping.blocks.end(), [](const GroupedBlock& a, const GroupedBlock& b) {
      return std::tie(a.first_from, a.first_to, a.family, a.value) < std::tie(b.first_from, b.first_to, b.family, b.value);
    });
    return grouping;
  }

 private:
  struct Draft {
    std::uint32_t value = 0;
    Tag tag = Tag::kAll;
    std::uint32_t to = 0;
    bool with_self = false;
    std::vector<std::uint32_t> from;  // provisional peers
  };

  void add_workloads() {
    for (std::uint32_t w = 0; w < parties_.units_of.size(); ++w) {
      const auto [first, last] = parties_.units_of[w];
      add_source(first, last, [&](std::vector<std::uint32_t> units) { return table_.workload(std::move(units)); });
    }
  }
  void add_outside() {
    add_source(static_cast<std::uint32_t>(parties_.workload_units), static_cast<std::uint32_t>(parties_.units.size()),
               [&](std::vector<std::uint32_t> units) { return table_.outside(std::move(units)); });
  }
  /// One source with the units [first, last); `peer(units)` is a part of it.
  template <typename PeerOf>
  void add_source(std::uint32_t first, std::uint32_t last, PeerOf&& peer) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_row;
    for (std::uint32_t unit = first; unit < last; ++unit) {
      if (const std::uint32_t row = rows_->of(unit); row != kNoParty) by_row[row].push_back(unit);
    }
    if (by_row.size() == 1) {
      const std::uint32_t whole = peer(by_row.begin()->second);
      for (const UnitCell& cell : (*rows_)[by_row.begin()->first]) add(cell.value, cell.tag, cell.to, whole);
    } else if (by_row.size() > 1) {
      add_cut_source({by_row.begin(), by_row.end()}, peer);
    }
  }

  using RowUnits = std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>;
  template <typename PeerOf>
  void add_cut_source(const RowUnits& rows, PeerOf&& peer) {
    std::map<std::pair<std::uint32_t, Tag>, std::vector<Part>> answers;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      for (const UnitCell& cell : (*rows_)[rows[i].first]) {
        BitSet to(parties_.units.size());
        sets_[cell.to].add_to(to);
        refine(answers[{cell.value, cell.tag}], std::move(to), i);
      }
    }
    for (const auto& [answer, parts] : answers) {
      for (const Part& part : parts) {
        std::vector<std::uint32_t> units;
        for (const std::uint32_t i : part.sources) units.insert(units.end(), rows[i].second.begin(), rows[i].second.end());
        std::sort(units.begin(), units.end());
        add(answer.first, answer.second, sets_.intern(IdSet(part.to)), peer(std::move(units)));
      }
    }
  }

  void add(std::uint32_t value, Tag tag, std::uint32_t to, std::uint32_t from) {
    const std::uint64_t key = (std::uint64_t{value} << 34) ^ (std::uint64_t{to} << 2) ^ static_cast<std::uint64_t>(tag);
    const auto [at, is_new] = by_answer_.try_emplace(key, static_cast<std::uint32_t>(drafts_.size()));
    if (is_new) drafts_.push_back({value, tag, to, with_self_, {}});
    drafts_[at->second].from.push_back(from);
  }

  void convert_destinations() {
    destinations_.resize(sets_.size());
    std::vector<char> wanted(sets_.size(), 0);
    for (const Draft& draft : drafts_) {
      if (wanted[draft.to] == 0) destinations_[draft.to] = table_.of_units(sets_[draft.to]);
      wanted[draft.to] = 1;
    }
  }

  static std::optional<IpFamily> family_of(Tag tag) {
    if (tag == Tag::kAll) return {};
    return tag == Tag::kV4 ? IpFamily::kV4 : IpFamily::kV6;
  }

  std::vector<std::uint32_t> settled(std::vector<std::uint32_t> peers, const std::vector<std::uint32_t>& numbers) const {
    for (std::uint32_t& peer : peers) {
      if (peer >= table_.whole()) peer = numbers[peer - table_.whole()];
    }
    std::sort(peers.begin(), peers.end());
    return peers;
  }

  void finish_block(Draft& draft, const std::vector<std::uint32_t>& numbers, Grouping& grouping) const {
    std::vector<std::uint32_t> from = settled(std::move(draft.from), numbers);
    std::vector<std::uint32_t> to = settled(destinations_[draft.to], numbers);
    if (!draft.with_self) {
      drop_self(from, to, grouping.peers);
      drop_self(to, from, grouping.peers);
      if (from.empty() || to.empty()) return;
    }
    const std::uint32_t first_from = from.front();
    const std::uint32_t first_to = to.front();
    grouping.blocks.push_back({draft.value, family_of(draft.tag), id_set(std::move(from), grouping.peers),
                               id_set(std::move(to), grouping.peers), first_from, first_to});
  }

  /// Where `ends` are all of one workload, takes that workload from the other side.
  static void drop_self(const std::vector<std::uint32_t>& ends, std::vector<std::uint32_t>& others, const Peers& peers) {
    if (ends.empty() || peers[ends[0]].kind != Peer::Kind::kWorkload) return;
    const auto is_same = [&](std::uint32_t peer) { return peer == ends[0] || same_workload(peers[peer], peers[ends[0]]); };
    if (std::all_of(ends.begin(), ends.end(), is_same)) std::erase_if(others, is_same);
  }

  /// Equal sets get equal bounds: that of whole workloads where nothing else is in it.
  IdSet id_set(std::vector<std::uint32_t> ids, const Peers& peers) const {
    const std::size_t bound = ids.back() < peers.workloads ? peers.workloads : peers.all.size();
    return IdSet(std::move(ids), bound);
  }

  const Parties& parties_;
  SetTable sets_;
  std::optional<UnitRows> rows_;
  bool with_self_ = false;
  PeerTable table_;
  tsl::robin_map<std::uint64_t, std::uint32_t, base::NumberHash> by_answer_;
  std::vector<Draft> drafts_;
  std::vector<std::vector<std::uint32_t>> destinations_;  // by number of a set of units
};

}  // namespace

Grouping group(const Parties& parties, const std::vector<SourceRow>& rows, const std::vector<ControllerCell>& controller,
               const GroupOptions& options, const model::Names& names) {
  Grouper grouper(parties);
  grouper.add_rows(rows, options.with_self);
  grouper.add_controller(controller);
  grouper.add_rows(options.self_rows, true);
  return grouper.finish(names);
}

}  // namespace foregate::analysis
