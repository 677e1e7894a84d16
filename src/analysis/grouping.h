#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/parties.h"
#include "base/id_set.h"

/// From rows of legs to blocks of peers, whatever the rows say: `connections` and `diff` number their answers and share this.
///
/// A row gives, for some source legs, an answer (a number) to each of several sets of far legs. Grouping finds the pairs of peers that
/// share an answer and writes them as few blocks:
///
/// 1. Legs become units: where both families of a dual-stack pair have one answer it is said once, else for each family.
/// 2. Sources of several units (a workload whose pods differ, the outside) are turned around: for each answer and destination, the set of
///    units that have it, so that a pair of peers has each answer once however its parts are cut.
/// 3. Sources with an equal answer to equal destinations are joined.
namespace foregate::analysis {

struct Cell {
  std::uint32_t value = 0;
  base::IdSet legs;
};
struct SourceRow {
  std::vector<std::uint32_t> legs;
  std::vector<Cell> cells;  ///< disjoint, values unique; only legs whose family meets that of every source
};
/// The answer from the ingress controller to some units.
struct ControllerCell {
  std::uint32_t value = 0;
  std::vector<std::uint32_t> units;  ///< ascending
};

struct GroupedBlock {
  std::uint32_t value = 0;
  std::optional<base::IpFamily> family;
  base::IdSet from;
  base::IdSet to;
  std::uint32_t first_from = 0;
  std::uint32_t first_to = 0;
};
struct Grouping {
  Peers peers;
  std::vector<GroupedBlock> blocks;  ///< by first source, first destination and family
};

struct GroupOptions {
  bool with_self = false;  ///< else pairs of one workload with itself may be in a block or not, and a block of nothing else is left out
  /// Pairs of one workload with itself and no others, with values that no other row has. Every leg is in one of these rows at most.
  std::vector<SourceRow> self_rows;
};

/// Every leg is in one row at most. `names` orders parts of workloads.
Grouping group(const Parties& parties, const std::vector<SourceRow>& rows, const std::vector<ControllerCell>& controller,
               const GroupOptions& options, const model::Names& names);

}  // namespace foregate::analysis
