#pragma once

#include <cstdint>
#include <random>

namespace foregate::testing {

/// A number below `bound`, the same on every machine for the same seed.
inline std::uint32_t below(std::mt19937& random, std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); }
/// Random bits under a mask.
inline std::uint32_t bits(std::mt19937& random, std::uint32_t mask) { return static_cast<std::uint32_t>(random()) & mask; }

}  // namespace foregate::testing
