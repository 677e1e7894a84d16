#include "base/ip_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace foregate::base {

std::ostream& operator<<(std::ostream& out, const IpAddress& address) { return out << address.text(); }
std::ostream& operator<<(std::ostream& out, const Cidr& block) { return out << block.text(); }

namespace {

std::string address_text(std::string_view text) {
  const auto address = IpAddress::parse(text);
  return address ? address->text() : "refused";
}

std::string block_text(std::string_view text) {
  const auto block = Cidr::parse(text);
  return block ? block->text() : "refused";
}

TEST(IpAddress, ReadsBothFamiliesAndWritesTheShortestForm) {
  EXPECT_EQ(address_text("10.0.0.255"), "10.0.0.255");
  EXPECT_EQ(address_text("255.255.255.255"), "255.255.255.255");
  EXPECT_EQ(address_text("2001:DB8:0:0:0:0:0:1"), "2001:db8::1");
  EXPECT_EQ(address_text("2001:0db8::0001"), "2001:db8::1");
  EXPECT_EQ(address_text("::"), "::");
  EXPECT_EQ(address_text("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(address_text("1::"), "1::");
  EXPECT_EQ(address_text("64:ff9b::1.2.3.4"), "64:ff9b::102:304");
  EXPECT_EQ(address_text("1:2:3:4:5:6:1.2.3.4"), "1:2:3:4:5:6:102:304");
  EXPECT_EQ(address_text("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
}

TEST(IpAddress, ShortensTheLongestRunOfZeros_TheFirstOfEquals_NeverASingleGroup) {
  EXPECT_EQ(address_text("2001:db8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  EXPECT_EQ(address_text("2001:0:0:1:0:0:0:1"), "2001:0:0:1::1");
  EXPECT_EQ(address_text("2001:db8:0:1:1:1:1:1"), "2001:db8:0:1:1:1:1:1");
  EXPECT_EQ(address_text("1:2:3:4:5:6:7::"), "1:2:3:4:5:6:7:0");
}

TEST(IpAddress, MappedIpv4IsIpv4) {
  EXPECT_EQ(IpAddress::parse("::ffff:10.0.0.1"), IpAddress::v4(0x0A000001));
  EXPECT_EQ(IpAddress::parse("::FFFF:a00:1"), IpAddress::v4(0x0A000001));
  EXPECT_EQ(IpAddress::parse("::10.0.0.1"), IpAddress::v6(0x0A000001)) << "compatible, not mapped";
}

TEST(IpAddress, RefusesEveryOtherText) {
  for (const char* text : {"",
                           " ",
                           "10.0.0",
                           "10.0.0.0.0",
                           "10.0.0.256",
                           "010.0.0.1",
                           "10.0.0.01",
                           "10.0.0.",
                           ".10.0.0.1",
                           "10.0.0.1 ",
                           "+1.0.0.0",
                           "0x1.0.0.0",
                           "10.0.0.1/8",
                           ":",
                           ":::",
                           "1::2::3",
                           "1:2:3:4:5:6:7",
                           "1:2:3:4:5:6:7:8:9",
                           "1:2:3:4:5:6:7:8::",
                           "12345::",
                           "00001::",
                           "g::",
                           "fe80::1%eth0",
                           "1:",
                           ":1",
                           "::1.2.3",
                           "::1.2.3.4:1",
                           "::01.2.3.4",
                           "1:2:3:4:5:6:7:1.2.3.4",
                           "[::1]"}) {
    EXPECT_EQ(IpAddress::parse(text), std::nullopt) << text;
  }
}

/// A text that is nearly an address.
std::string near_address(std::mt19937& random) {
  constexpr std::array kSeeds{
      "10.0.0.1",        "255.255.255.255", "::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "fe80::1:0:0",
      "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8"};
  constexpr std::string_view kAlphabet = "0129afFg:.:.";
  std::string text = kSeeds[random() % kSeeds.size()];
  for (std::size_t edits = random() % 4; edits > 0; --edits) {
    const std::size_t at = random() % (text.size() + 1);
    if (random() % 2 == 0) {
      text.insert(at, 1, kAlphabet[random() % kAlphabet.size()]);
    } else if (at < text.size()) {
      text.erase(at, 1);
    }
  }
  return text;
}

std::optional<IpAddress> parse_with_libc(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  const bool v4 = ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1;
  if (!v4 && ::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return {};
  Uint128 bits = 0;
  for (std::size_t i = 0; i < (v4 ? 4U : 16U); ++i) bits = bits << 8 | bytes[i];
  const bool mapped = !v4 && bits >> 32 == 0xFFFF;
  return v4 || mapped ? IpAddress::v4(static_cast<std::uint32_t>(bits)) : IpAddress::v6(bits);
}

TEST(IpAddress, AgreesWithTheCLibraryOnTextsThatAreNearlyAddresses) {
  std::mt19937 random(1);
  std::size_t accepted = 0;
  for (int round = 0; round < 100'000; ++round) {
    const std::string text = near_address(random);
    const auto address = IpAddress::parse(text);
    ASSERT_EQ(address, parse_with_libc(text)) << text;
    if (address) ++accepted;
  }
  EXPECT_GT(accepted, 10'000U);
}

Uint128 random_bits(std::mt19937_64& random) {
  Uint128 bits = Uint128{random()} << 64 | random();
  // Runs of zero groups are what texts are about.
  for (int group = 0; group < 8; ++group) {
    if (random() % 2 == 0) bits &= ~(Uint128{0xFFFF} << (16 * group));
  }
  return bits;
}

TEST(IpAddress, TextIsReadBackAsTheSameAddress) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const auto v4 = IpAddress::v4(static_cast<std::uint32_t>(random()));
    ASSERT_EQ(IpAddress::parse(v4.text()), v4);
    const auto v6 = IpAddress::v6(random_bits(random) | Uint128{1} << 127);
    ASSERT_EQ(IpAddress::parse(v6.text()), v6) << v6.text();
  }
}

TEST(IpAddress, Ipv4ComesBeforeIpv6) {
  EXPECT_LT(IpAddress::v4(0xFFFFFFFF), IpAddress::v6(0));
  EXPECT_LT(IpAddress::v4(1), IpAddress::v4(2));
  EXPECT_NE(IpAddress::v4(1), IpAddress::v6(1));
}

// What kube-apiserver 1.34 accepts, and as what.
TEST(Cidr, ReadsWhatTheApiServerAccepts) {
  EXPECT_EQ(block_text("10.0.0.0/8"), "10.0.0.0/8");
  EXPECT_EQ(block_text("10.1.2.3/8"), "10.0.0.0/8") << "host bits are dropped";
  EXPECT_EQ(block_text("0.0.0.0/0"), "0.0.0.0/0");
  EXPECT_EQ(block_text("10.0.0.1/32"), "10.0.0.1/32");
  EXPECT_EQ(block_text("010.0.0.0/8"), "10.0.0.0/8") << "not octal";
  EXPECT_EQ(block_text("10.0.0.0/08"), "10.0.0.0/8");
  EXPECT_EQ(block_text("0.0.0.0/00"), "0.0.0.0/0");
  EXPECT_EQ(block_text("2001:DB8::1/32"), "2001:db8::/32");
  EXPECT_EQ(block_text("2001:0db8:0000:0000:0000:0000:0000:0000/32"), "2001:db8::/32");
  EXPECT_EQ(block_text("::/0"), "::/0");
  EXPECT_EQ(block_text("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"), "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128");
  EXPECT_EQ(block_text("::10.0.0.0/104"), "::a00:0/104");
}

TEST(Cidr, AMappedBlockIsIpv4FromLength96OnAndIpv6Below) {
  EXPECT_EQ(block_text("::ffff:10.0.0.0/104"), "10.0.0.0/8");
  EXPECT_EQ(block_text("::ffff:10.1.2.3/112"), "10.1.0.0/16");
  EXPECT_EQ(block_text("::ffff:0:0/96"), "0.0.0.0/0");
  EXPECT_EQ(block_text("::ffff:10.0.0.1/128"), "10.0.0.1/32");
  EXPECT_EQ(block_text("::ffff:10.0.0.0/8"), "::/8");
  EXPECT_EQ(block_text("::ffff:10.0.0.0/95"), "::fffe:0:0/95");
}

TEST(Cidr, RefusesWhatTheApiServerRefuses) {
  for (const char* text : {"",
                           "/",
                           "10.0.0.0",
                           "10.0.0.0/",
                           "/8",
                           "10.0.0.0/33",
                           "10.0.0.0/+8",
                           "10.0.0.0/-1",
                           "10/8",
                           " 10.0.0.0/8",
                           "10.0.0.0/8 ",
                           "10.0.0.0 /8",
                           "10.0.0.0/ 8",
                           "10.0.0.0/255.0.0.0",
                           "10.0.0.0-10.0.0.9",
                           "fe80::%eth0/64",
                           "::/129",
                           "10.0.0.0/8/8",
                           "10.0.0.256/8",
                           "::1::/8",
                           "10.0.0.0/8a",
                           "10.0.0.0/0x8",
                           "10.0.0.0/99999999999999999999",
                           "2001:db8::/32/",
                           "::ffff:10.0.0.0/129",
                           "12345::/16"}) {
    EXPECT_EQ(Cidr::parse(text), std::nullopt) << text;
  }
}

Cidr random_block(std::mt19937_64& random) {
  if (random() % 2 == 0) return {IpAddress::v4(static_cast<std::uint32_t>(random())), static_cast<unsigned>(random() % 33)};
  return {IpAddress::v6(random_bits(random) | Uint128{1} << 127), static_cast<unsigned>(1 + random() % 128)};
}

TEST(Cidr, TextIsReadBackAsTheSameBlock) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20'000; ++round) {
    const Cidr block = random_block(random);
    ASSERT_EQ(Cidr::parse(block.text()), block) << block;
  }
}

TEST(Cidr, HoldsExactlyTheAddressesThatShareItsPrefix) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 20'000; ++round) {
    const Cidr block = random_block(random);
    const bool v4 = block.family() == IpFamily::kV4;
    const unsigned host_bits = (v4 ? 32 : 128) - block.prefix_length();
    const auto address = [&](Uint128 bits) { return v4 ? IpAddress::v4(static_cast<std::uint32_t>(bits)) : IpAddress::v6(bits); };
    ASSERT_TRUE(block.contains(block.first()) && block.contains(block.last()) && block.contains(block));
    ASSERT_TRUE((block.last().bits() ^ block.first().bits()) == (host_bits == 128 ? ~Uint128{0} : (Uint128{1} << host_bits) - 1));
    if (block.prefix_length() > 0) {
      ASSERT_FALSE(block.contains(address(block.first().bits() ^ Uint128{1} << host_bits)));
      const Cidr wider(block.first(), block.prefix_length() - 1);
      ASSERT_TRUE(wider.contains(block) && !block.contains(wider));
    }
    ASSERT_FALSE(block.contains(v4 ? IpAddress::v6(block.first().bits()) : IpAddress::v4(0))) << "the other family";
  }
}

/// The cover by its definition: a block that is all in the set, else the covers of its halves.
void plain_cover(const Cidr& block, unsigned width, const IntervalSet<Uint128>& set, std::vector<Cidr>& cover) {
  const IntervalSet<Uint128> own(block.first().bits(), block.last().bits());
  if (!own.intersects(set)) return;
  if (set.contains(own)) {
    cover.push_back(block);
    return;
  }
  const bool v4 = width == 32;
  const unsigned length = block.prefix_length() + 1;
  const Uint128 second = block.first().bits() | Uint128{1} << (width - length);
  plain_cover({block.first(), length}, width, set, cover);
  plain_cover({v4 ? IpAddress::v4(static_cast<std::uint32_t>(second)) : IpAddress::v6(second), length}, width, set, cover);
}

TEST(CidrsOf, IsTheSmallestCover) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 400; ++round) {
    const bool v4 = random() % 2 == 0;
    const IpFamily family = v4 ? IpFamily::kV4 : IpFamily::kV6;
    const Uint128 greatest = v4 ? Uint128{0xFFFFFFFF} : ~Uint128{0};
    std::vector<Interval<Uint128>> intervals;
    for (std::size_t n = random() % 4; n > 0; --n) {
      const Uint128 first = random_bits(random) & greatest;
      const bool to_the_end = random() % 4 == 0;
      intervals.push_back({first, to_the_end ? greatest : first + std::min<Uint128>(random() >> (random() % 64), greatest - first)});
    }
    const auto set = IntervalSet<Uint128>::of(intervals);
    std::vector<Cidr> expected;
    plain_cover({v4 ? IpAddress::v4(0) : IpAddress::v6(0), 0}, v4 ? 32 : 128, set, expected);
    ASSERT_EQ(cidrs_of(family, set), expected);
  }
}

TEST(CidrsOf, TheWholeSpaceIsOneBlock) {
  EXPECT_EQ(cidrs_of(IpFamily::kV6, IntervalSet<Uint128>::all()), (std::vector<Cidr>{Cidr(IpAddress::v6(0), 0)}));
  EXPECT_EQ(cidrs_of(IpFamily::kV4, {0, 0xFFFFFFFF}), (std::vector<Cidr>{Cidr(IpAddress::v4(0), 0)}));
  EXPECT_TRUE(cidrs_of(IpFamily::kV4, {}).empty());
  EXPECT_EQ(cidrs_of(IpFamily::kV6, {~Uint128{0}, ~Uint128{0}}), (std::vector<Cidr>{Cidr(IpAddress::v6(~Uint128{0}), 128)}));
}

}  // namespace
}  // namespace foregate::base
