#include "engine/class_table.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace foregate::engine {
namespace {

/// Distinct values in order of first appearance.
template <typename T>
class Numbering {
 public:
  std::uint32_t number(const T& value) {
    const auto [place, is_new] = ids_.emplace(value, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return place->second;
  }
  std::vector<T> take() { return std::move(values_); }

 private:
  std::map<T, std::uint32_t> ids_;
  std::vector<T> values_;
};

struct KeyHash {
  std::size_t operator()(const ClassKey& key) const noexcept {
    std::size_t hash = static_cast<std::size_t>(key.kind) * 4 + static_cast<std::size_t>(key.family);
    for (const std::uint32_t part : {key.ns, key.labels, key.node_labels, key.named_ports, key.atom}) {
      hash = (hash ^ part) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29);
    }
    return hash;
  }
};

ClassFamily family_of(const base::IpAddress& address) {
  return address.family() == base::IpFamily::kV4 ? ClassFamily::kV4 : ClassFamily::kV6;
}

/// Remembers the answer to each small number asked.
class Translation {
 public:
  template <typename Make>
  std::uint32_t get(std::uint32_t question, Make&& make) {
    if (question >= answers_.size()) answers_.resize(question + 1, ClassKey::kNothing);
    if (answers_[question] == ClassKey::kNothing) answers_[question] = make();
    return answers_[question];
  }

 private:
  std::vector<std::uint32_t> answers_;
};

}  // namespace

/// Finds the classes in order of appearance; `finish` then renumbers them by namespace.
class ClassTable::Builder {
 public:
  Builder(ClassTable& table, const Vocabulary& words, const policy::Settings& settings)
      : table_(table), words_(words), settings_(settings) {
    named_ports_.number({});
  }

  void add_input(const Engine::Input& input);
  void add_ingress_controller();
  void finish();

 private:
  void add_pod(const Engine::Input& input, std::uint32_t pod, ClassMembership& membership);
  void add_node(const Engine::Input& input, std::uint32_t node, ClassMembership& membership);
  void add_outside(const Engine::Input& input, ClassMembership& membership);
  ClassKey pod_key(const Engine::Input& input, const model::Pod& pod, model::NamespaceId ns);
  std::uint32_t node_labels(const Engine::Input& input, model::NodeId node);
  ClassId class_of(const ClassKey& key);
  void renumber(const std::vector<std::uint32_t>& order);

  ClassTable& table_;
  const Vocabulary& words_;
  const policy::Settings& settings_;
  tsl::robin_map<ClassKey, std::uint32_t, KeyHash> ids_;
  Numbering<NamespaceEntry> namespaces_;
  Numbering<std::vector<model::Label>> label_sets_;
  Numbering<std::vector<model::Label>> node_label_sets_;
  Numbering<std::vector<model::NamedPort>> named_ports_;
  Translation of_namespace_;
  Translation of_label_set_;
  Translation of_named_ports_;
};

ClassId ClassTable::Builder::class_of(const ClassKey& key) {
  const auto [place, is_new] = ids_.emplace(key, static_cast<std::uint32_t>(table_.keys_.size()));
  if (is_new) table_.keys_.push_back(key);
  return ClassId{place->second};
}

ClassKey ClassTable::Builder::pod_key(const Engine::Input& input, const model::Pod& pod, model::NamespaceId ns) {
  const model::Names& names = *input.snapshot.names;
  ClassKey key;
  key.ns = of_namespace_.get(ns.value(), [&] {
    const model::Namespace& given = input.snapshot.inventory->namespaces[ns.value()];
    return namespaces_.number({given.name, project(names.label_sets.labels(given.labels), words_.namespace_keys)});
  });
  const auto projected = [&](std::span<const model::Label> labels) { return label_sets_.number(project(labels, words_.pod_keys)); };
  key.labels =
      pod.labels ? of_label_set_.get(pod.labels.value(), [&] { return projected(names.label_sets.labels(pod.labels)); }) : projected({});
  if (!pod.named_ports) return key;
  key.named_ports = of_named_ports_.get(pod.named_ports.value(), [&] {
    std::vector<model::NamedPort> used;
    for (const model::NamedPort& port : names.named_ports.ports(pod.named_ports)) {
      if (words_.port_names.contains(port.name.value())) used.push_back(port);
    }
    return named_ports_.number(used);
  });
  return key;
}

std::uint32_t ClassTable::Builder::node_labels(const Engine::Input& input, model::NodeId node) {
  if (node.is_none()) return ClassKey::kNothing;
  const auto labels = input.snapshot.names->label_sets.labels(input.snapshot.inventory->nodes[node.value()].labels);
  return node_label_sets_.number(project(labels, words_.node_keys));
}

void ClassTable::Builder::add_pod(const Engine::Input& input, std::uint32_t index, ClassMembership& membership) {
  const model::Inventory& inventory = *input.snapshot.inventory;
  const model::Pod& pod = inventory.pods[index];
  std::array<ClassId, 2>& classes = membership.of_pod[index];
  if (pod.finished) return;
  const bool host = pod.host_network && settings_.host_network_as_node;
  ClassKey key;
  if (host) {
    key.kind = ClassKind::kHost;
    key.node_labels = node_labels(input, policy::node_of(inventory, model::PodId{index}));
  } else {
    key = pod_key(input, pod, inventory.pod_namespace[index]);
  }
  if (pod.addresses.empty()) classes[0] = class_of(key);
  std::size_t used = 0;
  for (const base::IpAddress& address : pod.addresses) {
    const ClassFamily family = family_of(address);
    if (used == 1 && table_.keys_[classes[0].value()].family == family) continue;
    if (used == classes.size()) break;
    key.family = family;
    key.atom = host || settings_.ipblock_matches_pods ? table_.atoms_.atom_of(address).value() : ClassKey::kNothing;
    classes[used++] = class_of(key);
  }
}

/// A node is in a class for each address it may be asked at, and in one for when it is asked without.
void ClassTable::Builder::add_node(const Engine::Input& input, std::uint32_t index, ClassMembership& membership) {
  ClassKey key;
  key.kind = ClassKind::kHost;
  key.node_labels = node_labels(input, model::NodeId{index});
  std::array<ClassId, 3>& classes = membership.of_node[index];
  std::size_t used = 0;
  classes[used++] = class_of(key);
  for (const base::IpAddress& address : input.snapshot.inventory->nodes[index].addresses) {
    key.family = family_of(address);
    key.atom = table_.atoms_.atom_of(address).value();
    const ClassId found = class_of(key);
    if (used < classes.size() && std::find(classes.begin(), classes.end(), found) == classes.end()) classes[used++] = found;
  }
}

void ClassTable::Builder::add_input(const Engine::Input& input) {
  const model::Inventory& inventory = *input.snapshot.inventory;
  of_namespace_ = {};  // namespace numbers are the inventory's own; label sets and port lists are of the shared names
  ClassMembership& membership = table_.memberships_.emplace_back();
  membership.of_pod.resize(inventory.pods.size());
  membership.of_node.resize(inventory.nodes.size());
  for (std::uint32_t pod = 0; pod < inventory.pods.size(); ++pod) add_pod(input, pod, membership);
  for (std::uint32_t node = 0; node < inventory.nodes.size(); ++node) add_node(input, node, membership);
  add_outside(input, membership);
}

/// An outside class for each atom. A piece that is just a node's address is that node for `nodes` peers.
void ClassTable::Builder::add_outside(const Engine::Input& input, ClassMembership& membership) {
  std::vector<std::uint32_t> node_labels_at(table_.atoms_.atom_count(), ClassKey::kNothing);
  const auto& nodes = input.snapshot.inventory->nodes;
  for (std::uint32_t node = 0; words_.nodes && node < nodes.size(); ++node) {
    for (const base::IpAddress& address : nodes[node].addresses) {
      std::uint32_t& at = node_labels_at[table_.atoms_.atom_of(address).value()];
      if (at == ClassKey::kNothing) at = node_labels(input, model::NodeId{node});
    }
  }
  for (std::uint32_t atom = 0; atom < table_.atoms_.atom_count(); ++atom) {
    ClassKey key;
    key.kind = ClassKind::kOutside;
    key.family = table_.atoms_.family(AtomId{atom}) == base::IpFamily::kV4 ? ClassFamily::kV4 : ClassFamily::kV6;
    key.atom = atom;
    key.node_labels = node_labels_at[atom];
    membership.outside.push_back(class_of(key));
  }
}

void ClassTable::Builder::add_ingress_controller() {
  ClassKey controller;
  controller.kind = ClassKind::kIngressController;
  controller.ns = namespaces_.number({});
  controller.labels = label_sets_.number({});
  table_.ingress_controller_ = class_of(controller);
}

void ClassTable::Builder::finish() {
  std::vector<std::uint32_t> order(table_.keys_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return table_.keys_[a].ns < table_.keys_[b].ns; });
  renumber(order);
  table_.namespaces_ = namespaces_.take();
  table_.label_sets_ = label_sets_.take();
  table_.node_label_sets_ = node_label_sets_.take();
  table_.named_ports_ = named_ports_.take();
  table_.namespace_ranges_.assign(table_.namespaces_.size(), {0, 0});
  for (std::uint32_t id = 0; id < table_.keys_.size(); ++id) {
    const std::uint32_t ns = table_.keys_[id].ns;
    if (ns == ClassKey::kNothing) break;  // sorted to the end
    auto& [first, last] = table_.namespace_ranges_[ns];
    if (first == last) first = id;
    last = id + 1;
  }
}

void ClassTable::Builder::renumber(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> new_id(order.size());
  std::vector<ClassKey> keys;
  keys.reserve(order.size());
  for (const std::uint32_t old : order) {
    new_id[old] = static_cast<std::uint32_t>(keys.size());
    keys.push_back(table_.keys_[old]);
  }
  table_.keys_ = std::move(keys);
  const auto rename = [&new_id](ClassId& id) {
    if (id) id = ClassId{new_id[id.value()]};
  };
  rename(table_.ingress_controller_);
  for (ClassMembership& membership : table_.memberships_) {
    for (auto& classes : membership.of_pod) std::for_each(classes.begin(), classes.end(), rename);
    for (auto& classes : membership.of_node) std::for_each(classes.begin(), classes.end(), rename);
    std::for_each(membership.outside.begin(), membership.outside.end(), rename);
  }
}

namespace {
/// The reverse of `of_pod` and `of_node`.
void fill_infos(const ClassTable& table, const model::Inventory& inventory, ClassMembership& membership) {
  membership.infos.resize(table.size());
  for (std::uint32_t id = 0; id < table.size(); ++id) {
    membership.infos[id].kind = table.key(ClassId{id}).kind;
    membership.infos[id].family = table.key(ClassId{id}).family;
  }
  for (std::uint32_t pod = 0; pod < membership.of_pod.size(); ++pod) {
    for (const ClassId id : membership.of_pod[pod]) {
      if (id.is_none()) continue;
      membership.infos[id.value()].pods.push_back(model::PodId{pod});
      if (table.key(id).kind == ClassKind::kPods) membership.infos[id.value()].ns = inventory.pod_namespace[pod];
    }
  }
  for (std::uint32_t node = 0; node < membership.of_node.size(); ++node) {
    for (const ClassId id : membership.of_node[node]) {
      if (id) membership.infos[id.value()].nodes.push_back(model::NodeId{node});
    }
  }
}
}  // namespace

ClassTable::ClassTable(std::span<const Engine::Input> inputs, const policy::Settings& settings)
    : words_(Vocabulary::of(inputs)), atoms_(words_.blocks) {
  words_.blocks.clear();  // known to the atoms
  Builder builder(*this, words_, settings);
  for (const Engine::Input& input : inputs) builder.add_input(input);
  builder.add_ingress_controller();
  builder.finish();
  for (std::size_t i = 0; i < inputs.size(); ++i) fill_infos(*this, *inputs[i].snapshot.inventory, memberships_[i]);
}

bool ClassTable::fine_enough_for(const Vocabulary& words) const {
  return words_.covers(words) &&
         std::all_of(words.blocks.begin(), words.blocks.end(), [&](const auto& block) { return !atoms_.block(block).is_none(); });
}

}  // namespace foregate::engine
