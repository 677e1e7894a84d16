#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace foregate::base {

/// A dense index that cannot be mixed up with the index of another table: `using PodId = StrongId<struct PodTag>`.
/// Default-constructed ids are `none()`, which no table holds.
template <typename Tag>
class StrongId {
 public:
  constexpr StrongId() = default;
  constexpr explicit StrongId(std::uint32_t value) : value_(value) {}
  constexpr explicit StrongId(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}
  static constexpr StrongId none() { return StrongId{}; }

  constexpr std::uint32_t value() const { return value_; }
  constexpr bool is_none() const { return value_ == kNone; }
  constexpr explicit operator bool() const { return value_ != kNone; }
  friend constexpr auto operator<=>(StrongId, StrongId) = default;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value_ = kNone;
};

}  // namespace foregate::base

template <typename Tag>
struct std::hash<foregate::base::StrongId<Tag>> {
  std::size_t operator()(foregate::base::StrongId<Tag> id) const noexcept { return id.value() * std::size_t{0x9E3779B97F4A7C15}; }
};
