#pragma once

#include <cstddef>
#include <cstdint>

namespace foregate::base {

/// For hash maps keyed by numbers. `std::hash` of an integer is the integer itself, and a power-of-two table keyed by packed pairs of ids
/// then sees only the low id: tsl::robin_map answers such a pile by growing without end.
struct NumberHash {
  std::size_t operator()(std::uint64_t value) const noexcept {
    value = (value ^ value >> 32) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(value ^ value >> 29);
  }
};

}  // namespace foregate::base
