#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

namespace foregate::model::manifest {

/// An entry of a map that is being read.
struct MapEntry {
  std::string_view key;
  std::uint32_t node;
};

/// Calls `visit(earlier, later)` for entries with equal keys. Sorts long lists. O(n log n), and quick for the few keys of most maps.
template <typename Visit>
void for_each_duplicate(std::vector<MapEntry>& entries, Visit&& visit) {
  constexpr std::size_t kCompareAllPairs = 12;
  if (entries.size() <= kCompareAllPairs) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (entries[i].key == entries[j].key) visit(entries[j], entries[i]);
      }
    }
    return;
  }
  std::sort(entries.begin(), entries.end(),
            [](const MapEntry& a, const MapEntry& b) { return std::tie(a.key, a.node) < std::tie(b.key, b.node); });
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].key == entries[i - 1].key) visit(entries[i - 1], entries[i]);
  }
}

}  // namespace foregate::model::manifest
