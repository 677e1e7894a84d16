#include "model/foreign_policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace foregate::model {
namespace {

/// Cilium, Calico, Antrea, Istio and Linkerd, OVN-Kubernetes, OpenShift SDN, Multus. Calico, Antrea and others have kinds of the names of
/// Kubernetes' own, in their groups.
constexpr std::array<std::string_view, 11> kKinds = {"NetworkPolicy",       "ClusterNetworkPolicy",
                                                     "AdminNetworkPolicy",  "BaselineAdminNetworkPolicy",
                                                     "CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy",
                                                     "GlobalNetworkPolicy", "AuthorizationPolicy",
                                                     "EgressFirewall",      "EgressNetworkPolicy",
                                                     "MultiNetworkPolicy"};

}  // namespace

bool is_foreign_policy(std::string_view skipped_kind) {
  const std::size_t dot = skipped_kind.find('.');
  return dot != std::string_view::npos && std::ranges::find(kKinds, skipped_kind.substr(0, dot)) != kKinds.end();
}

void report_foreign_policies(const std::map<std::string, std::uint64_t>& skipped, base::Diagnostics& diagnostics) {
  for (const auto& [kind, number] : skipped) {
    if (!is_foreign_policy(kind)) continue;
    base::Diagnostic diagnostic;
    diagnostic.code = "FG1024";
    diagnostic.severity = base::Severity::kWarning;
    diagnostic.message =
        fmt::format("{} {} not judged: {} effect is not in this answer", base::count_of(number, fmt::format("{} object", kind)),
                    number == 1 ? "is" : "are", number == 1 ? "its" : "their");
    diagnostics.add(std::move(diagnostic));
  }
}

}  // namespace foregate::model
