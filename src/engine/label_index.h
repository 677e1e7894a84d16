#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/hash.h"
#include "model/labels.h"

namespace foregate::engine {

struct SelectorHash {
  std::size_t operator()(const model::LabelSelector& selector) const noexcept;
};

/// Answers label selectors over a fixed list of label sets by posting lists: for each key, and for each key and value, which sets hold it.
/// Each distinct selector is answered once. Not safe for several threads while selectors are asked.
class LabelIndex {
 public:
  LabelIndex() = default;
  /// `sets[i]` is sorted by key.
  explicit LabelIndex(const std::vector<std::vector<model::Label>>& sets);
  std::size_t size() const { return size_; }
  /// Which sets the selector selects; valid as long as the index. Equal to `model::matches` on each.
  const base::BitSet& select(const model::LabelSelector& selector);

 private:
  base::BitSet holders(const model::LabelRequirement& requirement) const;
  base::BitSet evaluate(const model::LabelSelector& selector) const;

  std::size_t size_ = 0;
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>, base::NumberHash> by_value_;  // key and value -> set numbers, ascending
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>, base::NumberHash> by_key_;
  tsl::robin_map<model::LabelSelector, std::uint32_t, SelectorHash> known_;
  std::deque<base::BitSet> answers_;
};

}  // namespace foregate::engine
