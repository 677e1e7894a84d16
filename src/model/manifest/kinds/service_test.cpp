#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

TEST(DecodeService, ReadsPortsAndTargets) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: NodePort
  selector: {app: web}
  clusterIPs: [10.96.0.1, "fd00::1"]
  ports:
  - {name: http, port: 80, targetPort: web, nodePort: 30080}
  - {name: dns, port: 53, protocol: UDP, targetPort: 5353}
  - {name: same, port: 90}
  - {name: zero, port: 91, targetPort: 0}
)");
  ASSERT_EQ(decoded.said(), "");
  ASSERT_EQ(decoded.objects.services.size(), 1U);
  const Service& service = decoded.objects.services[0];
  EXPECT_EQ(decoded.text(service.type), "NodePort");
  ASSERT_TRUE(service.selector);
  EXPECT_EQ(service.selector->size(), 1U);
  EXPECT_EQ(service.cluster_ips.size(), 2U);
  ASSERT_EQ(service.ports.size(), 4U);
  EXPECT_EQ(decoded.text(std::get<Symbol>(service.ports[0].target_port)), "web");
  EXPECT_EQ(service.ports[0].node_port, 30080);
  EXPECT_EQ(service.ports[1].protocol, Protocol::kUdp);
  EXPECT_EQ(std::get<std::uint16_t>(service.ports[1].target_port), 5353);
  EXPECT_EQ(std::get<std::uint16_t>(service.ports[2].target_port), 90);
  EXPECT_EQ(std::get<std::uint16_t>(service.ports[3].target_port), 91);
}

TEST(DecodeService, HeadlessHasNoAddressAndNoSelectorMeansForeignEndpoints) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: None, selector: {}}}
---
{apiVersion: v1, kind: Service, metadata: {name: b}, spec: {clusterIP: 10.96.0.2}}
)");
  ASSERT_EQ(decoded.objects.services.size(), 2U);
  EXPECT_TRUE(decoded.objects.services[0].cluster_ips.empty());
  EXPECT_TRUE(decoded.objects.services[0].headless);
  EXPECT_FALSE(decoded.objects.services[1].headless);
  EXPECT_FALSE(decoded.objects.services[0].selector);
  EXPECT_EQ(decoded.text(decoded.objects.services[0].type), "ClusterIP");
  EXPECT_EQ(decoded.objects.services[1].cluster_ips.size(), 1U);
}

TEST(DecodeService, PortIsRequiredAndMustBePossible) {
  const Decoded decoded = decode_text("{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{}, {port: 70000}]}}");
  EXPECT_EQ(decoded.said(), "error FG1012 spec.ports[0].port\nerror FG1060 spec.ports[1].port\n");
}

TEST(DecodeEndpointSlice, ReadsTargetsAndPorts) {
  const Decoded decoded = decode_text(R"(
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-abc, namespace: shop, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
endpoints:
- {addresses: [10.0.0.1], targetRef: {kind: Pod, name: web-0}}
- {addresses: [192.0.2.7]}
ports: [{name: http, port: 8080, protocol: TCP}, {name: "", port: 53, protocol: UDP}]
)");
  ASSERT_EQ(decoded.said(), "");
  ASSERT_EQ(decoded.objects.endpoint_slices.size(), 1U);
  const EndpointSlice& slice = decoded.objects.endpoint_slices[0];
  EXPECT_EQ(decoded.text(slice.service), "web");
  ASSERT_EQ(slice.endpoints.size(), 2U);
  EXPECT_EQ(decoded.text(slice.endpoints[0].pod), "web-0");
  EXPECT_TRUE(slice.endpoints[1].pod.is_none());
  EXPECT_EQ(slice.endpoints[1].addresses[0].text(), "192.0.2.7");
  ASSERT_EQ(slice.ports.size(), 2U);
  EXPECT_EQ(slice.ports[0].port, 8080);
  EXPECT_TRUE(slice.ports[1].name.is_none());
}

TEST(DecodeEndpointSlice, NamesInPlaceOfAddressesAreLeftOut) {
  const Decoded decoded = decode_text(
      "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: a}, addressType: FQDN, endpoints: [{addresses: [a.io]}]}");
  EXPECT_EQ(decoded.said(), "");
  EXPECT_TRUE(decoded.objects.endpoint_slices.at(0).endpoints.at(0).addresses.empty());
}

}  // namespace
}  // namespace foregate::model::manifest
