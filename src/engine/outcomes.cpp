#include "engine/outcomes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace foregate::engine {
namespace {

using base::BitSet;
using policy::RuleAction;
using policy::Tier;

/// What is possible for the connections of a group's far ends.
struct State {
  PortSetId pending = Engine::kAllPorts;   ///< may still be undecided
  PortSetId passed = Engine::kNoPorts;     ///< may have left this tier for the next
  PortSetId allowed = Engine::kNoPorts;    ///< may be allowed
  PortSetId denied = Engine::kNoPorts;     ///< may be denied
  PortSetId matched = Engine::kNoPorts;    ///< of the policies of one priority: surely matched by some of them
  PortSetId unmatched = Engine::kNoPorts;  ///< pending at one policy of several of one priority
  friend bool operator==(const State&, const State&) = default;
};

struct Group {
  State state;
  BitSet classes;
};

class Computation {
 public:
  Computation(const RuleList& list, const CompiledPolicies& policies, Direction direction, const ClassTable& table, const ClassSets& sets,
              PortSets& ports)
      : list_(list), policies_(policies), direction_(static_cast<std::size_t>(direction)), table_(table), sets_(sets), ports_(ports) {
    BitSet all(sets.class_count());
    all.insert_all();
    groups_.push_back({State{}, std::move(all)});
  }

  std::vector<OutcomeGroup> run() {
    prioritised_tier(Tier::kAdmin);
    network_policies();
    prioritised_tier(Tier::kBaseline);
    return conclude();
  }

 private:
  /// Applies `change` to the states of the groups' parts inside `peers`; the parts outside stay as they are.
  template <typename Change>
  void split(const BitSet& peers, const Change& change) {
    const std::size_t count = groups_.size();
    for (std::size_t g = 0; g < count; ++g) {
      const State changed = change(groups_[g].state);
      if (changed == groups_[g].state || !groups_[g].classes.intersects(peers)) continue;
      BitSet inside = groups_[g].classes;
      inside &= peers;
      groups_[g].classes -= peers;
      if (groups_[g].classes.empty()) {
        groups_[g].classes = std::move(inside);
        groups_[g].state = changed;
      } else {
        groups_.push_back({changed, std::move(inside)});
      }
    }
    merge_equal();
  }

  template <typename Change>
  void change_all(const Change& change) {
    for (Group& group : groups_) group.state = change(group.state);
    merge_equal();
  }

  void merge_equal() {
    for (std::size_t g = 1; g < groups_.size();) {
      const auto same = std::find_if(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(g),
                                     [&](const Group& other) { return other.state == groups_[g].state; });
      if (same == groups_.begin() + static_cast<std::ptrdiff_t>(g)) {
        ++g;
        continue;
      }
      same->classes |= groups_[g].classes;
      if (g + 1 != groups_.size()) groups_[g] = std::move(groups_.back());
      groups_.pop_back();
    }
  }

  /// The cells of a rule: connections and the far ends that it matches them at.
  std::vector<CompiledRule::Cell> cells(const CompiledRule& rule) {
    if (direction_ == static_cast<std::size_t>(Direction::kEgress)) return rule.cells;
    return {{PolicyCompiler::resolve_ports(rule.ports, rule.named_ports, table_.named_ports()[list_.named_ports], ports_), rule.peers}};
  }

  const CompiledPolicy& policy(std::size_t place) const { return *policies_[list_.policies[place].value()]; }

  void prioritised_tier(Tier tier) {
    for (std::size_t i = 0; i < list_.policies.size();) {
      if (policy(i).source->tier != tier) {
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < list_.policies.size() && policy(end).source->tier == tier && policy(end).source->priority == policy(i).source->priority)
        ++end;
      equal_priorities(i, end);
      i = end;
    }
    change_all([this](State s) {
      s.pending = ports_.unite(s.pending, s.passed);
      s.passed = Engine::kNoPorts;
      return s;
    });
  }

  /// Policies [first, last) of one priority: any may be asked first, so each is asked with all that was pending before them, and only what
  /// none of them surely matches stays pending.
  void equal_priorities(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      change_all([](State s) {
        s.unmatched = s.pending;
        return s;
      });
      for (const CompiledRule& rule : policy(i).rules[direction_]) apply(rule);
    }
    change_all([this](State s) {
      s.pending = ports_.subtract(s.pending, s.matched);
      s.matched = s.unmatched = Engine::kNoPorts;
      return s;
    });
  }

  void apply(const CompiledRule& rule) {
    for (const CompiledRule::Cell& cell : cells(rule)) {
      split(sets_.bits(cell.peers), [&](State s) {
        const PortSetId hit = note(s, rule.action, cell.ports);
        s.matched = ports_.unite(s.matched, hit);
        s.unmatched = ports_.subtract(s.unmatched, hit);
        return s;
      });
    }
    if (rule.maybe->empty()) return;
    // Outside addresses have no named ports.
    split(sets_.bits(rule.maybe), [&](State s) {
      note(s, rule.action, rule.ports);
      return s;
    });
  }

  /// Makes the action possible for what the rule can be asked about; returns that.
  PortSetId note(State& s, RuleAction action, PortSetId ports) {
    const PortSetId hit = ports_.intersect(s.unmatched, ports);
    PortSetId& possible = action == RuleAction::kAllow ? s.allowed : action == RuleAction::kDeny ? s.denied : s.passed;
    possible = ports_.unite(possible, hit);
    return hit;
  }

  /// All rules of all policies that isolate the subject add up; what none admits is denied, and nothing is left for the Baseline tier.
  void network_policies() {
    std::map<PortSetId, BitSet> admitted;
    bool isolated = false;
    for (std::size_t i = 0; i < list_.policies.size(); ++i) {
      if (policy(i).source->tier != Tier::kNetworkPolicy) continue;
      isolated = true;
      for (const CompiledRule& rule : policy(i).rules[direction_]) {
        for (const CompiledRule::Cell& cell : cells(rule)) {
          if (cell.ports == Engine::kNoPorts || cell.peers->empty()) continue;
          cell.peers->add_to(admitted.try_emplace(cell.ports, sets_.class_count()).first->second);
        }
      }
    }
    if (!isolated) return;
    // `matched` gathers what the rules admit.
    for (const auto& [ports, peers] : admitted) {
      split(peers, [&, added = ports](State s) {
        s.matched = ports_.unite(s.matched, added);
        return s;
      });
    }
    change_all([this](State s) {
      s.allowed = ports_.unite(s.allowed, ports_.intersect(s.pending, s.matched));
      s.denied = ports_.unite(s.denied, ports_.subtract(s.pending, s.matched));
      s.pending = s.matched = Engine::kNoPorts;
      return s;
    });
  }

  /// What nothing decided is allowed; what may be allowed and may be denied is open.
  std::vector<OutcomeGroup> conclude() {
    change_all([this](State s) {
      State last;
      last.pending = Engine::kNoPorts;
      const PortSetId allowed = ports_.unite(s.allowed, s.pending);
      last.allowed = ports_.subtract(allowed, s.denied);
      last.denied = ports_.intersect(allowed, s.denied);  // open
      return last;
    });
    std::vector<OutcomeGroup> result;
    for (const Group& group : groups_) result.push_back({{group.state.allowed, group.state.denied}, base::IdSet(group.classes)});
    return result;
  }

  RuleList list_;
  const CompiledPolicies& policies_;
  std::size_t direction_;
  const ClassTable& table_;
  const ClassSets& sets_;
  PortSets& ports_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<OutcomeGroup> compute_outcomes(const RuleList& list, const CompiledPolicies& policies, Direction direction,
                                           const ClassTable& table, const ClassSets& sets, PortSets& ports) {
  return Computation(list, policies, direction, table, sets, ports).run();
}

}  // namespace foregate::engine
