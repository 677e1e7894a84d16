#include "cli/pairing.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace foregate::cli {
namespace {

using policy::Endpoint;
using policy::Flow;

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

/// The families that an end has addresses in; of an end without any (a template's pod), none.
std::vector<base::IpFamily> families_of(const model::Inventory& inventory, const Endpoint& end) {
  std::vector<base::IpFamily> families;
  for (const base::IpFamily family : {base::IpFamily::kV4, base::IpFamily::kV6}) {
    if (policy::address_in(inventory, end, family)) families.push_back(family);
  }
  return families;
}

/// In which families the flow can be: one answer each. Where an end has no address yet, those of the other; nothing where they never meet.
std::vector<base::IpFamily> common_families(const model::Inventory& inventory, const Flow& flow) {
  std::vector<base::IpFamily> from = families_of(inventory, flow.from);
  const std::vector<base::IpFamily> to = families_of(inventory, flow.to);
  if (from.empty()) return to;
  if (to.empty()) return from;
  std::erase_if(from, [&](base::IpFamily family) { return std::find(to.begin(), to.end(), family) == to.end(); });
  return from;
}

/// The ingress controller is a class without pods; of a dual-stack pod's classes the one that is denied speaks.
policy::FlowVerdict judge_controller(const engine::Engine& engine, const Flow& flow) {
  policy::FlowVerdict verdict;
  if (flow.to.kind != Endpoint::Kind::kPod) return verdict;
  for (const engine::ClassId id : engine.classes_of(flow.to.pod)) {
    verdict = engine.judge_classes(engine.ingress_controller_class(), id, flow.protocol, flow.port);
    if (verdict.verdict() != policy::Verdict::kAllow) break;
  }
  return verdict;
}

/// Judges one flow; two ends that are any pods of one workload, and of which one pod alone is known, as two pods of that kind.
policy::FlowVerdict judge(const engine::Engine& engine, const Flow& flow, bool as_replicas) {
  if (!as_replicas) return engine.judge(flow);
  const auto classes = engine.classes_of(flow.from.pod);
  if (classes.empty()) return engine.judge(flow);
  const auto wanted = std::find_if(classes.begin(), classes.end(), [&](engine::ClassId id) {
    const engine::ClassFamily family = engine.class_info(id).family;
    return !flow.family || family == (*flow.family == base::IpFamily::kV6 ? engine::ClassFamily::kV6 : engine::ClassFamily::kV4);
  });
  const engine::ClassId one = wanted == classes.end() ? classes.front() : *wanted;
  return engine.judge_classes(one, one, flow.protocol, flow.port);
}

bool same(const policy::FlowVerdict& a, const policy::FlowVerdict& b) { return a.egress == b.egress && a.ingress == b.ingress; }

bool one_pod_to_itself(const End& from, const End& to) {
  return from.endpoint.kind == Endpoint::Kind::kPod && from.endpoint == to.endpoint;
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

/// Collects parts; see `judge_pairs`.
class Parts {
 public:
  Parts(const engine::Engine& engine, const EndpointFinder& finder, const Pairing& pairing)
      : engine_(engine), finder_(finder), pairing_(pairing) {}

  void add(const Group& source, const Group& target, model::Protocol protocol, std::uint16_t port) {
    const End& from = source.first();
    if (!meets(engine_, from, target.first()) || !meets(engine_, target.first(), from)) return;
    const End& to = another_pod(from, target);
    Flow flow{from.endpoint, to.endpoint, protocol, to.port.value_or(port), {}, pairing_.to.through_service};
    flow.family = from.family ? from.family : to.family;
    if (from.controller) {
      parts_.push_back({std::string{kControllerText}, finder_.text(flow.to), flow, judge_controller(engine_, flow)});
      outside_.emplace_back();
      return;
    }
    const engine::ClassId outside = from.outside ? from.outside : to.outside;
    if (!outside && !flow.family) return add_by_family(flow, is_any_replica(from, to));
    const policy::FlowVerdict verdict = judge(engine_, flow, is_any_replica(from, to));
    if (outside && joins_another(flow, verdict, outside)) return;
    add_part(flow, verdict, outside);
  }

  std::vector<report::QueryPart> take() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!outside_[i].empty()) (outside_is_source() ? parts_[i].from : parts_[i].to) = outside_text(engine_, outside_[i]);
    }
    if (parts_.empty() && impossible_) parts_.push_back(std::move(*impossible_));
    return std::move(parts_);
  }

 private:
  void add_part(const Flow& flow, const policy::FlowVerdict& verdict, engine::ClassId outside = {}) {
    parts_.push_back({finder_.text(flow.from), finder_.text(flow.to), flow, verdict});
    outside_.emplace_back(outside ? 1U : 0U, outside);
  }

  /// Dual-stack ends are judged in each family, the usual one first, and are two parts where the answers differ.
  void add_by_family(Flow flow, bool as_replicas) {
    const model::Inventory& inventory = *engine_.snapshot().inventory;
    const auto usual = policy::family_of(inventory, flow);
    const policy::FlowVerdict verdict = judge(engine_, flow, as_replicas);
    const std::vector<base::IpFamily> families = common_families(inventory, flow);
    if (families.empty() && !families_of(inventory, flow.from).empty()) {
      if (!impossible_) impossible_ = {finder_.text(flow.from), finder_.text(flow.to), flow, verdict, false, true};
      return;
    }
    add_part(flow, verdict);
    for (const base::IpFamily family : families) {
      if (family == usual) continue;
      flow.family = family;
      const policy::FlowVerdict other = judge(engine_, flow, as_replicas);
      if (same(verdict, other)) continue;
      parts_.back().flow.family = usual;
      add_part(flow, other);
      parts_.back().other_family = true;
    }
  }

  bool outside_is_source() const { return static_cast<bool>(pairing_.from.all.front().outside); }

  /// The member of a workload's group to ask for: not the source itself, where there is another.
  const End& another_pod(const End& from, const Group& target) const {
    const bool itself = one_pod_to_itself(from, target.first());
    return itself && pairing_.to.any_of && target.members.size() > 1 ? target.members[1] : target.first();
  }

  /// One pod stands at both ends for two pods of its kind.
  bool is_any_replica(const End& from, const End& to) const {
    return one_pod_to_itself(from, to) && (pairing_.to.any_of || (pairing_.from.any_of && !pairing_.to.through_service));
  }

  bool joins_another(const Flow& flow, const policy::FlowVerdict& verdict, engine::ClassId outside) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Flow& known = parts_[i].flow;
      const bool same_inside = outside_is_source() ? known.to == flow.to && known.port == flow.port : known.from == flow.from;
      if (!same_inside || !same(parts_[i].verdict, verdict)) continue;
      outside_[i].push_back(outside);
      return true;
    }
    return false;
  }

  const engine::Engine& engine_;
  const EndpointFinder& finder_;
  const Pairing& pairing_;
  std::vector<report::QueryPart> parts_;
  std::optional<report::QueryPart> impossible_;        // the first pair of ends that no connection can join
  std::vector<std::vector<engine::ClassId>> outside_;  // of each part, where an end is `any`
};

}  // namespace

Pairing pair_up(const engine::Engine& engine, Ends from, Ends to) {
  if (!from.any_of && to.any_of && to.all.size() > 1) {
    std::erase_if(to.all, [&](const End& end) { return one_pod_to_itself(from.all.front(), end); });
  }
  Pairing pairing{std::move(from), std::move(to), {}, {}};
  pairing.sources = group(engine, pairing.from, pairing.to);
  pairing.targets = group(engine, pairing.to, pairing.from);
  return pairing;
}

std::vector<std::string> pairing_notes(const EndpointFinder& finder, const Pairing& pairing, const std::string& from,
                                       const std::string& to) {
  std::vector<std::string> notes;
  note_groups(finder, from, pairing.from, pairing.sources, notes);
  note_groups(finder, to, pairing.to, pairing.targets, notes);
  return notes;
}

std::vector<report::QueryPart> judge_pairs(const engine::Engine& engine, const EndpointFinder& finder, const Pairing& pairing,
                                           model::Protocol protocol, std::uint16_t port) {
  Parts parts(engine, finder, pairing);
  for (const Group& source : pairing.sources) {
    for (const Group& target : pairing.targets) parts.add(source, target, protocol, port);
  }
  return parts.take();
}

}  // namespace foregate::cli
