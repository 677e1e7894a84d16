#include "engine/engine.h"

#include <tsl/robin_map.h>

#include <mutex>
#include <utility>

#include "base/check.h"
#include "engine/class_sets.h"
#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/judge.h"
#include "engine/outcomes.h"
#include "engine/port_sets.h"
#include "engine/rule_lists.h"
#include "policy/reference.h"

namespace foregate::engine {

using policy::DirectionVerdict;
using policy::Endpoint;
using policy::Exemption;
using policy::Flow;
using policy::FlowVerdict;

namespace {

/// What all engines of one `compile` share, those made by `with_policies` too.
struct Shared {
  Shared(std::span<const Engine::Input> inputs, policy::Settings s)
      : settings(s), classes(inputs, s), sets(classes.size()), compiler(classes, sets, ports) {}
  policy::Settings settings;
  ClassTable classes;
  PortSets ports;
  std::mutex compiling;  ///< guards `sets` and `compiler`; what they handed out is read without it
  ClassSets sets;
  PolicyCompiler compiler;
};

std::size_t place(Direction direction) { return static_cast<std::size_t>(direction); }

}  // namespace

struct Engine::Impl {
  Impl(std::shared_ptr<Shared> all, Input in, std::size_t number, CompiledPolicies policies)
      : shared(std::move(all)),
        input(std::move(in)),
        membership(shared->classes.membership(number)),
        compiled(std::move(policies)),
        lists{RuleLists(shared->classes, compiled, Direction::kIngress), RuleLists(shared->classes, compiled, Direction::kEgress)},
        judges{Judge(shared->classes, compiled, lists[0], Direction::kIngress),
               Judge(shared->classes, compiled, lists[1], Direction::kEgress)} {}
  Impl(const Impl& base, Input in, CompiledPolicies policies)
      : shared(base.shared),
        input(std::move(in)),
        membership(base.membership),
        compiled(std::move(policies)),
        lists{RuleLists(base.lists[0], shared->classes, base.compiled, compiled, Direction::kIngress),
              RuleLists(base.lists[1], shared->classes, base.compiled, compiled, Direction::kEgress)},
        judges{Judge(shared->classes, compiled, lists[0], Direction::kIngress),
               Judge(shared->classes, compiled, lists[1], Direction::kEgress)} {}

  struct Ends {
    ClassId from;
    ClassId to;
  };
  Ends ends_of(const Flow& flow) const;
  ClassId outside_class(const base::IpAddress& address) const {
    return membership.outside[shared->classes.atoms().atom_of(address).value()];
  }
  ClassId only_class_of(const Endpoint& end) const;
  ClassId class_of(const Endpoint& end, std::optional<base::IpFamily> family) const;
  ClassId choose(std::span<const ClassId> classes, std::optional<base::IpFamily> family, std::optional<AtomId> atom) const;
  Exemption exemption_of(const Flow& flow, ClassId near, ClassId far, Direction direction) const;
  bool is_own_node(const Endpoint& pod, const Endpoint& far) const;
  DirectionVerdict judge(ClassId near, ClassId far, std::uint32_t point, Direction direction, Exemption exemption) const;

  std::shared_ptr<Shared> shared;
  Input input;
  const ClassMembership& membership;
  CompiledPolicies compiled;
  RuleLists lists[2];  // by Direction
  Judge judges[2];
};

Engine::Engine() = default;
Engine::~Engine() = default;

std::vector<std::shared_ptr<const Engine>> Engine::compile(std::vector<Input> inputs, policy::Settings settings, base::Executor&) {
  const auto shared = std::make_shared<Shared>(inputs, settings);
  std::vector<std::shared_ptr<const Engine>> engines;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    CompiledPolicies compiled;
    compiled.reserve(inputs[i].policies.policies.size());
    for (const auto& source : inputs[i].policies.policies) compiled.push_back(shared->compiler.compile(source));
    std::shared_ptr<Engine> engine(new Engine);
    engine->impl_ = std::make_unique<Impl>(shared, std::move(inputs[i]), i, std::move(compiled));
    engines.push_back(std::move(engine));
  }
  return engines;
}

std::shared_ptr<const Engine> Engine::with_policies(model::Snapshot snapshot, policy::PolicySet policies) const {
  FG_CHECK(snapshot.inventory == impl_->input.snapshot.inventory);
  tsl::robin_map<const policy::TierPolicy*, std::uint32_t> own;
  own.reserve(impl_->compiled.size());
  for (std::uint32_t p = 0; p < impl_->compiled.size(); ++p) own.emplace(impl_->input.policies.policies[p].get(), p);

  CompiledPolicies compiled(policies.policies.size());
  Vocabulary words;
  for (std::size_t p = 0; p < compiled.size(); ++p) {
    const auto known = own.find(policies.policies[p].get());
    if (known != own.end()) {
      compiled[p] = impl_->compiled[known->second];
    } else {
      words.add(*policies.policies[p]);
    }
  }
  Shared& shared = *impl_->shared;
  if (!shared.classes.fine_enough_for(words)) return nullptr;
  {
    const std::lock_guard lock(shared.compiling);
    for (std::size_t p = 0; p < compiled.size(); ++p) {
      if (!compiled[p]) compiled[p] = shared.compiler.compile(policies.policies[p]);
    }
  }
  std::shared_ptr<Engine> engine(new Engine);
  engine->impl_ = std::make_unique<Impl>(*impl_, Input{std::move(snapshot), std::move(policies)}, std::move(compiled));
  return engine;
}

// Judging.

ClassId Engine::Impl::choose(std::span<const ClassId> classes, std::optional<base::IpFamily> family, std::optional<AtomId> atom) const {
  for (const ClassId id : classes) {
    if (id.is_none()) continue;
    const ClassKey& key = shared->classes.key(id);
    const bool fits = !family || !atom ? key.family == ClassFamily::kAny
                                       : key.family == (*family == base::IpFamily::kV4 ? ClassFamily::kV4 : ClassFamily::kV6) &&
                                             (key.atom == atom->value() || key.atom == ClassKey::kNothing);
    if (fits) return id;
  }
  return ClassId::none();
}

/// The class of an end that has just one, whatever the family: most pods, and addresses outside; none for others.
ClassId Engine::Impl::only_class_of(const Endpoint& end) const {
  if (end.kind == Endpoint::Kind::kPod) {
    const auto& classes = membership.of_pod[end.pod.value()];
    return classes[1].is_none() ? classes[0] : ClassId::none();
  }
  return end.kind == Endpoint::Kind::kAddress && end.address ? outside_class(*end.address) : ClassId::none();
}

/// The classes that the ends are in; none where an end has an address but none of the flow's family (such a flow cannot be).
Engine::Impl::Ends Engine::Impl::ends_of(const Flow& flow) const {
  if (!flow.family) {
    const ClassId from = only_class_of(flow.from);
    const ClassId to = only_class_of(flow.to);
    if (from && to && families_meet(shared->classes.key(from).family, shared->classes.key(to).family)) return {from, to};
  }
  const auto family = policy::family_of(*input.snapshot.inventory, flow);
  return {class_of(flow.from, family), class_of(flow.to, family)};
}

ClassId Engine::Impl::class_of(const Endpoint& end, std::optional<base::IpFamily> family) const {
  const ClassTable& classes = shared->classes;
  const model::Inventory& inventory = *input.snapshot.inventory;
  if (end.kind == Endpoint::Kind::kAddress) {
    const bool usable = end.address && family && end.address->family() == *family;
    return usable ? outside_class(*end.address) : ClassId::none();
  }
  std::optional<AtomId> atom;
  if (family) {
    if (const auto address = policy::address_in(inventory, end, *family)) atom = classes.atoms().atom_of(*address);
  }
  if (end.kind == Endpoint::Kind::kPod) return choose(membership.of_pod[end.pod.value()], family, atom);
  if (end.node.is_none()) return ClassId::none();
  if (!atom && !inventory.nodes[end.node.value()].addresses.empty()) return ClassId::none();
  return choose(membership.of_node[end.node.value()], family, atom);
}

/// Whether `far`, a node or a hostNetwork pod, is on the pod's node.
bool Engine::Impl::is_own_node(const Endpoint& pod, const Endpoint& far) const {
  const model::Inventory& inventory = *input.snapshot.inventory;
  const model::Symbol own = inventory.pods[pod.pod.value()].node;
  if (own.is_none()) return false;
  model::NodeId node = far.node;
  if (far.kind == Endpoint::Kind::kPod) {
    if (inventory.pods[far.pod.value()].node == own) return true;
    node = policy::node_of(inventory, far.pod);
  }
  return node && inventory.nodes[node.value()].name == own;
}

Exemption Engine::Impl::exemption_of(const Flow& flow, ClassId near, ClassId far, Direction direction) const {
  if (shared->classes.key(near).kind != ClassKind::kPods) return Exemption::kNotSubject;
  const Endpoint& pod = direction == Direction::kIngress ? flow.to : flow.from;
  const Endpoint& other = direction == Direction::kIngress ? flow.from : flow.to;
  if (other.kind == Endpoint::Kind::kPod && other.pod == pod.pod) {
    if (!flow.through_service) return Exemption::kOwnAddress;
    return shared->settings.service_hairpin_allowed ? Exemption::kHairpin : Exemption::kNone;
  }
  if (shared->classes.key(far).kind != ClassKind::kHost) return Exemption::kNone;
  const bool node_exempt = direction == Direction::kIngress || shared->settings.own_node_egress_allowed;
  return node_exempt && is_own_node(pod, other) ? Exemption::kOwnNode : Exemption::kNone;
}

DirectionVerdict Engine::Impl::judge(ClassId near, ClassId far, std::uint32_t point, Direction direction, Exemption exemption) const {
  if (exemption == Exemption::kNotSubject || exemption == Exemption::kOwnAddress) {
    return {policy::Verdict::kAllow, exemption, policy::Decision{}, {}};
  }
  const ClassId destination = direction == Direction::kIngress ? near : far;
  const std::uint32_t named_ports = shared->classes.key(destination).named_ports;
  return judges[place(direction)].judge({lists[place(direction)].list_of(near), far, point, named_ports, exemption});
}

FlowVerdict Engine::judge(const Flow& flow) const {
  const auto [from, to] = impl_->ends_of(flow);
  if (from.is_none() || to.is_none()) {
    // A finished pod, or an end without an address of the family: no class stands for it, and nobody asks in numbers.
    return policy::Reference(impl_->input.snapshot, impl_->input.policies, impl_->shared->settings).judge(flow);
  }
  const std::uint32_t point = model::port_point(flow.protocol, flow.port);
  const auto one = [&, this](ClassId near, ClassId far, Direction direction) -> DirectionVerdict {
    return impl_->judge(near, far, point, direction, impl_->exemption_of(flow, near, far, direction));
  };
  return {one(from, to, Direction::kEgress), one(to, from, Direction::kIngress)};
}

FlowVerdict Engine::judge_classes(ClassId from, ClassId to, model::Protocol protocol, std::uint16_t port) const {
  const std::uint32_t point = model::port_point(protocol, port);
  const auto one = [&](ClassId near, ClassId far, Direction direction) -> DirectionVerdict {
    const bool subject = impl_->shared->classes.key(near).kind == ClassKind::kPods;
    return impl_->judge(near, far, point, direction, subject ? Exemption::kNone : Exemption::kNotSubject);
  };
  return {one(from, to, Direction::kEgress), one(to, from, Direction::kIngress)};
}

// What was compiled.

const model::Snapshot& Engine::snapshot() const { return impl_->input.snapshot; }
const policy::PolicySet& Engine::policies() const { return impl_->input.policies; }
const policy::Settings& Engine::settings() const { return impl_->shared->settings; }
std::size_t Engine::class_count() const { return impl_->shared->classes.size(); }
const ClassInfo& Engine::class_info(ClassId id) const { return impl_->membership.infos[id.value()]; }

std::span<const ClassId> Engine::classes_of(model::PodId pod) const {
  const auto& classes = impl_->membership.of_pod[pod.value()];
  return {classes.data(), classes[0].is_none() ? std::size_t{0} : classes[1].is_none() ? std::size_t{1} : std::size_t{2}};
}

const base::IntervalSet<base::Uint128>& Engine::outside_addresses(ClassId id) const {
  return impl_->shared->classes.atoms().addresses(AtomId{impl_->shared->classes.key(id).atom});
}
std::span<const ClassId> Engine::outside_classes() const { return impl_->membership.outside; }
ClassId Engine::ingress_controller_class() const { return impl_->shared->classes.ingress_controller(); }

std::size_t Engine::list_count(Direction direction) const { return impl_->lists[place(direction)].size(); }
ListId Engine::list_of(ClassId id, Direction direction) const { return impl_->lists[place(direction)].list_of(id); }
std::span<const ClassId> Engine::members(ListId list, Direction direction) const {
  return impl_->lists[place(direction)].list(list).members;
}

std::span<const policy::PolicyIndex> Engine::list_policies(ListId list, Direction direction) const {
  return impl_->lists[place(direction)].list(list).policies;
}

std::vector<OutcomeGroup> Engine::outcomes(ListId list, Direction direction) const {
  return compute_outcomes(impl_->lists[place(direction)].list(list), impl_->compiled, direction, impl_->shared->classes,
                          impl_->shared->sets, impl_->shared->ports);
}

bool Engine::same_list(const Engine& other, ListId mine, ListId theirs, Direction direction) const {
  const RuleList a = impl_->lists[place(direction)].list(mine);
  const RuleList b = other.impl_->lists[place(direction)].list(theirs);
  if (a.named_ports != b.named_ports || a.policies.size() != b.policies.size()) return false;
  for (std::size_t i = 0; i < a.policies.size(); ++i) {
    if (impl_->compiled[a.policies[i].value()] != other.impl_->compiled[b.policies[i].value()]) return false;
  }
  return true;
}

const model::PortSpace& Engine::ports(PortSetId id) const { return impl_->shared->ports.ports(id); }
PortSetId Engine::port_set(const model::PortSpace& set) const { return impl_->shared->ports.intern(set); }
PortSetId Engine::unite(PortSetId a, PortSetId b) const { return impl_->shared->ports.unite(a, b); }
PortSetId Engine::intersect(PortSetId a, PortSetId b) const { return impl_->shared->ports.intersect(a, b); }
PortSetId Engine::subtract(PortSetId a, PortSetId b) const { return impl_->shared->ports.subtract(a, b); }

Outcome Engine::combine(const Outcome& egress, const Outcome& ingress) const {
  const PortSetId allowed = intersect(egress.allowed, ingress.allowed);
  if (egress.open == kNoPorts && ingress.open == kNoPorts) return {allowed, kNoPorts};
  const PortSetId possible = intersect(unite(egress.allowed, egress.open), unite(ingress.allowed, ingress.open));
  return {allowed, subtract(possible, allowed)};
}

}  // namespace foregate::engine
