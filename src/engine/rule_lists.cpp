#include "engine/rule_lists.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace foregate::engine {

using policy::PolicyIndex;

/// What a list consists of, to find equal ones by.
struct RuleLists::Key {
  std::vector<PolicyIndex> policies;
  std::uint32_t named_ports = 0;
  friend bool operator==(const Key&, const Key&) = default;
};

struct RuleLists::KeyHash {
  std::size_t operator()(const Key& key) const noexcept {
    std::size_t hash = key.named_ports + key.policies.size() * 0x10001;
    for (const PolicyIndex p : key.policies) hash = (hash ^ p.value()) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29);
    return hash;
  }
};

namespace {

std::size_t place(Direction direction) { return static_cast<std::size_t>(direction); }

/// The classes that the policy has a say over: its subjects. The ingress controller is a peer, never a subject.
template <typename Visit>
void for_each_subject(const ClassTable& table, const CompiledPolicy& compiled, Direction direction, const Visit& visit) {
  if (!compiled.acts[place(direction)]) return;
  compiled.subject->for_each([&](std::uint32_t id) {
    if (table.key(ClassId{id}).kind == ClassKind::kPods) visit(id);
  });
}

bool asks_names(const CompiledPolicy& compiled, Direction direction) { return direction == Direction::kIngress && compiled.ingress_names; }

/// Policies by address, with their places in a set.
using Places = tsl::robin_map<const CompiledPolicy*, std::uint32_t>;
Places places_of(const CompiledPolicies& policies) {
  Places places;
  places.reserve(policies.size());
  for (std::uint32_t p = 0; p < policies.size(); ++p) places.emplace(policies[p].get(), p);
  return places;
}

}  // namespace

RuleLists::RuleLists(const ClassTable& table, const CompiledPolicies& policies, Direction direction) {
  std::vector<Key> keys(table.size());
  for (std::uint32_t p = 0; p < policies.size(); ++p) {
    for_each_subject(table, *policies[p], direction, [&](std::uint32_t id) {
      keys[id].policies.push_back(PolicyIndex{p});
      if (asks_names(*policies[p], direction)) keys[id].named_ports = table.key(ClassId{id}).named_ports;
    });
  }
  of_class_.resize(table.size());
  std::vector<std::uint32_t> classes(table.size());
  std::iota(classes.begin(), classes.end(), 0U);
  entries_.emplace_back();  // the empty list
  add_lists(classes, keys);
  find_members();
}

RuleLists::RuleLists(const RuleLists& base, const ClassTable& table, const CompiledPolicies& before, const CompiledPolicies& after,
                     Direction direction) {
  const Places old_places = places_of(before);
  std::vector<PolicyIndex> moved(before.size());  // where an old policy is now; none where it is gone
  std::vector<std::uint32_t> added;
  for (std::uint32_t p = 0; p < after.size(); ++p) {
    const auto old = old_places.find(after[p].get());
    if (old == old_places.end()) {
      added.push_back(p);
    } else {
      moved[old->second] = PolicyIndex{p};
    }
  }
  std::vector<char> touched(table.size(), 0);
  const auto touch = [&](const CompiledPolicy& compiled) {
    for_each_subject(table, compiled, direction, [&](std::uint32_t id) { touched[id] = 1; });
  };
  for (std::uint32_t p = 0; p < before.size(); ++p) {
    if (moved[p].is_none()) touch(*before[p]);
  }
  for (const std::uint32_t p : added) touch(*after[p]);

  of_class_.resize(table.size());
  entries_.emplace_back();  // the empty list
  keep_lists(base, moved, touched);
  std::vector<std::uint32_t> classes;
  std::vector<Key> keys;
  for (std::uint32_t id = 0; id < table.size(); ++id) {
    if (touched[id] == 0) continue;
    Key key;
    for (const PolicyIndex old : base.list(base.list_of(ClassId{id})).policies) {
      if (moved[old.value()]) key.policies.push_back(moved[old.value()]);
    }
    for (const std::uint32_t p : added) {
      if (after[p]->acts[place(direction)] && after[p]->subject->contains(id) && table.key(ClassId{id}).kind == ClassKind::kPods) {
        key.policies.push_back(PolicyIndex{p});
      }
    }
    std::sort(key.policies.begin(), key.policies.end());
    const bool names =
        std::any_of(key.policies.begin(), key.policies.end(), [&](PolicyIndex p) { return asks_names(*after[p.value()], direction); });
    if (names) key.named_ports = table.key(ClassId{id}).named_ports;
    classes.push_back(id);
    keys.push_back(std::move(key));
  }
  add_lists(classes, keys);
  find_members();
}

void RuleLists::keep_lists(const RuleLists& base, const std::vector<PolicyIndex>& moved, const std::vector<char>& touched) {
  std::vector<ListId> now(base.size());
  now[0] = ListId{std::uint32_t{0}};
  for (std::uint32_t id = 0; id < of_class_.size(); ++id) {
    if (touched[id] != 0) continue;
    ListId& list = now[base.of_class_[id].value()];
    if (list.is_none()) {
      list = ListId{entries_.size()};
      const RuleList old = base.list(base.of_class_[id]);
      entries_.push_back(
          {static_cast<std::uint32_t>(policies_.size()), static_cast<std::uint32_t>(old.policies.size()), old.named_ports, 0, 0});
      for (const PolicyIndex index : old.policies) policies_.push_back(moved[index.value()]);
    }
    of_class_[id] = list;
  }
}

void RuleLists::add_lists(const std::vector<std::uint32_t>& classes, std::vector<Key>& keys) {
  tsl::robin_map<Key, std::uint32_t, KeyHash> ids;
  ids.emplace(Key{}, 0);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto [list, is_new] = ids.emplace(std::move(keys[i]), static_cast<std::uint32_t>(entries_.size()));
    if (is_new) {
      const Key& key = list->first;
      entries_.push_back(
          {static_cast<std::uint32_t>(policies_.size()), static_cast<std::uint32_t>(key.policies.size()), key.named_ports, 0, 0});
      policies_.insert(policies_.end(), key.policies.begin(), key.policies.end());
    }
    of_class_[classes[i]] = ListId{list->second};
  }
}

void RuleLists::find_members() {
  for (Entry& entry : entries_) entry.member_count = 0;
  for (const ListId list : of_class_) ++entries_[list.value()].member_count;
  std::uint32_t next = 0;
  for (Entry& entry : entries_) {
    entry.first_member = next;
    next += entry.member_count;
    entry.member_count = 0;
  }
  members_.resize(of_class_.size());
  for (std::uint32_t id = 0; id < of_class_.size(); ++id) {
    Entry& entry = entries_[of_class_[id].value()];
    members_[entry.first_member + entry.member_count++] = ClassId{id};
  }
}

RuleList RuleLists::list(ListId id) const {
  const Entry& entry = entries_[id.value()];
  return {{policies_.data() + entry.first_policy, entry.policy_count},
          entry.named_ports,
          {members_.data() + entry.first_member, entry.member_count}};
}

}  // namespace foregate::engine
