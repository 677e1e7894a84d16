#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/address_atoms.h"
#include "engine/engine.h"
#include "engine/vocabulary.h"

namespace foregate::engine {

/// All that policies can see of an endpoint; equal keys are one class. Numbers are ids of the table's own lists, `kNothing` where they do
/// not apply.
struct ClassKey {
  static constexpr std::uint32_t kNothing = 0xFFFFFFFF;
  ClassKind kind = ClassKind::kPods;
  ClassFamily family = ClassFamily::kAny;
  std::uint32_t ns = kNothing;      ///< kPods, kIngressController: number of the namespace (its name and labels)
  std::uint32_t labels = kNothing;  ///< kPods, kIngressController: number of the label set, only keys that selectors use
  std::uint32_t node_labels =
      kNothing;  ///< kHost, and kOutside at a node's address: number of the node's label set, only keys that `nodes` peers use
  std::uint32_t named_ports = 0;  ///< number of the named-port list, only names that rules use; 0 is the empty one
  std::uint32_t atom = kNothing;  ///< of the address in `family`
  friend auto operator<=>(const ClassKey&, const ClassKey&) = default;
};

/// Which classes the pods and nodes of one input are in.
struct ClassMembership {
  std::vector<std::array<ClassId, 2>> of_pod;  // unused places are none
  std::vector<std::array<ClassId, 3>> of_node;
  std::vector<ClassId> outside;  // by AtomId
  std::vector<ClassInfo> infos;  // by ClassId
};

/// The endpoint classes of several inputs that are compared with each other, numbered so that the classes of one namespace are neighbours.
class ClassTable {
 public:
  ClassTable(std::span<const Engine::Input> inputs, const policy::Settings& settings);

  /// Whether these policies tell nothing apart that the classes do not: only label keys, port names and blocks that the table was made
  /// with.
  bool fine_enough_for(const Vocabulary& words) const;
  std::size_t size() const { return keys_.size(); }
  const ClassKey& key(ClassId id) const { return keys_[id.value()]; }
  const ClassMembership& membership(std::size_t input) const { return memberships_[input]; }
  const AddressAtoms& atoms() const { return atoms_; }
  ClassId ingress_controller() const { return ingress_controller_; }

  /// A namespace as the policies see it. The ingress controller's has no name and no labels.
  struct NamespaceEntry {
    model::Symbol name;
    std::vector<model::Label> labels;
    friend auto operator<=>(const NamespaceEntry&, const NamespaceEntry&) = default;
  };
  const std::vector<NamespaceEntry>& namespaces() const { return namespaces_; }
  const std::vector<std::vector<model::Label>>& label_sets() const { return label_sets_; }
  const std::vector<std::vector<model::Label>>& node_label_sets() const { return node_label_sets_; }
  const std::vector<std::vector<model::NamedPort>>& named_ports() const { return named_ports_; }
  /// kPods and kIngressController classes of a namespace number: [first, last).
  std::pair<std::uint32_t, std::uint32_t> classes_of_namespace(std::uint32_t ns) const { return namespace_ranges_[ns]; }

 private:
  class Builder;
  Vocabulary words_;
  AddressAtoms atoms_;
  std::vector<ClassKey> keys_;
  std::vector<ClassMembership> memberships_;
  ClassId ingress_controller_;
  std::vector<NamespaceEntry> namespaces_;
  std::vector<std::vector<model::Label>> label_sets_;
  std::vector<std::vector<model::Label>> node_label_sets_;
  std::vector<std::vector<model::NamedPort>> named_ports_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> namespace_ranges_;
};

}  // namespace foregate::engine
