#include "model/snapshot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model {
namespace {

struct Built {
  Snapshot snapshot;
  base::Diagnostics diagnostics;

  const Inventory& inventory() const { return *snapshot.inventory; }
  Symbol symbol(std::string_view text) const { return snapshot.names->symbols->find(text); }
  /// `shop/web[Deployment]: web-1 web-2`, a line each.
  std::string workloads() const {
    std::string result;
    for (std::uint32_t i = 0; i < inventory().workloads.size(); ++i) {
      result += inventory().workload_text(WorkloadId{i}, *snapshot.names) + ":";
      for (const PodId pod : inventory().workloads[i].pods) {
        const Pod& object = inventory().pods[pod.value()];
        result += fmt::format(" {}{}", snapshot.names->text(object.name), object.from_template ? "*" : "");
      }
      result += "\n";
    }
    return result;
  }
};

Built build(std::string_view text) {
  manifest::Decoded decoded = manifest::decode_text(text);
  EXPECT_EQ(decoded.said(), "");
  Built built;
  built.snapshot = build_snapshot(std::move(decoded.objects), std::move(decoded.names), built.diagnostics);
  return built;
}

std::string pod(std::string_view name, std::string_view more = "") {
  return fmt::format("---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {}, namespace: shop{}}}}}\n", name, more);
}
std::string owned_pod(std::string_view name, std::string_view kind, std::string_view owner, std::string_view labels = "") {
  return pod(name, fmt::format(", labels: {{{}}}, ownerReferences: [{{kind: {}, name: {}, controller: true}}]", labels, kind, owner));
}
std::string workload(std::string_view version, std::string_view kind, std::string_view name, std::string_view owner_kind = "",
                     std::string_view owner = "", int replicas = 1) {
  const std::string owners =
      owner.empty() ? "" : fmt::format(", ownerReferences: [{{kind: {}, name: {}, controller: true}}]", owner_kind, owner);
  return fmt::format("---\n{{apiVersion: {}, kind: {}, metadata: {{name: {}, namespace: shop{}}}, spec: {{replicas: {}}}}}\n", version,
                     kind, name, owners, replicas);
}

TEST(Snapshot, NamespacesThatAreOnlyReferredToExistWithTheirNameLabel) {
  const Built built = build(R"(
{apiVersion: v1, kind: Namespace, metadata: {name: given, labels: {team: x}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: of-pod}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: of-workload}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a, namespace: of-policy}}
---
{apiVersion: v1, kind: Service, metadata: {name: a, namespace: of-service}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: a, namespace: given}
spec: {rules: [{backendRefs: [{name: a, namespace: of-backend}]}]}
)");
  const Inventory& inventory = built.inventory();
  const Symbol key = built.symbol("kubernetes.io/metadata.name");
  std::string found;
  for (const Namespace& ns : inventory.namespaces) {
    found += fmt::format("{}{} ", built.snapshot.names->text(ns.name), ns.implied ? "?" : "");
    EXPECT_EQ(built.snapshot.names->label_sets.value(ns.labels, key), ns.name);
    EXPECT_EQ(inventory.namespaces[inventory.find_namespace(ns.name).value()].name, ns.name);
  }
  EXPECT_EQ(found, "given of-pod? of-workload? of-policy? of-service? of-backend? ");
  EXPECT_TRUE(inventory.find_namespace(Symbol::none()).is_none());
}

TEST(Snapshot, OfEqualNamesTheLastObjectCountsWithAWarning) {
  const Built built = build(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {v: one}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: other}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {v: two}}}
---
{apiVersion: v1, kind: Service, metadata: {name: a, namespace: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {v: three}}}
)");
  ASSERT_EQ(built.diagnostics.all().size(), 2U);
  const base::Diagnostic& first = built.diagnostics.all()[0];
  EXPECT_EQ(first.code, "FG1003");
  EXPECT_EQ(first.severity, base::Severity::kWarning);
  EXPECT_EQ(first.object, "Pod shop/a");
  EXPECT_EQ(first.at.line, 9U);
  EXPECT_EQ(first.related.line, 3U);
  const Inventory& inventory = built.inventory();
  ASSERT_EQ(inventory.pods.size(), 3U);
  const Pod& last = inventory.pods[inventory.find_pod(built.symbol("shop"), built.symbol("a")).value()];
  EXPECT_EQ(built.snapshot.names->label_sets.value(last.labels, built.symbol("v")), built.symbol("three"));
  EXPECT_EQ(inventory.pod_text(inventory.find_pod(built.symbol("other"), built.symbol("a")), *built.snapshot.names), "other/a");
}

TEST(Snapshot, PoliciesOfOneNameReplaceOneAnotherByKind) {
  const Built built = build(R"(
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: a}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: b}}
---
{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: p}, spec: {priority: 1, subject: {namespaces: {}}}}
---
{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: p}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p, namespace: a}}
)");
  EXPECT_EQ(built.diagnostics.all().size(), 1U);
  EXPECT_EQ(built.snapshot.policies->network_policies.size(), 2U);
  EXPECT_EQ(built.snapshot.policies->cluster_policies.size(), 2U);
}

TEST(Snapshot, PodsBelongToTheTopOfTheirChain) {
  const Built built = build(workload("apps/v1", "Deployment", "web") + workload("apps/v1", "ReplicaSet", "web-1", "Deployment", "web") +
                            owned_pod("web-1-a", "ReplicaSet", "web-1") + owned_pod("web-1-b", "ReplicaSet", "web-1") +
                            workload("batch/v1", "CronJob", "report") + workload("batch/v1", "Job", "report-x", "CronJob", "report") +
                            owned_pod("report-x-a", "Job", "report-x") + owned_pod("db-0", "StatefulSet", "db") + pod("bare"));
  EXPECT_EQ(built.workloads(),
            "shop/web[Deployment]: web-1-a web-1-b\nshop/report[CronJob]: report-x-a\nshop/db[StatefulSet]: db-0\nshop/bare[Pod]: bare\n");
}

TEST(Snapshot, AnAbsentReplicaSetIsADeploymentsByItsHash) {
  const Built built = build(owned_pod("web-5d4-a", "ReplicaSet", "web-5d4", "pod-template-hash: '5d4'") +
                            owned_pod("web-777-a", "ReplicaSet", "web-777", "pod-template-hash: '777'") +
                            owned_pod("api-9-a", "ReplicaSet", "api-9", "rollouts-pod-template-hash: '9'") +
                            owned_pod("own-1", "ReplicaSet", "own", "pod-template-hash: own"));
  EXPECT_EQ(built.workloads(), "shop/web[Deployment]: web-5d4-a web-777-a\nshop/api-9[ReplicaSet]: api-9-a\nshop/own[ReplicaSet]: own-1\n");
}

TEST(Snapshot, AnAbsentJobIsACronJobsByItsTime) {
  const Built built = build(workload("batch/v1", "CronJob", "report") + owned_pod("a", "Job", "report-28391234") +
                            owned_pod("b", "Job", "report-123") + owned_pod("c", "Job", "other-28391234"));
  EXPECT_EQ(built.workloads(), "shop/report[CronJob]: a\nshop/report-123[Job]: b\nshop/other-28391234[Job]: c\n");
}

TEST(Snapshot, OwnersOfAnyKindAreWorkloads) {
  const Built built = build(owned_pod("a", "StrimziPodSet", "kafka") + owned_pod("static-n1", "Node", "n1") +
                            workload("apps/v1", "ReplicaSet", "api-1", "Rollout", "api") + owned_pod("api-1-a", "ReplicaSet", "api-1") +
                            workload("apps/v1", "StatefulSet", "db", "PostgresCluster", "main") + owned_pod("db-0", "StatefulSet", "db"));
  EXPECT_EQ(built.workloads(),
            "shop/kafka[StrimziPodSet]: a\nshop/static-n1[Pod]: static-n1\nshop/api[Rollout]: api-1-a\nshop/db[StatefulSet]: db-0\n");
}

TEST(Snapshot, AWorkloadWithoutPodsHasTheOneOfItsTemplate) {
  const Built built = build(R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 3, template: {metadata: {labels: {app: web}}, spec: {containers: [{ports: [{name: http, containerPort: 80}]}]}}}
)" + workload("apps/v1", "ReplicaSet", "web-1", "Deployment", "web") +
                            workload("apps/v1", "ReplicaSet", "old-1", "Deployment", "old", 0) +
                            workload("apps/v1", "ReplicaSet", "new-1", "Deployment", "new") + workload("apps/v1", "DaemonSet", "agent") +
                            owned_pod("agent-x", "DaemonSet", "agent"));
  EXPECT_EQ(built.workloads(), "shop/agent[DaemonSet]: agent-x\nshop/web[Deployment]: web*\nshop/new[Deployment]: new*\n")
      << "web-1 is web's, and old-1 an old revision";
  const Inventory& inventory = built.inventory();
  const Pod& web = inventory.pods[inventory.find_pod(built.symbol("shop"), built.symbol("web")).value()];
  EXPECT_TRUE(web.from_template);
  EXPECT_TRUE(web.addresses.empty());
  EXPECT_EQ(built.snapshot.names->label_sets.value(web.labels, built.symbol("app")), built.symbol("web"));
  EXPECT_EQ(built.snapshot.names->named_ports.ports(web.named_ports).size(), 1U);
  EXPECT_EQ(inventory.workload_objects.size(), 5U);
}

TEST(Snapshot, OwnersInARingEnd) {
  const Built built = build(workload("apps/v1", "ReplicaSet", "a", "ReplicaSet", "b") +
                            workload("apps/v1", "ReplicaSet", "b", "ReplicaSet", "a") + owned_pod("p", "ReplicaSet", "a"));
  EXPECT_EQ(built.inventory().workloads.size(), 1U);
}

TEST(Snapshot, AddressesAreThoseOfRunningPodNetworkPods) {
  const Built built = build(R"(
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}, {type: InternalIP, address: "fd00::1"}]}
---
{apiVersion: v1, kind: Pod, metadata: {name: done, namespace: shop}, status: {phase: Succeeded, podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: live, namespace: shop}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: later, namespace: shop}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: host, namespace: shop}, spec: {hostNetwork: true, nodeName: n1}, status: {podIP: 192.168.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: elsewhere, namespace: shop}, spec: {hostNetwork: true, nodeName: n2}, status: {podIP: 192.168.0.2}}
)");
  const Inventory& inventory = built.inventory();
  const auto name_at = [&](const char* address) {
    const PodId id = inventory.pod_by_address(*IpAddress::parse(address));
    return id ? inventory.pod_text(id, *built.snapshot.names) : "none";
  };
  EXPECT_EQ(name_at("10.0.0.1"), "shop/live");
  EXPECT_EQ(name_at("192.168.0.1"), "none") << "that is the node";
  EXPECT_EQ(name_at("10.9.9.9"), "none");
  EXPECT_EQ(inventory.node_by_address(*IpAddress::parse("fd00::1")), inventory.find_node(built.symbol("n1")));
  EXPECT_TRUE(inventory.node_by_address(*IpAddress::parse("192.168.0.2")).is_none()) << "no Node object tells";
  const Pod& host = inventory.pods[inventory.find_pod(built.symbol("shop"), built.symbol("host")).value()];
  EXPECT_EQ(host.addresses.size(), 2U) << "its node's";
  const Pod& elsewhere = inventory.pods[inventory.find_pod(built.symbol("shop"), built.symbol("elsewhere")).value()];
  EXPECT_EQ(elsewhere.addresses.size(), 1U) << "its own, as no Node object tells";
}

TEST(Snapshot, ObjectsAreFoundByWhatTheyAreCalled) {
  const Built built =
      build(workload("apps/v1", "Deployment", "web") + "---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}}\n");
  const Inventory& inventory = built.inventory();
  const Symbol shop = built.symbol("shop");
  const Symbol web = built.symbol("web");
  EXPECT_NE(inventory.find_service(shop, web), nullptr);
  EXPECT_EQ(inventory.find_service(web, shop), nullptr);
  EXPECT_FALSE(inventory.find_workload(shop, built.symbol("Deployment"), web).is_none());
  EXPECT_TRUE(inventory.find_workload(shop, built.symbol("Pod"), web).is_none());
  EXPECT_TRUE(inventory.find_node(web).is_none());
}

/// Every pod in exactly one workload, and every index consistent with the lists, whatever the order of the input.
TEST(Snapshot, IsConsistentInAnyOrder) {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) {
    texts.push_back(owned_pod(fmt::format("p{}", i), i % 3 == 0 ? "ReplicaSet" : "StatefulSet", fmt::format("w{}", i % 7)));
    if (i % 5 == 0) texts.push_back(workload("apps/v1", "ReplicaSet", fmt::format("w{}", i % 7), "Deployment", fmt::format("d{}", i % 2)));
    if (i % 4 == 0) texts.push_back(pod(fmt::format("bare{}", i)));
  }
  std::mt19937 random{3};
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(texts, random);
    std::string all;
    for (const std::string& one : texts) all += one;
    const Built built = build(all);
    const Inventory& inventory = built.inventory();
    ASSERT_EQ(inventory.pod_workload.size(), inventory.pods.size());
    ASSERT_EQ(inventory.pod_namespace.size(), inventory.pods.size());
    std::size_t placed = 0;
    for (std::uint32_t w = 0; w < inventory.workloads.size(); ++w) {
      const Workload& one = inventory.workloads[w];
      ASSERT_FALSE(one.pods.empty());
      placed += one.pods.size();
      for (const PodId id : one.pods) ASSERT_EQ(inventory.pod_workload[id.value()], WorkloadId{w});
      ASSERT_EQ(inventory.find_workload(built.symbol("shop"), one.kind, one.name), WorkloadId{w});
    }
    ASSERT_EQ(placed, inventory.pods.size());
  }
}

}  // namespace
}  // namespace foregate::model
