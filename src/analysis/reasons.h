#pragma once

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/comparison.h"
#include "analysis/diff.h"
#include "model/ports.h"

namespace foregate::analysis {

/// What one direction lost and gained, of what changed for the pair as a whole.
struct Shift {
  model::PortSpace lost;    ///< less than before at this end: allowed, then open, then denied
  model::PortSpace gained;  ///< more than before
  bool open = false;        ///< whether the direction leaves anything undecided, before or after
};

/// The part of a direction in a change of a pair.
Shift shift_of(const Engine& engine, const std::array<Outcome, 2>& both, const std::array<Outcome, 2>& direction);

/// The near end of a direction: a class of the end whose lists speak, by side.
struct NearEnd {
  Direction direction = Direction::kIngress;
  std::array<ClassId, 2> classes;
};

/// Finds the decisions behind changed answers. Of a record only the near end's lists and the far end's class matter, so a record of n times
/// m pairs takes n + m questions; where a list can deny in one way only (its NetworkPolicies' isolation), none.
class Reasons {
 public:
  explicit Reasons(Comparison& comparison) : comparison_(comparison) {}

  /// Sorted as `Change::because` promises, without repeats. Nothing for a side on which an end is absent.
  std::vector<Because> of(const NearEnd& near, const std::array<ClassId, 2>& far, const Shift& shift);

 private:
  using ListKey = std::tuple<std::size_t, Direction, std::uint32_t>;  // side, direction, list
  struct ListFacts {
    std::optional<policy::Decision> only_denial;
    std::vector<policy::PolicyIndex> isolating;
    std::vector<std::uint32_t> cuts;  ///< where ports of rules begin or have ended
    bool named_ports = false;
  };
  struct Question {
    std::size_t side;
    const NearEnd& near;
    ClassId far;
    bool open;  ///< not everything is decided: no answer is known beforehand
  };

  const ListFacts& facts(std::size_t side, Direction d, ListId list);
  void add_decisions(const Question& question, const model::PortSpace& ports, bool denied, std::vector<Because>& because);
  std::vector<std::uint32_t> points(const Question& question, const ListFacts& facts, const model::PortSpace& ports) const;
  policy::DirectionVerdict judge(const Question& question, std::uint32_t point) const;

  Comparison& comparison_;
  std::map<ListKey, ListFacts> facts_;
};

}  // namespace foregate::analysis
