#include "model/ports.h"

namespace foregate::model {

std::string_view protocol_name(Protocol protocol) {
  switch (protocol) {
    case Protocol::kTcp:
      return "TCP";
    case Protocol::kUdp:
      return "UDP";
    case Protocol::kSctp:
      return "SCTP";
    case Protocol::kOther:
      return "other";
  }
  return "other";
}

std::optional<Protocol> parse_protocol(std::string_view text) {
  if (text == "TCP") return Protocol::kTcp;
  if (text == "UDP") return Protocol::kUdp;
  if (text == "SCTP") return Protocol::kSctp;
  return std::nullopt;
}

PortSpace port_range(Protocol protocol, std::uint32_t first, std::uint32_t last) {
  return {port_point(protocol, first), port_point(protocol, last)};
}

const PortSpace& all_traffic() {
  static const PortSpace kAll = port_range(Protocol::kTcp, 1, kMaxPort) + port_range(Protocol::kUdp, 1, kMaxPort) +
                                port_range(Protocol::kSctp, 1, kMaxPort) + port_range(Protocol::kOther, 0, 0);
  return kAll;
}

}  // namespace foregate::model
