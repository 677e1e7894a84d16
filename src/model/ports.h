#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/interval_set.h"
#include "base/symbol_table.h"

namespace foregate::model {

/// The protocols that policies can name, and `kOther` for all that they cannot (ICMP among them).
enum class Protocol : std::uint8_t { kTcp, kUdp, kSctp, kOther };

inline constexpr std::uint32_t kMaxPort = 65535;

/// "TCP", "UDP", "SCTP", "other".
std::string_view protocol_name(Protocol protocol);
/// Exactly `TCP`, `UDP` or `SCTP`, as the API spells them.
std::optional<Protocol> parse_protocol(std::string_view text);

/// What a rule can tell apart in a connection, as one number line: TCP ports 1..65535 at 1, UDP at 65536+1, SCTP at 131072+1, and the one
/// value `kOtherTraffic`. A set of connections is then one canonical `IntervalSet`, and sets of different protocols unite and cut like any
/// others.
using PortSpace = base::IntervalSet<std::uint32_t>;

inline constexpr std::uint32_t kProtocolStride = 65536;
inline constexpr std::uint32_t kOtherTraffic = 3 * kProtocolStride;

/// The number of one connection in `PortSpace`. `port` is ignored for `kOther`.
constexpr std::uint32_t port_point(Protocol protocol, std::uint32_t port) {
  return protocol == Protocol::kOther ? kOtherTraffic : static_cast<std::uint32_t>(protocol) * kProtocolStride + port;
}
/// Ports first..last of a protocol (1..65535 for all of it).
PortSpace port_range(Protocol protocol, std::uint32_t first, std::uint32_t last);
/// Every port of every protocol and all other traffic.
const PortSpace& all_traffic();

/// A named port of a pod. Only named ones are kept: a number may be matched whether declared or not.
struct NamedPort {
  base::Symbol name;
  Protocol protocol = Protocol::kTcp;
  std::uint16_t number = 0;
  friend auto operator<=>(const NamedPort&, const NamedPort&) = default;
};

}  // namespace foregate::model
