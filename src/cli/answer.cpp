#include "cli/answer.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "cli/pairing.h"
#include "policy/reference.h"

namespace foregate::cli {
namespace {

using policy::Endpoint;
using policy::Flow;

/// What a container's port may be called: up to 15 lower case letters, digits and dashes, a letter among them.
bool is_port_name(std::string_view text) {
  const bool fits = text.size() <= 15 && std::all_of(text.begin(), text.end(),
                                                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
  return fits && std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Addresses alone, none of which a pod or node has.
bool is_outside(const Ends& ends) {
  return std::all_of(ends.all.begin(), ends.all.end(),
                     [](const End& end) { return end.endpoint.kind == Endpoint::Kind::kAddress && !end.controller; });
}

}  // namespace

base::Result<PortQuestion> parse_port(std::string_view port, std::string_view protocol) {
  const auto fail = [](std::string message) { return base::failure(base::ErrorCode::kInvalidArgument, std::move(message)); };
  PortQuestion question;
  std::string name{protocol};
  std::string_view text = port;
  if (const std::size_t slash = port.find('/'); slash != std::string_view::npos) {
    const std::string_view before = port.substr(0, slash);
    const bool number_first = !before.empty() && before[0] >= '0' && before[0] <= '9';
    text = number_first ? before : port.substr(slash + 1);
    if (!name.empty()) return fail(fmt::format("the protocol is given twice: '{}' and '{}'", port, protocol));
    name = number_first ? port.substr(slash + 1) : before;
  }
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (name == "OTHER" || name == "ICMP" || name == "ICMPV6") {
    question.protocol = model::Protocol::kOther;
    if (!text.empty() && text != "0") return fail(fmt::format("'{}' has no ports: leave '{}' out", name, text));
    return question;
  }
  if (!name.empty()) {
    question.protocol = model::parse_protocol(name);
    if (!question.protocol) return fail(fmt::format("'{}' is no protocol: it is TCP, UDP, SCTP or other", name));
  }
  if (text.empty()) return question;
  if (is_port_name(text)) {
    question.name = text;
    return question;
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > model::kMaxPort) {
    return fail(fmt::format("'{}' is no port: it is a number from 1 to 65535, or the name of a port", text));
  }
  question.port = static_cast<std::uint16_t>(value);
  return question;
}

/// Engines with one setting the other way, made when first needed: the reference evaluator is quicker for a few questions, an engine for
/// many.
struct Answerer::Alternatives {
  static constexpr std::size_t kQuestionsBeforeEngine = 200;

  explicit Alternatives(base::Executor& e) : executor(e) {}
  base::Executor& executor;
  std::mutex mutex;
  std::map<std::string_view, std::size_t> asked;
  std::map<std::string_view, std::shared_ptr<const engine::Engine>> engines;

  /// The engine for `setting`, or nothing while the reference evaluator is to be asked.
  const engine::Engine* engine_for(const policy::SettingInfo& setting, const engine::Engine& engine) {
    const std::lock_guard lock(mutex);
    if (++asked[setting.name] < kQuestionsBeforeEngine) return nullptr;
    std::shared_ptr<const engine::Engine>& made = engines[setting.name];
    if (!made) {
      base::SerialExecutor serial;
      made = engine::Engine::compile({{engine.snapshot(), engine.policies()}}, other_way(engine.settings(), setting), serial).front();
    }
    return made.get();
  }

  static policy::Settings other_way(policy::Settings settings, const policy::SettingInfo& setting) {
    settings.*(setting.field) = !(settings.*(setting.field));
    return settings;
  }
};

Answerer::Answerer(const engine::Engine& engine, std::string default_namespace, base::Executor& executor)
    : engine_(engine), finder_(engine, std::move(default_namespace)), alternatives_(std::make_unique<Alternatives>(executor)) {
  for (const auto& policy : engine.policies().policies) {
    for (const policy::Direction direction : policy::kDirections) {
      for (const policy::Rule& rule : policy->rules_of(direction)) {
        has_blocks_ |= std::any_of(rule.peers.begin(), rule.peers.end(),
                                   [](const policy::PeerTerm& term) { return std::holds_alternative<policy::BlockTerm>(term); });
      }
    }
  }
}

Answerer::~Answerer() = default;

base::Result<report::QueryAnswer> Answerer::answer(const Question& question) const {
  auto from = finder_.find_source(question.from);
  if (!from) return tl::make_unexpected(from.error());
  auto to = finder_.find_target(question.to, {question.port.protocol, question.port.port, question.port.name});
  if (!to) return tl::make_unexpected(to.error());
  report::QueryAnswer answer;
  answer.from = question.from;
  answer.to = question.to;
  answer.protocol = to->protocol.value_or(question.port.protocol.value_or(model::Protocol::kTcp));
  answer.port = to->port.value_or(question.port.port.value_or(0));
  if (answer.port == 0 && answer.protocol != model::Protocol::kOther) {
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("say to which port of '{}', e.g. --port 80", question.to));
  }
  if (is_outside(*from) && is_outside(*to)) {
    return base::failure(base::ErrorCode::kInvalidArgument, "both ends are outside the cluster, so no policy has a say");
  }
  const bool only_pods =
      std::all_of(to->all.begin(), to->all.end(), [](const End& end) { return end.endpoint.kind == Endpoint::Kind::kPod; });
  if (from->all.front().controller && !only_pods) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("{} sends to pods alone, not to '{}'", kControllerText, question.to));
  }
  const Pairing pairing = pair_up(engine_, std::move(*from), std::move(*to));
  answer.notes = pairing_notes(finder_, pairing, question.from, question.to);
  answer.parts = judge_pairs(engine_, finder_, pairing, answer.protocol, answer.port);
  if (answer.parts.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}' and '{}' have no address family in common", question.from, question.to));
  }
  try_assumptions(answer);
  return answer;
}

bool Answerer::may_matter(const policy::SettingInfo& setting, const Flow& flow) const {
  const model::Inventory& inventory = *engine_.snapshot().inventory;
  if (flow.from.kind == Endpoint::Kind::kAddress && !flow.from.address) return false;  // the ingress controller, which no flow can name
  const auto is_pod = [](const Endpoint& end) { return end.kind == Endpoint::Kind::kPod; };
  // A pod to its own address is allowed whatever the settings; two replicas of which one is known have no flow of their own.
  if (is_pod(flow.from) && flow.from == flow.to && !flow.through_service) return false;
  const auto on_host = [&](const Endpoint& end) {
    return end.kind == Endpoint::Kind::kNode || (is_pod(end) && inventory.pods[end.pod.value()].host_network);
  };
  if (setting.field == &policy::Settings::ipblock_matches_pods) return has_blocks_ && (is_pod(flow.from) || is_pod(flow.to));
  if (setting.field == &policy::Settings::host_network_as_node) return on_host(flow.from) || on_host(flow.to);
  if (setting.field == &policy::Settings::own_node_egress_allowed) return on_host(flow.to);
  if (setting.field == &policy::Settings::service_hairpin_allowed) return flow.through_service && flow.from == flow.to;
  return true;
}

void Answerer::try_assumptions(report::QueryAnswer& answer) const {
  for (const policy::SettingInfo& setting : policy::all_settings()) {
    const bool decided = std::any_of(answer.parts.begin(), answer.parts.end(), [&](const report::QueryPart& part) {
      if (!may_matter(setting, part.flow)) return false;
      const engine::Engine* other = alternatives_->engine_for(setting, engine_);
      const policy::FlowVerdict verdict =
          other != nullptr ? other->judge(part.flow)
                           : policy::Reference(engine_.snapshot(), engine_.policies(), Alternatives::other_way(engine_.settings(), setting))
                                 .judge(part.flow);
      return verdict.verdict() != part.verdict.verdict();
    });
    if (!decided) continue;
    const bool is_default = engine_.settings().*(setting.field) == setting.default_is;
    answer.assumptions.push_back(fmt::format("{}={}", setting.name, is_default ? setting.default_value : setting.other_value));
  }
}

}  // namespace foregate::cli
