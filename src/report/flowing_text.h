#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace foregate::report {

/// `start` and the items with commas between, broken between items, and after a comma inside one, into lines of at most `width` columns (0:
/// one line); lines after the first begin with `indent`. Ends with a line break.
std::string flowing(std::string_view start, const std::vector<std::string>& items, std::string_view indent, std::size_t width);

}  // namespace foregate::report
