#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/interval_set.h"

namespace foregate::base {

__extension__ using Uint128 = unsigned __int128;

enum class IpFamily : std::uint8_t { kV4, kV6 };

/// An IPv4 or IPv6 address as a number. IPv4-mapped IPv6 is IPv4, as Go's net package (and so the API server) has it.
class IpAddress {
 public:
  constexpr IpAddress() = default;
  static constexpr IpAddress v4(std::uint32_t bits) { return {IpFamily::kV4, bits}; }
  static constexpr IpAddress v6(Uint128 bits) { return {IpFamily::kV6, bits}; }
  /// RFC 4632 dotted quad or RFC 4291 text without zone; nothing for any other text, leading zeros included.
  static std::optional<IpAddress> parse(std::string_view text);

  constexpr IpFamily family() const { return family_; }
  /// 32 or 128 bits, most significant first.
  constexpr Uint128 bits() const { return bits_; }
  /// RFC 5952 for IPv6.
  std::string text() const;
  friend constexpr bool operator==(const IpAddress&, const IpAddress&) = default;
  friend constexpr bool operator<(const IpAddress& a, const IpAddress& b) {
    return a.family_ != b.family_ ? a.family_ < b.family_ : a.bits_ < b.bits_;
  }

 private:
  constexpr IpAddress(IpFamily family, Uint128 bits) : bits_(bits), family_(family) {}
  Uint128 bits_ = 0;
  IpFamily family_ = IpFamily::kV4;
};

/// A block of addresses, always masked (`10.0.0.1/8` is `10.0.0.0/8`).
class Cidr {
 public:
  constexpr Cidr() = default;
  Cidr(IpAddress address, unsigned prefix_length);
  /// The lenient reading of kube-apiserver 1.34 without StrictIPCIDRValidation (net.ParseCIDR of k8s.io/utils/net): host bits are dropped,
  /// leading zeros are decimal, IPv4-mapped IPv6 of /96 or longer is IPv4. Nothing where the server refuses the text.
  static std::optional<Cidr> parse(std::string_view text);

  IpFamily family() const { return first_.family(); }
  unsigned prefix_length() const { return prefix_length_; }
  IpAddress first() const { return first_; }
  IpAddress last() const;
  bool contains(const IpAddress& address) const;
  bool contains(const Cidr& other) const;
  std::string text() const;
  friend bool operator==(const Cidr&, const Cidr&) = default;
  friend bool operator<(const Cidr& a, const Cidr& b) {
    return a.first_ == b.first_ ? a.prefix_length_ < b.prefix_length_ : a.first_ < b.first_;
  }

 private:
  IpAddress first_;
  unsigned prefix_length_ = 0;
};

/// The smallest list of blocks that covers exactly the addresses of `set`, ascending. `set` holds numbers of `family`.
std::vector<Cidr> cidrs_of(IpFamily family, const IntervalSet<Uint128>& set);

}  // namespace foregate::base
