#include "model/same_content.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model {
namespace {

/// Whether the first object of `list` equals each of the others.
template <typename Object>
std::string equal_to_first(const std::vector<Object>& list) {
  std::string result;
  for (const Object& object : list) result += same_content(list.front(), object) ? '=' : '/';
  return result;
}

TEST(SameContent, PositionsDoNotCountAndEverythingElseDoes) {
  const auto decoded = manifest::decode_text(R"(
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {ingress: [{from: [{podSelector: {}}], ports: [{port: 1}]}]}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a}
spec:
  ingress:
  - from:
    - podSelector: {}
    ports:
    - port: 1
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {ingress: [{from: [{podSelector: {}}], ports: [{port: 2}]}]}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {ingress: [{from: [{namespaceSelector: {}}], ports: [{port: 1}]}]}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{port: 1}]}]}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {policyTypes: [Egress], ingress: [{from: [{podSelector: {}}], ports: [{port: 1}]}]}}
)");
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(equal_to_first(decoded.objects.network_policies), "==////");
}

TEST(SameContent, ClusterPoliciesAreComparedByTheirRules) {
  const std::string head =
      "{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: a}, "
      "spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [{action: Deny, to: [";
  std::string text;
  for (const char* rule :
       {"{namespaces: {}}]", "{namespaces: {}}]", "{nodes: {}}]", "{networks: [10.0.0.0/8]}]", "{domainNames: [a.b]}]",
        "{pods: {namespaceSelector: {}, podSelector: {}}}]", "{namespaces: {}}], protocols: [{tcp: {destinationPort: {number: 1}}}]"}) {
    text += head + rule + "}]}}\n---\n";
  }
  const auto decoded = manifest::decode_text(text);
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(equal_to_first(decoded.objects.cluster_policies), "==/////");
}

TEST(SameContent, OtherKindsAreComparedByWhatIsReadOfThem) {
  const auto decoded = manifest::decode_text(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, annotations: {a: b}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, ownerReferences: [{kind: Job, name: j, controller: true}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1, targetPort: 1}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1, targetPort: 2}]}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 1}}
---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a}}
)");
  ASSERT_EQ(decoded.said(), "");
  EXPECT_EQ(equal_to_first(decoded.objects.pods), "==//");
  EXPECT_EQ(equal_to_first(decoded.objects.services), "==/");
  EXPECT_EQ(equal_to_first(decoded.objects.workloads), "==/");
}

}  // namespace
}  // namespace foregate::model
