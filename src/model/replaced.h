#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "model/snapshot_indexes.h"

namespace foregate::model {

/// FG1003 at `later`: the object of that name at `earlier` does not count.
base::Diagnostic replaced_warning(std::string object, base::SourcePosition earlier, base::SourcePosition later);

/// Of several objects with equal keys only the last one stays, where it stands; each one before it is a warning (FG1003) at its successor.
/// `key_of(object)` gives the key, `text_of(object)` what to call the object. The index of the remaining objects is returned. O(n).
template <typename Object, typename KeyOf, typename TextOf>
ObjectIndex drop_replaced(std::vector<Object>& objects, base::Diagnostics& diagnostics, KeyOf&& key_of, TextOf&& text_of) {
  ObjectIndex index;
  index.reserve(objects.size());
  std::vector<std::uint32_t> dropped;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const auto [at, is_new] = index.try_emplace(key_of(objects[i]), i);
    if (is_new) continue;
    const std::uint32_t earlier = std::exchange(at.value(), i);
    dropped.push_back(earlier);
    diagnostics.add(replaced_warning(text_of(objects[i]), objects[earlier].at, objects[i].at));
  }
  if (dropped.empty()) return index;
  std::ranges::sort(dropped);
  std::uint32_t kept = 0;
  auto next_dropped = dropped.begin();
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (next_dropped != dropped.end() && *next_dropped == i) {
      ++next_dropped;
      continue;
    }
    if (kept != i) objects[kept] = std::move(objects[i]);
    index[key_of(objects[kept])] = kept;
    ++kept;
  }
  objects.resize(kept);
  return index;
}

}  // namespace foregate::model
