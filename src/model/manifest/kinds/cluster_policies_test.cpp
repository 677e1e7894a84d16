#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

Decoded decode_admin(std::string_view rules) {
  return decode_text(
      fmt::format("apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\nmetadata: {{name: p}}\n"
                  "spec:\n  priority: 7\n  subject: {{namespaces: {{}}}}\n  {}\n",
                  rules));
}

Decoded decode_cluster(std::string_view rules) {
  return decode_text(
      fmt::format("apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {{name: p}}\n"
                  "spec:\n  tier: Baseline\n  priority: 7\n  subject: {{pods: {{podSelector: {{}}}}}}\n  {}\n",
                  rules));
}

ClusterPolicy policy_of(const Decoded& decoded) {
  if (decoded.objects.cluster_policies.size() != 1) {
    ADD_FAILURE() << decoded.said();
    return {};
  }
  return decoded.objects.cluster_policies[0];
}

ClusterPort port_of(const Decoded& decoded) {
  const ClusterPolicy policy = policy_of(decoded);
  if (policy.ingress.size() != 1 || policy.ingress[0].ports.size() != 1) return {};
  return policy.ingress[0].ports[0];
}

TEST(DecodeAdminNetworkPolicy, ReadsEveryField) {
  const Decoded decoded = decode_admin(R"(ingress:
  - name: in
    action: Pass
    from: [{namespaces: {matchLabels: {team: a}}}, {pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: x}}}}]
    ports: [{portNumber: {port: 53, protocol: UDP}}, {namedPort: web}, {portRange: {start: 80, end: 90}}]
  egress:
  - action: Allow
    to: [{networks: [10.0.0.0/8]}, {nodes: {}}, {domainNames: ["*.Example.COM."]}])");
  ASSERT_EQ(decoded.said(), "");
  const ClusterPolicy policy = policy_of(decoded);
  EXPECT_EQ(policy.kind, ClusterPolicyKind::kAdminNetworkPolicy);
  EXPECT_EQ(policy.tier, ClusterTier::kAdmin);
  EXPECT_EQ(policy.priority, 7);
  EXPECT_TRUE(policy.subject.whole_namespaces);
  ASSERT_EQ(policy.ingress.size(), 1U);
  const ClusterRule& rule = policy.ingress[0];
  EXPECT_EQ(decoded.text(rule.name), "in");
  EXPECT_EQ(rule.action, RuleAction::kPass);
  ASSERT_EQ(rule.peers.size(), 2U);
  EXPECT_TRUE(std::get<NamespacedPods>(rule.peers[0].peer).whole_namespaces);
  EXPECT_FALSE(std::get<NamespacedPods>(rule.peers[1].peer).whole_namespaces);
  EXPECT_EQ(std::get<NamespacedPods>(rule.peers[1].peer).pod_selector.requirements.size(), 1U);
  ASSERT_EQ(rule.ports.size(), 3U);
  EXPECT_EQ(rule.ports[0].protocol, Protocol::kUdp);
  EXPECT_EQ(rule.ports[1].kind, ClusterPort::Kind::kNamed);
  EXPECT_EQ(rule.ports[2].last, 90);
  const std::vector<ClusterPeer>& peers = policy.egress.at(0).peers;
  ASSERT_EQ(peers.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<NetworksPeer>(peers[0].peer));
  EXPECT_TRUE(std::holds_alternative<NodesPeer>(peers[1].peer));
  EXPECT_EQ(decoded.text(std::get<DomainNamesPeer>(peers[2].peer).names.at(0)), "*.example.com");
}

TEST(DecodeAdminNetworkPolicy, WhatTheSchemaTakesButNothingMatchesIsAWarning) {
  const Decoded protocol =
      decode_admin("ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{portNumber: {port: 80, protocol: tcp}}]}]");
  EXPECT_EQ(protocol.said(), "warning FG1064 spec.ingress[0].ports[0].portNumber.protocol\n");
  EXPECT_EQ(port_of(protocol).kind, ClusterPort::Kind::kNoProtocol);
  const Decoded range = decode_admin("ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{portRange: {start: 9, end: 8}}]}]");
  EXPECT_EQ(range.said(), "warning FG1066 spec.ingress[0].ports[0].portRange\n");
  EXPECT_GT(port_of(range).first, port_of(range).last);
  const Decoded name = decode_admin("ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{namedPort: '80'}]}]");
  EXPECT_EQ(name.said(), "warning FG1067 spec.ingress[0].ports[0].namedPort\n");
}

TEST(DecodeAdminNetworkPolicy, ImpossibleSelectorsAreKeptAndMatchNothing) {
  const Decoded decoded = decode_admin(
      "ingress: [{action: Deny, from: [{namespaces: {matchExpressions: [{key: a, operator: notIn, values: [b]}, {key: a, operator: "
      "In}]}}]}]");
  EXPECT_EQ(decoded.said(),
            "warning FG1045 spec.ingress[0].from[0].namespaces.matchExpressions[0].operator\n"
            "warning FG1045 spec.ingress[0].from[0].namespaces.matchExpressions[1].values\n");
  const ClusterPolicy policy = policy_of(decoded);
  const auto& selector = std::get<NamespacedPods>(policy.ingress.at(0).peers.at(0).peer).namespace_selector;
  ASSERT_EQ(selector.requirements.size(), 2U);
  EXPECT_EQ(selector.requirements[0].op, SelectorOperator::kInvalid);
  EXPECT_EQ(selector.requirements[1].op, SelectorOperator::kInvalid);
}

TEST(DecodeAdminNetworkPolicy, ANullLabelDropsOutSoThatEverythingIsSelected) {
  const Decoded decoded = decode_admin("ingress: [{action: Deny, from: [{namespaces: {matchLabels: {team: null}}}]}]");
  EXPECT_EQ(decoded.said(), "warning FG1046 spec.ingress[0].from[0].namespaces.matchLabels.team\n");
  const ClusterPolicy policy = policy_of(decoded);
  EXPECT_TRUE(std::get<NamespacedPods>(policy.ingress.at(0).peers.at(0).peer).namespace_selector.selects_everything());
}

TEST(DecodeAdminNetworkPolicy, TheShapeOfTheFirstVersionIsNamed) {
  const Decoded decoded = decode_admin(R"(ingress:
  - action: Deny
    from: [{namespaces: {namespaceSelector: {}}}, {namespaces: {sameLabels: [tenant]}}, {pods: {namespaces: {namespaceSelector: {}}, podSelector: {}}}])");
  EXPECT_EQ(
      decoded.said(),
      "error FG1022 spec.ingress[0].from[0].namespaces.namespaceSelector\nerror FG1022 spec.ingress[0].from[1].namespaces.sameLabels\n"
      "error FG1022 spec.ingress[0].from[2].pods.namespaces\n");
}

TEST(DecodeAdminNetworkPolicy, NamedPortsCannotStandBesideAddresses) {
  const Decoded decoded = decode_admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}], ports: [{namedPort: web}]}]");
  EXPECT_EQ(decoded.said(), "error FG1065 spec.egress[0]\n");
}

TEST(DecodeBaselineAdminNetworkPolicy, HasNoPriorityAndOneName) {
  const Decoded decoded = decode_text(R"(
apiVersion: policy.networking.k8s.io/v1alpha1
kind: BaselineAdminNetworkPolicy
metadata: {name: other}
spec: {priority: 1, subject: {namespaces: {}}, ingress: [{action: Pass, from: [{namespaces: {}}]}], egress: [{action: Deny, to: [{domainNames: [a.io]}]}]}
)");
  EXPECT_EQ(decoded.said(),
            "error FG1020 spec.priority\nerror FG1013 spec.ingress[0].action\nerror FG1020 spec.egress[0].to[0].domainNames\n"
            "error FG1070 \n");
}

TEST(DecodeClusterNetworkPolicy, ReadsItsOwnWords) {
  const Decoded decoded = decode_cluster(R"(ingress:
  - action: Accept
    from: [{pods: {podSelector: {}}}]
    protocols: [{tcp: {destinationPort: {number: 80}}}, {udp: {destinationPort: {range: {start: 1, end: 65535}}}}, {destinationNamedPort: web}])");
  ASSERT_EQ(decoded.said(), "");
  const ClusterPolicy policy = policy_of(decoded);
  EXPECT_EQ(policy.tier, ClusterTier::kBaseline);
  EXPECT_TRUE(policy.subject.namespace_selector.selects_everything()) << "namespaceSelector may be absent";
  const ClusterRule& rule = policy.ingress.at(0);
  EXPECT_EQ(rule.action, RuleAction::kAllow);
  ASSERT_EQ(rule.ports.size(), 3U);
  EXPECT_EQ(rule.ports[0].first, 80);
  EXPECT_EQ(rule.ports[1].protocol, Protocol::kUdp);
  EXPECT_EQ(rule.ports[1].last, 65535);
  EXPECT_EQ(rule.ports[2].kind, ClusterPort::Kind::kNamed);
}

TEST(DecodeClusterNetworkPolicy, TheStoredVersionIsTheSame) {
  const Decoded decoded = decode_text(
      "{apiVersion: policy.networking.k8s.io/v1beta1, kind: ClusterNetworkPolicy, metadata: {name: p}, spec: {tier: Admin, priority: 0, "
      "subject: "
      "{namespaces: {}}}}");
  EXPECT_EQ(decoded.said(), "");
  EXPECT_EQ(policy_of(decoded).tier, ClusterTier::kAdmin);
}

TEST(DecodeClusterNetworkPolicy, AnEmptyPortNameFailsClosed) {
  const Decoded decoded = decode_cluster("ingress: [{action: Accept, from: [{namespaces: {}}], protocols: [{destinationNamedPort: ''}]}]");
  EXPECT_EQ(decoded.diagnostics.errors(), 0U);
  EXPECT_EQ(port_of(decoded).kind, ClusterPort::Kind::kUnrecognised);
}

TEST(DecodeClusterNetworkPolicy, ChecksOfItsSchema) {
  const Decoded decoded = decode_cluster(R"(ingress:
  - {action: Allow, from: []}
  - {action: Deny, from: [{}, {namespaces: {}, pods: {podSelector: {}}}, {nodes: {}}, null]}
  - action: Deny
    from: [{namespaces: {}}]
    protocols: [{tcp: {}}, {tcp: {destinationPort: {}}}, {tcp: {destinationPort: {range: {start: 5, end: 5}}}}, {icmp: {}}]
  egress:
  - {action: Deny, to: [{networks: [10.0.0.1/8, 010.0.0.0/8, "::ffff:10.0.0.0/104", 10.0.0.0/8, 10.0.0.0/8]}, {domainNames: [com]}]})");
  EXPECT_EQ(decoded.said(),
            "error FG1013 spec.ingress[0].action\nerror FG1015 spec.ingress[0].from\nerror FG1050 spec.ingress[1].from[0]\n"
            "error FG1051 spec.ingress[1].from[1]\nerror FG1020 spec.ingress[1].from[2].nodes\n"
            "error FG1010 spec.ingress[1].from[3]\nerror FG1050 spec.ingress[2].protocols[0].tcp\n"
            "error FG1050 spec.ingress[2].protocols[1].tcp.destinationPort\n"
            "error FG1068 spec.ingress[2].protocols[2].tcp.destinationPort.range\nerror FG1020 spec.ingress[2].protocols[3].icmp\n"
            "error FG1057 spec.egress[0].to[0].networks[0]\n"
            "error FG1052 spec.egress[0].to[0].networks[1]\nerror FG1052 spec.egress[0].to[0].networks[2]\n"
            "error FG1018 spec.egress[0].to[0].networks[4]\nerror FG1056 spec.egress[0].to[1].domainNames[0]\n");
}

TEST(DecodeClusterNetworkPolicy, RequiredFieldsAreAskedFor) {
  const Decoded decoded =
      decode_text("{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: p}, spec: {}}");
  EXPECT_EQ(decoded.said(), "error FG1012 spec.tier\nerror FG1012 spec.priority\nerror FG1012 spec.subject\n");
}

TEST(DecodeClusterNetworkPolicy, LimitsOfListsAndNames) {
  std::string rules;
  for (int i = 0; i < 26; ++i) rules += fmt::format("\n  - {{name: r{}, action: Deny, from: [{{namespaces: {{}}}}]}}", i);
  EXPECT_EQ(decode_cluster("ingress:" + rules).said(), "error FG1014 spec.ingress\n");
  EXPECT_EQ(decode_admin("ingress:" + rules).said(), "") << "100 in v1alpha1";
  const std::string name(101, 'x');
  EXPECT_EQ(decode_cluster(fmt::format("ingress: [{{name: {}, action: Deny, from: [{{namespaces: {{}}}}]}}]", name)).said(),
            "error FG1016 spec.ingress[0].name\n");
}

}  // namespace
}  // namespace foregate::model::manifest
