#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

Decoded decode_spec(std::string_view spec) {
  return decode_text(
      fmt::format("apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {{name: p, namespace: shop}}\nspec: {}\n", spec));
}

/// The policy of a text that is accepted without a word.
NetworkPolicy policy_of(const Decoded& decoded) {
  EXPECT_EQ(decoded.said(), "");
  if (decoded.objects.network_policies.size() != 1) return {};
  return decoded.objects.network_policies[0];
}

std::string text(const Decoded& decoded, const LabelSelector& selector) {
  constexpr const char* kOperators[] = {"In", "NotIn", "Exists", "DoesNotExist", "Invalid"};
  std::string result;
  for (const LabelRequirement& requirement : selector.requirements) {
    result +=
        fmt::format("{}{} {}", result.empty() ? "" : "; ", decoded.text(requirement.key), kOperators[static_cast<int>(requirement.op)]);
    for (const Symbol value : requirement.values) result += fmt::format(" '{}'", decoded.text(value));
  }
  return result;
}

TEST(DecodeNetworkPolicy, ReadsEveryField) {
  const Decoded decoded = decode_spec(R"(
  podSelector:
    matchLabels: {app: db}
    matchExpressions: [{key: tier, operator: NotIn, values: [b, a, a]}, {key: old, operator: DoesNotExist}]
  policyTypes: [Egress]
  ingress:
  - from:
    - podSelector: {}
    - namespaceSelector: {matchLabels: {team: x}}
      podSelector: {matchLabels: {app: web}}
    - ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}
    ports: [{port: 80}, {protocol: UDP, port: dns}, {port: 8000, endPort: 9000}, {protocol: SCTP}]
  egress: [{}])");
  const NetworkPolicy policy = policy_of(decoded);
  EXPECT_EQ(decoded.text(policy.ns), "shop");
  EXPECT_EQ(text(decoded, policy.pod_selector), "app In 'db'; tier NotIn 'b' 'a'; old DoesNotExist");
  EXPECT_TRUE(policy.has_policy_types);
  EXPECT_FALSE(policy.type_ingress);
  EXPECT_TRUE(policy.type_egress);
  ASSERT_EQ(policy.ingress.size(), 1U);
  const NetworkPolicyRule& rule = policy.ingress[0];
  ASSERT_EQ(rule.peers.size(), 3U);
  EXPECT_TRUE(rule.peers[0].pod_selector->selects_everything());
  EXPECT_FALSE(rule.peers[0].namespace_selector);
  EXPECT_EQ(text(decoded, *rule.peers[1].namespace_selector), "team In 'x'");
  EXPECT_EQ(rule.peers[2].ip_block->cidr.text(), "10.0.0.0/8");
  EXPECT_EQ(rule.peers[2].ip_block->except.at(0).text(), "10.1.0.0/16");
  ASSERT_EQ(rule.ports.size(), 4U);
  EXPECT_EQ(std::get<std::uint16_t>(rule.ports[0].port), 80);
  EXPECT_EQ(rule.ports[0].protocol, Protocol::kTcp);
  EXPECT_EQ(decoded.text(std::get<Symbol>(rule.ports[1].port)), "dns");
  EXPECT_EQ(rule.ports[2].end_port, 9000);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(rule.ports[3].port));
  EXPECT_EQ(rule.ports[3].protocol, Protocol::kSctp);
  EXPECT_EQ(policy.egress.size(), 1U);
}

TEST(DecodeNetworkPolicy, AbsentAndEmptyFieldsAreTheApisDefaults) {
  for (const char* spec : {"null", "{}", "{podSelector: null, policyTypes: [], ingress: null, egress: []}"}) {
    const Decoded decoded = decode_spec(spec);
    const NetworkPolicy policy = policy_of(decoded);
    EXPECT_EQ(decoded.objects.network_policies.size(), 1U) << spec;
    EXPECT_TRUE(policy.pod_selector.selects_everything()) << spec;
    EXPECT_FALSE(policy.has_policy_types) << spec;
    EXPECT_TRUE(policy.ingress.empty() && policy.egress.empty()) << spec;
  }
}

TEST(DecodeNetworkPolicy, NullsThatBecomeSomethingElseAreWarnings) {
  const Decoded decoded = decode_spec(
      "{podSelector: {matchLabels: {k: null}, matchExpressions: [{key: k, operator: In, values: [null]}]}, ingress: [null], egress: "
      "[{ports: [null]}]}");
  EXPECT_EQ(decoded.said(),
            "warning FG1047 spec.podSelector.matchLabels.k\nwarning FG1047 spec.podSelector.matchExpressions[0].values[0]\n"
            "warning FG1047 spec.ingress[0]\nwarning FG1047 spec.egress[0].ports[0]\n");
  const NetworkPolicy& policy = decoded.objects.network_policies.at(0);
  EXPECT_EQ(text(decoded, policy.pod_selector), "k In ''; k In ''");
  EXPECT_TRUE(policy.ingress.at(0).peers.empty());
  EXPECT_EQ(policy.egress.at(0).ports.size(), 1U);
}

TEST(DecodeNetworkPolicy, SurprisingBlocksAreWarningsWithWhatTheyMean) {
  const Decoded decoded = decode_spec(
      "{ingress: [{from: [{ipBlock: {cidr: 10.0.0.1/8}}, {ipBlock: {cidr: '::ffff:10.0.0.0/104'}}, {ipBlock: {cidr: 010.0.0.0/08}}]}]}");
  EXPECT_EQ(decoded.said(),
            "warning FG1054 spec.ingress[0].from[0].ipBlock.cidr\nwarning FG1055 spec.ingress[0].from[1].ipBlock.cidr\n"
            "warning FG1059 spec.ingress[0].from[2].ipBlock.cidr\n");
  for (const NetworkPolicyPeer& peer : decoded.objects.network_policies.at(0).ingress.at(0).peers) {
    EXPECT_EQ(peer.ip_block->cidr.text(), "10.0.0.0/8");
  }
}

TEST(DecodeNetworkPolicy, ExceptIsComparedByTheLengthThatIsWritten) {
  EXPECT_EQ(decode_spec("{ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8, except: ['::ffff:10.1.0.0/112']}}]}]}").diagnostics.errors(), 0U);
  EXPECT_EQ(decode_spec("{ingress: [{from: [{ipBlock: {cidr: '::ffff:10.0.0.0/104', except: [10.1.0.0/16]}}]}]}").diagnostics.errors(), 1U);
  for (const char* except : {"10.0.0.0/8", "11.0.0.0/16", "0.0.0.0/0", "fd00::/64"}) {
    const Decoded decoded =
        decode_spec(fmt::format("{{ingress: [{{from: [{{ipBlock: {{cidr: 10.0.0.0/8, except: ['{}']}}}}]}}]}}", except));
    EXPECT_EQ(decoded.said(), "error FG1053 spec.ingress[0].from[0].ipBlock.except[0]\n") << except;
  }
}

TEST(DecodeNetworkPolicy, AllErrorsOfAnObjectAreSaid) {
  const Decoded decoded = decode_spec(R"(
  podSelector: {matchLabels: {a: "-b"}}
  policyTypes: [Ingres]
  ingress:
  - from: [{}, {ipBlock: {cidr: 10.0.0.0}, podSelector: {}}]
    ports: [{port: 0}, {port: "80"}, {port: 80, endPort: 79}, {endPort: 5}, {protocol: tcp}, {port: web, endPort: 5}]
    bogus: 1)");
  EXPECT_EQ(decoded.said(),
            "error FG1032 spec.podSelector.matchLabels\nerror FG1020 spec.ingress[0].bogus\nerror FG1050 spec.ingress[0].from[0]\n"
            "error FG1052 spec.ingress[0].from[1].ipBlock.cidr\nerror FG1051 spec.ingress[0].from[1]\n"
            "error FG1060 spec.ingress[0].ports[0].port\nerror FG1061 spec.ingress[0].ports[1].port\n"
            "error FG1062 spec.ingress[0].ports[2].endPort\nerror FG1062 spec.ingress[0].ports[3].endPort\n"
            "error FG1063 spec.ingress[0].ports[4].protocol\nerror FG1062 spec.ingress[0].ports[5].endPort\n"
            "error FG1013 spec.policyTypes[0]\n");
  EXPECT_TRUE(decoded.objects.network_policies.empty());
}

TEST(DecodeNetworkPolicy, SelectorsThatAreImpossibleAreErrors) {
  const Decoded decoded = decode_spec(
      "{podSelector: {matchExpressions: [{key: a, operator: in, values: [b]}, {key: a, operator: In}, {key: a, operator: Exists, values: "
      "[b]}, {key: '', "
      "operator: Exists}, {key: a, operator: In, values: ['x y']}]}}");
  EXPECT_EQ(decoded.said(),
            "error FG1040 spec.podSelector.matchExpressions[0].operator\nerror FG1041 spec.podSelector.matchExpressions[1].values\n"
            "error FG1042 spec.podSelector.matchExpressions[2].values\nerror FG1043 spec.podSelector.matchExpressions[3].key\n"
            "error FG1044 spec.podSelector.matchExpressions[4].values[0]\n");
}

TEST(DecodeNetworkPolicy, APeersFieldInTheRuleIsSaidWithWhereItBelongs) {
  const Decoded decoded = decode_spec("{ingress: [{from: [], podSelector: {}}, {to: []}]}");
  EXPECT_EQ(decoded.said(), "error FG1021 spec.ingress[0].podSelector\nerror FG1021 spec.ingress[1].to\n");
  EXPECT_NE(decoded.diagnostics.all()[0].hint.find("- podSelector"), std::string::npos);
}

TEST(DecodeNetworkPolicy, MetadataIsCheckedAsTheServerDoes) {
  const Decoded decoded = decode_text(R"(
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: Web
  namespace: a.b
  labels: {"-x": a}
  annotations: {"a b": c}
  finalizers: [foo]
  uid: 5
  generation: 1.5
  bogus: 1
  ownerReferences: [{kind: A, name: a, uid: u}]
spec: {}
status: {}
)");
  EXPECT_EQ(
      decoded.said(),
      "error FG1030 metadata.name\nerror FG1031 metadata.namespace\nerror FG1026 status\nerror FG1020 metadata.bogus\n"
      "error FG1010 metadata.uid\nerror FG1010 metadata.generation\nerror FG1032 metadata.labels\n"
      "error FG1033 metadata.annotations\nerror FG1034 metadata.ownerReferences[0].apiVersion\nerror FG1034 metadata.finalizers[0]\n");
}

}  // namespace
}  // namespace foregate::model::manifest
