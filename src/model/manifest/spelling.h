#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace foregate::model::manifest {

/// The one of `known` that `text` is most likely a slip of, or an empty text where none is near. Near is: equal but for case, one in front
/// of or at the end of the other (`port`, `ports`), or an edit distance (a swap of neighbours counts once) of at most a third of the
/// length.
std::string_view nearest(std::string_view text, std::span<const std::string_view> known);

/// Insertions, deletions, replacements and swaps of neighbours without regard to case; a large number for texts beyond 40 characters.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace foregate::model::manifest
