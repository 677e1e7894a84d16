#include "model/manifest/kinds/metadata.h"

#include <gtest/gtest.h>

#include <string>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

std::string said_of(std::string_view version, std::string_view kind, std::string_view rest) {
  return decode_text(fmt::format("{{apiVersion: {}, kind: {}, {}}}", version, kind, rest)).said();
}

struct KindOfTest {
  const char* version;
  const char* kind;
};
constexpr KindOfTest kNamespacedKinds[] = {{"v1", "Pod"},
                                           {"v1", "Service"},
                                           {"apps/v1", "Deployment"},
                                           {"batch/v1", "CronJob"},
                                           {"kubevirt.io/v1", "VirtualMachine"},
                                           {"kubevirt.io/v1", "VirtualMachineInstance"},
                                           {"discovery.k8s.io/v1", "EndpointSlice"},
                                           {"networking.k8s.io/v1", "Ingress"},
                                           {"route.openshift.io/v1", "Route"},
                                           {"gateway.networking.k8s.io/v1", "HTTPRoute"},
                                           {"gateway.networking.k8s.io/v1", "Gateway"}};

TEST(DecodeName, NamesThatNoServerTakesAreErrorsOfEveryKind) {
  for (const auto& [version, kind] : kNamespacedKinds) {
    EXPECT_EQ(said_of(version, kind, R"(metadata: {name: "a\e[31m\nb"})"), "error FG1030 metadata.name\n") << kind;
    EXPECT_EQ(said_of(version, kind, "metadata: {name: a, namespace: x/y}"), "error FG1031 metadata.namespace\n") << kind;
    EXPECT_EQ(said_of(version, kind, "metadata: {generateName: A-}"), "error FG1030 metadata.generateName\n") << kind;
    EXPECT_EQ(said_of(version, kind, "metadata: {name: a, labels: {a b: c}}"), "error FG1032 metadata.labels\n") << kind;
    EXPECT_EQ(said_of(version, kind, "metadata: {name: a1, namespace: b-1, labels: {a.b/c: D_e}}"), "") << kind;
  }
  for (const char* kind : {"Namespace", "Node"}) {
    EXPECT_EQ(said_of("v1", kind, "metadata: {name: a_b}"), "error FG1030 metadata.name\n") << kind;
    EXPECT_EQ(said_of("v1", kind, "metadata: {name: a, labels: {a: b c}}"), "error FG1032 metadata.labels\n") << kind;
  }
}

TEST(DecodeName, FormsDifferByKind) {
  EXPECT_EQ(said_of("v1", "Node", "metadata: {name: 10.0.0.1}"), "");
  EXPECT_EQ(said_of("v1", "Pod", "metadata: {name: 0.a}"), "");
  EXPECT_EQ(said_of("v1", "Namespace", "metadata: {name: a.b}"), "error FG1030 metadata.name\n");
  EXPECT_EQ(said_of("v1", "Service", "metadata: {name: 0a}"), "error FG1030 metadata.name\n");
  const std::string letters(53, 'a');
  EXPECT_EQ(said_of("batch/v1", "CronJob", "metadata: {name: " + letters + "}"), "error FG1030 metadata.name\n");
  EXPECT_EQ(said_of("batch/v1", "CronJob", "metadata: {name: " + letters.substr(1) + "}"), "");
  EXPECT_EQ(said_of("v1", "Pod", "metadata: {name: " + std::string(253, 'a') + "}"), "");
  EXPECT_EQ(said_of("v1", "Pod", "metadata: {name: " + std::string(254, 'a') + "}"), "error FG1030 metadata.name\n");
}

TEST(DecodeName, OwnersAreThoseThatObjectsCanHave) {
  const char* owned = "metadata: {{name: a, ownerReferences: [{{apiVersion: apps/v1, kind: {}, name: {}, uid: u, controller: true}}]}}";
  EXPECT_EQ(said_of("v1", "Pod", fmt::format(fmt::runtime(owned), "ReplicaSet", "web-1")), "");
  EXPECT_EQ(said_of("v1", "Pod", fmt::format(fmt::runtime(owned), R"("a\nb")", R"("c\e[0m")")),
            "error FG1034 metadata.ownerReferences[0].kind\nerror FG1034 metadata.ownerReferences[0].name\n");
}

TEST(DecodeName, NamesOfOtherObjectsAndOfPortsAreLookedAtToo) {
  EXPECT_EQ(said_of("v1", "Pod", "metadata: {name: a}, spec: {nodeName: a/b}"), "error FG1030 spec.nodeName\n");
  EXPECT_EQ(said_of("v1", "Pod", "metadata: {name: a}, spec: {containers: [{ports: [{containerPort: 1, name: a.b}]}]}"),
            "error FG1061 spec.containers[0].ports[0].name\n");
  EXPECT_EQ(said_of("v1", "Service", "metadata: {name: a}, spec: {selector: {a: b c}, ports: [{port: 1, name: A, targetPort: b.c}]}"),
            "error FG1032 spec.selector\nerror FG1061 spec.ports[0].name\nerror FG1061 spec.ports[0].targetPort\n");
  EXPECT_EQ(said_of("gateway.networking.k8s.io/v1", "HTTPRoute",
                    "metadata: {name: a}, spec: {rules: [{backendRefs: [{name: A, namespace: x/y, port: 1}]}]}"),
            "error FG1031 spec.rules[0].backendRefs[0].namespace\nerror FG1030 spec.rules[0].backendRefs[0].name\n");
}

TEST(DecodeName, LabelsOfTemplatesAndOfEachPodWithTheSameOnes) {
  EXPECT_EQ(said_of("apps/v1", "Deployment", "metadata: {name: a}, spec: {template: {metadata: {labels: {a: b c}}}}"),
            "error FG1032 spec.template.metadata.labels\n");
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {a: b c}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, labels: {a: b c}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c, labels: {a: b}}}
)");
  EXPECT_EQ(decoded.said(), "error FG1032 metadata.labels\nerror FG1032 metadata.labels\n");
  EXPECT_EQ(decoded.objects.pods.size(), 1U);
}

TEST(DecodeName, AWrongTypeIsSaidOnce) {
  EXPECT_EQ(said_of("networking.k8s.io/v1", "NetworkPolicy", "metadata: {name: a, namespace: 5}"), "error FG1010 metadata.namespace\n");
  EXPECT_EQ(said_of("networking.k8s.io/v1", "NetworkPolicy", "metadata: {name: 5}"), "error FG1010 metadata.name\n");
  EXPECT_EQ(said_of("networking.k8s.io/v1", "NetworkPolicy", "metadata: {name: a, generateName: 5}"),
            "error FG1010 metadata.generateName\n");
  EXPECT_EQ(said_of("networking.k8s.io/v1", "NetworkPolicy", "metadata: {name: a}, spec: {ingress: [{from: [{ipBlock: {cidr: 5}}]}]}"),
            "error FG1010 spec.ingress[0].from[0].ipBlock.cidr\n");
  EXPECT_EQ(said_of("policy.networking.k8s.io/v1alpha2", "ClusterNetworkPolicy",
                    "metadata: {name: a}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: "
                    "[{namespaces: {}}], protocols: [{destinationNamedPort: 80}]}]}"),
            "error FG1010 spec.ingress[0].protocols[0].destinationNamedPort\n");
}

TEST(DecodeName, AWrongTypeOfAServiceIsSaidOnce) {
  EXPECT_EQ(said_of("v1", "Service", "metadata: {name: a}, spec: {clusterIP: 5, ports: [{port: x, nodePort: [], targetPort: {}}]}"),
            "error FG1010 spec.clusterIP\nerror FG1010 spec.ports[0].port\nerror FG1010 spec.ports[0].targetPort\n"
            "error FG1010 spec.ports[0].nodePort\n");
}

TEST(DecodeName, AJsonTextHearsNothingOfYaml) {
  const std::string json = R"({"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "a", "namespace": 5},
"policyTypes": [], "spec": {
  "bogus": {}}})";
  const std::string padded = json + std::string(kPadding, ' ');
  const Input input{base::FileId{std::uint32_t{0}}, std::string_view{padded}.substr(0, json.size())};
  Decoded decoded;
  base::SerialExecutor executor;
  read({&input, 1}, {}, decoded.names, decoded.objects, decoded.diagnostics, executor);
  ASSERT_EQ(decoded.said(), "error FG1010 metadata.namespace\nerror FG1021 policyTypes\nerror FG1020 spec.bogus\n");
  EXPECT_EQ(decoded.diagnostics.all()[0].hint, "Write \"5\" in quotes.");
  EXPECT_EQ(decoded.diagnostics.all()[1].hint, "It belongs into 'spec'.");
  EXPECT_EQ(decoded.diagnostics.all()[2].at.line, 3U) << "the key's place";
  EXPECT_EQ(decoded.diagnostics.all()[2].at.column, 3U);
}

}  // namespace
}  // namespace foregate::model::manifest
