#include "model/manifest/kinds/common_fields.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "model/manifest/spelling.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kOwnerEntries[] = {{"kind", nullptr}, {"name", nullptr}, {"controller", nullptr}};
constexpr FieldFilter kOwnerFilter{kOwnerEntries};
constexpr FieldFilter::Entry kMetadataEntries[] = {
    {"name", nullptr}, {"namespace", nullptr}, {"generateName", nullptr}, {"labels", nullptr}, {"ownerReferences", &kOwnerFilter}};

constexpr FieldFilter::Entry kPortEntries[] = {{"name", nullptr}, {"protocol", nullptr}, {"containerPort", nullptr}};
constexpr FieldFilter kPortFilter{kPortEntries};
constexpr FieldFilter::Entry kContainerEntries[] = {{"ports", &kPortFilter}, {"restartPolicy", nullptr}};
constexpr FieldFilter kContainerFilter{kContainerEntries};
constexpr FieldFilter::Entry kPodSpecEntries[] = {
    {"nodeName", nullptr}, {"hostNetwork", nullptr}, {"containers", &kContainerFilter}, {"initContainers", &kContainerFilter}};

constexpr std::int32_t kGreatestPort = 65535;

/// The pod before mostly has the same name at the same place.
Symbol read_port_name(const DecodeRun& run, Names& names, std::string_view name) {
  const std::size_t place = run.next_ports.size();
  const bool same = place < run.last_ports.size() && names.text(run.last_ports[place].name) == name;
  return same ? run.last_ports[place].name : names.symbols->intern(name);
}

/// The named ports of one container are added to `run.next_ports`.
void read_container_ports(DecodeRun& run, const Cursor& container) {
  const Cursor ports = container.field("ports");
  if (!ports.is_list()) return;
  for (const Cursor item : ports.children()) {
    if (!item.is_map()) continue;
    const std::optional<std::uint16_t> number = decode_port_number(item.field("containerPort"));
    const std::optional<Protocol> protocol = decode_protocol(item.field("protocol"));
    const Cursor name_field = item.field("name");
    const std::string_view name = name_field.text().value_or("");
    if (!name.empty()) check_port_name(name_field, port_name_problem(name));
    if (!name.empty() && number && protocol) run.next_ports.push_back({read_port_name(run, item.names(), name), *protocol, *number});
  }
}

}  // namespace

constexpr FieldFilter kMetadataFilter{kMetadataEntries};
constexpr FieldFilter kPodSpecFilter{kPodSpecEntries};

std::optional<Protocol> decode_protocol(const Cursor& protocol) {
  if (protocol.is_null()) return Protocol::kTcp;
  const std::optional<std::string_view> text = protocol.text();
  if (!text) return std::nullopt;
  const std::optional<Protocol> known = parse_protocol(*text);
  if (!known) {
    const std::string_view meant = nearest(*text, std::array<std::string_view, 3>{"TCP", "UDP", "SCTP"});
    protocol.error("FG1063", fmt::format("{} is no protocol here", quoted(*text)),
                   edit_distance(*text, meant) == 0 ? fmt::format("Did you mean '{}'?", meant) : "The protocols are TCP, UDP and SCTP.");
  }
  return known;
}

std::optional<std::uint16_t> decode_port_number(const Cursor& port) {
  const std::optional<std::int32_t> number = port.int32();
  if (!number) return std::nullopt;
  if (*number >= 1 && *number <= kGreatestPort) return static_cast<std::uint16_t>(*number);
  port.error("FG1060", fmt::format("{} is {}, and ports are 1 to 65535", field_text(port), *number));
  return std::nullopt;
}

void check_port_name(const Cursor& name, const std::string& problem) {
  if (!problem.empty()) name.error("FG1061", fmt::format("the port name {} {}", quoted(name.value().text()), problem));
}

std::optional<IpAddress> decode_address(const Cursor& address) {
  const std::optional<std::string_view> text = address.text();
  if (!text || text->empty()) return std::nullopt;
  const std::optional<IpAddress> parsed = IpAddress::parse(*text);
  if (!parsed) address.error("FG1080", fmt::format("{} is no IP address", quoted(*text)));
  return parsed;
}

PodSpec decode_pod_spec(DecodeRun& run, const Cursor& spec) {
  PodSpec result;
  result.host_network = spec.field("hostNetwork").boolean().value_or(false);
  run.next_ports.clear();
  const Cursor containers = spec.field("containers");
  if (containers.is_list()) {
    for (const Cursor container : containers.children()) {
      if (container.is_map()) read_container_ports(run, container);
    }
  }
  // Sidecars: init containers that go on running beside the others.
  const Cursor init_containers = spec.field("initContainers");
  if (init_containers.is_list()) {
    for (const Cursor container : init_containers.children()) {
      if (container.is_map() && container.field("restartPolicy").text() == "Always") read_container_ports(run, container);
    }
  }
  if (run.last_ports_id.is_none() || run.next_ports != run.last_ports) {
    run.last_ports_id = spec.names().named_ports.intern(run.next_ports);
    std::swap(run.last_ports, run.next_ports);
  }
  result.named_ports = run.last_ports_id;
  return result;
}

}  // namespace foregate::model::manifest
