#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "model/manifest/kinds/cluster_policy_shape.h"
#include "model/manifest/kinds/policy_fields.h"
#include "model/manifest/label_decoding.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

using Fields = std::string_view;
constexpr std::array<Fields, 2> kPodsFields = {"namespaceSelector", "podSelector"};
/// Of v0.1.1 (2023): `namespaces` held a selector under one of these names, and `pods` had a `namespaces` of that shape.
constexpr std::array<Fields, 3> kOldNamespacesFields = {"namespaceSelector", "sameLabels", "notSameLabels"};
constexpr std::size_t kMostTexts = 25;
constexpr std::size_t kLongestCidr = 43;

void report_old_field(const Cursor& entry, std::string hint) {
  entry.error_at_key("FG1022",
                     fmt::format("'{}' here is of the first version of this API (v0.1.1), which no server takes today", entry.key()),
                     std::move(hint));
}

/// Whether `namespaces` is written as in v0.1.1, which is then said.
bool is_old_namespaces(const Cursor& namespaces) {
  bool old = false;
  for (const Cursor entry : namespaces.children()) {
    if (std::ranges::find(kOldNamespacesFields, entry.key()) == kOldNamespacesFields.end()) continue;
    old = true;
    report_old_field(entry, entry.key() == "namespaceSelector"
                                ? "The selector now stands in 'namespaces' itself:\n  namespaces:\n    matchLabels: ..."
                                : "Nothing replaces it; write a rule for each value of the labels.");
  }
  return old;
}

bool is_old_pods(const Cursor& pods) {
  const Cursor namespaces = pods.field("namespaces");
  if (!namespaces.value().present()) return false;
  report_old_field(namespaces, "Both selectors now stand side by side:\n  pods:\n    namespaceSelector: ...\n    podSelector: ...");
  return true;
}

/// `items` without repetition, as listType=set asks for: texts are compared as written.
bool is_repeated(const Cursor& list, const Cursor& item) {
  for (const Cursor earlier : list.children()) {
    if (&earlier.value().node() == &item.value().node()) return false;
    if (earlier.kind() == ValueKind::kString && earlier.value().text() == item.value().text()) {
      item.error("FG1018", fmt::format("{} is given twice", quoted(item.value().text())));
      return true;
    }
  }
  return false;
}

NetworksPeer decode_networks(const Cursor& list, const ClusterPolicyShape& shape) {
  NetworksPeer peer;
  if (!is_list_up_to(list, kMostTexts)) return peer;
  for (const Cursor item : list.children()) {
    if (item.kind() != ValueKind::kString) {
      item.wrong_type("text");
    } else if (code_points(item.value().text()) > kLongestCidr) {
      item.error("FG1016", fmt::format("{} has more than {} characters", quoted(item.value().text()), kLongestCidr));
    } else if (!is_repeated(list, item)) {
      if (const auto cidr = decode_strict_cidr(item, shape.masked_networks)) peer.cidrs.push_back(*cidr);
    }
  }
  return peer;
}

/// Lower case and without trailing dot, as DNS compares names.
std::string canonical_domain(std::string_view text) {
  std::string name{text.ends_with('.') ? text.substr(0, text.size() - 1) : text};
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

void read_domain_name(const Cursor& item, const ClusterPolicyShape& shape, DomainNamesPeer& peer) {
  const std::string_view text = item.value().text();
  if (const std::string problem = domain_name_problem(text, shape.lax_domain_names); !problem.empty()) {
    item.error("FG1056", fmt::format("{} {}", quoted(text), problem));
    return;
  }
  if (!domain_name_problem(text, false).empty()) {
    item.warn("FG1058", fmt::format("{} is no domain name, though the API server takes it", quoted(text)));
  }
  peer.names.push_back(item.names().symbols->intern(canonical_domain(text)));
}

DomainNamesPeer decode_domain_names(const Cursor& list, const ClusterPolicyShape& shape) {
  DomainNamesPeer peer;
  if (!is_list_up_to(list, kMostTexts)) return peer;
  for (const Cursor item : list.children()) {
    if (item.kind() != ValueKind::kString) {
      item.wrong_type("text");
    } else if (!is_repeated(list, item)) {
      read_domain_name(item, shape, peer);
    }
  }
  return peer;
}

/// Namespaces without a selector of pods in them can only mean all their pods, and early releases of the API took that.
void require_pod_selector(const Cursor& namespaces, const Cursor& selector) {
  if (selector.is_set()) return;
  if (!namespaces.is_set()) return (void)selector.require();
  selector.error_but_keep("FG1027", selector.position(), "'podSelector' is required beside 'namespaceSelector'; read as every pod",
                          "Write 'podSelector: {}'.");
}

void decode_pods(const Cursor& pods, const ClusterPolicyShape& shape, NamespacedPods& result) {
  if (!pods.is_map() || is_old_pods(pods)) return;
  pods.allow_only(kPodsFields);
  const Cursor namespaces = pods.field("namespaceSelector");
  const Cursor selector = pods.field("podSelector");
  if (shape.namespace_selector_required) (void)namespaces.require();
  require_pod_selector(namespaces, selector);
  result.namespace_selector = decode_selector(namespaces);
  result.pod_selector = decode_selector(selector);
}

}  // namespace

bool has_exactly_one(const Cursor& at, std::span<const std::string_view> fields) {
  std::size_t set = 0;
  std::size_t unknown = 0;
  for (const Cursor entry : at.children()) {
    const bool known = std::ranges::find(fields, entry.key()) != fields.end();
    if (known && entry.is_set()) ++set;
    if (!known) ++unknown;
  }
  if (set == 1) return true;
  // An unknown field is said already, and is what was meant.
  if (set == 0 && unknown > 0) return false;
  const std::string names = fmt::format("'{}'", fmt::join(fields, "', '"));
  if (set == 0) {
    at.error("FG1050", fmt::format("{} needs one of {}", field_text(at), names));
  } else {
    const bool is_item = at.key().empty();
    at.error("FG1051", fmt::format("{} may have only one of {}", field_text(at), names),
             is_item ? "Make an item of the list for each." : "");
  }
  return false;
}

bool is_list_up_to(const Cursor& list, std::size_t most) {
  if (!list.is_list()) return false;
  if (list.size() == 0) list.error("FG1015", fmt::format("{} must have at least one item", field_text(list)));
  if (list.size() > most) {
    list.error("FG1014", fmt::format("{} has {} items, and at most {} are allowed", field_text(list), list.size(), most));
  }
  return true;
}

NamespacedPods decode_namespaced_pods(const Cursor& at, const ClusterPolicyShape& shape) {
  NamespacedPods result;
  const Cursor namespaces = at.field("namespaces");
  if (namespaces.is_set()) {
    result.whole_namespaces = true;
    if (!is_old_namespaces(namespaces)) result.namespace_selector = decode_selector(namespaces);
  }
  decode_pods(at.field("pods"), shape, result);
  return result;
}

ClusterPeer decode_cluster_peer(const Cursor& item, const ClusterPolicyShape& shape, std::span<const std::string_view> fields) {
  ClusterPeer peer;
  peer.at = item.position();
  item.allow_only(fields);
  if (!has_exactly_one(item, fields)) return peer;
  const Cursor nodes = item.field("nodes");
  const Cursor networks = item.field("networks");
  const Cursor domain_names = item.field("domainNames");
  if (nodes.is_set()) {
    peer.peer = NodesPeer{decode_selector(nodes)};
  } else if (networks.is_set()) {
    peer.peer = decode_networks(networks, shape);
  } else if (domain_names.is_set()) {
    peer.peer = decode_domain_names(domain_names, shape);
  } else {
    peer.peer = decode_namespaced_pods(item, shape);
  }
  return peer;
}

}  // namespace foregate::model::manifest
