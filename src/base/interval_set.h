#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace foregate::base {

template <typename T>
struct Interval {
  T first;
  T last;  ///< inclusive
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// A set of unsigned integers kept as sorted, disjoint, non-adjacent closed intervals.
///
/// Ports and addresses are judged by ranges, and a range list that is not canonical makes equal sets look different. Every
/// operation here takes canonical sets and returns a canonical set, so `==` is equality of meaning:
///
///     {[80,80]} + {[81,90]}          == {[80,90]}
///     {[0,65535]} - {[443,443]}      == {[0,442],[444,65535]}
///
/// `T`'s greatest value may be in the set, and no operation overflows there.
template <typename T>
class IntervalSet {
 public:
  IntervalSet() = default;
  /// The one interval; nothing where `first > last`.
  IntervalSet(T first, T last) {
    if (first <= last) intervals_.push_back({first, last});
  }
  /// Every value of `T`.
  static IntervalSet all() { return {T{0}, std::numeric_limits<T>::max()}; }
  /// The union of intervals in any order, overlapping or not; an interval with `first > last` is nothing. O(n log n).
  static IntervalSet of(std::vector<Interval<T>> intervals) {
    std::erase_if(intervals, [](const Interval<T>& i) { return i.first > i.last; });
    std::sort(intervals.begin(), intervals.end(), [](const Interval<T>& a, const Interval<T>& b) { return a.first < b.first; });
    IntervalSet result;
    for (const Interval<T>& interval : intervals) result.append(interval);
    return result;
  }

  /// The canonical intervals, in order. Valid until the set changes.
  std::span<const Interval<T>> intervals() const { return intervals_; }
  bool empty() const { return intervals_.empty(); }
  bool is_all() const { return *this == all(); }

  /// O(log n).
  bool contains(T value) const {
    const auto after = std::upper_bound(intervals_.begin(), intervals_.end(), value, [](T v, const Interval<T>& i) { return v < i.first; });
    return after != intervals_.begin() && value <= std::prev(after)->last;
  }
  /// Whether every value of `other` is in this set. O(n + m).
  bool contains(const IntervalSet& other) const { return (other - *this).empty(); }
  bool intersects(const IntervalSet& other) const {
    auto a = intervals_.begin();
    auto b = other.intervals_.begin();
    while (a != intervals_.end() && b != other.intervals_.end()) {
      if (a->last < b->first) {
        ++a;
      } else if (b->last < a->first) {
        ++b;
      } else {
        return true;
      }
    }
    return false;
  }

  /// Union, intersection, difference. O(n + m); either operand may be this set.
  friend IntervalSet operator+(const IntervalSet& a, const IntervalSet& b) {
    IntervalSet result;
    auto x = a.intervals_.begin();
    auto y = b.intervals_.begin();
    while (x != a.intervals_.end() || y != b.intervals_.end()) {
      const bool take_x = y == b.intervals_.end() || (x != a.intervals_.end() && x->first <= y->first);
      result.append(take_x ? *x++ : *y++);
    }
    return result;
  }
  friend IntervalSet operator&(const IntervalSet& a, const IntervalSet& b) {
    IntervalSet result;
    auto x = a.intervals_.begin();
    auto y = b.intervals_.begin();
    while (x != a.intervals_.end() && y != b.intervals_.end()) {
      const Interval<T> both{std::max(x->first, y->first), std::min(x->last, y->last)};
      if (both.first <= both.last) result.intervals_.push_back(both);
      if (x->last < y->last) {
        ++x;
      } else {
        ++y;
      }
    }
    return result;
  }
  friend IntervalSet operator-(const IntervalSet& a, const IntervalSet& b) { return a & b.complement(); }

  IntervalSet complement() const {
    IntervalSet result;
    T next{0};
    for (const Interval<T>& interval : intervals_) {
      if (interval.first > next) result.intervals_.push_back({next, static_cast<T>(interval.first - 1)});
      if (interval.last == std::numeric_limits<T>::max()) return result;
      next = static_cast<T>(interval.last + 1);
    }
    result.intervals_.push_back({next, std::numeric_limits<T>::max()});
    return result;
  }

  friend bool operator==(const IntervalSet&, const IntervalSet&) = default;

 private:
  /// Adds an interval that begins at or after the begin of the last one.
  void append(const Interval<T>& interval) {
    if (!intervals_.empty()) {
      Interval<T>& back = intervals_.back();
      const bool touches = interval.first <= back.last || interval.first == static_cast<T>(back.last + 1);
      if (touches) {
        back.last = std::max(back.last, interval.last);
        return;
      }
    }
    intervals_.push_back(interval);
  }

  std::vector<Interval<T>> intervals_;
};

}  // namespace foregate::base
