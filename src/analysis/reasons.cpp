#include "analysis/reasons.h"

#include <algorithm>

namespace foregate::analysis {
namespace {

using model::PortSpace;
using policy::RuleAction;
using policy::Tier;
using policy::TierPolicy;
using policy::Verdict;

/// Connections by how much is admitted: of `allowed` all, of `any` at least perhaps.
struct Levels {
  PortSpace allowed;
  PortSpace any;
};

Levels levels(const Engine& engine, const Outcome& outcome) {
  const PortSpace& allowed = engine.ports(outcome.allowed);
  return {allowed, allowed + engine.ports(outcome.open)};
}

/// Where `b` admits less than `a`.
PortSpace less(const Levels& a, const Levels& b) { return (a.allowed - b.allowed) + (a.any - b.any); }

bool denies(const policy::Rule& rule) { return rule.action == RuleAction::kDeny; }

int rank(const Because& because) {
  if (because.verdict == Verdict::kAllow) return 2;
  return because.before ? 1 : 0;
}

auto order(const Because& because) {
  const std::uint32_t rule = because.decision.rule ? *because.decision.rule + 1 : 0;
  return std::tuple(rank(because), because.before, because.direction, because.decision.tier, because.decision.policy, rule, because.verdict,
                    because.alternative ? because.alternative->policy.value() : 0);
}

}  // namespace

Shift shift_of(const Engine& engine, const std::array<Outcome, 2>& both, const std::array<Outcome, 2>& direction) {
  const Levels before = levels(engine, both[0]);
  const Levels after = levels(engine, both[1]);
  const Levels own_before = levels(engine, direction[0]);
  const Levels own_after = levels(engine, direction[1]);
  const bool open = direction[0].open != Engine::kNoPorts || direction[1].open != Engine::kNoPorts;
  return {less(before, after) & less(own_before, own_after), less(after, before) & less(own_after, own_before), open};
}

std::vector<Because> Reasons::of(const NearEnd& near, const std::array<ClassId, 2>& far, const Shift& shift) {
  std::vector<Because> because;
  const auto there = [&](std::size_t side) { return near.classes[side] && far[side]; };
  if (!there(0) || !there(1)) return because;
  add_decisions({1, near, far[1], shift.open}, shift.lost, true, because);
  add_decisions({0, near, far[0], shift.open}, shift.gained, true, because);
  add_decisions({1, near, far[1], shift.open}, shift.gained, false, because);
  std::sort(because.begin(), because.end(), [](const Because& a, const Because& b) { return order(a) < order(b); });
  because.erase(std::unique(because.begin(), because.end()), because.end());
  return because;
}

const Reasons::ListFacts& Reasons::facts(std::size_t side, Direction d, ListId list) {
  const auto [at, is_new] = facts_.try_emplace({side, d, list.value()});
  ListFacts& facts = at->second;
  if (!is_new) return facts;
  const Engine& engine = comparison_.engine(side);
  bool may_deny_before = false;
  for (const policy::PolicyIndex index : engine.list_policies(list, d)) {
    const TierPolicy& policy = engine.policies()[index];
    const auto& rules = policy.rules_of(d);
    if (policy.tier == Tier::kNetworkPolicy && policy.isolates_in(d)) facts.isolating.push_back(index);
    if (policy.tier == Tier::kAdmin) may_deny_before |= std::any_of(rules.begin(), rules.end(), denies);
    for (const policy::Rule& rule : rules) {
      facts.named_ports |= !rule.named_ports.empty();
      for (const auto& interval : rule.ports.intervals()) {
        facts.cuts.push_back(interval.first);
        facts.cuts.push_back(interval.last + 1);
      }
    }
  }
  std::sort(facts.cuts.begin(), facts.cuts.end());
  facts.cuts.erase(std::unique(facts.cuts.begin(), facts.cuts.end()), facts.cuts.end());
  if (!facts.isolating.empty() && !may_deny_before) facts.only_denial = {Tier::kNetworkPolicy, facts.isolating.front(), {}};
  return facts;
}

/// Adds the decisions on `ports` that deny (or leave open), or the policies' that admit.
void Reasons::add_decisions(const Question& question, const PortSpace& ports, bool denied, std::vector<Because>& because) {
  if (ports.empty()) return;
  const Direction d = question.near.direction;
  const ListId list = comparison_.engine(question.side).list_of(question.near.classes[question.side], d);
  const ListFacts& known = facts(question.side, d, list);
  const bool before = question.side == 0;
  if (denied && known.only_denial && !question.open) {
    because.push_back({before, d, Verdict::kDeny, *known.only_denial, {}, known.isolating});
    return;
  }
  for (const std::uint32_t point : points(question, known, ports)) {
    const policy::DirectionVerdict verdict = judge(question, point);
    const bool admits = verdict.verdict == Verdict::kAllow;
    if (admits == denied || verdict.decision.policy.is_none()) continue;
    const bool isolation = !verdict.decision.rule && verdict.decision.tier == Tier::kNetworkPolicy;
    Because found{before,
                  d,
                  verdict.verdict,
                  verdict.decision,
                  verdict.alternative,
                  isolation ? known.isolating : std::vector<policy::PolicyIndex>{}};
    if (std::find(because.begin(), because.end(), found) == because.end()) because.push_back(std::move(found));
  }
}

/// One connection of each piece of `ports` that no rule of the list cuts.
std::vector<std::uint32_t> Reasons::points(const Question& question, const ListFacts& facts, const PortSpace& ports) const {
  std::vector<std::uint32_t> cuts = facts.cuts;
  if (facts.named_ports) {
    const ClassId destination = question.near.direction == Direction::kEgress ? question.far : question.near.classes[question.side];
    const Engine& engine = comparison_.engine(question.side);
    const auto& pods = engine.class_info(destination).pods;
    if (!pods.empty()) {
      const model::Pod& pod = engine.snapshot().inventory->pods[pods.front().value()];
      for (const model::NamedPort& port : engine.snapshot().names->named_ports.ports(pod.named_ports)) {
        const std::uint32_t point = model::port_point(port.protocol, port.number);
        cuts.insert(cuts.end(), {point, point + 1});
      }
      std::sort(cuts.begin(), cuts.end());
    }
  }
  std::vector<std::uint32_t> result;
  for (const auto& interval : ports.intervals()) {
    result.push_back(interval.first);
    for (auto at = std::upper_bound(cuts.begin(), cuts.end(), interval.first); at != cuts.end() && *at <= interval.last; ++at) {
      if (result.back() != *at) result.push_back(*at);
    }
  }
  return result;
}

policy::DirectionVerdict Reasons::judge(const Question& question, std::uint32_t point) const {
  const Direction d = question.near.direction;
  const ClassId near = question.near.classes[question.side];
  const auto protocol = static_cast<model::Protocol>(point / model::kProtocolStride);
  const auto port = static_cast<std::uint16_t>(protocol == model::Protocol::kOther ? 0 : point % model::kProtocolStride);
  const bool egress = d == Direction::kEgress;
  return comparison_.engine(question.side).judge_classes(egress ? near : question.far, egress ? question.far : near, protocol, port).of(d);
}

}  // namespace foregate::analysis
