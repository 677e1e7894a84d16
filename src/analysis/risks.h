#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analysis/comparison.h"
#include "model/ports.h"

namespace foregate::analysis {

/// Answers what an end has left after the change. Asked only of ends that lose something.
class Remains {
 public:
  explicit Remains(Comparison& comparison);

  /// Whether the unit can still open any connection to (as source), or be reached by, anything but its own workload. Nodes do not count.
  bool any(std::uint32_t unit, Direction direction);
  /// Whether what is lost towards `to` is DNS: a port behind port 53 of a Service or, where the input has no such Service, port 53 itself.
  bool is_dns(std::uint32_t to, const model::PortSpace& lost) const;
  /// Whether the unit can still ask some DNS server, of the Services or, where there are none, anything on port 53.
  bool dns(std::uint32_t unit);

 private:
  bool meets_other(std::uint32_t leg, std::uint32_t far) const;
  bool connects(std::uint32_t near, std::uint32_t far, Direction direction, const Outcome& said);
  bool leg_has_any(std::uint32_t leg, Direction direction);
  bool leg_has_dns(std::uint32_t leg);
  bool allows(std::uint32_t from, std::uint32_t to, std::uint32_t point) const;

  Comparison& comparison_;
  std::vector<std::vector<std::uint32_t>> legs_by_class_;  // of the state after
  std::map<std::uint32_t, model::PortSpace> dns_ports_;    // by unit, of both states
  std::map<std::pair<std::uint32_t, Direction>, bool> known_;
  std::map<std::uint32_t, bool> known_dns_;
};

}  // namespace foregate::analysis
