#include "report/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/decision_text.h"
#include "report/json.h"

namespace foregate::report {
namespace {

using engine::Engine;
using policy::Decision;
using policy::Direction;
using policy::DirectionVerdict;
using policy::Exemption;
using policy::Tier;
using policy::Verdict;

int badness(Verdict verdict) {
  constexpr std::array<int, 4> kOrder = {0, 3, 1, 2};  // Allow, Deny, Unknown, Ambiguous
  return kOrder[static_cast<std::size_t>(verdict)];
}

std::string_view colour(Verdict verdict, const Style& style) {
  if (verdict == Verdict::kAllow) return style.good;
  return verdict == Verdict::kDeny ? style.bad : style.warn;
}

const policy::Endpoint& subject_of(const policy::Flow& flow, Direction direction) {
  return direction == Direction::kEgress ? flow.from : flow.to;
}

/// What one direction of a part is shown with.
struct DirectionView {
  const QueryPart& part;
  const Engine& engine;
  const base::SourceFiles& files;
  Direction direction;

  const DirectionVerdict& verdict() const { return part.verdict.of(direction); }
  std::vector<policy::PolicyIndex> isolating(const Decision& decision) const {
    if (decision.rule || decision.tier != Tier::kNetworkPolicy) return {};
    return isolating_policies(engine, subject_of(part.flow, direction), direction);
  }
  std::string text(const Decision& decision) const {
    const auto policies = isolating(decision);
    return decision_text({engine.policies(), *engine.snapshot().names, files, decision, policies}, direction);
  }
  std::string json(const Decision& decision) const {
    const auto policies = isolating(decision);
    const std::string fields = decision_fields({engine.policies(), *engine.snapshot().names, files, decision, policies}, direction);
    return fields.empty() ? "null" : "{" + fields + "}";
  }
};

std::string_view exemption_text(Exemption exemption) {
  switch (exemption) {
    case Exemption::kNone:
      return {};
    case Exemption::kNotSubject:
      return "no policy can select this end";
    case Exemption::kOwnAddress:
      return "a pod always reaches its own address";
    case Exemption::kOwnNode:
      return "traffic with the pod's own node";
    case Exemption::kHairpin:
      return "a pod that reaches itself through a Service (service-hairpin=allow)";
  }
  return {};
}

std::string_view exemption_id(Exemption exemption) {
  switch (exemption) {
    case Exemption::kNone:
      return {};
    case Exemption::kNotSubject:
      return "not-subject";
    case Exemption::kOwnAddress:
      return "own-address";
    case Exemption::kOwnNode:
      return "own-node";
    case Exemption::kHairpin:
      return "hairpin";
  }
  return {};
}

/// Why nothing decided: no policy selects the pod, or none of theirs has a rule that matches.
std::string default_text(const DirectionView& view) {
  const policy::Endpoint& subject = subject_of(view.part.flow, view.direction);
  std::vector<std::string> policies;
  for (const policy::PolicyIndex index : policies_over(view.engine, subject, view.direction)) {
    policies.push_back(policy::policy_text(view.engine.policies()[index], *view.engine.snapshot().names));
  }
  if (policies.empty()) return fmt::format("no policy selects this pod for {}", policy::direction_name(view.direction));
  const std::size_t named = std::min<std::size_t>(policies.size(), 3);
  const std::string more = policies.size() > named ? fmt::format(" and {} more", policies.size() - named) : std::string();
  return fmt::format("no rule of {}{} matches; the default allows",
                     fmt::join(policies.begin(), policies.begin() + static_cast<std::ptrdiff_t>(named), ", "), more);
}

std::string reason(const DirectionView& view) {
  const DirectionVerdict& verdict = view.verdict();
  if (verdict.exemption != Exemption::kNone) return std::string(exemption_text(verdict.exemption));
  if (verdict.decision.policy.is_none()) return default_text(view);
  const std::string decision = view.text(verdict.decision);
  const std::string other = verdict.alternative ? view.text(*verdict.alternative) : std::string();
  if (verdict.verdict == Verdict::kAmbiguous || verdict.verdict == Verdict::kUnknown) {
    return undecided_text(verdict.verdict, decision, other);
  }
  if (verdict.decision.rule) return decision;
  return fmt::format("{} isolates the pod, and no rule of its policies admits this", decision);
}

void write_direction(const DirectionView& view, const Style& style, Writer& out) {
  const Verdict verdict = view.verdict().verdict;
  const std::string_view name = view.direction == Direction::kEgress ? "egress   " : "ingress  ";
  out << "  " << name << colour(verdict, style) << fmt::format("{:<10}", policy::verdict_name(verdict)) << style.end << reason(view)
      << '\n';
}

void write_part(const QueryPart& part, const Engine& engine, const base::SourceFiles& files, const Style& style, Writer& out) {
  const Verdict verdict = part.verdict.verdict();
  out << colour(verdict, style) << policy::verdict_name(verdict) << style.end << "  " << part.from << " -> " << part.to << "  "
      << model::protocol_name(part.flow.protocol);
  if (part.flow.protocol != model::Protocol::kOther) out << ' ' << std::to_string(part.flow.port);
  if (part.flow.family) out << (*part.flow.family == base::IpFamily::kV6 ? "  over IPv6" : "  over IPv4");
  out << '\n';
  if (part.impossible)
    out << "  " << style.warn << "no such connection can be: the ends have no address family in common" << style.end << '\n';
  write_direction({part, engine, files, Direction::kEgress}, style, out);
  write_direction({part, engine, files, Direction::kIngress}, style, out);
}

/// Parts with the same verdict for the same reasons are shown once, with how many others there are.
struct Answered {
  const QueryPart* part;
  std::size_t others;
};
std::vector<Answered> distinct(const std::vector<QueryPart>& parts) {
  std::vector<Answered> result;
  for (const QueryPart& part : parts) {
    const auto same = std::find_if(result.begin(), result.end(), [&](const Answered& known) {
      return known.part->verdict.egress == part.verdict.egress && known.part->verdict.ingress == part.verdict.ingress &&
             known.part->flow.port == part.flow.port;
    });
    if (same == result.end()) {
      result.push_back({&part, 0});
    } else {
      ++same->others;
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const Answered& a, const Answered& b) {
    return badness(a.part->verdict.verdict()) > badness(b.part->verdict.verdict());
  });
  return result;
}

void add_direction(const DirectionView& view, JsonPiece& json) {
  const DirectionVerdict& verdict = view.verdict();
  json.begin_object().key("verdict").string(policy::verdict_name(verdict.verdict));
  json.key("tier").string(policy::tier_name(verdict.decision.tier)).key("decision").raw(view.json(verdict.decision));
  if (verdict.exemption != Exemption::kNone) json.key("exemption").string(exemption_id(verdict.exemption));
  if (verdict.alternative) json.key("alternative").raw(view.json(*verdict.alternative));
  json.end_object();
}

void add_answer(const QueryPart& part, const Engine& engine, const base::SourceFiles& files, JsonPiece& json) {
  json.key("verdict").string(policy::verdict_name(part.verdict.verdict())).key("egress");
  add_direction({part, engine, files, Direction::kEgress}, json);
  json.key("ingress");
  add_direction({part, engine, files, Direction::kIngress}, json);
}

void add_strings(std::string_view name, const std::vector<std::string>& texts, JsonPiece& json) {
  json.key(name).begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array();
}

void add_parts(const QueryAnswer& answer, const Engine& engine, const base::SourceFiles& files, JsonPiece& json) {
  json.key("parts").begin_array();
  for (const QueryPart& part : answer.parts) {
    json.begin_object().key("from").string(part.from).key("to").string(part.to).key("port").number(part.flow.port);
    if (part.flow.family) json.key("family").string(*part.flow.family == base::IpFamily::kV6 ? "IPv6" : "IPv4");
    add_answer(part, engine, files, json);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

const QueryPart& QueryAnswer::deciding() const {
  return *std::max_element(parts.begin(), parts.end(), [](const QueryPart& a, const QueryPart& b) {
    if (a.other_family != b.other_family) return a.other_family;
    return badness(a.verdict.verdict()) < badness(b.verdict.verdict());
  });
}

void text_query(const QueryAnswer& answer, const Engine& engine, const base::SourceFiles& files, const Style& style, Writer& out) {
  for (const std::string& note : answer.notes) out << style.dim << note << style.end << '\n';
  for (const auto& [part, others] : distinct(answer.parts)) {
    write_part(*part, engine, files, style, out);
    if (others > 0) out << "  " << style.dim << fmt::format("and {} more with this answer", others) << style.end << '\n';
  }
  for (const std::string& assumption : answer.assumptions) out << style.warn << "assuming " << style.end << assumption << '\n';
}

void json_query(const QueryAnswer& answer, const Engine& engine, const base::SourceFiles& files, Writer& out,
                std::string_view diagnostics) {
  JsonPiece json;
  json.begin_object().key("from").string(answer.from).key("to").string(answer.to);
  json.key("protocol").string(model::protocol_name(answer.protocol)).key("port").number(answer.port);
  add_answer(answer.deciding(), engine, files, json);
  if (answer.deciding().impossible) json.key("impossible").boolean(true);
  if (answer.parts.size() > 1) add_parts(answer, engine, files, json);
  if (!answer.notes.empty()) add_strings("notes", answer.notes, json);
  add_strings("assumptions", answer.assumptions, json);
  if (!diagnostics.empty()) json.key("diagnostics").raw(diagnostics);
  json.end_object();
  out << json.text() << '\n';
}

}  // namespace foregate::report
