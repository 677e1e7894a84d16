#include "engine/class_sets.h"

#include <utility>

namespace foregate::engine {

ClassSets::ClassSets(std::size_t class_count) : class_count_(class_count) {
  empty_ = intern(base::IdSet{});
  base::BitSet everything(class_count);
  everything.insert_all();
  all_ = intern(everything);
}

ClassSet ClassSets::intern(base::IdSet set) {
  if (set.empty() && !sets_.empty()) return empty_;
  std::vector<ClassSet>& same_hash = by_hash_[set.hash()];
  for (const ClassSet known : same_hash) {
    if (*known == set) return known;
  }
  sets_.push_back(std::move(set));
  same_hash.push_back(&sets_.back());
  return &sets_.back();
}

ClassSet ClassSets::unite(const std::vector<ClassSet>& sets) {
  if (sets.size() == 1) return sets.front();
  base::BitSet united(class_count_);
  for (const ClassSet set : sets) set->add_to(united);
  return intern(united);
}

base::BitSet ClassSets::bits(ClassSet set) const {
  base::BitSet result(class_count_);
  set->add_to(result);
  return result;
}

}  // namespace foregate::engine
