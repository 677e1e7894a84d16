#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "engine/class_sets.h"
#include "engine/class_table.h"
#include "engine/label_index.h"
#include "policy/rule.h"

namespace foregate::engine {

/// Which classes the subject and peer terms of rules match. Each distinct term is resolved once. Not for several threads.
class TermIndex {
 public:
  TermIndex(const ClassTable& table, ClassSets& sets);

  ClassSet resolve(const policy::PodsTerm& term);
  ClassSet resolve(const policy::BlockTerm& term);
  ClassSet resolve(const policy::NodesTerm& term);
  /// Surely matched by any of the terms. Domain names match nothing surely.
  ClassSet resolve(const std::vector<policy::PeerTerm>& terms);
  /// Matched or not, depending on what names resolve to: every class of outside addresses where a term is domain names.
  ClassSet resolve_maybe(const std::vector<policy::PeerTerm>& terms);
  /// The classes whose named ports are the list's number `named_ports`.
  ClassSet with_named_ports(std::uint32_t named_ports) const { return by_named_ports_[named_ports]; }

 private:
  template <typename Wanted>
  ClassSet gather(const Wanted& wanted);
  void add_namespace(std::uint32_t ns, const base::BitSet& label_sets, std::vector<std::uint32_t>& classes) const;

  const ClassTable& table_;
  ClassSets& sets_;
  LabelIndex pods_;
  LabelIndex namespaces_;
  LabelIndex nodes_;
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>, base::NumberHash> namespaces_by_name_;
  std::vector<std::vector<std::uint32_t>> classes_by_atom_;
  std::vector<std::vector<std::uint32_t>> atoms_by_block_;
  std::vector<ClassSet> by_named_ports_;
  ClassSet outside_;

  /// A term with its selectors as places in the indexes' answers, which are unique per selector.
  struct PodsKey {
    const void* pods;
    const void* namespaces;  // null where `ns` decides
    std::uint32_t ns;
    friend bool operator==(const PodsKey&, const PodsKey&) = default;
  };
  struct PodsKeyHash {
    std::size_t operator()(const PodsKey& key) const noexcept;
  };
  tsl::robin_map<PodsKey, ClassSet, PodsKeyHash> known_pods_;
};

}  // namespace foregate::engine
