#include <fmt/format.h>

#include <array>

#include "model/manifest/kinds/cluster_policy_shape.h"
#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

using Fields = std::string_view;
constexpr std::array<Fields, 3> kAdminFields = {"portNumber", "namedPort", "portRange"};
constexpr std::array<Fields, 2> kNumberFields = {"protocol", "port"};
constexpr std::array<Fields, 3> kAdminRangeFields = {"protocol", "start", "end"};
constexpr std::array<Fields, 4> kProtocolFields = {"tcp", "udp", "sctp", "destinationNamedPort"};
constexpr std::array<Fields, 1> kDestinationFields = {"destinationPort"};
constexpr std::array<Fields, 2> kDestinationPortFields = {"number", "range"};
constexpr std::array<Fields, 2> kRangeFields = {"start", "end"};

std::uint16_t required_port(const Cursor& port) { return port.require() ? decode_port_number(port).value_or(0) : std::uint16_t{0}; }

/// The CRD of v1alpha1 takes any text: one that is no protocol matches nothing.
void read_admin_protocol(const Cursor& protocol, ClusterPort& port) {
  port.protocol = Protocol::kTcp;
  const std::optional<std::string_view> text = protocol.text();
  if (!text) return;
  if (const std::optional<Protocol> known = parse_protocol(*text)) {
    port.protocol = *known;
    return;
  }
  port.kind = ClusterPort::Kind::kNoProtocol;
  protocol.warn("FG1064", fmt::format("{} is no protocol; the API server takes it here, and it matches nothing", quoted(*text)),
                "The protocols are TCP, UDP and SCTP.");
}

void read_port_name(const Cursor& name, ClusterPort& port) {
  port.kind = ClusterPort::Kind::kNamed;
  const std::optional<std::string_view> text = name.text();
  if (!text) return;
  port.name = name.names().symbols->intern(*text);
  if (const std::string problem = port_name_problem(*text); !problem.empty()) {
    name.warn("FG1067", fmt::format("no port of a container has the name {}: it {}", quoted(*text), problem), {});
  }
}

void read_admin_range(const Cursor& range, ClusterPort& port) {
  if (!range.is_map()) return;
  range.allow_only(kAdminRangeFields);
  read_admin_protocol(range.field("protocol"), port);
  port.first = required_port(range.field("start"));
  port.last = required_port(range.field("end"));
  if (port.first > port.last && port.last != 0) {
    range.warn("FG1066",
               fmt::format("the range {} to {} is empty; the API server takes it here, and it matches nothing", port.first, port.last));
  }
}

void read_cluster_range(const Cursor& range, ClusterPort& port) {
  if (!range.is_map()) return;
  range.allow_only(kRangeFields);
  port.first = required_port(range.field("start"));
  port.last = required_port(range.field("end"));
  const bool complete = port.first != 0 && port.last != 0;
  if (complete && port.first >= port.last) {
    range.error("FG1068", fmt::format("the range's start {} must be below its end {}", port.first, port.last),
                port.first == port.last ? fmt::format("Write 'number: {}' for one port.", port.first) : std::string{});
  }
}

void read_destination(const Cursor& protocol, ClusterPort& port) {
  if (!protocol.is_map()) return;
  protocol.allow_only(kDestinationFields);
  const Cursor destination = protocol.field("destinationPort");
  if (destination.is_null()) {
    protocol.error("FG1050", fmt::format("'{}' needs a 'destinationPort'", protocol.key()),
                   "For all its ports write 'destinationPort: {range: {start: 1, end: 65535}}'.");
    return;
  }
  if (!destination.is_map()) return;
  destination.allow_only(kDestinationPortFields);
  if (!has_exactly_one(destination, kDestinationPortFields)) return;
  const Cursor number = destination.field("number");
  if (number.is_set()) {
    port.first = port.last = decode_port_number(number).value_or(0);
  } else {
    read_cluster_range(destination.field("range"), port);
  }
}

}  // namespace

ClusterPort decode_admin_port(const Cursor& item) {
  ClusterPort port;
  port.at = item.position();
  item.allow_only(kAdminFields);
  if (!has_exactly_one(item, kAdminFields)) return port;
  const Cursor number = item.field("portNumber");
  if (number.is_map()) {
    number.allow_only(kNumberFields);
    read_admin_protocol(number.field("protocol"), port);
    port.first = port.last = required_port(number.field("port"));
  }
  const Cursor name = item.field("namedPort");
  if (name.is_set()) read_port_name(name, port);
  read_admin_range(item.field("portRange"), port);
  return port;
}

ClusterPort decode_cluster_protocol(const Cursor& item) {
  ClusterPort port;
  port.at = item.position();
  item.allow_only(kProtocolFields);
  if (!has_exactly_one(item, kProtocolFields)) return port;
  for (const Protocol protocol : {Protocol::kTcp, Protocol::kUdp, Protocol::kSctp}) {
    const Cursor at = item.field(kProtocolFields[static_cast<std::size_t>(protocol)]);
    if (at.is_null()) continue;
    port.protocol = protocol;
    read_destination(at, port);
  }
  const Cursor name = item.field("destinationNamedPort");
  if (name.is_null()) return port;
  read_port_name(name, port);
  // Go's clients read "" back as an item without any field, which fails closed.
  if (name.kind() == ValueKind::kString && name.value().text().empty()) port.kind = ClusterPort::Kind::kUnrecognised;
  return port;
}

}  // namespace foregate::model::manifest
