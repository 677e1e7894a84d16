#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/manifest/decode.h"
#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"

namespace foregate::model::manifest {

/// name, namespace, generateName, labels and the owners' kind, name and controller.
extern const FieldFilter kMetadataFilter;

/// `protocol` (TCP where unset); error FG1063 and nothing where it does not exist.
std::optional<Protocol> decode_protocol(const Cursor& protocol);
/// 1..65535; error FG1060 and nothing beyond. Nothing where unset.
std::optional<std::uint16_t> decode_port_number(const Cursor& port);
/// Error FG1061 at a port's name, `problem` being what is wrong with it; nothing where that is empty.
void check_port_name(const Cursor& name, const std::string& problem);
/// An address; error FG1080 and nothing for other texts. Nothing where unset or empty.
std::optional<IpAddress> decode_address(const Cursor& address);

/// What of a pod's spec a rule may look at; shared by pods and templates.
struct PodSpec {
  NamedPortsId named_ports;
  bool host_network = false;
};
PodSpec decode_pod_spec(DecodeRun& run, const Cursor& spec);
extern const FieldFilter kPodSpecFilter;

}  // namespace foregate::model::manifest
