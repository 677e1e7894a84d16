#include "policy/settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace foregate::policy {
namespace {

constexpr std::array kSettings = {
    SettingInfo{"ipblock-matches-pods", "yes", "no", "whether ipBlock and networks are tried on the addresses of pods",
                &Settings::ipblock_matches_pods, true},
    SettingInfo{"host-network", "node", "pod", "whether hostNetwork pods count as their node, or as pods like any other",
                &Settings::host_network_as_node, true},
    SettingInfo{"own-node-egress", "peer", "allow",
                "whether NetworkPolicies judge traffic from a pod to its own node like any other, or always allow it",
                &Settings::own_node_egress_allowed, false},
    SettingInfo{"service-hairpin", "policy", "allow",
                "whether NetworkPolicies judge a pod that reaches itself through a Service, or always allow it",
                &Settings::service_hairpin_allowed, false},
};

std::string known_names() {
  std::string text;
  for (const SettingInfo& info : kSettings) {
    if (!text.empty()) text += ", ";
    text += info.name;
  }
  return text;
}

}  // namespace

std::span<const SettingInfo> all_settings() { return kSettings; }

base::Result<void> apply_setting(std::string_view text, Settings& settings) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto info = std::find_if(kSettings.begin(), kSettings.end(), [&](const SettingInfo& s) { return s.name == name; });
  if (info == kSettings.end()) {
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("there is no setting '{}'; known are {}", name, known_names()));
  }
  const std::string_view value = equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
  if (value != info->default_value && value != info->other_value) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("setting '{}' is '{}' or '{}', not '{}'", name, info->default_value, info->other_value, value));
  }
  settings.*(info->field) = (value == info->default_value) == info->default_is;
  return {};
}

}  // namespace foregate::policy
