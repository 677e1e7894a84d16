#include "cli/endpoints.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "cli/service_targets.h"

namespace foregate::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 33> kKinds = {{
    {"po", "Pod"},
    {"pod", "Pod"},
    {"pods", "Pod"},
    {"deploy", "Deployment"},
    {"deployment", "Deployment"},
    {"deployments", "Deployment"},
    {"sts", "StatefulSet"},
    {"statefulset", "StatefulSet"},
    {"statefulsets", "StatefulSet"},
    {"ds", "DaemonSet"},
    {"daemonset", "DaemonSet"},
    {"daemonsets", "DaemonSet"},
    {"rs", "ReplicaSet"},
    {"replicaset", "ReplicaSet"},
    {"replicasets", "ReplicaSet"},
    {"rc", "ReplicationController"},
    {"replicationcontroller", "ReplicationController"},
    {"replicationcontrollers", "ReplicationController"},
    {"job", "Job"},
    {"jobs", "Job"},
    {"cj", "CronJob"},
    {"cronjob", "CronJob"},
    {"cronjobs", "CronJob"},
    {"vm", "VirtualMachine"},
    {"vms", "VirtualMachine"},
    {"virtualmachine", "VirtualMachine"},
    {"virtualmachines", "VirtualMachine"},
    {"svc", "Service"},
    {"service", "Service"},
    {"services", "Service"},
    {"no", "Node"},
    {"node", "Node"},
    {"nodes", "Node"},
}};

constexpr std::string_view kForms = "ns/pod, ns/kind/name, svc/ns/name[:port], node/name, an address, or any";

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t slash = text.find('/');
    parts.push_back(text.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    text.remove_prefix(slash + 1);
  }
}

tl::unexpected<base::Error> not_found(std::string message) { return base::failure(base::ErrorCode::kNotFound, std::move(message)); }

Ends one(const policy::Endpoint& endpoint) {
  Ends ends;
  ends.all.push_back({endpoint, {}, {}, {}});
  return ends;
}

Ends of_address(const model::Inventory& inventory, const base::IpAddress& address) {
  Ends ends = one(policy::Endpoint::of_address(inventory, address));
  ends.all.front().family = address.family();
  return ends;
}

}  // namespace

std::string_view endpoint_kind(std::string_view text) {
  std::string lower{text};
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.first == lower; });
  return found == kKinds.end() ? std::string_view{} : found->second;
}

/// `svc/shop/api:http`, taken apart.
struct EndpointFinder::ServiceText {
  std::string_view ns;
  std::string_view name;
  std::string_view port;
};

EndpointFinder::EndpointFinder(const engine::Engine& engine, std::string default_namespace)
    : engine_(engine), default_namespace_(std::move(default_namespace)) {}

base::Result<Ends> EndpointFinder::find_source(std::string_view text) const { return find(text, nullptr); }
base::Result<Ends> EndpointFinder::find_target(std::string_view text, const AskedPort& asked) const { return find(text, &asked); }

base::Result<Ends> EndpointFinder::find(std::string_view text, const AskedPort* asked) const {
  if (text == "any") return outside();
  if (const auto address = base::IpAddress::parse(text)) return of_address(inventory(), *address);
  const std::vector<std::string_view> parts = split(text);
  const bool complete = std::none_of(parts.begin(), parts.end(), [](std::string_view part) { return part.empty(); });
  if (!complete || parts.size() > 3) {
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("'{}' is no endpoint: it is {}", text, kForms));
  }
  if (parts.size() == 1) return find_pod_or_workload(default_namespace_, parts[0]);
  const std::string_view first_kind = endpoint_kind(parts[0]);
  if (first_kind == "Service") {
    const std::string_view last = parts.back();
    const std::size_t colon = last.find(':');
    const std::string_view port = colon == std::string_view::npos ? std::string_view{} : last.substr(colon + 1);
    return find_service({parts.size() == 3 ? parts[1] : std::string_view(default_namespace_), last.substr(0, colon), port}, asked);
  }
  if (parts.size() == 3) return find_named(parts[0], parts[1], parts[2]);
  if (first_kind == "Node") return find_node(parts[1]);
  // A namespace may be called like a kind; then it is the namespace.
  const bool is_namespace = static_cast<bool>(inventory().find_namespace(names().symbols->find(parts[0])));
  if (!first_kind.empty() && !is_namespace) return find_named(default_namespace_, parts[0], parts[1]);
  return find_pod_or_workload(parts[0], parts[1]);
}

base::Result<Ends> EndpointFinder::find_named(std::string_view ns, std::string_view kind_text, std::string_view name) const {
  const std::string_view kind = endpoint_kind(kind_text);
  if (kind.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}' in '{}/{}/{}' is no kind of workload; kinds are as for kubectl: deploy, sts, ds, job, pod, ...",
                                     kind_text, ns, kind_text, name));
  }
  if (kind == "Service") return find_service({ns, name.substr(0, name.find(':')), {}}, nullptr);
  const base::SymbolTable& symbols = *names().symbols;
  if (kind == "Pod") {
    const model::PodId pod = inventory().find_pod(symbols.find(ns), symbols.find(name));
    if (!pod) return not_found(unknown_name("pod", ns, name));
    return one(policy::Endpoint::of_pod(pod));
  }
  const model::WorkloadId workload = inventory().find_workload(symbols.find(ns), symbols.find(kind), symbols.find(name));
  if (!workload) return not_found(unknown_name(kind, ns, name));
  return of_workload(workload);
}

base::Result<Ends> EndpointFinder::find_pod_or_workload(std::string_view ns, std::string_view name) const {
  const base::SymbolTable& symbols = *names().symbols;
  const model::PodId pod = inventory().find_pod(symbols.find(ns), symbols.find(name));
  if (pod && !inventory().pods[pod.value()].from_template) return one(policy::Endpoint::of_pod(pod));
  std::vector<model::WorkloadId> named;
  for (std::size_t i = 0; i < inventory().workloads.size(); ++i) {
    const model::Workload& workload = inventory().workloads[i];
    if (workload.name != symbols.find(name) || !workload.name) continue;
    if (names().text(inventory().namespaces[workload.ns.value()].name) == ns) named.push_back(model::WorkloadId{i});
  }
  if (named.empty()) return not_found(unknown_name("pod or workload", ns, name));
  if (named.size() > 1) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}/{}' may be {} or {}; say which: {}/deploy/{}, ...", ns, name,
                                     inventory().workload_text(named[0], names()), inventory().workload_text(named[1], names()), ns, name));
  }
  Ends ends = of_workload(named.front());
  ends.notes.insert(ends.notes.begin(), fmt::format("{}/{} is taken as {}", ns, name, inventory().workload_text(named.front(), names())));
  return ends;
}

Ends EndpointFinder::of_workload(model::WorkloadId id) const {
  Ends ends;
  ends.any_of = true;
  std::vector<model::PodId> finished;
  for (const model::PodId pod : inventory().workloads[id.value()].pods) {
    if (inventory().pods[pod.value()].finished) {
      finished.push_back(pod);
    } else {
      ends.all.push_back({policy::Endpoint::of_pod(pod), {}, {}, {}});
    }
  }
  if (ends.all.empty()) {
    ends.all.push_back({policy::Endpoint::of_pod(finished.front()), {}, {}, {}});
    ends.notes.push_back(
        fmt::format("every pod of {} has finished, and no policy selects finished pods", inventory().workload_text(id, names())));
  }
  return ends;
}

base::Result<Ends> EndpointFinder::find_node(std::string_view name) const {
  const model::NodeId id = inventory().find_node(names().symbols->find(name));
  if (id) {
    const std::vector<base::IpAddress>& addresses = inventory().nodes[id.value()].addresses;
    return one(policy::Endpoint::of_node(id, addresses.empty() ? std::nullopt : std::optional(addresses.front())));
  }
  std::vector<std::string_view> known;
  for (const model::Node& node : inventory().nodes) known.push_back(names().text(node.name));
  if (known.empty()) return not_found(fmt::format("there is no node '{}': the input has no Node objects", name));
  const auto near = base::nearest(std::span<const std::string_view>(known), name);
  return not_found(fmt::format("there is no node '{}'{}", name, near ? fmt::format("; did you mean 'node/{}'?", *near) : ""));
}

base::Result<Ends> EndpointFinder::find_service(const ServiceText& text, const AskedPort* asked) const {
  const base::SymbolTable& symbols = *names().symbols;
  const model::Service* service = inventory().find_service(symbols.find(text.ns), symbols.find(text.name));
  if (service == nullptr) return not_found(unknown_name("Service", text.ns, text.name));
  const std::string shown = fmt::format("svc/{}/{}", text.ns, text.name);
  if (names().text(service->type) == "ExternalName") {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("{} is of type ExternalName: it is another name for a host outside", shown));
  }
  Ends ends;
  if (asked == nullptr) {
    ends.all = service_pods(*service, engine_.snapshot());
    ends.any_of = true;
  } else {
    const auto port = choose_port(*service, text.port, *asked, names());
    if (!port) return tl::make_unexpected(port.error());
    ends.protocol = (*port)->protocol;
    ends.port = (*port)->port;
    ends.through_service = true;
    ends.all = service_targets(*service, **port, engine_.snapshot(), ends.notes);
  }
  if (!ends.all.empty()) return ends;
  const std::string why = service->selector ? "its selector selects no running pod" : "no EndpointSlice lists anything for it";
  return not_found(fmt::format("nothing is behind {}: {}", shown, ends.notes.empty() ? why : ends.notes.front()));
}

Ends EndpointFinder::outside() const {
  Ends ends;
  for (const engine::ClassId id : engine_.outside_classes()) {
    const auto& intervals = engine_.outside_addresses(id).intervals();
    if (intervals.empty()) continue;
    const bool v6 = engine_.class_info(id).family == engine::ClassFamily::kV6;
    const base::Uint128 first = intervals.front().first;
    End end;
    end.family = v6 ? base::IpFamily::kV6 : base::IpFamily::kV4;
    end.endpoint.address = v6 ? base::IpAddress::v6(first) : base::IpAddress::v4(static_cast<std::uint32_t>(first));
    end.outside = id;
    ends.all.push_back(end);
  }
  return ends;
}

std::string EndpointFinder::text(const policy::Endpoint& endpoint) const {
  if (endpoint.kind == policy::Endpoint::Kind::kPod) return inventory().pod_text(endpoint.pod, names());
  if (endpoint.kind == policy::Endpoint::Kind::kNode && endpoint.node) {
    return fmt::format("node/{}", names().text(inventory().nodes[endpoint.node.value()].name));
  }
  return endpoint.address ? endpoint.address->text() : "any";
}

namespace {

/// Names that something might have been meant by: those of the right namespace, and the first place where the name itself exists elsewhere.
struct KnownNames {
  std::string_view ns;
  std::string_view name;
  std::vector<std::string> here;
  std::string elsewhere;

  void consider(std::string_view where, std::string_view known, const std::string& shown) {
    if (where == ns) here.emplace_back(known);
    if (where != ns && known == name && elsewhere.empty()) elsewhere = shown;
  }
  std::string hint() const {
    const auto near = base::nearest(std::span<const std::string>(here), name);
    if (near && *near == name) return fmt::format("; there is another object called '{}/{}'", ns, name);
    if (near) return fmt::format("; did you mean '{}/{}'?", ns, *near);
    return elsewhere.empty() ? "" : fmt::format("; there is {}", elsewhere);
  }
};

}  // namespace

std::string EndpointFinder::unknown_name(std::string_view what, std::string_view ns, std::string_view name) const {
  std::vector<std::string_view> namespaces;
  for (const model::Namespace& known : inventory().namespaces) namespaces.push_back(names().text(known.name));
  if (std::find(namespaces.begin(), namespaces.end(), ns) == namespaces.end()) {
    const auto near = base::nearest(std::span<const std::string_view>(namespaces), ns);
    return fmt::format("there is no namespace '{}' in the input{}", ns, near ? fmt::format("; did you mean '{}'?", *near) : "");
  }
  KnownNames known{ns, name, {}, {}};
  if (what == "Service") {
    for (const model::Service& s : inventory().services) {
      known.consider(names().text(s.ns), names().text(s.name), fmt::format("svc/{}/{}", names().text(s.ns), names().text(s.name)));
    }
  } else {
    for (std::size_t i = 0; i < inventory().workloads.size(); ++i) {
      const model::Workload& w = inventory().workloads[i];
      const std::string_view where = names().text(inventory().namespaces[w.ns.value()].name);
      known.consider(where, names().text(w.name), inventory().workload_text(model::WorkloadId{i}, names()));
      if (where != ns) continue;
      for (const model::PodId pod : w.pods) known.here.emplace_back(names().text(inventory().pods[pod.value()].name));
    }
  }
  return fmt::format("there is no {} '{}/{}' in the input{}", what, ns, name, known.hint());
}

}  // namespace foregate::cli
