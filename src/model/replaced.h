#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "model/same_content.h"
#include "model/snapshot_indexes.h"

namespace foregate::model {

/// FG1003 at `later`: the object of that name at `earlier` does not count.
base::Diagnostic replaced_warning(std::string object, base::SourcePosition earlier, base::SourcePosition later);

/// Collects those warnings. Where two files give several objects alike, as a link to a file and the file itself do, that is one warning.
class ReplacedReport {
 public:
  explicit ReplacedReport(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  /// A `replaced_warning`; `same_content`: both objects say the same.
  void add(base::Diagnostic warning, bool same_content);
  /// Says what was held back. To be called once, last.
  void finish();

 private:
  struct Copies {
    base::Diagnostic first;
    std::uint64_t number = 0;
  };
  base::Diagnostics& diagnostics_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Copies> copies_;  // by the later and the earlier file
};

/// Of several objects with equal keys only the last one stays, where it stands; each one before it is a warning (FG1003) at its successor.
/// `key_of(object)` gives the key, `text_of(object)` what to call the object. The index of the remaining objects is returned. O(n).
template <typename Object, typename KeyOf, typename TextOf>
ObjectIndex drop_replaced(std::vector<Object>& objects, ReplacedReport& report, KeyOf&& key_of, TextOf&& text_of) {
  ObjectIndex index;
  index.reserve(objects.size());
  std::vector<std::uint32_t> dropped;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const auto [at, is_new] = index.try_emplace(key_of(objects[i]), i);
    if (is_new) continue;
    const std::uint32_t earlier = std::exchange(at.value(), i);
    dropped.push_back(earlier);
    report.add(replaced_warning(text_of(objects[i]), objects[earlier].at, objects[i].at), same_content(objects[earlier], objects[i]));
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
