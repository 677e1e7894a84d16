#include "model/foreign_policies.h"

#include <gtest/gtest.h>

namespace foregate::model {
namespace {

TEST(ForeignPolicies, AreTheKindsOfOtherProductsThatDecideOnTraffic) {
  for (const char* kind : {"CiliumNetworkPolicy.cilium.io", "CiliumClusterwideNetworkPolicy.cilium.io",
                           "NetworkPolicy.crd.projectcalico.org", "GlobalNetworkPolicy.projectcalico.org", "NetworkPolicy.crd.antrea.io",
                           "ClusterNetworkPolicy.crd.antrea.io", "AuthorizationPolicy.security.istio.io"}) {
    EXPECT_TRUE(is_foreign_policy(kind)) << kind;
  }
  for (const char* kind : {"ConfigMap", "Certificate.cert-manager.io", "CiliumEndpoint.cilium.io", "PodDisruptionBudget"}) {
    EXPECT_FALSE(is_foreign_policy(kind)) << kind;
  }
}

TEST(ForeignPolicies, EachKindIsSaidOnceWithItsCount) {
  base::Diagnostics diagnostics;
  report_foreign_policies({{"ConfigMap", 9}, {"CiliumNetworkPolicy.cilium.io", 3}, {"AuthorizationPolicy.security.istio.io", 1}},
                          diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 2U);
  EXPECT_EQ(diagnostics.all()[0].code, "FG1024");
  EXPECT_EQ(diagnostics.all()[0].message, "1 AuthorizationPolicy.security.istio.io object is not judged: its effect is not in this answer");
  EXPECT_EQ(diagnostics.all()[1].message, "3 CiliumNetworkPolicy.cilium.io objects are not judged: their effect is not in this answer");
  EXPECT_EQ(diagnostics.errors(), 0U);
}

}  // namespace
}  // namespace foregate::model
