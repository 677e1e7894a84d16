#include "cli/service_targets.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "model/service_backends.h"

namespace foregate::cli {
namespace {

using model::ServicePort;

std::vector<model::PodId> selected_pods(const model::Service& service, const model::Snapshot& snapshot) {
  std::vector<model::PodId> found;
  if (!service.selector) return found;
  const std::vector<model::Pod>& pods = snapshot.inventory->pods;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    if (pods[i].ns != service.ns || pods[i].finished) continue;
    if (model::selects(service, pods[i], *snapshot.names)) found.push_back(model::PodId{i});
  }
  return found;
}

End end_of_pod(model::PodId pod) {
  End end;
  end.endpoint = policy::Endpoint::of_pod(pod);
  return end;
}

/// Where the slices of a Service send to: at `port`, or without one each end once, whatever its ports.
std::vector<End> slice_targets(const model::Service& service, const ServicePort* port, const model::Snapshot& snapshot) {
  std::vector<End> ends;
  const model::Inventory& inventory = *snapshot.inventory;
  const auto add = [&](const model::EndpointSlice::Target& target, std::optional<std::uint16_t> number) {
    const model::PodId pod = target.pod ? inventory.find_pod(service.ns, target.pod) : model::PodId{};
    if (!pod && target.addresses.empty()) return;
    End end = pod ? end_of_pod(pod) : End{policy::Endpoint::of_address(inventory, target.addresses.front()), {}, {}, {}, false};
    end.port = number;
    if (number || std::find(ends.begin(), ends.end(), end) == ends.end()) ends.push_back(end);
  };
  for (const model::EndpointSlice& slice : inventory.endpoint_slices) {
    if (slice.ns != service.ns || slice.service != service.name) continue;
    if (port == nullptr) {
      for (const auto& target : slice.endpoints) add(target, {});
      continue;
    }
    for (const model::EndpointSlice::Port& candidate : slice.ports) {
      if (candidate.protocol != port->protocol || candidate.name != port->name) continue;
      for (const auto& target : slice.endpoints) add(target, candidate.port);
    }
  }
  return ends;
}

std::string port_list(const model::Service& service, const model::Names& names) {
  std::string text;
  for (const ServicePort& port : service.ports) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", model::protocol_name(port.protocol), port.port);
    if (port.name) text += fmt::format(" ({})", names.text(port.name));
  }
  return text.empty() ? "none" : text;
}

bool fits(const ServicePort& port, std::string_view text, const AskedPort& asked, const model::Names& names) {
  if (asked.protocol && port.protocol != *asked.protocol) return false;
  if (text.empty()) return !asked.number || port.port == *asked.number;
  return fmt::format("{}", port.port) == text || (port.name && names.text(port.name) == text);
}

}  // namespace

base::Result<const ServicePort*> choose_port(const model::Service& service, std::string_view port_text, const AskedPort& asked,
                                             const model::Names& names) {
  std::vector<const ServicePort*> fitting;
  for (const ServicePort& port : service.ports) {
    if (fits(port, port_text, asked, names)) fitting.push_back(&port);
  }
  const std::string service_text = fmt::format("svc/{}/{}", names.text(service.ns), names.text(service.name));
  if (fitting.empty()) {
    return base::failure(base::ErrorCode::kNotFound,
                         fmt::format("{} has no such port; it has {}", service_text, port_list(service, names)));
  }
  if (fitting.size() == 1) return fitting.front();
  // One number for TCP and UDP is common (DNS); as everywhere, TCP is meant where nothing else is said.
  const bool one_number =
      std::all_of(fitting.begin(), fitting.end(), [&](const ServicePort* p) { return p->port == fitting.front()->port; });
  const auto tcp = std::find_if(fitting.begin(), fitting.end(), [](const ServicePort* p) { return p->protocol == model::Protocol::kTcp; });
  if (one_number && tcp != fitting.end()) return *tcp;
  return base::failure(base::ErrorCode::kInvalidArgument,
                       fmt::format("{} has several ports, say which: {}", service_text, port_list(service, names)));
}

std::vector<End> service_targets(const model::Service& service, const ServicePort& port, const model::Snapshot& snapshot,
                                 std::vector<std::string>& notes) {
  if (!service.selector) return slice_targets(service, &port, snapshot);
  std::vector<End> ends;
  for (const model::PodId id : selected_pods(service, snapshot)) {
    const std::vector<std::uint16_t> numbers = model::target_numbers(port, snapshot.inventory->pods[id.value()], *snapshot.names);
    if (numbers.empty()) {
      notes.push_back(fmt::format("{} has no {} port named '{}', so the Service does not send to it",
                                  snapshot.inventory->pod_text(id, *snapshot.names), model::protocol_name(port.protocol),
                                  snapshot.names->text(std::get<base::Symbol>(port.target_port))));
    }
    for (const std::uint16_t number : numbers) {
      ends.push_back(end_of_pod(id));
      ends.back().port = number;
    }
  }
  return ends;
}

std::vector<End> service_pods(const model::Service& service, const model::Snapshot& snapshot) {
  if (!service.selector) return slice_targets(service, nullptr, snapshot);
  std::vector<End> ends;
  for (const model::PodId id : selected_pods(service, snapshot)) ends.push_back(end_of_pod(id));
  return ends;
}

}  // namespace foregate::cli
