#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "base/bit_set.h"
#include "base/hash.h"
#include "base/id_set.h"
#include "base/strong_id.h"

namespace foregate::engine {

using ClassSetId = base::StrongId<struct ClassSetTag>;

/// Sets of classes as dense ids: what a subject or a peer matches. Thousands of rules say "pods of the monitoring namespace", and the set
/// is kept once.
class ClassSets {
 public:
  /// Sets of classes below `class_count`. Number 0 is the empty set, 1 the set of all.
  explicit ClassSets(std::size_t class_count);
  ClassSetId intern(base::IdSet set);
  const base::IdSet& classes(ClassSetId id) const { return sets_[id.value()]; }
  /// Of at least one set.
  ClassSetId unite(const std::vector<ClassSetId>& sets);
  std::size_t class_count() const { return class_count_; }

  static constexpr ClassSetId kEmpty{std::uint32_t{0}};
  static constexpr ClassSetId kAll{std::uint32_t{1}};

 private:
  std::size_t class_count_;
  std::deque<base::IdSet> sets_;
  tsl::robin_map<std::size_t, std::vector<std::uint32_t>, base::NumberHash> by_hash_;
};

}  // namespace foregate::engine
