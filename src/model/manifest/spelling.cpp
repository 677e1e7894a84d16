#include "model/manifest/spelling.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace foregate::model::manifest {
namespace {

constexpr std::size_t kLongest = 40;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment.
  if (a.size() > kLongest || b.size() > kLongest) return kLongest * 2;
  std::array<std::array<std::size_t, kLongest + 1>, kLongest + 1> cost{};
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower(a[i - 1]);
      const char y = lower(b[j - 1]);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (x == y ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y;
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> known) {
  if (text.empty() || text.size() > kLongest) return {};
  std::string_view best;
  std::size_t best_distance = kLongest;
  for (const std::string_view candidate : known) {
    if (candidate.size() > kLongest) continue;
    const std::size_t edits = edit_distance(text, candidate);
    const bool one_begins_other = text.size() >= 3 && (candidate.starts_with(text) || text.starts_with(candidate));
    if (edits > std::max<std::size_t>(1, candidate.size() / 3) && !one_begins_other) continue;
    if (edits < best_distance) {
      best = candidate;
      best_distance = edits;
    }
  }
  return best;
}

}  // namespace foregate::model::manifest
