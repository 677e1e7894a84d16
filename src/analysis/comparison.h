#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/parties.h"
#include "analysis/reach.h"
#include "engine/engine.h"

/// Two engines side by side, and where their answers differ.
///
/// A pair of legs (s, d) is connected as s's egress list says of d and d's ingress list says of s. So it can only have changed where s's
/// list says something else of d than before, or d's of s. Legs with equal lists in both states are looked at together:
///
///     changed egress pairs:   s in E (lists before, after), d where E_before(d) != E_after(d)     -> what d's lists say of s decides the
///     rest changed ingress pairs:  d in I, s where I_before(s) != I_after(s) and E did not change       -> what s's lists say of d decides
///     the rest
///
/// With a shared inventory only lists of changed policies differ, so little is looked at; with another inventory, legs whose class changed
/// are far ends that may get another answer from a list that did not change.
namespace foregate::analysis {

using engine::Engine;
using engine::ListId;
using policy::Direction;

inline bool is_nothing(const Outcome& outcome) { return outcome.allowed == Engine::kNoPorts && outcome.open == Engine::kNoPorts; }

/// The lists of some legs in one direction, before and after.
struct ListPair {
  std::array<ListId, 2> lists;  ///< by side; none where the legs are absent
  bool same = false;            ///< equal outcomes for equal reasons
  std::vector<std::uint32_t> legs;
};

/// Pairs of legs that change, with what either direction said and says.
struct Record {
  std::uint32_t egress_pair = 0;
  std::uint32_t ingress_pair = 0;
  std::array<Outcome, 2> egress;   ///< by side
  std::array<Outcome, 2> ingress;  ///< by side
  std::array<Outcome, 2> both;     ///< combined, by side; they differ
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
};

class Comparison {
 public:
  Comparison(const Engine& before, const Engine& after, base::Executor& executor);

  const Parties& parties() const { return parties_; }
  const Engine& engine(std::size_t side) const { return *engines_[side]; }
  const Leg& leg(std::uint32_t number) const { return parties_.legs[number]; }
  const std::vector<ListPair>& pairs(Direction d) const { return pairs_[static_cast<std::size_t>(d)]; }
  const ListPair& pair_of(std::uint32_t leg, Direction d) const { return pairs(d)[pair_of_[static_cast<std::size_t>(d)][leg]]; }
  /// Whether two legs can be ends of a connection: their families meet and not both are outside.
  bool meet(std::uint32_t a, std::uint32_t b) const;

  /// Every changed pair of legs in exactly one record.
  std::vector<Record> records();

  /// What a list of a side says of a class; computed for all classes at the first question.
  Outcome outcome(Direction d, std::size_t side, ListId list, ClassId far);
  const std::vector<engine::OutcomeGroup>& groups(Direction d, std::size_t side, ListId list);

 private:
  using ListKey = std::pair<std::uint32_t, std::uint32_t>;  // side, list
  struct Cell {
    std::array<Outcome, 2> outcomes;
    std::uint32_t other_pair = 0;  // of the far end, in the other direction
    std::vector<std::uint32_t> far;
  };

  void make_pairs(Direction d);
  void compute(Direction d, const std::vector<std::uint32_t>& pairs);
  std::uint32_t meeting_code(std::uint32_t leg) const;
  std::array<Outcome, 2> outcomes(Direction d, const ListPair& pair, std::uint32_t far);
  std::vector<Cell> changed_cells(Direction d, const ListPair& pair, const std::vector<std::uint32_t>& candidates);
  std::vector<std::uint32_t> candidates(Direction d, const ListPair& pair);
  void records_of(Direction d, std::vector<Record>& records);
  void join(Direction d, std::uint32_t pair, const Cell& cell, std::vector<Record>& records);

  std::array<const Engine*, 2> engines_;
  base::Executor& executor_;
  Parties parties_;
  std::array<std::vector<ListPair>, 2> pairs_;         // by Direction
  std::array<std::vector<std::uint32_t>, 2> pair_of_;  // by Direction and leg
  std::array<std::map<ListKey, std::vector<engine::OutcomeGroup>>, 2> groups_;
  std::vector<std::vector<std::uint32_t>> still_legs_;  // by class: those that have it on both sides
  std::vector<std::uint32_t> moved_legs_;               // whose class differs
};

}  // namespace foregate::analysis
