#include "analysis/assumptions.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "analysis/reach.h"
#include "policy/settings.h"

/// Two answers to one question are compared pair by pair of whole workloads, with the outside and the controller as one party each. What an
/// answer says of such a pair is a set of (parts, family, ports); it is kept as the sum of one hash for each, a row of sums for a source at
/// a time.
namespace foregate::analysis {
namespace {

using engine::Engine;
using engine::PortSetId;
using Engines = std::vector<std::shared_ptr<const Engine>>;
using base::Uint128;

// --- whether a setting can matter

std::array<base::IntervalSet<Uint128>, 2> blocks_of(const policy::PolicySet& policies) {
  std::array<std::vector<base::Interval<Uint128>>, 2> intervals;
  const auto add = [&](const policy::BlockTerm& block) {
    base::IntervalSet<Uint128> held(block.cidr.first().bits(), block.cidr.last().bits());
    for (const base::Cidr& except : block.except) held = held - base::IntervalSet<Uint128>(except.first().bits(), except.last().bits());
    auto& list = intervals[static_cast<std::size_t>(block.cidr.family())];
    list.insert(list.end(), held.intervals().begin(), held.intervals().end());
  };
  for (const auto& policy : policies.policies) {
    for (const policy::Direction d : policy::kDirections) {
      for (const policy::Rule& rule : policy->rules_of(d)) {
        for (const policy::PeerTerm& peer : rule.peers) {
          if (const auto* block = std::get_if<policy::BlockTerm>(&peer)) add(*block);
        }
      }
    }
  }
  return {base::IntervalSet<Uint128>::of(std::move(intervals[0])), base::IntervalSet<Uint128>::of(std::move(intervals[1]))};
}

/// Whether a pod's address is in a block of a rule. Pods of one class are in the same blocks.
bool has_pods_in_blocks(const Engine& engine) {
  const auto blocks = blocks_of(engine.policies());
  if (blocks[0].empty() && blocks[1].empty()) return false;
  for (std::uint32_t c = 0; c < engine.class_count(); ++c) {
    const engine::ClassInfo& info = engine.class_info(engine::ClassId{c});
    if (info.kind != engine::ClassKind::kPods || info.pods.empty()) continue;
    for (const base::IpAddress& address : engine.snapshot().inventory->pods[info.pods.front().value()].addresses) {
      if (blocks[static_cast<std::size_t>(address.family())].contains(address.bits())) return true;
    }
  }
  return false;
}

/// Own nodes and Services are in no list: the other two settings cannot matter.
bool may_matter(bool policy::Settings::* field, const Engine& engine) {
  if (engine.policies().policies.empty()) return false;
  if (field == &policy::Settings::ipblock_matches_pods) return has_pods_in_blocks(engine);
  return field == &policy::Settings::host_network_as_node && has_host_network_pods(engine);
}

// --- comparing answers

constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * kMultiplier;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(std::uint64_t hash, const model::PortSpace& ports) {
  for (const auto& interval : ports.intervals()) hash = mix(mix(hash, interval.first), interval.last);
  return mix(hash, ports.intervals().size());
}

std::uint64_t hash_of(std::uint64_t hash, const base::IntervalSet<Uint128>& addresses) {
  const auto add = [&](Uint128 value) {
    hash = mix(mix(hash, static_cast<std::uint64_t>(value >> 64)), static_cast<std::uint64_t>(value));
  };
  for (const auto& interval : addresses.intervals()) {
    add(interval.first);
    add(interval.last);
  }
  return mix(hash, addresses.intervals().size());
}

std::uint64_t hash_of(const Peer& peer) {
  std::uint64_t hash = static_cast<std::uint64_t>(peer.kind) + 1;
  std::vector<Symbol> pods = peer.pods;
  std::sort(pods.begin(), pods.end());
  for (const Symbol pod : pods) hash = mix(hash, pod.value());
  return hash_of(hash_of(hash, peer.v4), peer.v6);
}

/// An answer as blocks: what is said of all pairs of `from` and `to` as one hash.
struct Block {
  const base::IdSet* from;
  const base::IdSet* to;
  std::uint64_t hash;
  bool self;    ///< pairs of one workload with itself are meant
  bool others;  ///< other pairs are
};

/// The parties of an answer: whole workloads by their number, then the outside, then the controller.
class Answer {
 public:
  Answer(const Peers& peers, std::vector<Block> blocks) : peers_(peers), blocks_(std::move(blocks)) {
    std::map<std::tuple<Symbol, Symbol, Symbol>, std::uint32_t> wholes;
    for (std::uint32_t p = 0; p < peers.all.size(); ++p) {
      const Peer& peer = peers[p];
      hashes_.push_back(hash_of(peer));
      const bool whole = p < peers.workloads;
      if (whole) wholes[{peer.ns, peer.name, peer.workload_kind}] = p;
      const auto workloads = static_cast<std::uint32_t>(peers.workloads);
      parties_.push_back(peer.kind == Peer::Kind::kOutside             ? workloads
                         : peer.kind == Peer::Kind::kIngressController ? workloads + 1
                         : whole                                       ? p
                                                                       : wholes.at({peer.ns, peer.name, peer.workload_kind}));
    }
    by_source_.resize(peers.workloads + 2);
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      blocks_[b].from->for_each([&](std::uint32_t from) { by_source_[parties_[from]].emplace_back(b, from); });
    }
  }
  std::size_t parties() const { return by_source_.size(); }

  void add_row(std::uint32_t source, std::vector<std::uint64_t>& row) const {
    for (const auto& [number, from] : by_source_[source]) {
      const Block& block = blocks_[number];
      const std::uint64_t start = mix(block.hash, hashes_[from]);
      block.to->for_each([&](std::uint32_t to) {
        const bool self = parties_[to] == source && source < peers_.workloads;
        if (self ? block.self : block.others) row[parties_[to]] += mix(start, hashes_[to]);
      });
    }
  }

  Peer party(std::uint32_t number) const {
    if (number < peers_.workloads) return peers_[number];
    Peer peer;
    peer.kind = number == peers_.workloads ? Peer::Kind::kOutside : Peer::Kind::kIngressController;
    if (peer.kind == Peer::Kind::kIngressController) return peer;
    const base::Cidr v4 = *base::Cidr::parse("0.0.0.0/0");
    const base::Cidr v6 = *base::Cidr::parse("::/0");
    peer.v4 = base::IntervalSet<Uint128>(v4.first().bits(), v4.last().bits());
    peer.v6 = base::IntervalSet<Uint128>(v6.first().bits(), v6.last().bits());
    return peer;
  }

 private:
  const Peers& peers_;
  std::vector<Block> blocks_;
  std::vector<std::uint64_t> hashes_;                                            // by peer
  std::vector<std::uint32_t> parties_;                                           // by peer
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> by_source_;  // block and peer, by party
};

void compare(const Answer& stated, const Answer& other, Assumption& assumption) {
  std::size_t pairs = 0;
  std::vector<std::uint64_t> mine(stated.parties());
  std::vector<std::uint64_t> theirs(stated.parties());
  for (std::uint32_t from = 0; from < stated.parties(); ++from) {
    std::fill(mine.begin(), mine.end(), 0);
    std::fill(theirs.begin(), theirs.end(), 0);
    stated.add_row(from, mine);
    other.add_row(from, theirs);
    for (std::uint32_t to = 0; to < mine.size(); ++to) {
      if (mine[to] == theirs[to] || pairs++ > 0) continue;
      assumption.from = stated.party(from);
      assumption.to = stated.party(to);
    }
  }
  assumption.pairs = pairs;
}

std::uint64_t family_hash(const std::optional<base::IpFamily>& family) { return family ? static_cast<std::uint64_t>(*family) + 1 : 0; }

Answer answer_of(const Connections& connections) {
  std::vector<Block> blocks;
  for (const ConnectionBlock& block : connections.blocks) {
    const std::uint64_t hash = hash_of(hash_of(family_hash(block.family), block.ports), block.open);
    blocks.push_back({&block.from, &block.to, hash, connections.with_self, true});
  }
  return {connections.peers, std::move(blocks)};
}

Answer answer_of(const Difference& difference) {
  std::vector<Block> blocks;
  for (const bool self : {false, true}) {
    for (const Change& change : self ? difference.self_changes : difference.changes) {
      std::uint64_t hash = family_hash(change.family);
      for (const model::PortSpace* ports : {&change.before, &change.after, &change.open_before, &change.open_after}) {
        hash = hash_of(hash, *ports);
      }
      blocks.push_back({&change.from, &change.to, hash, self, !self});
    }
  }
  return {difference.peers, std::move(blocks)};
}

/// Engines of the same states with one setting turned.
Engines with_other(std::span<const Engine* const> engines, bool policy::Settings::* field, base::Executor& executor) {
  policy::Settings settings = engines[0]->settings();
  settings.*field = !(settings.*field);
  std::vector<Engine::Input> inputs;
  for (const Engine* engine : engines) inputs.push_back({engine->snapshot(), engine->policies()});
  return Engine::compile(std::move(inputs), settings, executor);
}

/// `compare_with(engines, assumption)` counts the pairs that differ when the engines are these.
std::vector<Assumption> all_assumptions(std::span<const Engine* const> engines, base::Executor& executor, std::size_t most_classes,
                                        const std::function<void(const Engines&, Assumption&)>& compare_with) {
  std::vector<Assumption> found;
  for (const policy::SettingInfo& setting : policy::all_settings()) {
    if (std::none_of(engines.begin(), engines.end(), [&](const Engine* engine) { return may_matter(setting.field, *engine); })) continue;
    const bool is_default = engines[0]->settings().*setting.field == setting.default_is;
    Assumption assumption{setting.name, setting.default_value, setting.other_value, {}, {}, {}};
    if (!is_default) std::swap(assumption.value, assumption.other_value);
    if (engines[0]->class_count() <= most_classes) compare_with(with_other(engines, setting.field, executor), assumption);
    if (assumption.pairs != 0U) found.push_back(std::move(assumption));
  }
  return found;
}

}  // namespace

bool has_host_network_pods(const Engine& engine) {
  const auto& pods = engine.snapshot().inventory->pods;
  return std::any_of(pods.begin(), pods.end(), [](const model::Pod& pod) { return pod.host_network && !pod.finished; });
}

std::vector<Assumption> assumptions_of(const Engine& engine, const Connections& stated, base::Executor& executor,
                                       std::size_t most_classes) {
  const std::array<const Engine*, 1> engines{&engine};
  return all_assumptions(engines, executor, most_classes, [&](const Engines& others, Assumption& assumption) {
    const Connections other = list_connections(*others[0], compute_reach(*others[0], executor), {.with_self = stated.with_self});
    compare(answer_of(stated), answer_of(other), assumption);
  });
}

std::vector<Assumption> assumptions_of(const Engine& before, const Engine& after, const Difference& stated, base::Executor& executor,
                                       std::size_t most_classes) {
  const std::array<const Engine*, 2> engines{&before, &after};
  return all_assumptions(engines, executor, most_classes, [&](const Engines& others, Assumption& assumption) {
    const Difference other = compute_difference(*others[0], *others[1], executor);
    compare(answer_of(stated), answer_of(other), assumption);
  });
}

}  // namespace foregate::analysis
