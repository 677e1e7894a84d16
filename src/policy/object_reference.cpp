#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "policy/candidate.h"

/// `KIND/NAMESPACE/NAME` as kubectl's users write it.
namespace foregate::policy {
namespace {

struct KindInfo {
  std::string_view kind;
  std::string_view short_name;  ///< of the API's `shortNames`, or customary; empty for none
  bool namespaced;
};

constexpr std::array kKinds = {
    KindInfo{"NetworkPolicy", "netpol", true},
    KindInfo{"NetworkPolicy", "np", true},
    KindInfo{"AdminNetworkPolicy", "anp", false},
    KindInfo{"BaselineAdminNetworkPolicy", "banp", false},
    KindInfo{"ClusterNetworkPolicy", "cnp", false},
    KindInfo{"Namespace", "ns", false},
    KindInfo{"Node", "no", false},
    KindInfo{"Pod", "po", true},
    KindInfo{"Deployment", "deploy", true},
    KindInfo{"ReplicaSet", "rs", true},
    KindInfo{"StatefulSet", "sts", true},
    KindInfo{"DaemonSet", "ds", true},
    KindInfo{"ReplicationController", "rc", true},
    KindInfo{"Job", "", true},
    KindInfo{"CronJob", "cj", true},
    KindInfo{"VirtualMachine", "vm", true},
    KindInfo{"Service", "svc", true},
    KindInfo{"EndpointSlice", "", true},
    KindInfo{"Ingress", "ing", true},
    KindInfo{"Route", "", true},
    KindInfo{"Gateway", "gtw", true},
    KindInfo{"HTTPRoute", "", true},
    KindInfo{"GRPCRoute", "", true},
    KindInfo{"TCPRoute", "", true},
    KindInfo{"TLSRoute", "", true},
    KindInfo{"UDPRoute", "", true},
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// English as far as kinds need it: policies, ingresses, pods.
std::string plural(std::string word) {
  if (word.ends_with('y')) return word.substr(0, word.size() - 1) + "ies";
  return word + (word.ends_with('s') ? "es" : "s");
}

/// `text` is the kind, its plural or short name in any case, with or without the API group behind a dot.
bool names_kind(const KindInfo& info, std::string_view text) {
  const std::string word = lower(text.substr(0, text.find('.')));
  const std::string kind = lower(info.kind);
  return word == kind || word == plural(kind) || (!info.short_name.empty() && word == info.short_name);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

tl::unexpected<base::Error> unknown_kind(std::string_view kind) {
  std::vector<std::string_view> kinds;
  for (const KindInfo& info : kKinds) kinds.push_back(info.kind);
  const auto meant = base::nearest(kinds, kind);
  const std::string hint = meant ? fmt::format("; did you mean '{}'?", *meant) : "";
  return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("there is no kind '{}' to delete{}", kind, hint));
}

tl::unexpected<base::Error> wrong_shape(const KindInfo& info, std::string_view text) {
  const std::string_view form = info.namespaced ? "NAMESPACE/NAME" : "NAME";
  return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("'{}' is not of the form {}/{}", text, info.kind, form));
}

}  // namespace

base::Result<ObjectReference> parse_object_reference(std::string_view text, std::string_view default_namespace) {
  const std::vector<std::string_view> parts = split(text, '/');
  if (parts.size() == 1) {
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("'{}' is not of the form KIND/NAMESPACE/NAME or KIND/NAME", text));
  }
  const auto info = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindInfo& k) { return names_kind(k, parts.front()); });
  if (info == kKinds.end()) return unknown_kind(parts.front());
  const bool shape_fits = parts.size() == 2 || (parts.size() == 3 && info->namespaced);
  const bool has_empty = std::find(parts.begin(), parts.end(), std::string_view{}) != parts.end();
  if (!shape_fits || has_empty) return wrong_shape(*info, text);
  const std::string_view ns = parts.size() == 3 ? parts[1] : default_namespace;
  return ObjectReference{std::string(info->kind), std::string(info->namespaced ? ns : ""), std::string(parts.back())};
}

}  // namespace foregate::policy
