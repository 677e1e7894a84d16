#include "engine/judge.h"

#include <span>

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

Judge::Judge(const ClassTable& table, const CompiledPolicies& policies, const RuleLists& lists, Direction direction)
    : table_(table), lists_(lists), direction_(static_cast<std::size_t>(direction)) {
  policies_.reserve(policies.size());
  for (const auto& compiled : policies) {
    const std::vector<FlatRule>& rules = compiled->flat[direction_];
    const auto first = static_cast<std::uint32_t>(rules_.size());
    rules_.insert(rules_.end(), rules.begin(), rules.end());
    const policy::TierPolicy& source = *compiled->source;
    policies_.push_back({first, static_cast<std::uint32_t>(rules.size()), static_cast<std::int16_t>(source.priority), source.tier});
    compiled_.push_back(compiled.get());
    has_maybe_ |= compiled->has_maybe[direction_];
  }
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

Judge::Match Judge::match(const FlatRule& rule, PolicyIndex policy, const DirectionQuestion& question) const {
  const bool port = rule.has_port(question.point);
  if (!port && !rule.has_names) return Match::kNo;
  const bool peer = rule.has_peer(question.far.value());
  if (!peer && !rule.has_maybe) return Match::kNo;
  if (port && peer) return Match::kYes;
  const CompiledRule& whole = compiled_[policy.value()]->rules[direction_][rule.place];
  if (!port && !names_match(whole, question)) return Match::kNo;
  if (peer) return Match::kYes;
  return whole.maybe->contains(question.far.value()) ? Match::kMaybe : Match::kNo;
}

/// The outcomes of one walk, of which only two matter: the first, and the first that disagrees with it.
struct Judge::Walk {
  const Judge& judge;
  const DirectionQuestion& question;
  std::span<const PolicyIndex> policies;
  MaybeMatches maybe;
  bool found = false;
  Verdict verdict = Verdict::kAllow;
  Decision first = {};
  Exemption exemption = Exemption::kNone;  // of `first`
  std::optional<Decision> other = {};
  /// A walk that is to find an outcome of another verdict than this one keeps just that in `other`.
  std::optional<Verdict> against = {};

  void add(Verdict outcome, const Decision& decision, Exemption exempt = Exemption::kNone) {
    if (against) {
      if (outcome != *against && !other) other = decision;
    } else if (!found) {
      found = true;
      verdict = outcome;
      first = decision;
      exemption = exempt;
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
    std::int16_t priority = 0;
    for (; at < policies.size(); ++at) {
      const PolicyIndex index = policies[at];
      const FlatPolicy& flat = judge.policies_[index.value()];
      if (flat.tier != tier) break;
      if (decided && flat.priority != priority) continue;  // only to reach the next tier's place
      priority = flat.priority;
      if (matches_surely(index, flat, passed)) decided = true;
    }
    return passed || !decided;
  }

  bool matches_surely(PolicyIndex index, const FlatPolicy& flat, bool& passed) {
    for (const FlatRule& rule : judge.rules(flat)) {
      const Match match = judge.match(rule, index, question);
      if (match == Match::kNo || (match == Match::kMaybe && maybe == MaybeMatches::kLeftOut)) continue;
      if (rule.action == RuleAction::kPass) {
        passed = true;
      } else {
        add(rule.action == RuleAction::kAllow ? Verdict::kAllow : Verdict::kDeny, Decision{flat.tier, index, rule.index});
      }
      if (match == Match::kYes) return true;
    }
    return false;
  }

  bool leaves_network_policies(std::size_t& at) {
    const std::size_t begin = at;
    for (; at < policies.size(); ++at) {
      const PolicyIndex index = policies[at];
      const FlatPolicy& flat = judge.policies_[index.value()];
      if (flat.tier != Tier::kNetworkPolicy) break;
      for (const FlatRule& rule : judge.rules(flat)) {
        if (judge.match(rule, index, question) != Match::kYes) continue;
        add(Verdict::kAllow, Decision{Tier::kNetworkPolicy, index, rule.index});
        return false;
      }
    }
    if (at == begin) return true;
    if (question.network_policy_exemption == Exemption::kNone) {
      add(Verdict::kDeny, Decision{Tier::kNetworkPolicy, policies[begin], {}});
    } else {
      add(Verdict::kAllow, Decision{}, question.network_policy_exemption);
    }
    return false;
  }
};

/// Everything below it is made one function: calls were a third of its time.
[[gnu::flatten]] DirectionVerdict Judge::judge(const DirectionQuestion& question) const {
  const auto policies = lists_.list(question.list).policies;
  Walk sure{*this, question, policies, MaybeMatches::kLeftOut};
  sure.run();
  if (sure.other) return {Verdict::kAmbiguous, Exemption::kNone, sure.first, sure.other};
  if (has_maybe_ && table_.key(question.far).kind == ClassKind::kOutside) {
    Walk possible{*this, question, policies, MaybeMatches::kTaken};
    possible.against = sure.verdict;
    possible.run();
    if (possible.other) return {Verdict::kUnknown, Exemption::kNone, *possible.other, sure.first};
  }
  return {sure.verdict, sure.exemption, sure.first, {}};
}

}  // namespace foregate::engine
