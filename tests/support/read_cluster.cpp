#include "tests/support/read_cluster.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

#include "base/executor.h"
#include "model/manifest/reader.h"

namespace foregate::testing {

model::ObjectSet read_objects(std::string_view text, model::Names& names, base::Diagnostics& diagnostics) {
  std::string padded(text);
  padded.reserve(text.size() + model::manifest::kPadding);
  model::ObjectSet objects;
  base::SerialExecutor executor;
  const std::array inputs{model::manifest::Input{base::FileId{std::uint32_t{0}}, padded}};
  model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
  return objects;
}

model::Snapshot read_cluster(std::string_view text, base::Diagnostics& diagnostics) {
  model::Names names;
  model::ObjectSet objects = read_objects(text, names, diagnostics);
  return model::build_snapshot(std::move(objects), std::move(names), diagnostics);
}

model::Snapshot read_cluster(std::string_view text) {
  base::Diagnostics diagnostics;
  model::Snapshot snapshot = read_cluster(text, diagnostics);
  for (const base::Diagnostic& d : diagnostics.all()) {
    if (d.severity == base::Severity::kError)
      ADD_FAILURE() << d.at.line << ":" << d.at.column << ": " << d.code << " " << d.object << " " << d.path << ": " << d.message;
  }
  return snapshot;
}

std::optional<policy::Endpoint> find_endpoint(const model::Snapshot& snapshot, std::string_view text) {
  const model::Inventory& inventory = *snapshot.inventory;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    if (const auto address = base::IpAddress::parse(text)) return policy::Endpoint::of_address(inventory, *address);
  } else {
    const auto first = snapshot.names->symbols->find(text.substr(0, slash));
    const auto second = snapshot.names->symbols->find(text.substr(slash + 1));
    if (const auto pod = inventory.find_pod(first, second)) return policy::Endpoint::of_pod(pod);
    const auto node = inventory.find_node(second);
    if (text.starts_with("node/") && node) return policy::Endpoint::of_node(node);
  }
  return std::nullopt;
}

std::optional<policy::Endpoint> parse_endpoint(const model::Snapshot& snapshot, std::string_view text) {
  const auto end = find_endpoint(snapshot, text);
  if (!end) ADD_FAILURE() << "no endpoint '" << text << "'";
  return end;
}

std::string endpoint_text(const model::Snapshot& snapshot, const policy::Endpoint& end) {
  if (end.kind == policy::Endpoint::Kind::kPod) return snapshot.inventory->pod_text(end.pod, *snapshot.names);
  if (end.kind == policy::Endpoint::Kind::kAddress) return end.address ? end.address->text() : "nowhere";
  const auto name = snapshot.names->text(snapshot.inventory->nodes[end.node.value()].name);
  return end.address ? fmt::format("node/{} at {}", name, end.address->text()) : fmt::format("node/{}", name);
}

std::string flow_text(const model::Snapshot& snapshot, const policy::Flow& flow) {
  std::string text = fmt::format("{} -> {} {} {}", endpoint_text(snapshot, flow.from), endpoint_text(snapshot, flow.to),
                                 model::protocol_name(flow.protocol), flow.port);
  if (flow.family) text += *flow.family == base::IpFamily::kV4 ? " IPv4" : " IPv6";
  return flow.through_service ? text + " through a Service" : text;
}

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace foregate::testing
