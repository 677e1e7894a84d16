#include <gtest/gtest.h>

#include "model/manifest/decoded_for_test.h"

namespace foregate::model::manifest {
namespace {

TEST(DecodeWorkload, EveryTemplatedKindIsReadFromItsTemplate) {
  for (const auto& [version, kind] :
       {std::pair{"apps/v1", "Deployment"}, std::pair{"apps/v1", "ReplicaSet"}, std::pair{"apps/v1", "StatefulSet"},
        std::pair{"apps/v1", "DaemonSet"}, std::pair{"v1", "ReplicationController"}, std::pair{"batch/v1", "Job"}}) {
    const Decoded decoded = decode_text(fmt::format(R"(
apiVersion: {}
kind: {}
metadata: {{name: web, namespace: shop, labels: {{not: these}}}}
spec:
  replicas: 3
  template:
    metadata: {{labels: {{app: web}}}}
    spec: {{hostNetwork: true, containers: [{{ports: [{{name: http, containerPort: 80}}]}}]}}
)",
                                                    version, kind));
    ASSERT_EQ(decoded.said(), "") << kind;
    ASSERT_EQ(decoded.objects.workloads.size(), 1U) << kind;
    const WorkloadObject& workload = decoded.objects.workloads[0];
    EXPECT_EQ(decoded.text(workload.kind), kind);
    EXPECT_EQ(decoded.text(workload.ns), "shop");
    EXPECT_EQ(decoded.labels(workload.template_labels), "{app=web}");
    EXPECT_EQ(decoded.ports(workload.named_ports), "http/TCP/80");
    EXPECT_TRUE(workload.host_network);
    EXPECT_EQ(workload.replicas, 3);
  }
}

TEST(DecodeWorkload, CronJobsTemplateIsOneLevelDeeper) {
  const Decoded decoded = decode_text(R"(
apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec: {jobTemplate: {spec: {template: {metadata: {labels: {job: report}}, spec: {containers: []}}}}}
)");
  ASSERT_EQ(decoded.objects.workloads.size(), 1U);
  EXPECT_EQ(decoded.labels(decoded.objects.workloads[0].template_labels), "{job=report}");
}

TEST(DecodeWorkload, VirtualMachinesHaveTheirTemplatesLabelsAndInterfacePorts) {
  const Decoded decoded = decode_text(R"(
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: vm, labels: {not: these}}
spec:
  template:
    metadata: {labels: {app: vm}}
    spec: {domain: {devices: {interfaces: [{name: default, ports: [{name: ssh, port: 22}]}]}}}
---
apiVersion: kubevirt.io/v1
kind: VirtualMachineInstance
metadata:
  name: vm
  labels: {app: vm}
  ownerReferences: [{apiVersion: kubevirt.io/v1, kind: VirtualMachine, name: vm, uid: u, controller: true}]
spec: {domain: {}}
)");
  ASSERT_EQ(decoded.said(), "");
  ASSERT_EQ(decoded.objects.workloads.size(), 2U);
  EXPECT_EQ(decoded.labels(decoded.objects.workloads[0].template_labels), "{app=vm}");
  EXPECT_EQ(decoded.ports(decoded.objects.workloads[0].named_ports), "ssh/TCP/22");
  EXPECT_EQ(decoded.labels(decoded.objects.workloads[1].template_labels), "{app=vm}");
  EXPECT_TRUE(decoded.objects.workloads[1].owner);
}

TEST(DecodeWorkload, WrongTypesOfReadFieldsAreErrors) {
  const Decoded decoded = decode_text(R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: many, template: {metadata: {labels: [a]}, spec: {containers: {}}}}
)");
  EXPECT_EQ(decoded.said(),
            "error FG1010 spec.replicas\nerror FG1010 spec.template.metadata.labels\nerror FG1010 spec.template.spec.containers\n");
  EXPECT_TRUE(decoded.objects.workloads.empty());
}

TEST(DecodeWorkload, WithoutTemplateThereAreNoLabels) {
  const Decoded decoded = decode_text("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}");
  ASSERT_EQ(decoded.objects.workloads.size(), 1U);
  EXPECT_EQ(decoded.labels(decoded.objects.workloads[0].template_labels), "{}");
  EXPECT_EQ(decoded.objects.workloads[0].replicas, 1);
}

}  // namespace
}  // namespace foregate::model::manifest
