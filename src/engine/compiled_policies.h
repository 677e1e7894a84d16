#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/class_sets.h"
#include "engine/flat_rule.h"
#include "engine/port_sets.h"
#include "engine/term_index.h"
#include "policy/rule.h"

namespace foregate::engine {

/// A rule against the class space: which far ends it matches, on which connections.
struct CompiledRule {
  policy::RuleAction action = policy::RuleAction::kAllow;
  std::uint32_t index = 0;   ///< in the spec
  ClassSet peers = nullptr;  ///< surely matched
  ClassSet maybe = nullptr;  ///< matched or not, depending on what domain names resolve to; disjoint from `peers`
  PortSetId ports;           ///< by number
  std::vector<policy::NamedPortTerm> named_ports;
  /// Egress: `peers` cut by the ports that the names stand for there, disjoint; just {ports, peers} without names. Ingress: not used.
  struct Cell {
    PortSetId ports;
    ClassSet peers;
  };
  std::vector<Cell> cells;
};

/// One object for all policies of equal name, tier, priority, subject and rules, so that lists of two policy sets can be compared by
/// address.
struct CompiledPolicy {
  std::shared_ptr<const policy::TierPolicy> source;
  ClassSet subject = nullptr;
  std::vector<CompiledRule> rules[2];  // by Direction
  std::vector<FlatRule> flat[2];       // the same for the judge
  bool acts[2] = {false, false};       ///< whether the policy has any say in the direction
  bool has_maybe[2] = {false, false};  ///< some rule depends on what domain names resolve to
  bool ingress_names = false;          ///< some ingress rule has named ports, so that lists depend on the subject's
};

/// Compiles policies against a class table. Compiling a policy of equal meaning again gives the same object. Not for several threads.
class PolicyCompiler {
 public:
  PolicyCompiler(const ClassTable& table, ClassSets& sets, PortSets& ports)
      : table_(table), sets_(sets), ports_(ports), terms_(table, sets) {}
  std::shared_ptr<const CompiledPolicy> compile(const std::shared_ptr<const policy::TierPolicy>& source);
  /// Numbered ports and what the names stand for at a pod with these named ports.
  static PortSetId resolve_ports(PortSetId numbered, const std::vector<policy::NamedPortTerm>& names,
                                 const std::vector<model::NamedPort>& at, PortSets& ports);

 private:
  CompiledRule compile(const policy::Rule& rule, policy::Direction direction);
  void cut_by_named_ports(CompiledRule& rule);
  static std::vector<std::uint32_t> meaning_of(const CompiledPolicy& compiled);

  const ClassTable& table_;
  ClassSets& sets_;
  PortSets& ports_;
  TermIndex terms_;
  struct WordsHash {
    std::size_t operator()(const std::vector<std::uint32_t>& words) const noexcept;
  };
  tsl::robin_map<std::vector<std::uint32_t>, std::shared_ptr<const CompiledPolicy>, WordsHash> known_;
};

}  // namespace foregate::engine
