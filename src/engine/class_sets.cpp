#include "engine/class_sets.h"

#include <utility>

namespace foregate::engine {

ClassSets::ClassSets(std::size_t class_count) : class_count_(class_count) {
  intern({});
  base::BitSet all(class_count);
  all.insert_all();
  intern(base::IdSet(all));
}

ClassSetId ClassSets::intern(base::IdSet set) {
  if (set.empty() && !sets_.empty()) return kEmpty;
  std::vector<std::uint32_t>& same_hash = by_hash_[set.hash()];
  for (const std::uint32_t id : same_hash) {
    if (sets_[id] == set) return ClassSetId{id};
  }
  const ClassSetId id{sets_.size()};
  same_hash.push_back(id.value());
  sets_.push_back(std::move(set));
  return id;
}

ClassSetId ClassSets::unite(const std::vector<ClassSetId>& sets) {
  if (sets.size() == 1) return sets.front();
  base::BitSet bits(class_count_);
  for (const ClassSetId id : sets) classes(id).add_to(bits);
  return intern(base::IdSet(bits));
}

}  // namespace foregate::engine
