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
    compiled->acts[d] = source->isolates_in(direction) || !compiled->rules[d].empty();
  }
  for (const CompiledRule& rule : compiled->rules[kIngress]) compiled->ingress_names |= !rule.named_ports.empty();
  return known_.emplace(meaning_of(*compiled), std::move(compiled)).first->second;
}

CompiledRule PolicyCompiler::compile(const policy::Rule& rule, Direction direction) {
  CompiledRule compiled;
  compiled.action = rule.action;
  compiled.index = rule.index;
  compiled.peers = rule.any_peer ? ClassSets::kAll : terms_.resolve(rule.peers);
  compiled.maybe = rule.any_peer ? ClassSets::kEmpty : terms_.resolve_maybe(rule.peers);
  if (compiled.maybe != ClassSets::kEmpty) {
    base::BitSet maybe(sets_.class_count());
    base::BitSet sure(sets_.class_count());
    sets_.classes(compiled.maybe).add_to(maybe);
    sets_.classes(compiled.peers).add_to(sure);
    compiled.maybe = sets_.intern(base::IdSet(maybe -= sure));
  }
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
  base::BitSet peers(sets_.class_count());
  sets_.classes(rule.peers).add_to(peers);
  for (std::uint32_t list = 0; list < table_.named_ports().size(); ++list) {
    base::BitSet part(sets_.class_count());
    sets_.classes(terms_.with_named_ports(list)).add_to(part);
    part &= peers;
    if (part.empty()) continue;
    const PortSetId ports = resolve_ports(rule.ports, rule.named_ports, table_.named_ports()[list], ports_);
    if (ports != Engine::kNoPorts) rule.cells.push_back({ports, sets_.intern(base::IdSet(part))});
  }
}

std::vector<std::uint32_t> PolicyCompiler::meaning_of(const CompiledPolicy& compiled) const {
  const policy::TierPolicy& source = *compiled.source;
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(source.kind),
                                   static_cast<std::uint32_t>(source.tier),
                                   static_cast<std::uint32_t>(source.priority),
                                   source.ns.value(),
                                   source.name.value(),
                                   compiled.subject.value()};
  for (const Direction direction : policy::kDirections) {
    const auto& rules = compiled.rules[static_cast<std::size_t>(direction)];
    words.push_back(source.isolates_in(direction));
    words.push_back(static_cast<std::uint32_t>(rules.size()));
    for (const CompiledRule& rule : rules) {
      words.insert(words.end(), {static_cast<std::uint32_t>(rule.action), rule.index, rule.peers.value(), rule.maybe.value(),
                                 rule.ports.value(), static_cast<std::uint32_t>(rule.named_ports.size())});
      for (const policy::NamedPortTerm& term : rule.named_ports) {
        words.push_back(term.name.value());
        words.push_back(term.protocol ? static_cast<std::uint32_t>(*term.protocol) : 99);
      }
    }
  }
  return words;
}

}  // namespace foregate::engine
