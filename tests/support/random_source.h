#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string_view>

namespace foregate::testing {

/// Random choices that are the same on every machine for one seed (the standard's distributions are not).
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : engine_(seed) {}
  /// In [0, bound).
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  /// In [first, last].
  std::size_t between(std::size_t first, std::size_t last) { return first + below(last - first + 1); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  std::string_view pick(std::span<const std::string_view> from) { return from[below(from.size())]; }
  std::string_view pick(std::initializer_list<std::string_view> from) { return from.begin()[below(from.size())]; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace foregate::testing
