#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

/// `shop/web:80 shop/db:*`.
std::string backends(const Decoded& decoded, std::size_t index = 0) {
  std::string result;
  for (const RouteBackend& backend : decoded.objects.entries.at(index).backends) {
    std::string port = "*";
    if (const auto* number = std::get_if<std::uint16_t>(&backend.port)) port = std::to_string(*number);
    if (const auto* name = std::get_if<Symbol>(&backend.port)) port = decoded.text(*name);
    result += fmt::format("{}{}/{}:{}", result.empty() ? "" : " ", decoded.text(backend.ns), decoded.text(backend.service), port);
  }
  return result;
}

TEST(DecodeEntries, IngressSendsToItsBackends) {
  const Decoded decoded = decode_text(R"(
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: in, namespace: shop}
spec:
  defaultBackend: {service: {name: fallback, port: {number: 80}}}
  rules:
  - http:
      paths:
      - {path: /, backend: {service: {name: web, port: {name: http}}}}
      - {path: /static, backend: {resource: {kind: Bucket, name: b}}}
  - {host: other}
)");
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(backends(decoded), "shop/fallback:80 shop/web:http");
  EXPECT_EQ(decoded.text(decoded.objects.entries[0].kind), "Ingress");
}

TEST(DecodeEntries, IngressOfTheBetaVersions) {
  const Decoded decoded = decode_text(R"(
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: in}
spec:
  backend: {serviceName: fallback, servicePort: 80}
  rules: [{http: {paths: [{backend: {serviceName: web, servicePort: http}}]}}]
)");
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(backends(decoded), "default/fallback:80 default/web:http");
}

TEST(DecodeEntries, OpenShiftRouteSendsToAlternatesToo) {
  const Decoded decoded = decode_text(R"(
apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: r, namespace: shop}
spec:
  to: {kind: Service, name: web}
  alternateBackends: [{kind: Service, name: canary}]
  port: {targetPort: http}
---
apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: s, namespace: shop}
spec: {to: {kind: Service, name: web}}
)");
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(backends(decoded, 0), "shop/web:http shop/canary:http");
  EXPECT_EQ(backends(decoded, 1), "shop/web:*");
}

TEST(DecodeEntries, GatewayRoutesMaySendToOtherNamespaces) {
  for (const char* kind : {"HTTPRoute", "TCPRoute", "UDPRoute", "TLSRoute", "GRPCRoute"}) {
    const Decoded decoded = decode_text(fmt::format(R"(
apiVersion: gateway.networking.k8s.io/v1alpha2
kind: {}
metadata: {{name: r, namespace: shop}}
spec:
  rules:
  - backendRefs: [{{name: web, port: 80}}, {{name: api, namespace: other, port: 81}}, {{group: x.io, kind: Bucket, name: b}}]
  - {{}}
)",
                                                    kind));
    ASSERT_EQ(decoded.said(), "") << kind;
    EXPECT_EQ(backends(decoded), "shop/web:80 other/api:81") << kind;
  }
}

TEST(DecodeEntries, GatewayItselfHasNoBackends) {
  const Decoded decoded =
      decode_text("{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: g}, spec: {listeners: []}}");
  ASSERT_EQ(decoded.objects.entries.size(), 1U);
  EXPECT_EQ(backends(decoded), "");
}

TEST(DecodeEntries, WrongTypesAreErrors) {
  const Decoded decoded = decode_text(
      "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: a}, spec: {rules: {}, defaultBackend: {service: {name: 5}}}}");
  EXPECT_EQ(decoded.said(), "error FG1010 spec.defaultBackend.service.name\nerror FG1010 spec.rules\n");
}

}  // namespace
}  // namespace foregate::model::manifest
