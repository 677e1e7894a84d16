#include "cli/answer.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "policy/reference.h"

namespace foregate::cli {
namespace {

using policy::Endpoint;
using policy::Flow;

/// Ends that every policy treats alike, and the first of them, which speaks for all.
struct Group {
  std::vector<End> members;
  const End& first() const { return members.front(); }
};

/// What tells two pods of one workload apart: their classes, the port that a Service finds in them, and, where the other end is a node
/// (a pod's own node is exempt), the node they run on.
using GroupKey = std::tuple<std::vector<engine::ClassId>, std::optional<std::uint16_t>, base::Symbol, std::optional<base::IpAddress>, bool>;

bool is_node_end(const model::Inventory& inventory, const Ends& ends) {
  return std::any_of(ends.all.begin(), ends.all.end(), [&](const End& end) {
    if (end.endpoint.kind == Endpoint::Kind::kNode) return true;
    return end.endpoint.kind == Endpoint::Kind::kPod && inventory.pods[end.endpoint.pod.value()].host_network;
  });
}

std::vector<Group> group(const engine::Engine& engine, const Ends& ends, const Ends& other) {
  const model::Inventory& inventory = *engine.snapshot().inventory;
  const bool by_node = is_node_end(inventory, other);
  std::map<GroupKey, std::size_t> places;
  std::vector<Group> groups;
  for (const End& end : ends.all) {
    GroupKey key;
    std::get<1>(key) = end.port;
    std::get<3>(key) = end.endpoint.address;
    if (end.endpoint.kind == Endpoint::Kind::kPod) {
      const auto classes = engine.classes_of(end.endpoint.pod);
      std::get<0>(key).assign(classes.begin(), classes.end());
      const model::Pod& pod = inventory.pods[end.endpoint.pod.value()];
      if (by_node || pod.host_network) std::get<2>(key) = pod.node;
      // A pod that may be sent to itself is judged apart from its like.
      std::get<4>(key) = !other.any_of && other.all.front().endpoint == end.endpoint;
    }
    const auto [place, fresh] = places.try_emplace(std::move(key), groups.size());
    if (fresh) groups.emplace_back();
    groups[place->second].members.push_back(end);
  }
  return groups;
}

std::string members_text(const EndpointFinder& finder, const Group& group) {
  const std::string first = finder.text(group.first().endpoint);
  return group.members.size() == 1 ? first : fmt::format("{} and {} like it", first, group.members.size() - 1);
}

/// Judges one flow; two ends that are any pods of one workload, and of which one pod alone is known, as two pods of that kind.
policy::FlowVerdict judge(const engine::Engine& engine, const Flow& flow, bool as_replicas) {
  if (!as_replicas) return engine.judge(flow);
  const auto classes = engine.classes_of(flow.from.pod);
  return classes.empty() ? engine.judge(flow) : engine.judge_classes(classes.front(), classes.front(), flow.protocol, flow.port);
}

bool same(const policy::FlowVerdict& a, const policy::FlowVerdict& b) { return a.egress == b.egress && a.ingress == b.ingress; }

bool one_pod_to_itself(const End& from, const End& to) {
  return from.endpoint.kind == Endpoint::Kind::kPod && from.endpoint == to.endpoint;
}

/// "Any pod of its workload" is another pod to a pod of it, wherever there is another.
void leave_out_itself(const Ends& from, Ends& to) {
  if (from.any_of || !to.any_of || to.all.size() < 2) return;
  std::erase_if(to.all, [&](const End& end) { return one_pod_to_itself(from.all.front(), end); });
}

/// A sentence on how a name was read, where it stands for pods.
void note_groups(const EndpointFinder& finder, const std::string& text, const Ends& ends, const std::vector<Group>& groups,
                 std::vector<std::string>& notes) {
  notes.insert(notes.end(), ends.notes.begin(), ends.notes.end());
  if (ends.all.size() == 1 && !ends.through_service) return;
  if (ends.all.front().outside) return notes.push_back(fmt::format("{} is every address outside the cluster", text));
  std::string members;
  for (const Group& each : groups) {
    members += (members.empty() ? "" : ", ") + members_text(finder, each);
    if (each.first().port)
      members += fmt::format(" {} {}", model::protocol_name(ends.protocol.value_or(model::Protocol::kTcp)), *each.first().port);
  }
  notes.push_back(fmt::format("{} is {}", text, members));
}

bool meets(const engine::Engine& engine, const End& outside, const End& other) {
  if (!outside.outside || other.endpoint.kind != Endpoint::Kind::kPod) return true;
  const auto classes = engine.classes_of(other.endpoint.pod);
  return classes.empty() || std::any_of(classes.begin(), classes.end(), [&](engine::ClassId id) {
           return engine::families_meet(engine.class_info(id).family, engine.class_info(outside.outside).family);
         });
}

/// A block of outside addresses as text: the first few CIDRs of it.
std::string outside_text(const engine::Engine& engine, const std::vector<engine::ClassId>& classes) {
  constexpr std::size_t kShown = 4;
  std::string text;
  std::size_t shown = 0;
  std::size_t left = 0;
  for (const base::IpFamily family : {base::IpFamily::kV4, base::IpFamily::kV6}) {
    base::IntervalSet<base::Uint128> set;
    for (const engine::ClassId id : classes) {
      const bool v6 = engine.class_info(id).family == engine::ClassFamily::kV6;
      if (v6 == (family == base::IpFamily::kV6)) set = set + engine.outside_addresses(id);
    }
    for (const base::Cidr& cidr : base::cidrs_of(family, set)) {
      if (++shown > kShown) {
        ++left;
        continue;
      }
      text += (text.empty() ? "" : ", ") + cidr.text();
    }
  }
  return left == 0 ? text : fmt::format("{} and {}", text, base::count_of(left, "other block"));
}

}  // namespace

base::Result<PortQuestion> parse_port(std::string_view port, std::string_view protocol) {
  const auto fail = [](std::string message) { return base::failure(base::ErrorCode::kInvalidArgument, std::move(message)); };
  PortQuestion question;
  std::string name{protocol};
  std::string_view number = port;
  if (const std::size_t slash = port.find('/'); slash != std::string_view::npos) {
    const bool number_first = !port.empty() && port[0] >= '0' && port[0] <= '9';
    number = number_first ? port.substr(0, slash) : port.substr(slash + 1);
    const std::string_view written = number_first ? port.substr(slash + 1) : port.substr(0, slash);
    if (!name.empty()) return fail(fmt::format("the protocol is given twice: '{}' and '{}'", port, protocol));
    name = written;
  }
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (name == "OTHER" || name == "ICMP" || name == "ICMPV6") {
    question.protocol = model::Protocol::kOther;
  } else if (!name.empty()) {
    question.protocol = model::parse_protocol(name);
    if (!question.protocol) return fail(fmt::format("'{}' is no protocol: it is TCP, UDP, SCTP or other", name));
  }
  if (number.empty()) return question;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || value < 1 || value > model::kMaxPort) {
    return fail(fmt::format("'{}' is no port: it is a number from 1 to 65535", number));
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

/// Both ends of a question, and the same in groups.
struct Answerer::Pairing {
  Ends from;
  Ends to;
  std::vector<Group> sources;
  std::vector<Group> targets;
};

base::Result<report::QueryAnswer> Answerer::answer(const Question& question) const {
  auto from = finder_.find_source(question.from);
  if (!from) return tl::make_unexpected(from.error());
  auto to = finder_.find_target(question.to, {question.port.protocol, question.port.port});
  if (!to) return tl::make_unexpected(to.error());
  report::QueryAnswer answer;
  answer.from = question.from;
  answer.to = question.to;
  answer.protocol = to->protocol.value_or(question.port.protocol.value_or(model::Protocol::kTcp));
  answer.port = to->port.value_or(question.port.port.value_or(0));
  if (answer.port == 0 && answer.protocol != model::Protocol::kOther) {
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("say to which port of '{}', e.g. --port 80", question.to));
  }
  if (from->all.front().outside && to->all.front().outside) {
    return base::failure(base::ErrorCode::kInvalidArgument, "both ends are outside the cluster, so no policy has a say");
  }
  leave_out_itself(*from, *to);
  Pairing pairing{std::move(*from), std::move(*to), {}, {}};
  pairing.sources = group(engine_, pairing.from, pairing.to);
  pairing.targets = group(engine_, pairing.to, pairing.from);
  note_groups(finder_, question.from, pairing.from, pairing.sources, answer.notes);
  note_groups(finder_, question.to, pairing.to, pairing.targets, answer.notes);
  add_parts(pairing, answer);
  try_assumptions(answer);
  return answer;
}

void Answerer::add_parts(const Pairing& pairing, report::QueryAnswer& answer) const {
  // Outside classes with one answer are one part, which names all their addresses.
  std::vector<std::vector<engine::ClassId>> outside;
  const auto add = [&](const Group& source, const Group& target) {
    if (!meets(engine_, source.first(), target.first()) || !meets(engine_, target.first(), source.first())) return;
    const bool itself = one_pod_to_itself(source.first(), target.first());
    const End& to = itself && pairing.to.any_of && target.members.size() > 1 ? target.members[1] : target.first();
    const bool as_replicas =
        one_pod_to_itself(source.first(), to) && (pairing.to.any_of || (pairing.from.any_of && !pairing.to.through_service));
    Flow flow{source.first().endpoint, to.endpoint, answer.protocol, to.port.value_or(answer.port), {}, pairing.to.through_service};
    flow.family = source.first().family ? source.first().family : to.family;
    const policy::FlowVerdict verdict = judge(engine_, flow, as_replicas);
    const engine::ClassId outside_class = source.first().outside ? source.first().outside : to.outside;
    if (outside_class) {
      for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const bool same_ends = source.first().outside ? answer.parts[i].flow.to == flow.to : answer.parts[i].flow.from == flow.from;
        if (same_ends && same(answer.parts[i].verdict, verdict)) return outside[i].push_back(outside_class);
      }
    }
    answer.parts.push_back({finder_.text(flow.from), finder_.text(flow.to), flow, verdict});
    outside.push_back(outside_class ? std::vector{outside_class} : std::vector<engine::ClassId>{});
  };
  for (const Group& source : pairing.sources) {
    for (const Group& target : pairing.targets) add(source, target);
  }
  for (std::size_t i = 0; i < answer.parts.size(); ++i) {
    if (outside[i].empty()) continue;
    const bool at_source = answer.parts[i].flow.from.kind == Endpoint::Kind::kAddress && pairing.from.all.front().outside;
    (at_source ? answer.parts[i].from : answer.parts[i].to) = outside_text(engine_, outside[i]);
  }
}

bool Answerer::may_matter(const policy::SettingInfo& setting, const Flow& flow) const {
  const model::Inventory& inventory = *engine_.snapshot().inventory;
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
