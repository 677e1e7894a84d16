#include "engine/address_atoms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/random.h"

namespace foregate::engine {
namespace {

using base::Cidr;
using base::IpAddress;
using base::Uint128;
using foregate::testing::below;
using foregate::testing::bits;
using policy::BlockTerm;

/// Blocks in a narrow part of the space, so that they nest, touch and cut each other.
Cidr random_cidr(std::mt19937& random) {
  if (below(random, 4) == 0) return {IpAddress::v6((Uint128{0x20010db8} << 96) | (bits(random, 0xFFU))), 120 + below(random, 9)};
  if (below(random, 20) == 0) return {IpAddress::v4(0), 0};
  return {IpAddress::v4(0x0A000000U | (bits(random, 0x3FFU))), 22 + below(random, 11)};
}

BlockTerm random_block(std::mt19937& random) {
  BlockTerm block{random_cidr(random), {}};
  for (std::uint32_t n = below(random, 3); n > 0; --n) {
    const Cidr except = random_cidr(random);
    if (block.cidr.contains(except)) block.except.push_back(except);
  }
  return block;
}

bool holds(const BlockTerm& block, const IpAddress& address) {
  return block.cidr.contains(address) &&
         std::none_of(block.except.begin(), block.except.end(), [&](const Cidr& except) { return except.contains(address); });
}

IpAddress random_address(std::mt19937& random) {
  if (below(random, 4) == 0) return IpAddress::v6((Uint128{0x20010db8} << 96) | (bits(random, 0x1FFU)));
  if (below(random, 20) == 0) return IpAddress::v4(bits(random, 0xFFFFFFFFU));
  return IpAddress::v4(0x0A000000U | (bits(random, 0x7FFU)));
}

TEST(AddressAtoms, HoldExactlyTheBlocksThatHoldTheAddress) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<BlockTerm> blocks;
    for (std::uint32_t n = below(random, 12); n > 0; --n) blocks.push_back(random_block(random));
    const AddressAtoms atoms(blocks);
    for (int question = 0; question < 200; ++question) {
      const IpAddress address = random_address(random);
      const AtomId atom = atoms.atom_of(address);
      ASSERT_EQ(atoms.family(atom), address.family());
      ASSERT_TRUE(atoms.addresses(atom).contains(address.bits()));
      const auto cover = atoms.blocks_of(atom);
      for (const BlockTerm& block : blocks) {
        const bool listed = std::binary_search(cover.begin(), cover.end(), atoms.block(block).value());
        ASSERT_EQ(listed, holds(block, address)) << block.cidr.text() << " " << address.text();
      }
    }
  }
}

TEST(AddressAtoms, WithoutBlocksThereIsOneAtomAFamily) {
  const AddressAtoms atoms({});
  EXPECT_EQ(atoms.atom_count(), 2U);
  EXPECT_NE(atoms.atom_of(IpAddress::v4(0)), atoms.atom_of(IpAddress::v6(0)));
  EXPECT_EQ(atoms.atom_of(IpAddress::v4(0)), atoms.atom_of(IpAddress::v4(0xFFFFFFFFU)));
  EXPECT_EQ(atoms.atom_of(IpAddress::v6(~Uint128{0})), atoms.atom_of(IpAddress::v6(0)));
}

TEST(AddressAtoms, ABlockToTheEndOfTheSpaceHasNoEnd) {
  const BlockTerm block{{IpAddress::v4(0xFFFFFF00U), 24}, {}};
  const AddressAtoms atoms({{block}});
  EXPECT_FALSE(atoms.blocks_of(atoms.atom_of(IpAddress::v4(0xFFFFFFFFU))).empty());
  EXPECT_TRUE(atoms.blocks_of(atoms.atom_of(IpAddress::v4(0xFFFFFEFFU))).empty());
}

}  // namespace
}  // namespace foregate::engine
