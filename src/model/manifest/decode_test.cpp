#include "model/manifest/decode.h"

#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

TEST(Decode, KindsThatAreNotReadAreCounted) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: a}}
---
{apiVersion: cert-manager.io/v1, kind: Certificate, metadata: {name: a}}
)");
  EXPECT_EQ(decoded.said(), "");
  const std::map<std::string, std::uint64_t> expected{{"ConfigMap", 2}, {"Role", 1}, {"Certificate.cert-manager.io", 1}};
  EXPECT_EQ(decoded.objects.skipped, expected);
}

TEST(Decode, ListsAreTakenApartAlsoInsideOneAnother) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: a}}
- apiVersion: v1
  kind: List
  items:
  - {apiVersion: v1, kind: Namespace, metadata: {name: b}}
)");
  EXPECT_EQ(decoded.said(), "");
  EXPECT_EQ(decoded.objects.namespaces.size(), 2U);
}

TEST(Decode, ItemsOfATypedListNeedNotSayWhatTheyAre) {
  const Decoded decoded = decode_text(R"(
apiVersion: v1
kind: PodList
items:
- {metadata: {name: a, namespace: x}}
- {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: x}}
)");
  EXPECT_EQ(decoded.said(), "");
  EXPECT_EQ(decoded.objects.pods.size(), 2U);
}

TEST(Decode, ItemsOfAPlainListMustSayWhatTheyAre) {
  const Decoded decoded = decode_text("{apiVersion: v1, kind: List, items: [{metadata: {name: a}}, 5, null]}\n");
  EXPECT_EQ(decoded.diagnostics.errors(), 3U);
  EXPECT_EQ(decoded.diagnostics.all()[0].code, "FG1004");
}

TEST(Decode, ATypedListWithoutItemsIsAnError) {
  const Decoded decoded = decode_text("{apiVersion: v1, kind: PodList, Items: [{metadata: {name: a}}]}");
  EXPECT_EQ(decoded.said(), "error FG1004 Items\n");
  EXPECT_NE(decoded.diagnostics.all()[0].hint.find("'items'"), std::string::npos);
  EXPECT_EQ(decode_text("{apiVersion: v1, kind: PodList, items: []}").said(), "");
}

TEST(Decode, RemovedVersionsOfNetworkPolicyAreErrors) {
  const Decoded decoded = decode_text(R"(
{apiVersion: extensions/v1beta1, kind: NetworkPolicy, metadata: {name: a}}
---
{apiVersion: networking.k8s.io/v1beta1, kind: NetworkPolicy, metadata: {name: a}}
)");
  EXPECT_EQ(decoded.said(), "error FG1023 apiVersion\nerror FG1023 apiVersion\n");
}

TEST(Decode, SlipsInVersionGroupAndKindOfPoliciesAreErrors) {
  for (const char* text :
       {"{apiVersion: v1, kind: NetworkPolicy, metadata: {name: a}}", "{apiVersion: networking.k8s.oi/v1, kind: NetworkPolicy}",
        "{apiVersion: policy.networking.k8s.io/v1, kind: AdminNetworkPolicy}", "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicies}",
        "{apiVersion: networking.k8s.io/v1, kind: networkpolicy}"}) {
    const Decoded decoded = decode_text(text);
    ASSERT_EQ(decoded.diagnostics.errors(), 1U) << text;
    EXPECT_EQ(decoded.diagnostics.all()[0].code, "FG1025") << text;
    EXPECT_TRUE(decoded.objects.skipped.empty()) << text;
  }
}

TEST(Decode, OtherProductsPoliciesAreSkipped) {
  const Decoded decoded = decode_text(R"(
{apiVersion: projectcalico.org/v3, kind: NetworkPolicy, metadata: {name: a}}
---
{apiVersion: networking.k8s.aws/v1alpha1, kind: ClusterNetworkPolicy, metadata: {name: a}}
)");
  EXPECT_EQ(decoded.said(), "");
  EXPECT_EQ(decoded.objects.skipped.at("NetworkPolicy.projectcalico.org"), 1U);
}

TEST(Decode, NamespaceIsTheDefaultOneWhereNoneIsGiven) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: ""}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c, namespace: other}}
)",
                                      "shop");
  ASSERT_EQ(decoded.objects.pods.size(), 3U);
  EXPECT_EQ(decoded.text(decoded.objects.pods[0].ns), "shop");
  EXPECT_EQ(decoded.text(decoded.objects.pods[1].ns), "shop");
  EXPECT_EQ(decoded.text(decoded.objects.pods[2].ns), "other");
}

TEST(Decode, AnObjectWithAnErrorIsLeftOutAndTheOthersStay) {
  const Decoded decoded = decode_text(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: 5}}, spec: {hostNetwork: "no"}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b}}
)");
  EXPECT_EQ(decoded.said(), "error FG1010 metadata.labels.x\nerror FG1010 spec.hostNetwork\n");
  ASSERT_EQ(decoded.objects.pods.size(), 1U);
  EXPECT_EQ(decoded.text(decoded.objects.pods[0].name), "b");
}

TEST(Decode, DiagnosticsNameTheObjectAndTheLine) {
  const Decoded decoded = decode_text("apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  namespace: x\nspec:\n  nodeName: 5\n");
  ASSERT_EQ(decoded.diagnostics.all().size(), 1U);
  EXPECT_EQ(decoded.diagnostics.all()[0].object, "Pod x/a");
  EXPECT_EQ(decoded.diagnostics.all()[0].at.line, 7U);
  EXPECT_EQ(decoded.diagnostics.all()[0].at.column, 13U);
}

TEST(Decode, KnownKindsAreThoseWithADecoderAndNearPolicies) {
  EXPECT_TRUE(is_known_kind("v1", "Pod"));
  EXPECT_TRUE(is_known_kind("v1", "PodList"));
  EXPECT_TRUE(is_known_kind("extensions/v1beta1", "NetworkPolicy")) << "it is an error, and must not be skipped";
  EXPECT_FALSE(is_known_kind("v1", "ConfigMap"));
  EXPECT_FALSE(is_known_kind("apps/v1", "Pod"));
  EXPECT_EQ(filter_for("networking.k8s.io/v1", "NetworkPolicy"), nullptr);
  EXPECT_EQ(filter_for("v1", "PodList"), filter_for("v1", "Pod"));
}

TEST(Decode, FiltersKeepWhatDecodersReadAndDropTheRest) {
  const FieldFilter* pod = filter_for("v1", "Pod");
  ASSERT_NE(pod, nullptr);
  bool kept = false;
  const FieldFilter* metadata = pod->find("metadata", kept);
  EXPECT_TRUE(kept);
  ASSERT_NE(metadata, nullptr);
  EXPECT_EQ(metadata->find("labels", kept), nullptr);
  EXPECT_TRUE(kept) << "everything below labels";
  EXPECT_EQ(metadata->find("managedFields", kept), nullptr);
  EXPECT_FALSE(kept);
}

}  // namespace
}  // namespace foregate::model::manifest
