#include "analysis/alterations.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <variant>

namespace foregate::analysis {
namespace {

using model::Names;
using model::Pod;
using model::Service;

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + text;
  return result;
}

std::optional<std::string> label_text(const Names& names, model::LabelSetId set, Symbol key) {
  const Symbol value = names.label_sets.value(set, key);
  if (!value) return {};
  return names.text(value).empty() ? "\"\"" : std::string(names.text(value));
}

std::optional<std::string> port_text(const Names& names, const Pod& pod, Symbol name) {
  std::vector<std::string> texts;
  for (const model::NamedPort& port : names.named_ports.ports(pod.named_ports)) {
    if (port.name == name) texts.push_back(std::string(model::protocol_name(port.protocol)) + " " + std::to_string(port.number));
  }
  return texts.empty() ? std::nullopt : std::optional(joined(texts));
}

std::optional<std::string> address_text(const Pod& pod) {
  std::vector<std::string> texts;
  for (const base::IpAddress& address : pod.addresses) texts.push_back(address.text());
  return texts.empty() ? std::nullopt : std::optional(joined(texts));
}

std::string target_text(const Names& names, const model::ServicePort& port) {
  const auto* number = std::get_if<std::uint16_t>(&port.target_port);
  return std::to_string(port.port) + " to " +
         (number != nullptr ? std::to_string(*number) : std::string(names.text(std::get<Symbol>(port.target_port))));
}

/// `port 80 to 8080 of app=web`.
std::string service_text(const Names& names, const Service& service) {
  std::vector<std::string> ports;
  for (const model::ServicePort& port : service.ports) ports.push_back(target_text(names, port));
  std::vector<std::string> labels;
  if (service.selector) {
    for (const model::Label& label : *service.selector) {
      labels.push_back(std::string(names.text(label.key)) + "=" + std::string(names.text(label.value)));
    }
  }
  return "port " + joined(ports) + (labels.empty() ? "" : " of " + joined(labels));
}

std::string backends_text(const Names& names, const model::EntryObject& entry) {
  std::vector<std::string> texts;
  for (const model::RouteBackend& backend : entry.backends) {
    std::string text = std::string(names.text(backend.ns)) + "/" + std::string(names.text(backend.service));
    if (const auto* number = std::get_if<std::uint16_t>(&backend.port)) text += ":" + std::to_string(*number);
    if (const auto* name = std::get_if<Symbol>(&backend.port)) text += ":" + std::string(names.text(*name));
    texts.push_back(std::move(text));
  }
  return joined(texts);
}

using EntryKey = std::tuple<Symbol, Symbol, Symbol>;
std::map<EntryKey, const model::EntryObject*> entries_of(const model::Inventory& inventory) {
  std::map<EntryKey, const model::EntryObject*> entries;
  for (const model::EntryObject& entry : inventory.entries) entries[{entry.kind, entry.ns, entry.name}] = &entry;
  return entries;
}

}  // namespace

Alterations::Alterations(const engine::Engine& before, const engine::Engine& after) : engines_{&before, &after} {
  for (const engine::Engine* engine : engines_) note(engine->policies());
}

void Alterations::note(const policy::PolicySet& policies) {
  for (const auto& policy : policies.policies) {
    note(policy->subject);
    for (const policy::Direction d : policy::kDirections) {
      for (const policy::Rule& rule : policy->rules_of(d)) note(rule);
    }
  }
}

void Alterations::note(const policy::PodsTerm& term) {
  for (const auto& requirement : term.pod_selector.requirements) looked_.pod_labels.insert(requirement.key);
  for (const auto& requirement : term.namespace_selector.requirements) looked_.namespace_labels.insert(requirement.key);
}

void Alterations::note(const policy::Rule& rule) {
  for (const policy::NamedPortTerm& port : rule.named_ports) looked_.ports.insert(port.name);
  for (const policy::PeerTerm& peer : rule.peers) {
    if (const auto* pods = std::get_if<policy::PodsTerm>(&peer)) note(*pods);
    looked_.addresses |= std::holds_alternative<policy::BlockTerm>(peer);
  }
}

/// The pods meant, of one state.
std::vector<const Pod*> Alterations::pods_of(const Peer& peer, std::size_t side) const {
  std::vector<const Pod*> pods;
  const model::WorkloadId workload = inventory(side).find_workload(peer.ns, peer.workload_kind, peer.name);
  if (workload.is_none()) return pods;
  for (const model::PodId id : inventory(side).workloads[workload.value()].pods) {
    const Pod& pod = inventory(side).pods[id.value()];
    if (peer.pods.empty() || std::find(peer.pods.begin(), peer.pods.end(), pod.name) != peer.pods.end()) pods.push_back(&pod);
  }
  return pods;
}

std::string Alterations::peer_text(const Peer& peer) const {
  const Names& all = names(1);
  return std::string(all.text(peer.ns)) + "/" + std::string(all.text(peer.name)) + "[" + std::string(all.text(peer.workload_kind)) + "]";
}

void Alterations::add_labels(const std::array<model::LabelSetId, 2>& sets, const std::set<Symbol>& keys, const Alteration& form,
                             std::vector<Alteration>& found) const {
  for (const Symbol key : keys) {
    Alteration alteration = form;
    alteration.what = "label " + std::string(names(1).text(key));
    alteration.before = label_text(names(0), sets[0], key);
    alteration.after = label_text(names(1), sets[1], key);
    if (alteration.before != alteration.after) found.push_back(std::move(alteration));
  }
}

std::vector<Alteration> Alterations::of_pods(const Peer& peer, const Pod& before, const Pod& after) const {
  std::vector<Alteration> found;
  const Alteration form{peer_text(peer), {}, {}, {}, after.at};
  add_labels({before.labels, after.labels}, looked_.pod_labels, form, found);
  const auto add = [&](std::string what, std::optional<std::string> old_text, std::optional<std::string> new_text) {
    if (old_text != new_text) found.push_back({form.object, std::move(what), std::move(old_text), std::move(new_text), form.at});
  };
  for (const Symbol name : looked_.ports) {
    add("port " + std::string(names(1).text(name)), port_text(names(0), before, name), port_text(names(1), after, name));
  }
  if (looked_.addresses) add("addresses", address_text(before), address_text(after));
  const auto host = [](const Pod& pod) { return std::optional<std::string>(pod.host_network ? "true" : "false"); };
  add("hostNetwork", host(before), host(after));
  return found;
}

std::vector<Alteration> Alterations::of(const Peer& peer) const {
  std::vector<Alteration> found;
  if (peer.kind != Peer::Kind::kWorkload) return found;
  const auto before = pods_of(peer, 0);
  const auto after = pods_of(peer, 1);
  std::map<Symbol, const Pod*> by_name;
  for (const Pod* pod : before) by_name[pod->name] = pod;
  for (const Pod* pod : after) {
    if (before.empty() || !found.empty()) break;
    const auto same = by_name.find(pod->name);
    found = of_pods(peer, same == by_name.end() ? *before.front() : *same->second, *pod);
  }
  const model::NamespaceId old_ns = inventory(0).find_namespace(peer.ns);
  const model::NamespaceId new_ns = inventory(1).find_namespace(peer.ns);
  if (old_ns.is_none() || new_ns.is_none()) return found;
  const model::Namespace& old_one = inventory(0).namespaces[old_ns.value()];
  const model::Namespace& new_one = inventory(1).namespaces[new_ns.value()];
  add_labels({old_one.labels, new_one.labels}, looked_.namespace_labels,
             {"Namespace " + std::string(names(1).text(peer.ns)), {}, {}, {}, new_one.at}, found);
  return found;
}

/// Whether the Service selects a pod of the peer, or is given its endpoints, which are not looked at.
bool Alterations::is_behind(const Peer& peer, const Service& service, std::size_t side) const {
  if (service.ns != peer.ns) return false;
  if (!service.selector) return true;
  for (const Pod* pod : pods_of(peer, side)) {
    const auto selected = [&](const model::Label& label) { return names(side).label_sets.value(pod->labels, label.key) == label.value; };
    if (std::all_of(service.selector->begin(), service.selector->end(), selected)) return true;
  }
  return false;
}

void Alterations::add_service(const Peer& peer, Symbol ns, Symbol name, std::vector<Alteration>& found) const {
  const std::array<const Service*, 2> services{inventory(0).find_service(ns, name), inventory(1).find_service(ns, name)};
  bool behind = false;
  Alteration alteration{"Service " + std::string(names(1).text(ns)) + "/" + std::string(names(1).text(name)), {}, {}, {}, {}};
  for (std::size_t side = 0; side < services.size(); ++side) {
    if (services[side] == nullptr) continue;
    behind |= is_behind(peer, *services[side], side);
    (side == 0 ? alteration.before : alteration.after) = service_text(names(side), *services[side]);
    alteration.at = services[side]->at;
  }
  if (!behind || alteration.before == alteration.after) return;
  if (std::find(found.begin(), found.end(), alteration) == found.end()) found.push_back(std::move(alteration));
}

void Alterations::add_entries(const Peer& peer, std::vector<Alteration>& found) const {
  std::map<EntryKey, std::array<const model::EntryObject*, 2>> both;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const auto& [key, entry] : entries_of(inventory(side))) both[key][side] = entry;
  }
  for (const auto& [key, entries] : both) {
    if (std::get<1>(key) != peer.ns) continue;
    Alteration alteration{{}, {}, {}, {}, {}};
    for (std::size_t side = 0; side < 2; ++side) {
      if (entries[side] == nullptr) continue;
      (side == 0 ? alteration.before : alteration.after) = backends_text(names(side), *entries[side]);
      alteration.at = entries[side]->at;
    }
    if (alteration.before == alteration.after) continue;
    const Names& all = names(1);
    alteration.object = std::string(all.text(std::get<0>(key))) + " " + std::string(all.text(std::get<1>(key))) + "/" +
                        std::string(all.text(std::get<2>(key)));
    found.push_back(std::move(alteration));
  }
}

std::vector<Alteration> Alterations::on_the_way_to(const Peer& peer) const {
  std::vector<Alteration> found;
  for (const engine::Engine* engine : engines_) {
    for (const model::EntryObject& entry : engine->snapshot().inventory->entries) {
      for (const model::RouteBackend& backend : entry.backends) add_service(peer, backend.ns, backend.service, found);
    }
  }
  add_entries(peer, found);
  return found;
}

}  // namespace foregate::analysis
