#include "cli/named_ports.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace foregate::cli {
namespace {

using model::NamedPort;

std::vector<NamedPort> ports_of(const End& end, const model::Snapshot& snapshot) {
  if (end.endpoint.kind != policy::Endpoint::Kind::kPod) return {};
  return snapshot.names->named_ports.ports(snapshot.inventory->pods[end.endpoint.pod.value()].named_ports);
}

/// `http (TCP 8080), metrics (TCP 9100)`.
std::string names_there_are(const Ends& ends, const model::Snapshot& snapshot) {
  std::set<std::string> texts;
  for (const End& end : ends.all) {
    for (const NamedPort& port : ports_of(end, snapshot)) {
      texts.insert(fmt::format("{} ({} {})", snapshot.names->text(port.name), model::protocol_name(port.protocol), port.number));
    }
  }
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return list.empty() ? "it names none" : "it has " + list;
}

/// The protocol that a bare name is meant in.
model::Protocol protocol_of(const Ends& ends, model::Symbol name, const model::Snapshot& snapshot) {
  std::optional<model::Protocol> first;
  for (const End& end : ends.all) {
    for (const NamedPort& port : ports_of(end, snapshot)) {
      if (port.name != name) continue;
      if (port.protocol == model::Protocol::kTcp) return port.protocol;
      first = first.value_or(port.protocol);
    }
  }
  return first.value_or(model::Protocol::kTcp);
}

std::string found_text(std::string_view name, std::string_view text, model::Protocol protocol, const std::vector<End>& found) {
  std::set<std::uint16_t> numbers;
  for (const End& end : found) numbers.insert(*end.port);
  std::string list;
  for (const std::uint16_t number : numbers) list += fmt::format("{}{}", list.empty() ? "" : ", ", number);
  return fmt::format("port '{}' of {} is {} {}", name, text, model::protocol_name(protocol), list);
}

}  // namespace

base::Result<Ends> resolve_port_name(Ends ends, std::string_view text, const AskedPort& asked, const model::Snapshot& snapshot) {
  const auto is_pod = [](const End& end) { return end.endpoint.kind == policy::Endpoint::Kind::kPod; };
  if (std::none_of(ends.all.begin(), ends.all.end(), is_pod)) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}' is no port of '{}': only pods have named ports", asked.name, text));
  }
  const model::Symbol name = snapshot.names->symbols->find(asked.name);
  const model::Protocol protocol = asked.protocol.value_or(protocol_of(ends, name, snapshot));
  std::vector<End> found;
  std::vector<std::string> notes;
  for (const End& end : ends.all) {
    const std::size_t before = found.size();
    for (const NamedPort& port : ports_of(end, snapshot)) {
      if (!name || port.name != name || port.protocol != protocol) continue;
      found.push_back(end);
      found.back().port = port.number;
    }
    if (found.size() > before || !is_pod(end)) continue;
    notes.push_back(fmt::format("{} has no {} port named '{}' and is left out",
                                snapshot.inventory->pod_text(end.endpoint.pod, *snapshot.names), model::protocol_name(protocol),
                                asked.name));
  }
  if (found.empty()) {
    return base::failure(base::ErrorCode::kNotFound,
                         fmt::format("'{}' has no port named '{}'; {}", text, asked.name, names_there_are(ends, snapshot)));
  }
  notes.push_back(found_text(asked.name, text, protocol, found));
  ends.notes.insert(ends.notes.end(), notes.begin(), notes.end());
  ends.protocol = protocol;
  ends.port = found.front().port;
  ends.all = std::move(found);
  return ends;
}

}  // namespace foregate::cli
