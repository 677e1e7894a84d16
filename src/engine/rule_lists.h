#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/class_table.h"
#include "engine/compiled_policies.h"
#include "engine/engine.h"

namespace foregate::engine {

/// The policies that have a say over a class in one direction, in order of evaluation; classes with equal lists share one.
///
/// An ingress list with named ports also depends on what the names mean at its subject, so such classes share a list only if their named
/// ports are equal too.
struct RuleList {
  std::vector<policy::PolicyIndex> policies;  ///< ascending
  std::uint32_t named_ports = 0;              ///< the subjects' named ports, where some ingress rule of the list asks for them; else 0
  std::vector<ClassId> members;
};

/// The lists of one policy set in one direction. Immutable. List 0 is the empty one.
class RuleLists {
 public:
  RuleLists(const ClassTable& table, const ClassSets& sets, std::span<const std::shared_ptr<const CompiledPolicy>> policies,
            Direction direction);
  std::size_t size() const { return lists_.size(); }
  const RuleList& list(ListId id) const { return lists_[id.value()]; }
  ListId list_of(ClassId id) const { return of_class_[id.value()]; }

 private:
  std::vector<RuleList> lists_;
  std::vector<ListId> of_class_;
};

}  // namespace foregate::engine
