#include "base/ip_address.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

#include "base/check.h"

namespace foregate::base {
namespace {

constexpr unsigned kV4Bits = 32;
constexpr unsigned kV6Bits = 128;
constexpr unsigned kMappedPrefix = 96;  // ::ffff:0:0/96
constexpr std::size_t kGroups = 8;

constexpr unsigned width_of(IpFamily family) { return family == IpFamily::kV4 ? kV4Bits : kV6Bits; }

/// The `count` lowest bits set; count <= 128.
constexpr Uint128 low_bits(unsigned count) { return count == 0 ? Uint128{0} : ~Uint128{0} >> (kV6Bits - count); }

constexpr bool is_mapped(Uint128 v6) { return v6 >> kV4Bits == 0xFFFF; }

/// How addresses may be written: as Go's `net.ParseIP` has it today, or as the fork the API server keeps for old objects.
enum class Spelling { kStrict, kLenient };

/// Reads texts from the left. Every reading moves past what it accepted; after a refusal the place is of no use.
class Reader {
 public:
  Reader(std::string_view text, Spelling spelling) : rest_(text), spelling_(spelling) {}

  bool at_end() const { return rest_.empty(); }
  bool skip(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  /// Decimal digits with a value of at most `greatest`.
  std::optional<std::uint32_t> decimal(std::uint32_t greatest) {
    std::uint32_t value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      value = value * 10 + static_cast<std::uint32_t>(rest_[digits] - '0');
      if (value > greatest) return {};
    }
    const bool padded = digits > 1 && rest_.front() == '0';
    if (digits == 0 || (padded && spelling_ == Spelling::kStrict)) return {};
    rest_.remove_prefix(digits);
    return value;
  }

  std::optional<std::uint32_t> dotted_quad() {
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      if (i > 0 && !skip(".")) return {};
      const auto byte = decimal(255);
      if (!byte) return {};
      bits = bits << 8 | *byte;
    }
    return bits;
  }

  std::optional<Uint128> v6();

 private:
  static std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return {};
  }

  std::optional<std::uint16_t> group() {
    unsigned value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size(); ++digits) {
      const auto digit = hex_digit(rest_[digits]);
      if (!digit) break;
      value = value << 4 | *digit;
      if (value > 0xFFFF) return {};
    }
    if (digits == 0 || (digits > 4 && spelling_ == Spelling::kStrict)) return {};
    rest_.remove_prefix(digits);
    return static_cast<std::uint16_t>(value);
  }

  /// Whether a dot comes before the next colon: the address ends as a dotted quad.
  bool quad_follows() const { return rest_.find('.') < rest_.find(':'); }

  std::string_view rest_;
  Spelling spelling_;
};

/// The groups of an address, and where `::` stood among them.
struct Groups {
  std::array<std::uint16_t, kGroups> values{};
  std::size_t count = 0;
  std::optional<std::size_t> gap;

  bool add(std::uint16_t value) {
    if (count == kGroups) return false;
    values[count++] = value;
    return true;
  }

  /// `::` stands for at least one group, and is the only way to write fewer than eight.
  std::optional<Uint128> bits() const {
    if (gap.has_value() == (count == kGroups)) return {};
    Uint128 result = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool before_gap = !gap || i < *gap;
      const std::size_t place = before_gap ? kGroups - 1 - i : count - 1 - i;
      result |= Uint128{values[i]} << (16 * place);
    }
    return result;
  }
};

std::optional<Uint128> Reader::v6() {
  Groups groups;
  if (skip("::")) groups.gap = 0;
  while (!(at_end() && groups.gap == groups.count)) {
    if (quad_follows()) {
      const auto quad = dotted_quad();
      if (!quad || !groups.add(static_cast<std::uint16_t>(*quad >> 16)) || !groups.add(static_cast<std::uint16_t>(*quad))) return {};
      break;
    }
    const auto value = group();
    if (!value || !groups.add(*value)) return {};
    if (at_end()) break;
    if (skip("::")) {
      if (groups.gap) return {};
      groups.gap = groups.count;
    } else if (!skip(":")) {
      return {};
    }
  }
  return groups.bits();
}

std::optional<IpAddress> read_address(std::string_view text, Spelling spelling) {
  Reader reader(text, spelling);
  if (text.find(':') == std::string_view::npos) {
    const auto bits = reader.dotted_quad();
    return bits && reader.at_end() ? std::optional{IpAddress::v4(*bits)} : std::nullopt;
  }
  const auto bits = reader.v6();
  return bits && reader.at_end() ? std::optional{IpAddress::v6(*bits)} : std::nullopt;
}

std::string quad_text(Uint128 bits) {
  const auto v4 = static_cast<std::uint32_t>(bits);
  return fmt::format("{}.{}.{}.{}", v4 >> 24, v4 >> 16 & 0xFF, v4 >> 8 & 0xFF, v4 & 0xFF);
}

struct Run {
  std::size_t begin = 0;
  std::size_t length = 0;
};

/// The longest run of zero groups, the first of equals; a single group is not shortened (RFC 5952, 4.2.2 and 4.2.3).
Run run_to_shorten(const std::array<unsigned, kGroups>& groups) {
  Run best;
  Run current;
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (groups[i] != 0) continue;
    const bool continues = current.length > 0 && current.begin + current.length == i;
    current = continues ? Run{current.begin, current.length + 1} : Run{i, 1};
    if (current.length > best.length) best = current;
  }
  return best.length > 1 ? best : Run{};
}

std::string v6_text(Uint128 bits) {
  if (is_mapped(bits)) return "::ffff:" + quad_text(bits);  // RFC 5952, 5
  std::array<unsigned, kGroups> groups{};
  for (std::size_t i = 0; i < kGroups; ++i) groups[i] = static_cast<unsigned>(bits >> (16 * (kGroups - 1 - i))) & 0xFFFF;
  const Run run = run_to_shorten(groups);
  std::string text;
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (run.length > 0 && i == run.begin) {
      text += "::";
      i += run.length - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    text += fmt::format("{:x}", groups[i]);
  }
  return text;
}

/// The number of low bits that are free in the largest block which begins at `first` and does not end after `last`.
unsigned free_bits(Uint128 first, Uint128 last, unsigned width) {
  unsigned bits = 0;
  while (bits < width) {
    const Uint128 tail = low_bits(bits + 1);
    if ((first & tail) != 0 || tail > last - first) break;
    ++bits;
  }
  return bits;
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const auto address = read_address(text, Spelling::kStrict);
  if (address && address->family() == IpFamily::kV6 && is_mapped(address->bits())) return v4(static_cast<std::uint32_t>(address->bits()));
  return address;
}

std::string IpAddress::text() const { return family_ == IpFamily::kV4 ? quad_text(bits_) : v6_text(bits_); }

Cidr::Cidr(IpAddress address, unsigned prefix_length) : prefix_length_(prefix_length) {
  const unsigned width = width_of(address.family());
  FG_CHECK(prefix_length <= width);
  const Uint128 network = address.bits() & ~low_bits(width - prefix_length);
  first_ = address.family() == IpFamily::kV4 ? IpAddress::v4(static_cast<std::uint32_t>(network)) : IpAddress::v6(network);
}

std::optional<Cidr> Cidr::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  const auto address = read_address(text.substr(0, slash), Spelling::kLenient);
  if (!address) return {};
  Reader reader(text.substr(slash + 1), Spelling::kLenient);
  const auto length = reader.decimal(width_of(address->family()));
  if (!length || !reader.at_end()) return {};
  if (address->family() == IpFamily::kV6 && is_mapped(address->bits()) && *length >= kMappedPrefix) {
    return Cidr{IpAddress::v4(static_cast<std::uint32_t>(address->bits())), *length - kMappedPrefix};
  }
  return Cidr{*address, *length};
}

IpAddress Cidr::last() const {
  const Uint128 bits = first_.bits() | low_bits(width_of(family()) - prefix_length_);
  return family() == IpFamily::kV4 ? IpAddress::v4(static_cast<std::uint32_t>(bits)) : IpAddress::v6(bits);
}

bool Cidr::contains(const IpAddress& address) const {
  return address.family() == family() && first_.bits() <= address.bits() && address.bits() <= last().bits();
}

bool Cidr::contains(const Cidr& other) const { return prefix_length_ <= other.prefix_length_ && contains(other.first_); }

std::string Cidr::text() const { return fmt::format("{}/{}", first_.text(), prefix_length_); }

std::vector<Cidr> cidrs_of(IpFamily family, const IntervalSet<Uint128>& set) {
  const unsigned width = width_of(family);
  std::vector<Cidr> blocks;
  for (const auto& [first, last] : set.intervals()) {
    FG_CHECK(last <= low_bits(width));
    for (Uint128 next = first;;) {
      const unsigned bits = free_bits(next, last, width);
      const IpAddress address = family == IpFamily::kV4 ? IpAddress::v4(static_cast<std::uint32_t>(next)) : IpAddress::v6(next);
      blocks.emplace_back(address, width - bits);
      const Uint128 block_last = next + low_bits(bits);
      if (block_last == last) break;
      next = block_last + 1;
    }
  }
  return blocks;
}

}  // namespace foregate::base
