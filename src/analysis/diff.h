#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/connections.h"
#include "engine/engine.h"

namespace foregate::analysis {

enum class ChangeKind { kAdded, kRemoved, kChanged };

/// Why a change happens.
struct Because {
  bool before = false;  ///< the decision is one of the state before (an allowing rule that went away), else after
  policy::Direction direction = policy::Direction::kIngress;
  policy::Decision decision;
  friend bool operator==(const Because&, const Because&) = default;
};

/// Pairs of peers whose connections change in the same way for the same reasons.
struct Change {
  ChangeKind kind = ChangeKind::kChanged;
  std::vector<Peer> from;
  std::vector<Peer> to;
  std::optional<base::IpFamily> family;  ///< set where only one family of a dual-stack pair changes
  model::PortSpace before;               ///< empty: none
  model::PortSpace after;
  std::vector<Because> because;   ///< without repeats, most telling first
  std::vector<std::string> risk;  ///< stable ids: "opens-to-outside", "loses-everything", "loses-dns"
};

struct Difference {
  std::vector<Change> changes;  ///< most surprising first: loses everything, loses DNS, opens to outside, other removals, other additions
  std::size_t pairs_changed = 0;
};

}  // namespace foregate::analysis
