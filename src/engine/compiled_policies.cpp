#include "engine/compiled_policies.h"

#include <utility>

namespace foregate::engine {
namespace {
using policy::Direction;
constexpr std::size_t kIngress = static_cast<std::size_t>(Direction::kIngress);
}  // namespace

std::size_t PolicyCompiler::WordsHash::operator()(const std::vector<std::uint32_t>& words) const noexcept {
  std::size_t hash = words.size();
  for (const std::uint32_t word : words) hash = (hash ^ word) * std::size_t{0x9E3779B97F4A7C15} + (hash >> 29);
  return hash;
}

std::shared_ptr<const CompiledPolicy> PolicyCompiler::compile(const std::shared_ptr<const policy::TierPolicy>& source) {
  auto compiled = std::make_shared<CompiledPolicy>();
  compiled->source = source;
  compiled->subject = terms_.resolve(source->subject);
  for (const Direction direction : policy::kDirections) {
    const auto d = static_cast<std::size_t>(direction);
    for (const policy::Rule& rule : source->rules_of(direction)) compiled->rules[d].push_back(compile(rule, direction));
    for (const CompiledRule& rule : compiled->rules[d]) {
      const auto place = static_cast<std::uint32_t>(compiled->flat[d].size());
      compiled->flat[d].push_back(FlatRule::of(rule, place, sets_, ports_.ports(rule.ports)));
      compiled->has_maybe[d] |= !rule.maybe->empty();
    }
    compiled->acts[d] = source->isolates_in(direction) || !compiled->rules[d].empty();
  }
  for (const CompiledRule& rule : compiled->rules[kIngress]) compiled->ingress_names |= !rule.named_ports.empty();
  return known_.emplace(meaning_of(*compiled), std::move(compiled)).first->second;
}

CompiledRule PolicyCompiler::compile(const policy::Rule& rule, Direction direction) {
  CompiledRule compiled;
  compiled.action = rule.action;
  compiled.index = rule.index;
  compiled.peers = rule.any_peer ? sets_.all() : terms_.resolve(rule.peers);
  compiled.maybe = rule.any_peer ? sets_.empty() : terms_.resolve_maybe(rule.peers);
  if (!compiled.maybe->empty()) compiled.maybe = sets_.intern(sets_.bits(compiled.maybe) -= sets_.bits(compiled.peers));
  compiled.ports = ports_.intern(rule.ports);
  compiled.named_ports = rule.named_ports;
  if (direction == Direction::kEgress) cut_by_named_ports(compiled);
  return compiled;
}

PortSetId PolicyCompiler::resolve_ports(PortSetId numbered, const std::vector<policy::NamedPortTerm>& names,
                                        const std::vector<model::NamedPort>& at, PortSets& ports) {
  PortSetId result = numbered;
  for (const policy::NamedPortTerm& term : names) {
    for (const model::NamedPort& port : at) {
      if (port.name != term.name || (term.protocol && *term.protocol != port.protocol)) continue;
      result = ports.unite(result, ports.intern(model::port_range(port.protocol, port.number, port.number)));
    }
  }
  return result;
}

void PolicyCompiler::cut_by_named_ports(CompiledRule& rule) {
  if (rule.named_ports.empty()) {
    rule.cells.push_back({rule.ports, rule.peers});
    return;
  }
  const base::BitSet peers = sets_.bits(rule.peers);
  for (std::uint32_t list = 0; list < table_.named_ports().size(); ++list) {
    base::BitSet part = sets_.bits(terms_.with_named_ports(list));
    part &= peers;
    if (part.empty()) continue;
    const PortSetId ports = resolve_ports(rule.ports, rule.named_ports, table_.named_ports()[list], ports_);
    if (ports != Engine::kNoPorts) rule.cells.push_back({ports, sets_.intern(part)});
  }
}

std::vector<std::uint32_t> PolicyCompiler::meaning_of(const CompiledPolicy& compiled) {
  const policy::TierPolicy& source = *compiled.source;
  std::vector<std::uint32_t> words;
  const auto add = [&words](auto... values) { (words.push_back(static_cast<std::uint32_t>(values)), ...); };
  const auto add_set = [&add](ClassSet set) {
    const auto address = reinterpret_cast<std::uintptr_t>(set);  // equal sets have one
    add(address >> 32, address & 0xFFFFFFFFU);
  };
  add(source.kind, source.tier, source.priority, source.ns.value(), source.name.value());
  add_set(compiled.subject);
  for (const Direction direction : policy::kDirections) {
    const auto& rules = compiled.rules[static_cast<std::size_t>(direction)];
    add(source.isolates_in(direction), rules.size());
    for (const CompiledRule& rule : rules) {
      add(rule.action, rule.index, rule.ports.value(), rule.named_ports.size());
      add_set(rule.peers);
      add_set(rule.maybe);
      for (const policy::NamedPortTerm& term : rule.named_ports) {
        add(term.name.value(), term.protocol ? static_cast<std::uint32_t>(*term.protocol) : 99U);
      }
    }
  }
  return words;
}

}  // namespace foregate::engine
