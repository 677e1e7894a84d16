#include "model/labels.h"

#include <algorithm>
#include <utility>

namespace foregate::model {
namespace {

std::size_t hash_of(std::span<const Label> labels) {
  std::uint64_t hash = labels.size();
  for (const Label& label : labels) {
    hash = (hash ^ (std::uint64_t{label.key.value()} << 32 | label.value.value())) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  return hash;
}

/// Sorts by key; of equal keys the last one given stays.
void make_canonical(std::vector<Label>& labels) {
  const auto by_key = [](const Label& a, const Label& b) { return a.key < b.key; };
  if (!std::is_sorted(labels.begin(), labels.end(), by_key)) std::stable_sort(labels.begin(), labels.end(), by_key);
  std::size_t kept = 0;
  for (const Label& label : labels) {
    if (kept > 0 && labels[kept - 1].key == label.key) --kept;
    labels[kept++] = label;
  }
  labels.resize(kept);
}

constexpr std::size_t kFirstBuckets = 64;

}  // namespace

LabelSetId LabelSets::intern(std::vector<Label> labels) {
  make_canonical(labels);
  if (buckets_.size() <= starts_.size()) {
    buckets_.assign(std::max(kFirstBuckets, buckets_.size() * 2), {});
    for (std::uint32_t id = 0; id < starts_.size(); ++id) {
      buckets_[hash_of(this->labels(LabelSetId{id})) % buckets_.size()].push_back(id);
    }
  }
  std::vector<std::uint32_t>& bucket = buckets_[hash_of(labels) % buckets_.size()];
  for (const std::uint32_t id : bucket) {
    if (std::ranges::equal(this->labels(LabelSetId{id}), labels)) return LabelSetId{id};
  }
  const auto id = static_cast<std::uint32_t>(starts_.size());
  starts_.emplace_back(static_cast<std::uint32_t>(labels_.size()), static_cast<std::uint32_t>(labels.size()));
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  bucket.push_back(id);
  return LabelSetId{id};
}

std::span<const Label> LabelSets::labels(LabelSetId id) const {
  if (id.is_none()) return {};
  const auto [start, length] = starts_[id.value()];
  return std::span{labels_}.subspan(start, length);
}

Symbol LabelSets::value(LabelSetId id, Symbol key) const {
  const std::span<const Label> all = labels(id);
  const auto at = std::lower_bound(all.begin(), all.end(), key, [](const Label& label, Symbol wanted) { return label.key < wanted; });
  return at != all.end() && at->key == key ? at->value : Symbol::none();
}

bool matches(const LabelSelector& selector, std::span<const Label> labels) {
  return std::ranges::all_of(selector.requirements, [&](const LabelRequirement& requirement) {
    const auto label = std::ranges::find(labels, requirement.key, &Label::key);
    const bool present = label != labels.end();
    const bool listed = present && std::ranges::find(requirement.values, label->value) != requirement.values.end();
    switch (requirement.op) {
      case SelectorOperator::kIn:
        return listed;
      case SelectorOperator::kNotIn:
        return !listed;
      case SelectorOperator::kExists:
        return present;
      case SelectorOperator::kDoesNotExist:
        return !present;
      case SelectorOperator::kInvalid:
        return false;
    }
    return false;
  });
}

}  // namespace foregate::model
