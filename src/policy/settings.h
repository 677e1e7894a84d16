#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace foregate::policy {

/// What the APIs leave open, each with Foregate's default (`docs/semantics.md`, "Settings"). `--assume NAME=VALUE`.
struct Settings {
  bool ipblock_matches_pods = true;      ///< ipblock-matches-pods=yes|no: blocks and networks are tried on pod addresses
  bool host_network_as_node = true;      ///< host-network=node|pod: hostNetwork pods are their node, or pods like any other
  bool own_node_egress_allowed = false;  ///< own-node-egress=peer|allow: traffic to the pod's own node is judged, or always allowed
  bool service_hairpin_allowed = false;  ///< service-hairpin=policy|allow: a pod to itself through a Service is judged, or always allowed
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// One setting as data: its name, its two values (the default first) and what they mean.
struct SettingInfo {
  std::string_view name;
  std::string_view default_value;
  std::string_view other_value;
  std::string_view meaning;
  bool Settings::* field;
  bool default_is;  ///< the field's value for `default_value`
};
std::span<const SettingInfo> all_settings();

/// Applies `NAME=VALUE`; the error names the settings or values there are.
base::Result<void> apply_setting(std::string_view text, Settings& settings);

}  // namespace foregate::policy
