#include "policy/candidate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "policy/rule.h"
#include "tests/support/cluster_builder.h"

namespace foregate::policy {
namespace {

using testing::address;
using testing::ClusterBuilder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Candidate : public ::testing::Test {
 protected:
  Candidate() {
    base_.add_namespace("shop").add_namespace("infra");
    base_.add_pod("shop", "web", {{"app", "web"}}, {"10.0.0.1"}).node = base_.symbol("n1");
    base_.add_pod("infra", "dns", {{"app", "dns"}}, {"10.0.0.2"});
    base_.add_network_policy("shop", "db");
    base_.add_network_policy("infra", "db");
    base_.add_cluster_policy("lockdown", model::ClusterTier::kAdmin, 1);
  }
  /// The candidate of everything `base_` holds by now, with `changes` as the test fills it in.
  template <typename Fill>
  model::Snapshot candidate(Fill&& fill) {
    snapshot_ = base_.build();
    // A builder that continues the base's tables, as a reader of a candidate does.
    ClusterBuilder change;
    change.names = stacked_names(snapshot_);
    Changes changes;
    fill(change, changes.remove);
    changes.apply = std::move(change.objects);
    return apply_changes(snapshot_, std::move(changes), std::move(change.names), diagnostics_);
  }
  static ObjectReference reference(std::string_view text) { return *parse_object_reference(text, "default"); }
  static std::vector<std::string> policies(const model::Snapshot& s) {
    std::vector<std::string> result;
    for (const auto& policy : normalise(*s.policies, *s.names).policies) result.push_back(policy_text(*policy, *s.names));
    return result;
  }
  static std::vector<std::string> pods(const model::Snapshot& s) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < s.inventory->pods.size(); ++i) result.push_back(s.inventory->pod_text(model::PodId(i), *s.names));
    std::sort(result.begin(), result.end());
    return result;
  }
  static const model::Pod& pod(const model::Snapshot& s, std::string_view ns, std::string_view name) {
    const model::PodId id = s.inventory->find_pod(s.names->symbols->find(ns), s.names->symbols->find(name));
    EXPECT_TRUE(id) << name;
    return s.inventory->pods[id.value()];
  }
  static std::string label(const model::Snapshot& s, const model::Pod& pod, std::string_view key) {
    const model::Symbol symbol = s.names->symbols->find(key);
    return symbol.is_none() ? "" : std::string(s.names->text(s.names->label_sets.value(pod.labels, symbol)));
  }

  ClusterBuilder base_;
  model::Snapshot snapshot_;
  base::Diagnostics diagnostics_;
};

TEST_F(Candidate, PolicyChange_SharesTheInventory) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto&) { apply.add_network_policy("shop", "web"); });
  EXPECT_EQ(changed.inventory, snapshot_.inventory);
  EXPECT_THAT(policies(changed),
              ElementsAre("ClusterNetworkPolicy lockdown", "NetworkPolicy infra/db", "NetworkPolicy shop/db", "NetworkPolicy shop/web"));
  EXPECT_EQ(policies(snapshot_).size(), 3U) << "the base stays as it was";
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(Candidate, PolicySet_TakesOverWhatTheBaseHasMade) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto& remove) {
    apply.add_network_policy("shop", "db").ingress.resize(1);
    apply.add_network_policy("aaa", "first");
    remove.push_back(reference("netpol/infra/db"));
  });
  const PolicySet base = normalise(*snapshot_.policies, *snapshot_.names);
  const PolicySet taken = normalise(*changed.policies, *changed.names, base);
  const PolicySet anew = normalise(*changed.policies, *changed.names);
  ASSERT_EQ(taken.policies.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(policy_text(*taken.policies[i], *changed.names), policy_text(*anew.policies[i], *changed.names));
  }
  EXPECT_EQ(taken.policies[0], base.policies[0]) << "lockdown, unchanged";
  EXPECT_EQ(taken.policies[2]->rules_of(Direction::kIngress).size(), 1U) << "shop/db, replaced";
}

TEST_F(Candidate, AppliedPolicy_ReplacesTheOneOfItsName) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto&) { apply.add_network_policy("shop", "db").ingress.resize(3); });
  EXPECT_EQ(policies(changed).size(), 3U);
  const PolicySet set = normalise(*changed.policies, *changed.names);
  EXPECT_EQ(set.policies[2]->rules_of(Direction::kIngress).size(), 3U);
}

TEST_F(Candidate, OfTwoAppliedWithOneName_TheLastCounts) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto&) {
    apply.add_network_policy("shop", "new").ingress.resize(1);
    apply.add_network_policy("shop", "new").ingress.resize(2);
  });
  EXPECT_EQ(policies(changed).size(), 4U);
  EXPECT_EQ(normalise(*changed.policies, *changed.names).policies[3]->rules_of(Direction::kIngress).size(), 2U);
  ASSERT_EQ(diagnostics_.all().size(), 1U);
  EXPECT_EQ(diagnostics_.all()[0].code, "FG1003");
  EXPECT_EQ(diagnostics_.all()[0].severity, base::Severity::kWarning);
}

TEST_F(Candidate, AppliedPoliciesOfOtherProductsAreSaid) {
  candidate([](ClusterBuilder& apply, auto&) { apply.objects.skipped["CiliumNetworkPolicy.cilium.io"] = 2; });
  ASSERT_EQ(diagnostics_.all().size(), 1U);
  EXPECT_EQ(diagnostics_.all()[0].code, "FG1024");
}

TEST_F(Candidate, DeletedPolicy_IsGoneAndOthersOfItsNameStay) {
  const model::Snapshot changed = candidate([](ClusterBuilder&, auto& remove) {
    remove.push_back(reference("netpol/shop/db"));
    remove.push_back(reference("cnp/lockdown"));
  });
  EXPECT_EQ(changed.inventory, snapshot_.inventory);
  EXPECT_THAT(policies(changed), ElementsAre("NetworkPolicy infra/db"));
}

TEST_F(Candidate, DeletesComeBeforeApplies) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto& remove) {
    remove.push_back(reference("netpol/shop/db"));
    apply.add_network_policy("shop", "db");
  });
  EXPECT_EQ(policies(changed).size(), 3U);
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(Candidate, DeletingWhatIsNotThere_IsAnErrorWithTheNearestName) {
  candidate([](ClusterBuilder&, auto& remove) {
    remove.push_back(reference("netpol/shop/bd"));
    remove.push_back(reference("netpol/nowhere/db"));
    remove.push_back(reference("ns/shp"));
    remove.push_back(reference("anp/lockdown"));
  });
  ASSERT_EQ(diagnostics_.errors(), 4U);
  for (const base::Diagnostic& d : diagnostics_.all()) EXPECT_EQ(d.code, "FG1005");
  EXPECT_EQ(diagnostics_.all()[0].hint, "did you mean 'NetworkPolicy/shop/db'?");
  EXPECT_THAT(diagnostics_.all()[1].hint, HasSubstr("/db'"));
  EXPECT_EQ(diagnostics_.all()[2].hint, "did you mean 'Namespace/shop'?");
  EXPECT_EQ(diagnostics_.all()[3].hint, "") << "no object of that kind";
}

TEST_F(Candidate, DeletingANamespace_DeletesWhatIsInIt) {
  const model::Snapshot changed = candidate([](ClusterBuilder&, auto& remove) { remove.push_back(reference("ns/shop")); });
  EXPECT_THAT(pods(changed), ElementsAre("infra/dns"));
  EXPECT_THAT(policies(changed), ElementsAre("ClusterNetworkPolicy lockdown", "NetworkPolicy infra/db"));
  EXPECT_TRUE(changed.inventory->find_namespace(changed.names->symbols->find("shop")).is_none());
}

TEST_F(Candidate, NamespaceThatIsOnlyReferredTo_CanBeDeleted) {
  base_.add_pod("implied", "p");
  const model::Snapshot changed = candidate([](ClusterBuilder&, auto& remove) { remove.push_back(reference("ns/implied")); });
  EXPECT_THAT(pods(changed), ElementsAre("infra/dns", "shop/web"));
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(Candidate, DeletingAnOwner_DeletesWhatItControls) {
  const auto workload = [&](std::string_view kind, std::string_view name) -> model::WorkloadObject& {
    model::WorkloadObject object;
    object.kind = base_.symbol(kind);
    object.ns = base_.symbol("shop");
    object.name = base_.symbol(name);
    object.template_labels = base_.labels({});
    object.named_ports = base_.names.named_ports.intern({});
    base_.objects.workloads.push_back(object);
    return base_.objects.workloads.back();
  };
  workload("Deployment", "api");
  workload("ReplicaSet", "api-7").owner = model::OwnerReference{base_.symbol("Deployment"), base_.symbol("api")};
  base_.add_pod("shop", "api-7-x").owner = model::OwnerReference{base_.symbol("ReplicaSet"), base_.symbol("api-7")};
  const model::Snapshot changed = candidate([](ClusterBuilder&, auto& remove) { remove.push_back(reference("deploy/shop/api")); });
  EXPECT_THAT(pods(changed), ElementsAre("infra/dns", "shop/web"));
  EXPECT_TRUE(changed.inventory->workload_objects.empty());
}

TEST_F(Candidate, AppliedPod_KeepsTheAddressAndNodeItHas) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto&) { apply.add_pod("shop", "web", {{"app", "other"}}); });
  const model::Pod& web = pod(changed, "shop", "web");
  EXPECT_EQ(label(changed, web, "app"), "other");
  EXPECT_THAT(web.addresses, ElementsAre(address("10.0.0.1")));
  EXPECT_EQ(changed.names->text(web.node), "n1");
  EXPECT_EQ(label(snapshot_, pod(snapshot_, "shop", "web"), "app"), "web") << "the base stays as it was";
}

TEST_F(Candidate, AppliedNamespace_ReplacesItsLabels) {
  const model::Snapshot changed = candidate([](ClusterBuilder& apply, auto&) { apply.add_namespace("shop", {{"team", "red"}}); });
  EXPECT_EQ(changed.inventory->namespaces.size(), 2U);
  const auto& ns = changed.inventory->namespaces[changed.inventory->find_namespace(changed.names->symbols->find("shop")).value()];
  EXPECT_EQ(changed.names->text(changed.names->label_sets.value(ns.labels, changed.names->symbols->find("team"))), "red");
}

TEST_F(Candidate, AppliedDeployment_GivesItsPodsTheNewTemplate) {
  const auto deployment = [](ClusterBuilder& cluster, testing::LabelList labels) {
    model::WorkloadObject object;
    object.kind = cluster.symbol("Deployment");
    object.ns = cluster.symbol("shop");
    object.name = cluster.symbol("api");
    object.template_labels = cluster.labels(labels);
    object.named_ports = cluster.names.named_ports.intern({{cluster.symbol("http"), model::Protocol::kTcp, 8080}});
    cluster.objects.workloads.push_back(object);
  };
  deployment(base_, {{"app", "api"}, {"monitored", "yes"}});
  base_.add_pod("shop", "api-1", {{"app", "api"}, {"monitored", "yes"}, {"pod-template-hash", "1"}}, {"10.0.0.7"}).owner =
      model::OwnerReference{base_.symbol("Deployment"), base_.symbol("api")};
  const model::Snapshot changed = candidate([&](ClusterBuilder& apply, auto&) { deployment(apply, {{"app", "api"}, {"tier", "back"}}); });
  const model::Pod& api = pod(changed, "shop", "api-1");
  EXPECT_EQ(label(changed, api, "app"), "api");
  EXPECT_EQ(label(changed, api, "tier"), "back");
  EXPECT_EQ(label(changed, api, "monitored"), "") << "the old template had it, the new one has not";
  EXPECT_EQ(label(changed, api, "pod-template-hash"), "1");
  EXPECT_THAT(api.addresses, ElementsAre(address("10.0.0.7")));
  EXPECT_EQ(changed.names->named_ports.ports(api.named_ports).size(), 1U);
}

}  // namespace
}  // namespace foregate::policy
