#include "engine/address_atoms.h"

#include <algorithm>
#include <set>

namespace foregate::engine {
namespace {
using base::Cidr;
using base::IntervalSet;
using base::IpFamily;
using base::Uint128;

IntervalSet<Uint128> range_of(const Cidr& cidr) { return {cidr.first().bits(), cidr.last().bits()}; }

IntervalSet<Uint128> addresses_of(const policy::BlockTerm& term) {
  IntervalSet<Uint128> result = range_of(term.cidr);
  for (const Cidr& except : term.except) {
    if (except.family() == term.cidr.family()) result = result - range_of(except);
  }
  return result;
}

Uint128 greatest(IpFamily family) { return family == IpFamily::kV4 ? Uint128{0xFFFFFFFFU} : ~Uint128{0}; }

struct Edge {
  Uint128 at;
  std::uint32_t block;
  bool enters;
};

std::vector<Edge> edges_of(IpFamily family, std::span<const IntervalSet<Uint128>> sets, std::span<const IpFamily> families) {
  std::vector<Edge> edges;
  for (std::uint32_t block = 0; block < sets.size(); ++block) {
    if (families[block] != family) continue;
    for (const auto& interval : sets[block].intervals()) {
      edges.push_back({interval.first, block, true});
      if (interval.last != greatest(family)) edges.push_back({interval.last + 1, block, false});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.at < b.at; });
  return edges;
}
}  // namespace

AddressAtoms::Key AddressAtoms::key_of(const policy::BlockTerm& term) {
  Key key{term.cidr, term.except};
  std::sort(key.second.begin(), key.second.end());
  return key;
}

AddressAtoms::AddressAtoms(std::span<const policy::BlockTerm> blocks) {
  std::vector<IntervalSet<Uint128>> sets;
  std::vector<IpFamily> families;
  for (const policy::BlockTerm& term : blocks) {
    if (!ids_.emplace(key_of(term), static_cast<std::uint32_t>(sets.size())).second) continue;
    sets.push_back(addresses_of(term));
    families.push_back(term.cidr.family());
  }
  cut(IpFamily::kV4, sets, families);
  cut(IpFamily::kV6, sets, families);
}

BlockId AddressAtoms::block(const policy::BlockTerm& term) const {
  const auto found = ids_.find(key_of(term));
  return found == ids_.end() ? BlockId::none() : BlockId{found->second};
}

void AddressAtoms::cut(IpFamily family, std::span<const IntervalSet<Uint128>> sets, std::span<const IpFamily> families) {
  const std::vector<Edge> edges = edges_of(family, sets, families);
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::map<std::uint32_t, std::vector<base::Interval<Uint128>>> pieces;
  Cuts cuts;
  std::set<std::uint32_t> inside;
  std::size_t next = 0;
  for (Uint128 start = 0;;) {
    for (; next < edges.size() && edges[next].at == start; ++next) {
      if (edges[next].enters) {
        inside.insert(edges[next].block);
      } else {
        inside.erase(edges[next].block);
      }
    }
    const Uint128 last = next < edges.size() ? edges[next].at - 1 : greatest(family);
    std::vector<std::uint32_t> cover(inside.begin(), inside.end());
    const auto [atom, is_new] = known.emplace(cover, static_cast<std::uint32_t>(covers_.size()));
    if (is_new) {
      covers_.push_back(std::move(cover));
      families_.push_back(family);
    }
    cuts.starts.push_back(start);
    cuts.atoms.push_back(atom->second);
    pieces[atom->second].push_back({start, last});
    if (last == greatest(family)) break;
    start = last + 1;
  }
  addresses_.resize(covers_.size());
  for (auto& [atom, intervals] : pieces) addresses_[atom] = IntervalSet<Uint128>::of(std::move(intervals));
  if (family == IpFamily::kV4) {
    for (const Uint128 start : cuts.starts) v4_starts_.push_back(static_cast<std::uint32_t>(start));
    v4_atoms_ = std::move(cuts.atoms);
  } else {
    v6_ = std::move(cuts);
  }
}

AtomId AddressAtoms::atom_of(const base::IpAddress& address) const {
  if (address.family() == IpFamily::kV4) {
    const auto after = std::upper_bound(v4_starts_.begin(), v4_starts_.end(), static_cast<std::uint32_t>(address.bits()));
    return AtomId{v4_atoms_[static_cast<std::size_t>(after - v4_starts_.begin()) - 1]};
  }
  const auto after = std::upper_bound(v6_.starts.begin(), v6_.starts.end(), address.bits());
  return AtomId{v6_.atoms[static_cast<std::size_t>(after - v6_.starts.begin()) - 1]};
}

}  // namespace foregate::engine
