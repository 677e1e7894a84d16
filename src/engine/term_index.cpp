#include "engine/term_index.h"

#include <algorithm>

namespace foregate::engine {
namespace {
std::vector<std::vector<model::Label>> namespace_labels(const ClassTable& table) {
  std::vector<std::vector<model::Label>> labels;
  for (const auto& entry : table.namespaces()) labels.push_back(entry.labels);
  return labels;
}
}  // namespace

std::size_t TermIndex::PodsKeyHash::operator()(const PodsKey& key) const noexcept {
  const std::size_t a = reinterpret_cast<std::size_t>(key.pods) * std::size_t{0x9E3779B97F4A7C15};
  const std::size_t b = (reinterpret_cast<std::size_t>(key.namespaces) ^ a >> 31) * std::size_t{0xC2B2AE3D27D4EB4F};
  return (b ^ key.ns ^ b >> 29) * std::size_t{0x9E3779B97F4A7C15};
}

TermIndex::TermIndex(const ClassTable& table, ClassSets& sets)
    : table_(table), sets_(sets), pods_(table.label_sets()), namespaces_(namespace_labels(table)), nodes_(table.node_label_sets()) {
  for (std::uint32_t ns = 0; ns < table.namespaces().size(); ++ns) {
    if (const model::Symbol name = table.namespaces()[ns].name) namespaces_by_name_[name.value()].push_back(ns);
  }
  classes_by_atom_.resize(table.atoms().atom_count());
  atoms_by_block_.resize(table.atoms().block_count());
  for (std::uint32_t atom = 0; atom < table.atoms().atom_count(); ++atom) {
    for (const std::uint32_t block : table.atoms().blocks_of(AtomId{atom})) atoms_by_block_[block].push_back(atom);
  }
  std::vector<std::vector<std::uint32_t>> by_ports(table.named_ports().size());
  for (std::uint32_t id = 0; id < table.size(); ++id) {
    const ClassKey& key = table.key(ClassId{id});
    if (key.atom != ClassKey::kNothing) classes_by_atom_[key.atom].push_back(id);
    by_ports[key.named_ports].push_back(id);
  }
  for (auto& classes : by_ports) by_named_ports_.push_back(sets_.intern(base::IdSet(std::move(classes), table.size())));
  outside_ = gather([](const ClassKey& key) { return key.kind == ClassKind::kOutside && key.node_labels == ClassKey::kNothing; });
}

template <typename Wanted>
ClassSet TermIndex::gather(const Wanted& wanted) {
  std::vector<std::uint32_t> classes;
  for (std::uint32_t id = 0; id < table_.size(); ++id) {
    if (wanted(table_.key(ClassId{id}))) classes.push_back(id);
  }
  return sets_.intern(base::IdSet(std::move(classes), table_.size()));
}

void TermIndex::add_namespace(std::uint32_t ns, const base::BitSet& label_sets, std::vector<std::uint32_t>& classes) const {
  const auto [first, last] = table_.classes_of_namespace(ns);
  for (std::uint32_t id = first; id < last; ++id) {
    if (label_sets.contains(table_.key(ClassId{id}).labels)) classes.push_back(id);
  }
}

ClassSet TermIndex::resolve(const policy::PodsTerm& term) {
  const base::BitSet& label_sets = pods_.select(term.pod_selector);
  const base::BitSet* const selected = term.ns ? nullptr : &namespaces_.select(term.namespace_selector);
  const PodsKey key{&label_sets, selected, term.ns ? term.ns->value() : 0};
  if (const auto known = known_pods_.find(key); known != known_pods_.end()) return known->second;
  std::vector<std::uint32_t> classes;
  if (selected != nullptr) {
    selected->for_each([&](std::size_t ns) { add_namespace(static_cast<std::uint32_t>(ns), label_sets, classes); });
  } else if (const auto own = namespaces_by_name_.find(term.ns->value()); own != namespaces_by_name_.end()) {
    for (const std::uint32_t ns : own->second) add_namespace(ns, label_sets, classes);
  }
  return known_pods_[key] = sets_.intern(base::IdSet(std::move(classes), table_.size()));
}

ClassSet TermIndex::resolve(const policy::BlockTerm& term) {
  const BlockId block = table_.atoms().block(term);
  std::vector<std::uint32_t> classes;
  for (const std::uint32_t atom : atoms_by_block_[block.value()]) {
    classes.insert(classes.end(), classes_by_atom_[atom].begin(), classes_by_atom_[atom].end());
  }
  std::sort(classes.begin(), classes.end());
  return sets_.intern(base::IdSet(std::move(classes), table_.size()));
}

ClassSet TermIndex::resolve(const policy::NodesTerm& term) {
  const base::BitSet& label_sets = nodes_.select(term.selector);
  return gather([&](const ClassKey& key) { return key.node_labels != ClassKey::kNothing && label_sets.contains(key.node_labels); });
}

ClassSet TermIndex::resolve(const std::vector<policy::PeerTerm>& terms) {
  std::vector<ClassSet> parts;
  for (const policy::PeerTerm& term : terms) {
    if (const auto* pods = std::get_if<policy::PodsTerm>(&term)) parts.push_back(resolve(*pods));
    if (const auto* block = std::get_if<policy::BlockTerm>(&term)) parts.push_back(resolve(*block));
    if (const auto* nodes = std::get_if<policy::NodesTerm>(&term)) parts.push_back(resolve(*nodes));
  }
  return parts.empty() ? sets_.empty() : sets_.unite(parts);
}

ClassSet TermIndex::resolve_maybe(const std::vector<policy::PeerTerm>& terms) {
  const bool names = std::any_of(terms.begin(), terms.end(), [](const auto& t) { return std::holds_alternative<policy::DomainsTerm>(t); });
  return names ? outside_ : sets_.empty();
}

}  // namespace foregate::engine
