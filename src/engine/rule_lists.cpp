#include "engine/rule_lists.h"

#include <tsl/robin_map.h>

#include <utility>

namespace foregate::engine {
namespace {
/// Policies and named ports of a list, to find equal ones by.
struct Key {
  std::vector<policy::PolicyIndex> policies;
  std::uint32_t named_ports;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const noexcept {
    std::size_t hash = key.named_ports + key.policies.size() * 0x10001;
    for (const policy::PolicyIndex p : key.policies) hash = (hash ^ p.value()) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29);
    return hash;
  }
};
}  // namespace

RuleLists::RuleLists(const ClassTable& table, const ClassSets& sets, std::span<const std::shared_ptr<const CompiledPolicy>> policies,
                     Direction direction) {
  std::vector<Key> keys(table.size(), Key{{}, 0});
  for (std::uint32_t p = 0; p < policies.size(); ++p) {
    const CompiledPolicy& compiled = *policies[p];
    if (!compiled.acts[static_cast<std::size_t>(direction)]) continue;
    const bool by_names = direction == Direction::kIngress && compiled.ingress_names;
    sets.classes(compiled.subject).for_each([&](std::uint32_t id) {
      if (table.key(ClassId{id}).kind != ClassKind::kPods) return;  // the ingress controller is a peer, never a subject
      keys[id].policies.push_back(policy::PolicyIndex{p});
      if (by_names) keys[id].named_ports = table.key(ClassId{id}).named_ports;
    });
  }
  tsl::robin_map<Key, std::uint32_t, KeyHash> ids;
  ids.emplace(Key{{}, 0}, 0);
  lists_.emplace_back();
  of_class_.resize(table.size());
  for (std::uint32_t id = 0; id < table.size(); ++id) {
    const auto [place, is_new] = ids.emplace(keys[id], static_cast<std::uint32_t>(lists_.size()));
    if (is_new) lists_.push_back({std::move(keys[id].policies), keys[id].named_ports, {}});
    of_class_[id] = ListId{place->second};
    lists_[place->second].members.push_back(ClassId{id});
  }
}

}  // namespace foregate::engine
