#include "cli/endpoint_texts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/ip_address.h"
#include "base/text.h"

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

constexpr std::array<std::string_view, 9> kOutsideWords = {"internet", "world",      "outside", "external", "public",
                                                           "anywhere", "everywhere", "all",     "*"};
constexpr std::string_view kForms = "ns/pod, ns/kind/name, svc/ns/name[:port], node/name, an address, or any";

bool consists_of(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

/// `[fd00::1]`, `[fd00::1]:80`, `8.8.8.8:80`, `300.1.1.1`, `fd00:::1`, `10.1.0.0/16`.
std::string address_complaint(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = std::min(text.find(']'), text.size());
    const std::string_view port = text.substr(end).starts_with("]:") ? text.substr(end + 2) : std::string_view{};
    return fmt::format("'{}': write the address without brackets: {}{}{}", text, text.substr(1, end - 1),
                       port.empty() ? "" : " and --port ", port);
  }
  if (text == "0.0.0.0/0" || text == "::/0") return fmt::format("'{}': write 'any' for every address outside the cluster", text);
  if (const auto block = base::Cidr::parse(text)) {
    return fmt::format("'{}' is a block of addresses: ask for one of them, {} for example, or 'any' for all outside", text,
                       block->last().text());
  }
  const std::size_t colon = text.rfind(':');
  const auto before_colon = colon == std::string_view::npos ? std::nullopt : base::IpAddress::parse(text.substr(0, colon));
  if (before_colon && before_colon->family() == base::IpFamily::kV4) {
    return fmt::format("'{}': the port stands apart: write {} and --port {}", text, text.substr(0, colon), text.substr(colon + 1));
  }
  if (consists_of(text, "0123456789.") && text.find('.') != std::string_view::npos) return fmt::format("'{}' is no IPv4 address", text);
  const bool hex = consists_of(text.substr(0, text.find('%')), "0123456789abcdefABCDEF:.");
  if (hex && std::count(text.begin(), text.end(), ':') > 1) return fmt::format("'{}' is no IPv6 address", text);
  return {};
}

std::string name_complaint(std::string_view text) {
  const std::size_t slashes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '/'));
  const bool has_gap = text.empty() || text.starts_with('/') || text.ends_with('/') || text.find("//") != std::string_view::npos;
  if (has_gap || slashes > 2) return fmt::format("'{}' is no endpoint: it is {}", text, kForms);
  const std::string_view first = text.substr(0, text.find('/'));
  const std::size_t colon = text.rfind(':');
  const std::string_view middle = slashes == 2 ? text.substr(first.size() + 1, text.rfind('/') - first.size() - 1) : std::string_view{};
  const bool is_service = endpoint_kind(first) == "Service" || endpoint_kind(middle) == "Service";
  if (colon != std::string_view::npos && !is_service) {
    return fmt::format("'{}': the port stands apart: write {} and --port {} (svc/ns/name:port is a Service)", text, text.substr(0, colon),
                       text.substr(colon + 1));
  }
  if (slashes == 2 && !is_service && !endpoint_kind(first).empty() && endpoint_kind(middle).empty()) {
    return fmt::format("'{}': the namespace comes first: write {}/{}/{}", text, middle, first, text.substr(text.rfind('/') + 1));
  }
  return {};
}

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

/// Takes in every Service, or every workload with its pods.
void consider_all(const model::Snapshot& snapshot, bool services, KnownNames& known) {
  const model::Inventory& inventory = *snapshot.inventory;
  const model::Names& names = *snapshot.names;
  if (services) {
    for (const model::Service& s : inventory.services) {
      known.consider(names.text(s.ns), names.text(s.name), fmt::format("svc/{}/{}", names.text(s.ns), names.text(s.name)));
    }
    return;
  }
  for (std::size_t i = 0; i < inventory.workloads.size(); ++i) {
    const model::Workload& w = inventory.workloads[i];
    const std::string_view where = names.text(inventory.namespaces[w.ns.value()].name);
    known.consider(where, names.text(w.name), inventory.workload_text(model::WorkloadId{i}, names));
    if (where != known.ns) continue;
    for (const model::PodId pod : w.pods) known.here.emplace_back(names.text(inventory.pods[pod.value()].name));
  }
}

}  // namespace

std::string_view endpoint_kind(std::string_view text) {
  std::string lower{text};
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.first == lower; });
  return found == kKinds.end() ? std::string_view{} : found->second;
}

std::string endpoint_complaint(std::string_view text) {
  std::string complaint = address_complaint(text);
  return complaint.empty() ? name_complaint(text) : complaint;
}

bool means_outside(std::string_view text) { return std::find(kOutsideWords.begin(), kOutsideWords.end(), text) != kOutsideWords.end(); }

std::string unknown_name(const model::Snapshot& snapshot, std::string_view what, std::string_view ns, std::string_view name) {
  std::vector<std::string_view> namespaces;
  for (const model::Namespace& known : snapshot.inventory->namespaces) namespaces.push_back(snapshot.names->text(known.name));
  if (std::find(namespaces.begin(), namespaces.end(), ns) == namespaces.end()) {
    const auto near = base::nearest(std::span<const std::string_view>(namespaces), ns);
    return fmt::format("there is no namespace '{}' in the input{}", ns, near ? fmt::format("; did you mean '{}'?", *near) : "");
  }
  KnownNames known{ns, name, {}, {}};
  consider_all(snapshot, what == "Service", known);
  return fmt::format("there is no {} '{}/{}' in the input{}", what, ns, name, known.hint());
}

std::string same_name_elsewhere(const model::Snapshot& snapshot, std::string_view kind, std::string_view name) {
  const model::Inventory& inventory = *snapshot.inventory;
  const model::Names& names = *snapshot.names;
  if (kind == "Service") {
    const auto found = std::find_if(inventory.services.begin(), inventory.services.end(),
                                    [&](const model::Service& service) { return names.text(service.name) == name; });
    return found == inventory.services.end() ? "" : fmt::format("svc/{}/{}", names.text(found->ns), name);
  }
  for (std::size_t i = 0; i < inventory.workloads.size(); ++i) {
    const model::Workload& workload = inventory.workloads[i];
    if (names.text(workload.name) == name && (kind.empty() || names.text(workload.kind) == kind)) {
      return inventory.workload_text(model::WorkloadId{i}, names);
    }
  }
  if (!kind.empty() && kind != "Pod") return {};
  for (std::size_t i = 0; i < inventory.pods.size(); ++i) {
    if (names.text(inventory.pods[i].name) == name) return inventory.pod_text(model::PodId{i}, names);
  }
  return {};
}

}  // namespace foregate::cli
