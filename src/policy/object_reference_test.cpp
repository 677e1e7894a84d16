#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/candidate.h"

namespace foregate::policy {
namespace {

using ::testing::HasSubstr;

std::string shown(std::string_view text) {
  const auto reference = parse_object_reference(text, "default");
  return reference ? reference->kind + "|" + reference->ns + "|" + reference->name : "error: " + reference.error().message;
}

TEST(ObjectReference, Kind_IsTakenAsKubectlTakesIt) {
  for (const char* kind : {"NetworkPolicy", "networkpolicy", "NETWORKPOLICIES", "netpol", "np", "networkpolicies.networking.k8s.io"}) {
    EXPECT_EQ(shown(std::string(kind) + "/shop/db"), "NetworkPolicy|shop|db") << kind;
  }
  EXPECT_EQ(shown("deploy/shop/web"), "Deployment|shop|web");
  EXPECT_EQ(shown("sts/shop/web"), "StatefulSet|shop|web");
  EXPECT_EQ(shown("ds/shop/web"), "DaemonSet|shop|web");
  EXPECT_EQ(shown("rs/shop/web"), "ReplicaSet|shop|web");
  EXPECT_EQ(shown("svc/shop/web"), "Service|shop|web");
  EXPECT_EQ(shown("ingresses/shop/web"), "Ingress|shop|web");
  EXPECT_EQ(shown("po/shop/web-0"), "Pod|shop|web-0");
}

TEST(ObjectReference, ClusterScopedKinds_HaveNoNamespace) {
  EXPECT_EQ(shown("ns/shop"), "Namespace||shop");
  EXPECT_EQ(shown("anp/lockdown"), "AdminNetworkPolicy||lockdown");
  EXPECT_EQ(shown("banp/default"), "BaselineAdminNetworkPolicy||default");
  EXPECT_EQ(shown("cnp/lockdown"), "ClusterNetworkPolicy||lockdown");
  EXPECT_THAT(shown("cnp/shop/lockdown"), HasSubstr("is not of the form ClusterNetworkPolicy/NAME"));
}

TEST(ObjectReference, NamespacedKindWithoutNamespace_IsOfTheDefaultOne) { EXPECT_EQ(shown("netpol/db"), "NetworkPolicy|default|db"); }

TEST(ObjectReference, Mistakes_AreExplained) {
  EXPECT_THAT(shown("netpol"), HasSubstr("KIND/NAMESPACE/NAME"));
  EXPECT_THAT(shown("NetworkPolcy/shop/db"), HasSubstr("did you mean 'NetworkPolicy'?"));
  EXPECT_THAT(shown("netpol//db"), HasSubstr("NetworkPolicy/NAMESPACE/NAME"));
  EXPECT_THAT(shown("netpol/a/b/c"), HasSubstr("NetworkPolicy/NAMESPACE/NAME"));
}

}  // namespace
}  // namespace foregate::policy
