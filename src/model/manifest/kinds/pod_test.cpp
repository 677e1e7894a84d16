#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

TEST(DecodePod, ReadsWhatARuleMayLookAt) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: Pod
metadata:
  name: web-0
  namespace: shop
  labels: {app: web, empty: null}
  ownerReferences:
  - {apiVersion: v1, kind: Config, name: c, uid: u}
  - {apiVersion: apps/v1, kind: StatefulSet, name: web, uid: v, controller: true}
spec:
  nodeName: n1
  containers:
  - ports: [{name: http, containerPort: 80}, {containerPort: 81}, {name: dns, containerPort: 53, protocol: UDP}]
  - ports: [{name: http, containerPort: 8080}]
status:
  phase: Running
  podIP: 10.0.0.9
  podIPs: [{ip: 10.0.0.1}, {ip: "fd00::1"}]
)");
  ASSERT_EQ(decoded.said(), "");
  ASSERT_EQ(decoded.objects.pods.size(), 1U);
  const Pod& pod = decoded.objects.pods[0];
  EXPECT_EQ(decoded.text(pod.ns), "shop");
  EXPECT_EQ(decoded.text(pod.name), "web-0");
  EXPECT_EQ(decoded.labels(pod.labels), "{app=web,empty=}");
  EXPECT_EQ(decoded.ports(pod.named_ports), "http/TCP/80 http/TCP/8080 dns/UDP/53");
  EXPECT_EQ(decoded.text(pod.node), "n1");
  ASSERT_TRUE(pod.owner);
  EXPECT_EQ(decoded.text(pod.owner->kind), "StatefulSet");
  EXPECT_EQ(decoded.text(pod.owner->name), "web");
  ASSERT_EQ(pod.addresses.size(), 2U);
  EXPECT_EQ(pod.addresses[0].text(), "10.0.0.1");
  EXPECT_EQ(pod.addresses[1].text(), "fd00::1");
  EXPECT_FALSE(pod.finished);
  EXPECT_FALSE(pod.host_network);
}

TEST(DecodePod, NamedPortsAreThoseOfContainersAndSidecars) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  initContainers:
  - {name: setup, ports: [{name: setup, containerPort: 1}]}
  - {name: proxy, restartPolicy: Always, ports: [{name: proxy, containerPort: 2}]}
  containers: [{name: main, ports: [{name: main, containerPort: 3}]}]
)");
  ASSERT_EQ(decoded.objects.pods.size(), 1U);
  EXPECT_EQ(decoded.ports(decoded.objects.pods[0].named_ports), "main/TCP/3 proxy/TCP/2");
}

TEST(DecodePod, NeighboursWithEqualTextsShareWhatIsInterned) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: v, z: w}}, spec: {containers: [{ports: [{name: p, containerPort: 1}]}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, labels: {x: v, z: w}}, spec: {containers: [{ports: [{name: p, containerPort: 1}]}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c, labels: {x: v}}, spec: {containers: [{ports: [{name: p, containerPort: 2}]}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: d}}
---
{apiVersion: v1, kind: Pod, metadata: {name: e, labels: {z: w, x: v}}, spec: {containers: [{ports: [{name: p, containerPort: 1}]}]}}
)");
  const std::vector<Pod>& pods = decoded.objects.pods;
  ASSERT_EQ(pods.size(), 5U);
  EXPECT_EQ(pods[0].labels, pods[1].labels);
  EXPECT_EQ(pods[0].named_ports, pods[1].named_ports);
  EXPECT_NE(pods[1].labels, pods[2].labels);
  EXPECT_NE(pods[1].named_ports, pods[2].named_ports);
  EXPECT_EQ(decoded.labels(pods[3].labels), "{}");
  EXPECT_EQ(decoded.ports(pods[3].named_ports), "");
  EXPECT_EQ(pods[0].labels, pods[4].labels) << "order does not matter";
}

TEST(DecodePod, SucceededAndFailedAreFinished) {
  for (const auto& [phase, finished] : {std::pair{"Succeeded", true}, std::pair{"Failed", true}, std::pair{"Pending", false}}) {
    const Decoded decoded =
        decode_text(fmt::format("{{apiVersion: v1, kind: Pod, metadata: {{name: a}}, status: {{phase: {}, podIP: 10.0.0.1}}}}", phase));
    ASSERT_EQ(decoded.objects.pods.size(), 1U);
    EXPECT_EQ(decoded.objects.pods[0].finished, finished) << phase;
    EXPECT_EQ(decoded.objects.pods[0].addresses.size(), 1U);
  }
}

TEST(DecodePod, ImpossibleValuesAreErrorsAndThePodIsLeftOut) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostNetwork: "yes"
  containers: [{ports: [{containerPort: 70000}, {containerPort: 80, protocol: tcp}]}]
status: {podIP: 10.0.0}
)");
  EXPECT_EQ(decoded.said(),
            "error FG1010 spec.hostNetwork\nerror FG1060 spec.containers[0].ports[0].containerPort\n"
            "error FG1063 spec.containers[0].ports[1].protocol\nerror FG1080 status.podIP\n");
  EXPECT_TRUE(decoded.objects.pods.empty());
}

TEST(DecodePod, UnknownFieldsAreNotAskedFor) {
  EXPECT_EQ(decode_text("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {bogus: 1}}").said(), "");
}

TEST(DecodePod, NameIsNeededAndAPrefixWillDo) {
  EXPECT_EQ(decode_text("{apiVersion: v1, kind: Pod, metadata: {}}").said(), "error FG1012 metadata.name\n");
  EXPECT_EQ(decode_text("{apiVersion: v1, kind: Pod, metadata: {generateName: web-}}").objects.pods.size(), 1U);
}

TEST(DecodeNamespace, CarriesItsNameLabelWhateverTheManifestSays) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {kubernetes.io/metadata.name: lie, team: x}}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: b}}
)");
  ASSERT_EQ(decoded.objects.namespaces.size(), 2U);
  EXPECT_EQ(decoded.labels(decoded.objects.namespaces[0].labels), "{kubernetes.io/metadata.name=a,team=x}");
  EXPECT_EQ(decoded.labels(decoded.objects.namespaces[1].labels), "{kubernetes.io/metadata.name=b}");
}

TEST(DecodeNode, HasTheAddressesThatTrafficComesFrom) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {zone: a}}
status:
  addresses:
  - {type: InternalIP, address: 192.168.0.1}
  - {type: Hostname, address: n1}
  - {type: ExternalIP, address: "2001:db8::1"}
)");
  ASSERT_EQ(decoded.said(), "");
  ASSERT_EQ(decoded.objects.nodes.size(), 1U);
  EXPECT_EQ(decoded.labels(decoded.objects.nodes[0].labels), "{zone=a}");
  ASSERT_EQ(decoded.objects.nodes[0].addresses.size(), 2U);
  EXPECT_EQ(decoded.objects.nodes[0].addresses[1].text(), "2001:db8::1");
}

}  // namespace
}  // namespace foregate::model::manifest
