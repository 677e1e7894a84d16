#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/engine.h"

namespace foregate::engine {

/// The compiled policies of one policy set, by PolicyIndex.
using CompiledPolicies = std::vector<std::shared_ptr<const CompiledPolicy>>;

/// The policies that have a say over a class in one direction, in order of evaluation; classes with equal lists share one.
///
/// An ingress list with named ports also depends on what the names mean at its subject, so such classes share a list only if their named
/// ports are equal too.
struct RuleList {
  std::span<const policy::PolicyIndex> policies;  ///< ascending
  std::uint32_t named_ports = 0;                  ///< the subjects' named ports, where some ingress rule of the list asks for them; else 0
  std::span<const ClassId> members;               ///< ascending
};

/// The lists of one policy set in one direction. Immutable. List 0 is the empty one.
class RuleLists {
 public:
  RuleLists(const ClassTable& table, const CompiledPolicies& policies, Direction direction);
  /// The lists of `after`, from those of `before`: only classes that a policy which differs selects are looked at. Policies are the same
  /// where their addresses are.
  RuleLists(const RuleLists& base, const ClassTable& table, const CompiledPolicies& before, const CompiledPolicies& after,
            Direction direction);

  std::size_t size() const { return entries_.size(); }
  RuleList list(ListId id) const;
  ListId list_of(ClassId id) const { return of_class_[id.value()]; }

 private:
  struct Entry {
    std::uint32_t first_policy = 0;
    std::uint32_t policy_count = 0;
    std::uint32_t named_ports = 0;
    std::uint32_t first_member = 0;
    std::uint32_t member_count = 0;
  };
  struct Key;
  struct KeyHash;
  /// Takes over the lists of classes that are not touched, their policies at the places they have moved to.
  void keep_lists(const RuleLists& base, const std::vector<policy::PolicyIndex>& moved, const std::vector<char>& touched);
  /// Lists for `classes` (ascending) by their keys, equal ones shared among them.
  void add_lists(const std::vector<std::uint32_t>& classes, std::vector<Key>& keys);
  void find_members();

  // Flat, so that a candidate's copy is a few block moves.
  std::vector<Entry> entries_;
  std::vector<policy::PolicyIndex> policies_;
  std::vector<ClassId> members_;
  std::vector<ListId> of_class_;
};

}  // namespace foregate::engine
