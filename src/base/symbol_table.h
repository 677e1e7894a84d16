#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strong_id.h"

namespace foregate::base {

/// An interned text. Equal texts of one table (and of the tables stacked on it) have equal symbols.
using Symbol = StrongId<struct SymbolTag>;

/// Texts as dense ids, append-only.
///
/// A table may be stacked on a parent that no longer changes: it finds the parent's symbols and numbers its own from the parent's end, so
/// that a candidate can add names while other threads read the base:
///
///     base:       "web" = 0, "db" = 1
///     candidate:  "web" = 0, "db" = 1, "cache" = 2
///
/// Reading is safe from many threads as long as none interns into the same table.
class SymbolTable {
 public:
  SymbolTable() = default;
  explicit SymbolTable(std::shared_ptr<const SymbolTable> parent);
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  /// The symbol of `text`, new if need be. The text is copied. Amortised O(length).
  Symbol intern(std::string_view text);
  /// The symbol of `text`, or none where it was never interned.
  Symbol find(std::string_view text) const;
  /// Valid as long as this table. Empty for `Symbol::none()`.
  std::string_view text(Symbol symbol) const;
  /// The number of symbols, the parent's among them.
  std::uint32_t size() const { return first_ + static_cast<std::uint32_t>(texts_.size()); }

 private:
  std::string_view store(std::string_view text);

  std::shared_ptr<const SymbolTable> parent_;
  std::uint32_t first_ = 0;
  std::vector<std::string_view> texts_;  // into blocks_
  // With the hashes kept: growing and comparing would otherwise read every text again.
  tsl::robin_map<std::string_view, std::uint32_t, std::hash<std::string_view>, std::equal_to<>,
                 std::allocator<std::pair<std::string_view, std::uint32_t>>, true>
      ids_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_free_ = 0;
  char* block_next_ = nullptr;
};

}  // namespace foregate::base
