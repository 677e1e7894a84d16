#include "model/manifest/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "model/manifest/kinds/decoders.h"
#include "model/manifest/spelling.h"

namespace foregate::model::manifest {
namespace {

using Version = std::string_view;
constexpr Version kCore[] = {"v1"};
constexpr Version kApps[] = {"apps/v1", "apps/v1beta2", "apps/v1beta1", "extensions/v1beta1"};
constexpr Version kBatch[] = {"batch/v1", "batch/v1beta1", "batch/v2alpha1"};
constexpr Version kKubeVirt[] = {"kubevirt.io/v1", "kubevirt.io/v1alpha3"};
constexpr Version kDiscovery[] = {"discovery.k8s.io/v1", "discovery.k8s.io/v1beta1"};
constexpr Version kIngress[] = {"networking.k8s.io/v1", "networking.k8s.io/v1beta1", "extensions/v1beta1"};
constexpr Version kOpenShiftRoute[] = {"route.openshift.io/v1"};
constexpr Version kGateway[] = {"gateway.networking.k8s.io/v1", "gateway.networking.k8s.io/v1beta1", "gateway.networking.k8s.io/v1alpha2",
                                "gateway.networking.k8s.io/v1alpha3"};
constexpr Version kNetworking[] = {"networking.k8s.io/v1"};
constexpr Version kAdmin[] = {"policy.networking.k8s.io/v1alpha1"};
constexpr Version kCluster[] = {"policy.networking.k8s.io/v1alpha2", "policy.networking.k8s.io/v1beta1"};

constexpr bool kNamespaced = true;
constexpr bool kClusterScoped = false;
constexpr Dialect kBuiltIn = Dialect::kBuiltIn;
constexpr Dialect kCustom = Dialect::kCustomResource;

const KindEntry kKinds[] = {
    {kCore, "Pod", kNamespaced, kBuiltIn, &kPodFilter, decode_pod},
    {kCore, "Namespace", kClusterScoped, kBuiltIn, &kNamespaceFilter, decode_namespace},
    {kCore, "Node", kClusterScoped, kBuiltIn, &kNodeFilter, decode_node},
    {kApps, "Deployment", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kApps, "ReplicaSet", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kApps, "StatefulSet", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kApps, "DaemonSet", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kCore, "ReplicationController", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kBatch, "Job", kNamespaced, kBuiltIn, &kTemplatedWorkloadFilter, decode_templated_workload},
    {kBatch, "CronJob", kNamespaced, kBuiltIn, &kCronJobFilter, decode_cron_job},
    {kKubeVirt, "VirtualMachine", kNamespaced, kCustom, &kVirtualMachineFilter, decode_virtual_machine},
    {kKubeVirt, "VirtualMachineInstance", kNamespaced, kCustom, &kVirtualMachineInstanceFilter, decode_virtual_machine_instance},
    {kCore, "Service", kNamespaced, kBuiltIn, &kServiceFilter, decode_service},
    {kDiscovery, "EndpointSlice", kNamespaced, kBuiltIn, &kEndpointSliceFilter, decode_endpoint_slice},
    {kIngress, "Ingress", kNamespaced, kBuiltIn, &kEntryFilter, decode_ingress},
    {kOpenShiftRoute, "Route", kNamespaced, kCustom, &kEntryFilter, decode_openshift_route},
    {kGateway, "Gateway", kNamespaced, kCustom, &kEntryFilter, decode_gateway},
    {kGateway, "HTTPRoute", kNamespaced, kCustom, &kEntryFilter, decode_gateway_route},
    {kGateway, "TCPRoute", kNamespaced, kCustom, &kEntryFilter, decode_gateway_route},
    {kGateway, "UDPRoute", kNamespaced, kCustom, &kEntryFilter, decode_gateway_route},
    {kGateway, "TLSRoute", kNamespaced, kCustom, &kEntryFilter, decode_gateway_route},
    {kGateway, "GRPCRoute", kNamespaced, kCustom, &kEntryFilter, decode_gateway_route},
    {kNetworking, "NetworkPolicy", kNamespaced, kBuiltIn, nullptr, decode_network_policy},
    {kAdmin, "AdminNetworkPolicy", kClusterScoped, kCustom, nullptr, decode_admin_network_policy},
    {kAdmin, "BaselineAdminNetworkPolicy", kClusterScoped, kCustom, nullptr, decode_admin_network_policy},
    {kCluster, "ClusterNetworkPolicy", kClusterScoped, kCustom, nullptr, decode_cluster_network_policy},
};

constexpr std::array<std::string_view, 4> kPolicyKinds = {"NetworkPolicy", "AdminNetworkPolicy", "BaselineAdminNetworkPolicy",
                                                          "ClusterNetworkPolicy"};
constexpr std::array<std::string_view, 2> kPolicyGroups = {"networking.k8s.io", "policy.networking.k8s.io"};
constexpr std::array<std::string_view, 2> kRemovedVersions = {"extensions/v1beta1", "networking.k8s.io/v1beta1"};

std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
}

/// A group of Kubernetes itself: without dots (apps, batch), or below k8s.io.
bool is_own_group(std::string_view group) { return group.find('.') == std::string_view::npos || group.ends_with(".k8s.io"); }

enum class NearPolicy : std::uint8_t { kNo, kRemovedVersion, kUnservedVersion, kSlipInKind };

NearPolicy near_policy(std::string_view api_version, std::string_view kind) {
  const std::string_view group = group_of(api_version);
  const bool policy_kind = std::ranges::find(kPolicyKinds, kind) != kPolicyKinds.end();
  if (policy_kind && kind == "NetworkPolicy" && std::ranges::find(kRemovedVersions, api_version) != kRemovedVersions.end()) {
    return NearPolicy::kRemovedVersion;
  }
  if (policy_kind) {
    const bool slip_in_group = edit_distance(group, kPolicyGroups[0]) <= 2 || edit_distance(group, kPolicyGroups[1]) <= 2;
    // Other groups' policies are other products', which are skipped.
    return is_own_group(group) || slip_in_group ? NearPolicy::kUnservedVersion : NearPolicy::kNo;
  }
  const bool policy_group = std::ranges::find(kPolicyGroups, group) != kPolicyGroups.end();
  return policy_group && !nearest(kind, kPolicyKinds).empty() ? NearPolicy::kSlipInKind : NearPolicy::kNo;
}

/// "'apiVersion: networking.k8s.io/v1'" for a policy kind.
std::string served_versions(std::string_view kind) {
  const auto entry = std::ranges::find(kKinds, kind, &KindEntry::kind);
  return entry == std::end(kKinds) ? std::string{} : fmt::format("'apiVersion: {}'", fmt::join(entry->api_versions, "' or 'apiVersion: "));
}

/// `PodList` -> `Pod`; other texts as they are.
std::string_view item_kind(std::string_view kind) {
  return kind.size() > 4 && kind.ends_with("List") ? kind.substr(0, kind.size() - 4) : kind;
}

}  // namespace

const KindEntry* find_kind(std::string_view api_version, std::string_view kind) {
  for (const KindEntry& entry : kKinds) {
    if (entry.kind == kind && std::ranges::find(entry.api_versions, api_version) != entry.api_versions.end()) return &entry;
  }
  return nullptr;
}

void report_near_policy(const Cursor& object, std::string_view api_version, std::string_view kind) {
  const Cursor version_field = object.field("apiVersion");
  const Cursor kind_field = object.field("kind");
  switch (near_policy(api_version, kind)) {
    case NearPolicy::kNo:
      return;
    case NearPolicy::kRemovedVersion:
      version_field.error("FG1023", fmt::format("NetworkPolicy of {} is no longer served by any supported Kubernetes", api_version),
                          "Write 'apiVersion: networking.k8s.io/v1'; the fields are the same.");
      return;
    case NearPolicy::kUnservedVersion:
      version_field.error("FG1025", fmt::format("there is no {} of {}", kind, quoted(api_version)),
                          fmt::format("Write {}.", served_versions(kind)));
      return;
    case NearPolicy::kSlipInKind:
      kind_field.error("FG1025", fmt::format("there is no kind {} of {}", quoted(kind), api_version),
                       fmt::format("Did you mean '{}'?", nearest(kind, kPolicyKinds)));
      return;
  }
}

std::string skipped_name(std::string_view api_version, std::string_view kind) {
  const std::string_view group = group_of(api_version);
  return is_own_group(group) ? std::string{kind} : fmt::format("{}.{}", kind, group);
}

const FieldFilter* filter_for(std::string_view api_version, std::string_view kind) {
  const KindEntry* entry = find_kind(api_version, item_kind(kind));
  return entry == nullptr ? nullptr : entry->filter;
}

bool is_known_kind(std::string_view api_version, std::string_view kind) {
  return find_kind(api_version, item_kind(kind)) != nullptr || near_policy(api_version, kind) != NearPolicy::kNo;
}

const FieldFilter* FieldFilter::find(std::string_view key, bool& kept) const {
  const auto entry = std::ranges::find(entries, key, &Entry::key);
  kept = entry != entries.end();
  return kept ? entry->child : nullptr;
}

}  // namespace foregate::model::manifest
