#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"
#include "model/manifest/kinds/policy_fields.h"
#include "model/manifest/syntax.h"

/// networking.k8s.io/v1 NetworkPolicy with the checks of ValidateNetworkPolicy in kubernetes' pkg/apis/networking/validation, and of the
/// strict decoding in front of it.
namespace foregate::model::manifest {
namespace {

using Fields = std::string_view;
constexpr std::array<Fields, 5> kObjectFields = {"apiVersion", "kind", "metadata", "spec", "status"};
constexpr std::array<Fields, 4> kSpecFields = {"podSelector", "policyTypes", "ingress", "egress"};
constexpr std::array<Fields, 3> kPeerFields = {"podSelector", "namespaceSelector", "ipBlock"};
constexpr std::array<Fields, 2> kBlockFields = {"cidr", "except"};
constexpr std::array<Fields, 3> kPortFields = {"protocol", "port", "endPort"};
constexpr std::size_t kMostPolicyTypes = 2;

/// What differs between the rules of the two directions.
struct RuleShape {
  std::string_view list;
  std::string_view peers;
  std::array<Fields, 2> fields;
  std::string_view other_peers;
};
constexpr RuleShape kIngress{"ingress", "from", {"from", "ports"}, "to"};
constexpr RuleShape kEgress{"egress", "to", {"to", "ports"}, "from"};

void warn_of_null(const Cursor& item, std::string_view meaning) {
  if (item.is_null()) item.warn("FG1047", fmt::format("{} is null, which the API server reads as {}", field_text(item), meaning));
}

void check_except(const Cursor& item, const Cursor& cidr_field, const Cidr& cidr, const Cidr& except) {
  // validateIPBlock asks whether the masked address is in the block, and compares the lengths as they are written, mapped IPv4 or not.
  const bool smaller = written_prefix_length(item) > written_prefix_length(cidr_field);
  if (cidr.contains(except.first()) && smaller) return;
  item.error("FG1053", fmt::format("{} is not a part of {}", except.text(), cidr.text()),
             "Every block of 'except' must lie within 'cidr' and be smaller.");
}

IpBlock decode_block(const Cursor& at) {
  IpBlock block;
  at.allow_only(kBlockFields);
  const Cursor cidr_field = at.field("cidr");
  const bool given = cidr_field.is_set() && !(cidr_field.kind() == ValueKind::kString && cidr_field.value().text().empty());
  if (!given) cidr_field.error("FG1012", "'cidr' is required");
  const std::optional<Cidr> cidr = given ? decode_lenient_cidr(cidr_field) : std::nullopt;
  if (cidr) block.cidr = *cidr;
  const Cursor excepts = at.field("except");
  if (!excepts.is_list()) return block;
  for (const Cursor item : excepts.children()) {
    const std::optional<Cidr> except = decode_lenient_cidr(item);
    if (except && cidr) check_except(item, cidr_field, *cidr, *except);
    if (except) block.except.push_back(*except);
  }
  return block;
}

NetworkPolicyPeer decode_peer(const Cursor& at) {
  NetworkPolicyPeer peer;
  peer.at = at.position();
  const bool known = at.allow_only(kPeerFields);
  const Cursor pods = at.field("podSelector");
  const Cursor namespaces = at.field("namespaceSelector");
  const Cursor block = at.field("ipBlock");
  if (pods.is_set()) peer.pod_selector = decode_selector(pods);
  if (namespaces.is_set()) peer.namespace_selector = decode_selector(namespaces);
  if (block.is_map()) peer.ip_block = decode_block(block);
  if (block.is_set() && (pods.is_set() || namespaces.is_set())) {
    at.error("FG1051", "'ipBlock' stands beside a selector, where the API server refuses it", "Make two items of the list, one for each.");
  } else if (known && pods.is_null() && namespaces.is_null() && block.is_null()) {
    at.error("FG1050", "the peer selects nothing: it needs 'podSelector', 'namespaceSelector' or 'ipBlock'",
             "For everyone leave the whole list out; for all pods of all namespaces write 'namespaceSelector: {}'.");
  }
  return peer;
}

/// NetworkPolicyPort.endPort beside a numeric port.
void decode_end_port(const Cursor& end, std::int32_t first, NetworkPolicyPort& port) {
  const std::optional<std::int32_t> number = end.int32();
  if (!number) return;
  if (*number < first) {
    end.error("FG1062", fmt::format("'endPort' {} is below 'port' {}", *number, first));
  } else if (const auto last = decode_port_number(end)) {
    port.end_port = *last;
  }
}

/// IntOrString.
std::optional<std::int32_t> port_number_or_error(const Cursor& port) {
  if (port.kind() == ValueKind::kInteger || port.kind() == ValueKind::kFloat) return port.int32();
  port.wrong_type("a number or a name");
  return std::nullopt;
}

void decode_port_and_end(const Cursor& at, NetworkPolicyPort& result) {
  const Cursor port = at.field("port");
  const Cursor end = at.field("endPort");
  if (port.is_null()) {
    if (end.int32()) end.error("FG1062", "'endPort' needs a numeric 'port' beside it");
  } else if (port.kind() == ValueKind::kString) {
    const std::string_view name = port.value().text();
    result.port = port.names().symbols->intern(name);
    if (const std::string problem = port_name_problem(name); !problem.empty()) {
      const bool number = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
      port.error("FG1061", fmt::format("the port name {} {}", quoted(name), problem),
                 number ? fmt::format("Write {} without quotes for the number.", name) : std::string{});
    }
    if (end.int32()) end.error("FG1062", "'endPort' cannot stand beside a port name");
  } else if (const std::optional<std::int32_t> number = port_number_or_error(port)) {
    if (const auto valid = decode_port_number(port)) result.port = *valid;
    decode_end_port(end, *number, result);
  }
}

NetworkPolicyPort decode_port(const Cursor& at) {
  NetworkPolicyPort port;
  port.at = at.position();
  at.allow_only(kPortFields);
  port.protocol = decode_protocol(at.field("protocol")).value_or(Protocol::kTcp);
  decode_port_and_end(at, port);
  return port;
}

/// A slip that the API server calls an unknown field, and whose meaning is plain: a peer's field in the rule itself.
void check_rule_fields(const Cursor& rule, const RuleShape& shape) {
  for (const Cursor entry : rule.children()) {
    if (entry.key() == shape.fields[0] || entry.key() == shape.fields[1]) continue;
    if (std::ranges::find(kPeerFields, entry.key()) != kPeerFields.end()) {
      entry.error_at_key("FG1021", fmt::format("'{}' stands beside '{}', where the API server refuses it", entry.key(), shape.peers),
                         fmt::format("A peer is an item of '{0}':\n  {0}:\n  - {1}: ...", shape.peers, entry.key()));
    } else if (entry.key() == shape.other_peers) {
      entry.error_at_key("FG1021", fmt::format("'{}' in an {} rule", entry.key(), shape.list),
                         fmt::format("The peers of {} rules are under '{}'.", shape.list, shape.peers));
    } else {
      report_unknown_field(entry, shape.fields);
    }
  }
}

NetworkPolicyRule decode_rule(const Cursor& at, const RuleShape& shape) {
  NetworkPolicyRule rule;
  rule.at = at.position();
  check_rule_fields(at, shape);
  const Cursor peers = at.field(shape.peers);
  if (peers.is_list()) {
    for (const Cursor item : peers.children()) {
      if (item.is_struct_item()) rule.peers.push_back(decode_peer(item));
    }
  }
  const Cursor ports = at.field("ports");
  if (ports.is_list()) {
    for (const Cursor item : ports.children()) {
      warn_of_null(item, "every TCP port");
      if (item.is_struct_item()) rule.ports.push_back(decode_port(item));
    }
  }
  return rule;
}

std::vector<NetworkPolicyRule> decode_rules(const Cursor& list, const RuleShape& shape) {
  std::vector<NetworkPolicyRule> rules;
  if (!list.is_list()) return rules;
  rules.reserve(list.size());
  for (const Cursor item : list.children()) {
    warn_of_null(item, "an empty rule, which allows everything");
    if (item.is_struct_item()) rules.push_back(decode_rule(item, shape));
  }
  return rules;
}

void decode_policy_types(const Cursor& types, NetworkPolicy& policy) {
  if (!types.is_list()) return;
  if (types.size() > kMostPolicyTypes) {
    types.error("FG1014", fmt::format("'policyTypes' has {} items, and at most 2 are allowed", types.size()));
    return;
  }
  for (const Cursor item : types.children()) {
    const std::optional<std::string_view> text = item.text_or_empty();
    if (!text) continue;
    policy.has_policy_types = true;
    policy.type_ingress = policy.type_ingress || *text == "Ingress";
    policy.type_egress = policy.type_egress || *text == "Egress";
    if (*text != "Ingress" && *text != "Egress") {
      item.error("FG1013", fmt::format("{} is no policy type", quoted(*text)), "The policy types are Ingress and Egress.");
    }
  }
}

void decode_spec(const Cursor& spec, NetworkPolicy& policy) {
  if (!spec.is_map()) return;
  spec.allow_only(kSpecFields);
  policy.pod_selector = decode_selector(spec.field("podSelector"));
  policy.ingress = decode_rules(spec.field("ingress"), kIngress);
  policy.egress = decode_rules(spec.field("egress"), kEgress);
  decode_policy_types(spec.field("policyTypes"), policy);
}

/// Servers 1.24 to 1.27 wrote `status: {}` into every NetworkPolicy, so dumps of that time have it; servers today do not know the field.
void refuse_status(const Cursor& object) {
  const Cursor status = object.field("status");
  if (!status.value().present()) return;
  status.error_but_keep("FG1026", status.value().key_position(), "NetworkPolicy has no 'status'; passed over",
                        "Kubernetes 1.24 to 1.27 wrote it into the objects. Leave it out.");
}

}  // namespace

void decode_network_policy(DecodeRun& run, const Cursor& object) {
  NetworkPolicy policy;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata);
  policy.ns = name.ns;
  policy.name = name.name;
  policy.at = object.position();
  refuse_status(object);
  check_object_fields(object, kObjectFields, kSpecFields);
  check_policy_metadata(metadata, true);
  decode_spec(object.field("spec"), policy);
  if (!object.object().failed()) run.objects.network_policies.push_back(std::move(policy));
}

}  // namespace foregate::model::manifest
