#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/rule_lists.h"
#include "policy/flow.h"

namespace foregate::engine {

/// One direction of a connection between classes.
struct DirectionQuestion {
  ListId list;  ///< of the near end
  ClassId far;
  std::uint32_t point;        ///< `model::port_point`
  std::uint32_t named_ports;  ///< of the destination: number of its list in the class table
  /// What NetworkPolicies leave alone: their default denial allows instead.
  policy::Exemption network_policy_exemption = policy::Exemption::kNone;
};

/// Walks the rules of a list for one connection, in one direction. The walk and its answers are those of `policy::Reference` (see its file
/// comment). Immutable, safe from many threads; refers to its arguments.
class Judge {
 public:
  Judge(const ClassTable& table, const CompiledPolicies& policies, const RuleLists& lists, Direction direction);
  policy::DirectionVerdict judge(const DirectionQuestion& question) const;

 private:
  /// A policy as the walk needs it: small, since what the walks of all flows touch should stay in the processor's cache.
  struct FlatPolicy {
    std::uint32_t first_rule;
    std::uint32_t rule_count;
    std::int16_t priority;  // 0..1000
    policy::Tier tier;
  };
  enum class Match : std::uint8_t { kNo, kMaybe, kYes };
  enum class MaybeMatches : std::uint8_t { kLeftOut, kTaken };
  struct Walk;

  std::span<const FlatRule> rules(const FlatPolicy& policy) const { return {rules_.data() + policy.first_rule, policy.rule_count}; }
  Match match(const FlatRule& rule, policy::PolicyIndex policy, const DirectionQuestion& question) const;
  bool names_match(const CompiledRule& rule, const DirectionQuestion& question) const;

  const ClassTable& table_;
  const RuleLists& lists_;
  std::size_t direction_;
  std::vector<FlatPolicy> policies_;             // by PolicyIndex
  std::vector<const CompiledPolicy*> compiled_;  // by PolicyIndex
  std::vector<FlatRule> rules_;                  // of all policies, copied side by side: the policies of a namespace are walked together
  bool has_maybe_ = false;
};

}  // namespace foregate::engine
