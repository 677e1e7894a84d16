#include "engine/label_index.h"

namespace foregate::engine {
namespace {
using base::BitSet;
using model::SelectorOperator;

std::uint64_t pair_key(model::Symbol key, model::Symbol value) { return std::uint64_t{key.value()} << 32 | value.value(); }
}  // namespace

std::size_t SelectorHash::operator()(const model::LabelSelector& selector) const noexcept {
  std::size_t hash = selector.requirements.size();
  const auto mix = [&hash](std::size_t value) { hash = (hash ^ value) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29); };
  for (const model::LabelRequirement& requirement : selector.requirements) {
    mix(requirement.key.value());
    mix(static_cast<std::size_t>(requirement.op));
    for (const model::Symbol value : requirement.values) mix(value.value());
  }
  return hash;
}

LabelIndex::LabelIndex(const std::vector<std::vector<model::Label>>& sets) : size_(sets.size()) {
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    for (const model::Label& label : sets[set]) {
      by_value_[pair_key(label.key, label.value)].push_back(set);
      by_key_[label.key.value()].push_back(set);
    }
  }
}

const BitSet& LabelIndex::select(const model::LabelSelector& selector) {
  if (const auto known = known_.find(selector); known != known_.end()) return answers_[known->second];
  known_.emplace(selector, static_cast<std::uint32_t>(answers_.size()));
  answers_.push_back(evaluate(selector));
  return answers_.back();
}

BitSet LabelIndex::evaluate(const model::LabelSelector& selector) const {
  BitSet result(size_);
  result.insert_all();
  for (const model::LabelRequirement& requirement : selector.requirements) {
    const bool negated = requirement.op == SelectorOperator::kNotIn || requirement.op == SelectorOperator::kDoesNotExist;
    if (negated) {
      result -= holders(requirement);
    } else {
      result &= holders(requirement);
    }
  }
  return result;
}

/// The sets that hold the key (Exists, DoesNotExist) or one of the values (In, NotIn).
BitSet LabelIndex::holders(const model::LabelRequirement& requirement) const {
  BitSet result(size_);
  const auto add = [&result](const auto& postings, const auto& key) {
    if (const auto found = postings.find(key); found != postings.end()) {
      for (const std::uint32_t set : found->second) result.insert(set);
    }
  };
  switch (requirement.op) {
    case SelectorOperator::kExists:
    case SelectorOperator::kDoesNotExist:
      add(by_key_, requirement.key.value());
      break;
    case SelectorOperator::kIn:
    case SelectorOperator::kNotIn:
      for (const model::Symbol value : requirement.values) add(by_value_, pair_key(requirement.key, value));
      break;
    case SelectorOperator::kInvalid:
      break;
  }
  return result;
}

}  // namespace foregate::engine
