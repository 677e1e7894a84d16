#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/strong_id.h"
#include "base/symbol_table.h"

namespace foregate::model {

using base::Symbol;

struct Label {
  Symbol key;
  Symbol value;
  friend auto operator<=>(const Label&, const Label&) = default;
};

using LabelSetId = base::StrongId<struct LabelSetTag>;

/// Distinct label sets, each kept once: the 100,000 pods of 5,000 workloads have about 5,000. Sorted by key, keys unique.
class LabelSets {
 public:
  /// The set's id, new if need be. `labels` in any order; of equal keys the last one counts.
  LabelSetId intern(std::vector<Label> labels);
  /// Sorted by key. Valid until the next `intern`. Empty for none.
  std::span<const Label> labels(LabelSetId id) const;
  /// The value of `key`, or none where the set lacks it. O(log n).
  Symbol value(LabelSetId id, Symbol key) const;
  std::size_t size() const { return starts_.size(); }

 private:
  std::vector<Label> labels_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> starts_;  // offset and length in labels_
  std::vector<std::vector<std::uint32_t>> buckets_;              // hash -> ids
};

/// LabelSelectorRequirement.operator of k8s.io/apimachinery meta/v1.
enum class SelectorOperator : std::uint8_t {
  kIn,
  kNotIn,  ///< also where the key is absent
  kExists,
  kDoesNotExist,
  kInvalid,  ///< a requirement that no client library can turn into a selector (unknown operator, In without values): matches nothing
};

struct LabelRequirement {
  Symbol key;
  SelectorOperator op = SelectorOperator::kIn;
  std::vector<Symbol> values;  ///< sorted, unique; `matchLabels: {k: v}` is `k In [v]`
  friend auto operator<=>(const LabelRequirement&, const LabelRequirement&) = default;
};

/// The AND of its requirements; without any it selects everything.
struct LabelSelector {
  std::vector<LabelRequirement> requirements;
  bool selects_everything() const { return requirements.empty(); }
  friend auto operator<=>(const LabelSelector&, const LabelSelector&) = default;
};

/// Whether `selector` selects an object with these labels (sorted by key). Plain and slow: the oracle of the engine's index.
bool matches(const LabelSelector& selector, std::span<const Label> labels);

}  // namespace foregate::model
