#include "cli/endpoints.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/endpoint_texts.h"
#include "cli/named_ports.h"
#include "cli/service_targets.h"

namespace foregate::cli {
namespace {

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
  ends.all.push_back({endpoint, {}, {}, {}, false});
  return ends;
}

/// A Service is asked for at a port of its own in two places.
tl::unexpected<base::Error> port_twice(std::string_view shown, std::string_view port, std::uint16_t number) {
  return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("the port is given twice: '{}:{}' and {}", shown, port, number));
}

}  // namespace

/// `svc/shop/api:http`, taken apart.
struct EndpointFinder::ServiceText {
  std::string_view ns;
  std::string_view name;
  std::string_view port;

  static ServiceText of(std::string_view ns, std::string_view name) {
    const std::size_t colon = name.find(':');
    return {ns, name.substr(0, colon), colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1)};
  }
  std::string shown() const { return fmt::format("svc/{}/{}", ns, name); }
};

EndpointFinder::EndpointFinder(const engine::Engine& engine, std::string default_namespace)
    : engine_(engine), default_namespace_(std::move(default_namespace)) {
  for (std::size_t i = 0; i < inventory().services.size(); ++i) {
    for (const base::IpAddress& address : inventory().services[i].cluster_ips) cluster_ips_.try_emplace(address, i);
  }
}

base::Result<Ends> EndpointFinder::find_source(std::string_view text) const { return find(text, nullptr); }

base::Result<Ends> EndpointFinder::find_target(std::string_view text, const AskedPort& asked) const {
  auto ends = find(text, &asked);
  const bool has_name_left = ends && !asked.name.empty() && !ends->port;
  return has_name_left ? resolve_port_name(std::move(*ends), text, asked, engine_.snapshot()) : std::move(ends);
}

base::Result<Ends> EndpointFinder::find(std::string_view text, const AskedPort* asked) const {
  if (text == "any") return outside();
  if (text == kControllerText) return controller(asked == nullptr);
  if (const auto address = base::IpAddress::parse(text)) return find_address(*address, asked);
  if (std::string complaint = endpoint_complaint(text); !complaint.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument, std::move(complaint));
  }
  if (text.ends_with(']')) return find_listed(text);
  const std::vector<std::string_view> parts = split(text);
  if (parts.size() == 1) return find_without_namespace(text, {}, text, asked);
  const std::string_view first_kind = endpoint_kind(parts[0]);
  if (parts.size() == 3) {
    if (first_kind == "Service") return find_service(ServiceText::of(parts[1], parts[2]), asked);
    if (endpoint_kind(parts[1]) == "Service") return find_service(ServiceText::of(parts[0], parts[2]), asked);
    return find_named(parts[0], parts[1], parts[2]);
  }
  if (first_kind == "Node") return find_node(parts[1]);
  // A namespace may be called like a kind; then it is the namespace.
  const bool is_namespace = static_cast<bool>(inventory().find_namespace(names().symbols->find(parts[0])));
  if (first_kind == "Service" || (!first_kind.empty() && !is_namespace)) return find_without_namespace(text, parts[0], parts[1], asked);
  return find_pod_or_workload(parts[0], parts[1]);
}

/// `web`, `deploy/web`, `svc/web:80`: in the default namespace, which nobody has named where it is not there.
base::Result<Ends> EndpointFinder::find_without_namespace(std::string_view text, std::string_view kind, std::string_view name,
                                                          const AskedPort* asked) const {
  const bool is_service = endpoint_kind(kind) == "Service";
  auto ends = is_service     ? find_service(ServiceText::of(default_namespace_, name), asked)
              : kind.empty() ? find_pod_or_workload(default_namespace_, name)
                             : find_named(default_namespace_, kind, name);
  if (ends || ends.error().code != base::ErrorCode::kNotFound) return ends;
  if (means_outside(text)) return not_found(fmt::format("'{}': write 'any' for every address outside the cluster", text));
  const bool is_known = static_cast<bool>(inventory().find_namespace(names().symbols->find(default_namespace_)));
  const std::string_view bare = is_service ? name.substr(0, name.find(':')) : name;
  const std::string elsewhere = same_name_elsewhere(engine_.snapshot(), endpoint_kind(kind), bare);
  if (is_known && elsewhere.empty()) return ends;
  return not_found(fmt::format("'{}' names no namespace: write {}, or name one with -n{}", text,
                               is_service ? fmt::format("{}/NAMESPACE/{}", kind, name) : fmt::format("NAMESPACE/{}", text),
                               elsewhere.empty() ? "" : "; there is " + elsewhere));
}

base::Result<Ends> EndpointFinder::find_address(const base::IpAddress& address, const AskedPort* asked) const {
  Ends ends = one(policy::Endpoint::of_address(inventory(), address));
  ends.all.front().family = address.family();
  const auto service = cluster_ips_.find(address);
  if (ends.all.front().endpoint.kind != policy::Endpoint::Kind::kAddress || service == cluster_ips_.end()) return ends;
  const model::Service& found = inventory().services[service->second];
  const ServiceText text{names().text(found.ns), names().text(found.name), {}};
  auto behind = find_service(text, asked);
  if (behind) {
    behind->notes.insert(behind->notes.begin(), fmt::format("{} is the cluster address of svc/{}/{}", address.text(), text.ns, text.name));
  }
  return behind;
}

/// `shop/web[Deployment]`.
base::Result<Ends> EndpointFinder::find_listed(std::string_view text) const {
  const std::size_t bracket = text.rfind('[');
  if (bracket == std::string_view::npos) return not_found(fmt::format("'{}' is no endpoint", text));
  const std::string_view kind = text.substr(bracket + 1, text.size() - bracket - 2);
  const std::vector<std::string_view> parts = split(text.substr(0, bracket));
  if (parts.size() > 2) return not_found(fmt::format("'{}' is no endpoint: workloads are written namespace/name[Kind]", text));
  const std::string_view ns = parts.size() == 2 ? parts[0] : std::string_view(default_namespace_);
  const base::SymbolTable& symbols = *names().symbols;
  const model::WorkloadId exact = inventory().find_workload(symbols.find(ns), symbols.find(kind), symbols.find(parts.back()));
  if (exact) return of_workload(exact);
  return find_named(ns, kind, parts.back());
}

base::Result<Ends> EndpointFinder::find_named(std::string_view ns, std::string_view kind_text, std::string_view name) const {
  const std::string_view kind = endpoint_kind(kind_text);
  if (kind.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}' in '{}/{}/{}' is no kind of workload; kinds are as for kubectl: deploy, sts, ds, job, pod, ...",
                                     kind_text, ns, kind_text, name));
  }
  const base::SymbolTable& symbols = *names().symbols;
  if (kind == "Pod") {
    const model::PodId pod = inventory().find_pod(symbols.find(ns), symbols.find(name));
    if (!pod) return not_found(unknown_name(engine_.snapshot(), "pod", ns, name));
    return of_pod(pod);
  }
  const model::WorkloadId workload = inventory().find_workload(symbols.find(ns), symbols.find(kind), symbols.find(name));
  if (workload) return of_workload(workload);
  if (auto owned = find_owned(ns, kind, name)) return *std::move(owned);
  return not_found(unknown_workload(ns, kind, name));
}

base::Result<Ends> EndpointFinder::find_pod_or_workload(std::string_view ns, std::string_view name) const {
  const base::SymbolTable& symbols = *names().symbols;
  const model::PodId pod = inventory().find_pod(symbols.find(ns), symbols.find(name));
  if (pod && !inventory().pods[pod.value()].from_template) return of_pod(pod);
  std::vector<model::WorkloadId> named;
  for (std::size_t i = 0; i < inventory().workloads.size(); ++i) {
    const model::Workload& workload = inventory().workloads[i];
    if (workload.name != symbols.find(name) || !workload.name) continue;
    if (names().text(inventory().namespaces[workload.ns.value()].name) == ns) named.push_back(model::WorkloadId{i});
  }
  if (named.empty()) {
    if (auto owned = find_owned(ns, {}, name)) return *std::move(owned);
    return not_found(unknown_name(engine_.snapshot(), "pod or workload", ns, name));
  }
  if (named.size() > 1) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("'{}/{}' may be {} or {}; say which: {}/deploy/{}, ...", ns, name,
                                     inventory().workload_text(named[0], names()), inventory().workload_text(named[1], names()), ns, name));
  }
  Ends ends = of_workload(named.front());
  ends.notes.insert(ends.notes.begin(), fmt::format("{}/{} is taken as {}", ns, name, inventory().workload_text(named.front(), names())));
  return ends;
}

Ends EndpointFinder::of_pod(model::PodId pod) const {
  Ends ends = one(policy::Endpoint::of_pod(pod));
  if (inventory().pods[pod.value()].finished) {
    ends.notes.push_back(
        fmt::format("pod {} has finished (Succeeded or Failed): it has no network any more", inventory().pod_text(pod, names())));
  }
  return ends;
}

Ends EndpointFinder::of_pods(std::span<const model::PodId> pods, std::string_view whose) const {
  Ends ends;
  ends.any_of = true;
  for (const model::PodId pod : pods) {
    if (!inventory().pods[pod.value()].finished) ends.all.push_back({policy::Endpoint::of_pod(pod), {}, {}, {}, false});
  }
  if (ends.all.empty()) {
    ends.all.push_back({policy::Endpoint::of_pod(pods.front()), {}, {}, {}, false});
    ends.notes.push_back(fmt::format("every pod of {} has finished (Succeeded or Failed): it has no network any more", whose));
  }
  return ends;
}

Ends EndpointFinder::of_workload(model::WorkloadId id) const {
  return of_pods(inventory().workloads[id.value()].pods, inventory().workload_text(id, names()));
}

std::optional<Ends> EndpointFinder::find_owned(std::string_view ns, std::string_view kind, std::string_view name) const {
  const base::SymbolTable& symbols = *names().symbols;
  const model::Symbol wanted_ns = symbols.find(ns);
  const model::Symbol wanted_name = symbols.find(name);
  if (!wanted_ns || !wanted_name) return std::nullopt;
  std::vector<model::PodId> pods;
  for (std::size_t i = 0; i < inventory().pods.size(); ++i) {
    const model::Pod& pod = inventory().pods[i];
    if (pod.ns != wanted_ns || !pod.owner || pod.owner->name != wanted_name) continue;
    if (kind.empty() || names().text(pod.owner->kind) == kind) pods.push_back(model::PodId{i});
  }
  if (pods.empty()) return std::nullopt;
  const std::string owner = fmt::format("{} {}/{}", names().text(inventory().pods[pods.front().value()].owner->kind), ns, name);
  Ends ends = of_pods(pods, owner);
  const model::WorkloadId whole = inventory().pod_workload[pods.front().value()];
  ends.notes.insert(ends.notes.begin(), fmt::format("{} is part of {}", owner, inventory().workload_text(whole, names())));
  return ends;
}

/// A ReplicaSet or Job without pods of its own is known by what owns it.
std::string EndpointFinder::unknown_workload(std::string_view ns, std::string_view kind, std::string_view name) const {
  for (const model::WorkloadObject& object : inventory().workload_objects) {
    if (!object.owner || names().text(object.name) != name || names().text(object.ns) != ns || names().text(object.kind) != kind) continue;
    const std::string_view owner = names().text(object.owner->name);
    const std::string_view owner_kind = names().text(object.owner->kind);
    return fmt::format("{} {}/{} belongs to {} {}/{}; ask for that: {}/{}/{}", kind, ns, name, owner_kind, ns, owner, ns, owner_kind,
                       owner);
  }
  return unknown_name(engine_.snapshot(), kind, ns, name);
}

base::Result<Ends> EndpointFinder::find_node(std::string_view name) const {
  const model::NodeId id = inventory().find_node(names().symbols->find(name));
  if (id) {
    const std::vector<base::IpAddress>& addresses = inventory().nodes[id.value()].addresses;
    if (addresses.size() < 2)
      return one(policy::Endpoint::of_node(id, addresses.empty() ? std::nullopt : std::optional(addresses.front())));
    Ends ends;
    for (const base::IpAddress& address : addresses) ends.all.push_back({policy::Endpoint::of_node(id, address), {}, {}, {}});
    return ends;
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
  if (service == nullptr) return not_found(unknown_name(engine_.snapshot(), "Service", text.ns, text.name));
  if (names().text(service->type) == "ExternalName") {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("{} is of type ExternalName: it is another name for a host outside", text.shown()));
  }
  const bool direct = service->headless || service->ports.empty();
  auto ends = asked == nullptr ? service_source(*service, text)
              : direct         ? direct_target(*service, text, *asked)
                               : service_target(*service, text, *asked);
  if (!ends || !ends->all.empty()) return ends;
  const std::string why = service->selector ? "its selector selects no running pod" : "no EndpointSlice lists anything for it";
  return not_found(fmt::format("nothing is behind {}: {}", text.shown(), ends->notes.empty() ? why : ends->notes.front()));
}

/// Connections from a Service are its pods', whatever its ports; a port that it does not have is a slip all the same.
base::Result<Ends> EndpointFinder::service_source(const model::Service& service, const ServiceText& text) const {
  if (!text.port.empty()) {
    const auto port = choose_port(service, text.port, {}, names());
    if (!port && port.error().code == base::ErrorCode::kNotFound) return tl::make_unexpected(port.error());
  }
  Ends ends;
  ends.all = service_pods(service, engine_.snapshot());
  ends.any_of = true;
  return ends;
}

base::Result<Ends> EndpointFinder::service_target(const model::Service& service, const ServiceText& text, const AskedPort& asked) const {
  const std::string_view wanted = text.port.empty() ? std::string_view(asked.name) : text.port;
  const auto port = choose_port(service, wanted, asked, names());
  if (!port) return tl::make_unexpected(port.error());
  if (!text.port.empty() && asked.number && (*port)->port != *asked.number) return port_twice(text.shown(), text.port, *asked.number);
  Ends ends;
  ends.protocol = (*port)->protocol;
  ends.port = (*port)->port;
  ends.through_service = true;
  ends.all = service_targets(service, **port, engine_.snapshot(), ends.notes);
  return ends;
}

/// "Headless Services [...] a cluster IP is not allocated, kube-proxy does not handle these Services" (kubernetes.io, Service): who asks
/// for its name connects to a pod, at the port that he says. Without ports there is nothing to translate either.
base::Result<Ends> EndpointFinder::direct_target(const model::Service& service, const ServiceText& text, const AskedPort& asked) const {
  Ends ends;
  ends.all = service_pods(service, engine_.snapshot());
  ends.port = asked.number;
  const std::string_view wanted = text.port.empty() ? std::string_view(asked.name) : text.port;
  const bool by_service_port = !wanted.empty() || (!asked.number && !service.ports.empty());
  if (by_service_port) {
    const auto port = choose_port(service, wanted, asked, names());
    if (!port && asked.name.empty()) return tl::make_unexpected(port.error());  // a name may be the pods' own
    if (port && asked.number && (*port)->port != *asked.number) return port_twice(text.shown(), text.port, *asked.number);
    if (port) ends.port = (*port)->port;
    if (port) ends.protocol = (*port)->protocol;
  }
  ends.notes.push_back(service.headless ? fmt::format("{} is headless: its pods are dialled themselves{}, and no targetPort applies",
                                                      text.shown(), ends.port ? fmt::format(", at port {}", *ends.port) : "")
                                        : fmt::format("{} has no ports: its pods are asked themselves", text.shown()));
  return ends;
}

base::Result<Ends> EndpointFinder::controller(bool as_source) const {
  if (!as_source) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("{} opens connections and receives none that are known: it can only be FROM", kControllerText));
  }
  Ends ends = one({});
  ends.all.front().controller = true;
  ends.notes.push_back(fmt::format(
      "{} is whichever controller serves Ingress and Route objects: a pod without labels in a namespace without labels", kControllerText));
  return ends;
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
    const model::Node& node = inventory().nodes[endpoint.node.value()];
    const std::string name = fmt::format("node/{}", names().text(node.name));
    return endpoint.address && node.addresses.size() > 1 ? fmt::format("{} ({})", name, endpoint.address->text()) : name;
  }
  return endpoint.address ? endpoint.address->text() : "any";
}

}  // namespace foregate::cli
