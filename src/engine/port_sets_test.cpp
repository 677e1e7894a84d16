#include "engine/port_sets.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/random.h"

namespace foregate::engine {
namespace {

using foregate::testing::below;
using model::PortSpace;
using model::Protocol;

PortSpace random_ports(std::mt19937& random) {
  PortSpace set;
  for (std::uint32_t n = below(random, 4); n > 0; --n) {
    const std::uint32_t first = 1 + below(random, 20);
    set = set + model::port_range(static_cast<Protocol>(below(random, 3)), first, first + below(random, 10));
  }
  return below(random, 8) == 0 ? model::all_traffic() : set;
}

TEST(PortSets, OperationsAreThoseOfTheSets) {
  std::mt19937 random(3);
  PortSets sets;
  for (int round = 0; round < 3000; ++round) {
    const PortSpace a = random_ports(random);
    const PortSpace b = random_ports(random);
    const PortSetId x = sets.intern(a);
    const PortSetId y = sets.intern(b);
    ASSERT_EQ(x == y, a == b);
    ASSERT_EQ(sets.ports(sets.unite(x, y)), a + b);
    ASSERT_EQ(sets.ports(sets.intersect(x, y)), (a & b));
    ASSERT_EQ(sets.ports(sets.subtract(x, y)), a - b);
    ASSERT_EQ(sets.unite(x, y), sets.intern(a + b));
  }
}

TEST(PortSets, NothingAndEverythingHaveFixedNumbers) {
  PortSets sets;
  EXPECT_EQ(sets.intern({}), Engine::kNoPorts);
  EXPECT_EQ(sets.intern(model::all_traffic()), Engine::kAllPorts);
}

}  // namespace
}  // namespace foregate::engine
