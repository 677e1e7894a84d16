#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "base/bit_set.h"
#include "base/hash.h"
#include "base/id_set.h"

namespace foregate::engine {

/// A set of classes that a subject or a peer matches. Equal sets have one address, which stays valid as long as its `ClassSets`.
using ClassSet = const base::IdSet*;

/// Distinct sets of classes: thousands of rules say "pods of the monitoring namespace", and the set is kept once. One thread at a time may
/// add; sets that were handed out may be read meanwhile.
class ClassSets {
 public:
  /// Sets of classes below `class_count`.
  explicit ClassSets(std::size_t class_count);
  ClassSet intern(base::IdSet set);
  ClassSet intern(const base::BitSet& bits) { return intern(base::IdSet(bits)); }
  /// Of at least one set.
  ClassSet unite(const std::vector<ClassSet>& sets);
  ClassSet empty() const { return empty_; }
  ClassSet all() const { return all_; }
  std::size_t class_count() const { return class_count_; }
  /// The members as bits.
  base::BitSet bits(ClassSet set) const;

 private:
  std::size_t class_count_;
  std::deque<base::IdSet> sets_;  // never moved
  tsl::robin_map<std::size_t, std::vector<ClassSet>, base::NumberHash> by_hash_;
  ClassSet empty_;
  ClassSet all_;
};

}  // namespace foregate::engine
