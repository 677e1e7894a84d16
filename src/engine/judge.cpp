#include "engine/judge.h"

#include <algorithm>

namespace foregate::engine {
namespace {
using policy::Decision;
using policy::DirectionVerdict;
using policy::Exemption;
using policy::PolicyIndex;
using policy::RuleAction;
using policy::Tier;
using policy::Verdict;
}  // namespace

Judge::Judge(const ClassTable& table, const ClassSets& sets, const PortSets& ports,
             std::span<const std::shared_ptr<const CompiledPolicy>> policies, const RuleLists& lists, Direction direction)
    : table_(table), sets_(sets), lists_(lists), policies_(policies), direction_(static_cast<std::size_t>(direction)) {
  flat_policies_.reserve(policies.size());
  for (const auto& compiled : policies) {
    FlatPolicy flat{compiled->source->tier, compiled->source->priority, static_cast<std::uint32_t>(flat_rules_.size()), 0};
    const auto& rules = compiled->rules[direction_];
    for (std::uint32_t place = 0; place < rules.size(); ++place) {
      FlatRule rule = flatten(rules[place], place);
      flatten_ports(ports.ports(rules[place].ports), rules[place].ports, rule);
      flat_rules_.push_back(rule);
    }
    flat.last_rule = static_cast<std::uint32_t>(flat_rules_.size());
    flat_policies_.push_back(flat);
  }
}

Judge::FlatRule Judge::flatten(const CompiledRule& rule, std::uint32_t place) {
  FlatRule flat;
  flat.action = rule.action;
  flat.index = rule.index;
  flat.source = place;
  flat.has_names = !rule.named_ports.empty();
  flat.maybe = rule.maybe != ClassSets::kEmpty;
  has_maybe_ |= flat.maybe;
  flatten_peers(sets_.classes(rule.peers), rule.peers, flat);
  return flat;
}

void Judge::flatten_ports(const model::PortSpace& ports, PortSetId id, FlatRule& flat) {
  if (id == Engine::kAllPorts) {
    flat.port_shape = PortShape::kAll;
  } else if (ports.intervals().size() == 1) {
    flat.port_shape = PortShape::kRange;
    flat.port_first = ports.intervals().front().first;
    flat.port_last = ports.intervals().front().last;
  } else {
    flat.port_shape = PortShape::kSet;
    flat.port_first = static_cast<std::uint32_t>(port_sets_.size());
    port_sets_.push_back(&ports);
  }
}

void Judge::flatten_peers(const base::IdSet& peers, ClassSetId id, FlatRule& flat) const {
  if (id == ClassSets::kAll) {
    flat.peer_shape = PeerShape::kAll;
    return;
  }
  if (peers.empty()) {
    flat.peer_shape = PeerShape::kNone;
    return;
  }
  flat.peer_first = ClassKey::kNothing;
  peers.for_each([&flat](std::uint32_t c) {
    flat.peer_first = std::min(flat.peer_first, c);
    flat.peer_last = c;
  });
  const bool dense = flat.peer_last - flat.peer_first + 1 == peers.count();
  flat.peer_shape = dense ? PeerShape::kRange : PeerShape::kSet;
  if (!dense) flat.peer_first = id.value();
}

bool Judge::names_match(const CompiledRule& rule, const DirectionQuestion& question) const {
  for (const model::NamedPort& port : table_.named_ports()[question.named_ports]) {
    if (model::port_point(port.protocol, port.number) != question.point) continue;
    for (const policy::NamedPortTerm& term : rule.named_ports) {
      if (term.name == port.name && (!term.protocol || *term.protocol == port.protocol)) return true;
    }
  }
  return false;
}

bool Judge::port_matches(const FlatRule& rule, std::uint32_t policy, const DirectionQuestion& question) const {
  switch (rule.port_shape) {
    case PortShape::kAll:
      return true;
    case PortShape::kRange:
      if (rule.port_first <= question.point && question.point <= rule.port_last) return true;
      break;
    case PortShape::kSet:
      if (port_sets_[rule.port_first]->contains(question.point)) return true;
      break;
  }
  return rule.has_names && names_match(policies_[policy]->rules[direction_][rule.source], question);
}

Judge::Match Judge::match(const FlatRule& rule, std::uint32_t policy, const DirectionQuestion& question) const {
  bool peer = false;
  switch (rule.peer_shape) {
    case PeerShape::kAll:
      peer = true;
      break;
    case PeerShape::kNone:
      break;
    case PeerShape::kRange:
      peer = rule.peer_first <= question.far.value() && question.far.value() <= rule.peer_last;
      break;
    case PeerShape::kSet:
      peer = sets_.classes(ClassSetId{rule.peer_first}).contains(question.far.value());
      break;
  }
  if (!peer && !rule.maybe) return Match::kNo;
  if (!peer && !sets_.classes(policies_[policy]->rules[direction_][rule.source].maybe).contains(question.far.value())) return Match::kNo;
  if (!port_matches(rule, policy, question)) return Match::kNo;
  return peer ? Match::kYes : Match::kMaybe;
}

/// The outcomes of one walk, of which only two matter: the first, and the first that disagrees with it.
struct Judge::Walk {
  const Judge& judge;
  const DirectionQuestion& question;
  const RuleList& list;
  MaybeMatches maybe;
  bool found = false;
  Verdict verdict = Verdict::kAllow;
  Decision first = {};
  std::optional<Decision> other = {};
  /// A walk that is to find an outcome of another verdict than this one keeps just that in `other`.
  std::optional<Verdict> against = {};

  void add(Verdict outcome, const Decision& decision) {
    if (against) {
      if (outcome != *against && !other) other = decision;
    } else if (!found) {
      found = true;
      verdict = outcome;
      first = decision;
    } else if (outcome != verdict && !other) {
      other = decision;
    }
  }

  void run() {
    std::size_t at = 0;
    if (!leaves_prioritised_tier(Tier::kAdmin, at) || !leaves_network_policies(at)) return;
    if (leaves_prioritised_tier(Tier::kBaseline, at)) add(Verdict::kAllow, Decision{});
  }

  bool leaves_prioritised_tier(Tier tier, std::size_t& at) {
    bool passed = false;
    bool decided = false;
    std::int32_t priority = 0;
    for (; at < list.policies.size(); ++at) {
      const std::uint32_t index = list.policies[at].value();
      const FlatPolicy& flat = judge.flat_policies_[index];
      if (flat.tier != tier) break;
      if (decided && flat.priority != priority) continue;  // only to reach the next tier's place
      priority = flat.priority;
      if (matches_surely(index, flat, passed)) decided = true;
    }
    return passed || !decided;
  }

  bool matches_surely(std::uint32_t index, const FlatPolicy& flat, bool& passed) {
    for (std::uint32_t r = flat.first_rule; r < flat.last_rule; ++r) {
      const FlatRule& rule = judge.flat_rules_[r];
      const Match match = judge.match(rule, index, question);
      if (match == Match::kNo || (match == Match::kMaybe && maybe == MaybeMatches::kLeftOut)) continue;
      if (rule.action == RuleAction::kPass) {
        passed = true;
      } else {
        add(rule.action == RuleAction::kAllow ? Verdict::kAllow : Verdict::kDeny, Decision{flat.tier, PolicyIndex{index}, rule.index});
      }
      if (match == Match::kYes) return true;
    }
    return false;
  }

  bool leaves_network_policies(std::size_t& at) {
    const std::size_t begin = at;
    for (; at < list.policies.size(); ++at) {
      const std::uint32_t index = list.policies[at].value();
      const FlatPolicy& flat = judge.flat_policies_[index];
      if (flat.tier != Tier::kNetworkPolicy) break;
      for (std::uint32_t r = flat.first_rule; r < flat.last_rule; ++r) {
        if (judge.match(judge.flat_rules_[r], index, question) != Match::kYes) continue;
        add(Verdict::kAllow, Decision{Tier::kNetworkPolicy, PolicyIndex{index}, judge.flat_rules_[r].index});
        return false;
      }
    }
    if (at == begin) return true;
    add(Verdict::kDeny, Decision{Tier::kNetworkPolicy, list.policies[begin], {}});
    return false;
  }
};

DirectionVerdict Judge::judge(const DirectionQuestion& question) const {
  const RuleList& list = lists_.list(question.list);
  Walk sure{*this, question, list, MaybeMatches::kLeftOut};
  sure.run();
  if (sure.other) return {Verdict::kAmbiguous, Exemption::kNone, sure.first, sure.other};
  if (has_maybe_ && table_.key(question.far).kind == ClassKind::kOutside) {
    Walk possible{*this, question, list, MaybeMatches::kTaken};
    possible.against = sure.verdict;
    possible.run();
    if (possible.other) return {Verdict::kUnknown, Exemption::kNone, *possible.other, sure.first};
  }
  return {sure.verdict, Exemption::kNone, sure.first, {}};
}

}  // namespace foregate::engine
