#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/class_sets.h"
#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/port_sets.h"
#include "engine/rule_lists.h"
#include "policy/flow.h"

namespace foregate::engine {

/// One direction of a connection between classes.
struct DirectionQuestion {
  ListId list;  ///< of the near end
  ClassId far;
  std::uint32_t point;        ///< `model::port_point`
  std::uint32_t named_ports;  ///< of the destination: number of its list in the class table
};

/// Walks the rules of a list for one connection. The rules lie flat and in order, a cache line or less each, since millions of flows a
/// second pass here. The walk and its answers are those of `policy::Reference` (see its file comment). Immutable, safe from many threads.
class Judge {
 public:
  Judge(const ClassTable& table, const ClassSets& sets, const PortSets& ports,
        std::span<const std::shared_ptr<const CompiledPolicy>> policies, const RuleLists& lists, Direction direction);
  policy::DirectionVerdict judge(const DirectionQuestion& question) const;

 private:
  enum class PeerShape : std::uint8_t { kAll, kNone, kRange, kSet };
  enum class PortShape : std::uint8_t { kAll, kRange, kSet };
  struct FlatRule {
    PeerShape peer_shape = PeerShape::kAll;
    PortShape port_shape = PortShape::kAll;
    policy::RuleAction action = policy::RuleAction::kAllow;
    bool has_names = false;
    std::uint32_t index = 0;       ///< in the spec
    std::uint32_t source = 0;      ///< place in its CompiledPolicy's rules
    std::uint32_t peer_first = 0;  ///< kRange: classes first..last; kSet: first is the ClassSetId
    std::uint32_t peer_last = 0;
    std::uint32_t port_first = 0;  ///< kRange: points first..last; kSet: first is a place in port_sets_
    std::uint32_t port_last = 0;
    bool maybe = false;  ///< has domain names
  };
  struct FlatPolicy {
    policy::Tier tier = policy::Tier::kNetworkPolicy;
    std::int32_t priority = 0;
    std::uint32_t first_rule = 0;
    std::uint32_t last_rule = 0;  ///< past the end
  };
  enum class Match : std::uint8_t { kNo, kMaybe, kYes };
  enum class MaybeMatches : std::uint8_t { kLeftOut, kTaken };
  struct Walk;

  FlatRule flatten(const CompiledRule& rule, std::uint32_t place);
  void flatten_ports(const model::PortSpace& ports, PortSetId id, FlatRule& flat);
  void flatten_peers(const base::IdSet& peers, ClassSetId id, FlatRule& flat) const;
  Match match(const FlatRule& rule, std::uint32_t policy, const DirectionQuestion& question) const;
  bool port_matches(const FlatRule& rule, std::uint32_t policy, const DirectionQuestion& question) const;
  bool names_match(const CompiledRule& rule, const DirectionQuestion& question) const;

  const ClassTable& table_;
  const ClassSets& sets_;
  const RuleLists& lists_;
  std::span<const std::shared_ptr<const CompiledPolicy>> policies_;
  std::size_t direction_;
  std::vector<FlatPolicy> flat_policies_;  // by PolicyIndex
  std::vector<FlatRule> flat_rules_;
  std::vector<const model::PortSpace*> port_sets_;
  bool has_maybe_ = false;
};

}  // namespace foregate::engine
