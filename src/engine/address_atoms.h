#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/ip_address.h"
#include "policy/rule.h"

namespace foregate::engine {

using BlockId = base::StrongId<struct BlockTag>;
/// Addresses of one family that the same blocks hold.
using AtomId = base::StrongId<struct AtomTag>;

/// The address space cut by every block that some rule names (CIDR minus its excepts):
///
///     blocks   A = 10.0.0.0/8 except 10.1.0.0/16,  B = 10.1.0.0/16
///     atoms    {A}: 10.0.0.0/16 and 10.2.0.0 to 10.255.255.255    {B}: 10.1.0.0/16    {}: everything else
///
/// Two addresses of one atom are in the same blocks, so no rule can tell them apart. Built once, then immutable.
class AddressAtoms {
 public:
  explicit AddressAtoms(std::span<const policy::BlockTerm> blocks);

  /// The block's number: blocks with equal address sets have one.
  BlockId block(const policy::BlockTerm& term) const;
  std::size_t block_count() const { return ids_.size(); }
  std::size_t atom_count() const { return covers_.size(); }
  /// O(log atoms).
  AtomId atom_of(const base::IpAddress& address) const;
  /// Which blocks hold the atom, ascending.
  std::span<const std::uint32_t> blocks_of(AtomId atom) const { return covers_[atom.value()]; }
  base::IpFamily family(AtomId atom) const { return families_[atom.value()]; }
  const base::IntervalSet<base::Uint128>& addresses(AtomId atom) const { return addresses_[atom.value()]; }

 private:
  using Key = std::pair<base::Cidr, std::vector<base::Cidr>>;
  static Key key_of(const policy::BlockTerm& term);
  void cut(base::IpFamily family, std::span<const base::IntervalSet<base::Uint128>> sets, std::span<const base::IpFamily> families);

  std::map<Key, std::uint32_t> ids_;
  std::vector<std::vector<std::uint32_t>> covers_;
  std::vector<base::IpFamily> families_;
  std::vector<base::IntervalSet<base::Uint128>> addresses_;
  struct Cuts {
    std::vector<base::Uint128> starts;  // ascending, the first is 0
    std::vector<std::uint32_t> atoms;
  };
  Cuts v6_;
  std::vector<std::uint32_t> v4_starts_;  // IPv4 apart: 32-bit searches are what 100,000 pods pay for
  std::vector<std::uint32_t> v4_atoms_;
};

}  // namespace foregate::engine
