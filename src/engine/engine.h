#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/executor.h"
#include "base/id_set.h"
#include "model/snapshot.h"
#include "policy/flow.h"
#include "policy/rule.h"
#include "policy/settings.h"

/// The fast evaluator: policies compiled against the endpoint classes of a cluster.
///
/// Pods that no policy can tell apart form one class: equal namespace, equal labels of the keys that selectors use, equal named ports that
/// rules use, and addresses in the same atoms (an atom is a piece of the address space that no block cuts). The number of classes, not of
/// pods, is the size of every problem here. The outside is classes too: one for each atom, or several atoms that the same blocks hold.
///
/// A dual-stack pod is in one class for each family; a pod without an address is in one class of no family, which meets every other.
///
/// For a class and direction the policies that apply form a list; classes with equal lists share it. A list cuts the far ends into groups
/// with one outcome each, and all of `analysis/` is built from these groups.
namespace foregate::engine {

using policy::Direction;

using ClassId = base::StrongId<struct ClassTag>;
using ListId = base::StrongId<struct ListTag>;
using PortSetId = base::StrongId<struct PortSetTag>;

enum class ClassKind : std::uint8_t {
  kPods,               ///< pod-network pods
  kHost,               ///< hostNetwork pods and nodes: no subject
  kOutside,            ///< addresses that no pod and no node has
  kIngressController,  ///< the unknown controller behind Ingress and Route objects: a pod without labels in a namespace without labels
};
/// The family of a class's addresses; `kAny` for pods that have none yet.
enum class ClassFamily : std::uint8_t { kAny, kV4, kV6 };
/// Whether a connection between the two can exist.
constexpr bool families_meet(ClassFamily a, ClassFamily b) { return a == ClassFamily::kAny || b == ClassFamily::kAny || a == b; }

struct ClassInfo {
  ClassKind kind = ClassKind::kPods;
  ClassFamily family = ClassFamily::kAny;
  model::NamespaceId ns;             ///< kPods only
  std::vector<model::PodId> pods;    ///< kPods and kHost
  std::vector<model::NodeId> nodes;  ///< kHost
};

/// What a list says about one far end: connections surely admitted, and those on which the policies do not decide (`Ambiguous` or
/// `Unknown`); the rest is denied. Ids of `Engine::ports`.
struct Outcome {
  PortSetId allowed;
  PortSetId open;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
/// Far ends with one outcome.
struct OutcomeGroup {
  Outcome outcome;
  base::IdSet classes;  ///< of ClassId values
};

/// Immutable and safe from many threads once made.
class Engine {
 public:
  struct Input {
    model::Snapshot snapshot;
    policy::PolicySet policies;
  };
  /// Compiles several policy sets over one class space, so that their answers can be compared class by class: all share the classes, which
  /// are cut fine enough for every set. The inventories may differ; see `class_of`. At least one input.
  static std::vector<std::shared_ptr<const Engine>> compile(std::vector<Input> inputs, policy::Settings settings, base::Executor& executor);

  /// An engine for other policies over the same inventory, which shares the classes and everything compiled that does not change: policies
  /// are the same where they are the same objects (`policy::normalise` with a base set) or mean the same. Null where the new policies tell
  /// apart what the classes do not (a label key, port name or block that none had before): then `compile` both. `snapshot.inventory` is
  /// this engine's own. What is new is added to the shared tables and stays there as long as any of their engines. Safe from many threads.
  /// O(policies + classes of the changed ones).
  std::shared_ptr<const Engine> with_policies(model::Snapshot snapshot, policy::PolicySet policies) const;

  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const model::Snapshot& snapshot() const;
  const policy::PolicySet& policies() const;
  const policy::Settings& settings() const;

  /// Both directions with their decisions. O(rules that apply). Equal to `policy::Reference::judge` for every flow.
  policy::FlowVerdict judge(const policy::Flow& flow) const;

  // Classes, shared by all engines of one `compile`.
  std::size_t class_count() const;
  /// Pods and nodes of this engine's own inventory in the class; may be empty where only another input has some.
  const ClassInfo& class_info(ClassId id) const;
  /// The classes of a pod: one, or one a family for dual stack. Empty for finished pods.
  std::span<const ClassId> classes_of(model::PodId pod) const;
  /// The addresses of an outside class, and the outside classes: one for each piece of the address space that no block cuts. All engines of
  /// one `compile` list the same pieces in the same order; where `nodes` peers tell nodes apart, a node's address is a piece, and what it
  /// is in may differ between engines with other nodes.
  const base::IntervalSet<base::Uint128>& outside_addresses(ClassId id) const;
  std::span<const ClassId> outside_classes() const;
  ClassId ingress_controller_class() const;

  // Lists. Every class has one in each direction; classes that nothing can select (hosts, outside) have the empty list, which admits
  // everything.
  std::size_t list_count(Direction direction) const;
  ListId list_of(ClassId id, Direction direction) const;
  /// The classes that have the list, ascending.
  std::span<const ClassId> members(ListId list, Direction direction) const;
  /// Policies of the list in order of evaluation.
  std::span<const policy::PolicyIndex> list_policies(ListId list, Direction direction) const;
  /// Cuts every class into groups by what the list says of it as far end. For egress the destination's named ports are taken into account.
  /// Groups are disjoint and together hold every class. Computed anew at each call: O(rules x far ends they match).
  std::vector<OutcomeGroup> outcomes(ListId list, Direction direction) const;
  /// The list's text identity: equal for two lists, of two engines of one `compile` too, exactly if they give equal outcomes for the same
  /// reason (same policy objects in the same order).
  bool same_list(const Engine& other, ListId mine, ListId theirs, Direction direction) const;

  // Port sets, shared by all engines of one `compile`, growing under a lock: the same set always has the same id.
  const model::PortSpace& ports(PortSetId id) const;
  PortSetId port_set(const model::PortSpace& set) const;
  PortSetId unite(PortSetId a, PortSetId b) const;
  PortSetId intersect(PortSetId a, PortSetId b) const;
  PortSetId subtract(PortSetId a, PortSetId b) const;
  /// Of no connection, and of all.
  static constexpr PortSetId kNoPorts{std::uint32_t{0}};
  static constexpr PortSetId kAllPorts{std::uint32_t{1}};

  /// What two ends say together of a connection: allowed where both allow; open where neither denies and not both allow.
  Outcome combine(const Outcome& egress, const Outcome& ingress) const;

  /// The verdict between two classes (as if from and to one pod each, not a pod to itself and not on one node), with decisions.
  policy::FlowVerdict judge_classes(ClassId from, ClassId to, model::Protocol protocol, std::uint16_t port) const;

 private:
  Engine();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace foregate::engine
