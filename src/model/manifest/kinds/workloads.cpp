#include <fmt/format.h>

#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"

namespace foregate::model::manifest {
namespace {

constexpr FieldFilter::Entry kLabelsEntries[] = {{"labels", nullptr}};
constexpr FieldFilter kLabelsFilter{kLabelsEntries};
const FieldFilter::Entry kTemplateEntries[] = {{"metadata", &kLabelsFilter}, {"spec", &kPodSpecFilter}};
const FieldFilter kTemplateFilter{kTemplateEntries};
const FieldFilter::Entry kSpecEntries[] = {{"replicas", nullptr}, {"template", &kTemplateFilter}};
const FieldFilter kSpecFilter{kSpecEntries};
const FieldFilter::Entry kWorkloadEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kSpecFilter}};

const FieldFilter::Entry kJobTemplateEntries[] = {{"spec", &kSpecFilter}};
const FieldFilter kJobTemplateFilter{kJobTemplateEntries};
const FieldFilter::Entry kCronJobSpecEntries[] = {{"jobTemplate", &kJobTemplateFilter}};
const FieldFilter kCronJobSpecFilter{kCronJobSpecEntries};
const FieldFilter::Entry kCronJobEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kCronJobSpecFilter}};

constexpr FieldFilter::Entry kInterfaceEntries[] = {{"ports", nullptr}};
constexpr FieldFilter kInterfaceFilter{kInterfaceEntries};
constexpr FieldFilter::Entry kDevicesEntries[] = {{"interfaces", &kInterfaceFilter}};
constexpr FieldFilter kDevicesFilter{kDevicesEntries};
constexpr FieldFilter::Entry kDomainEntries[] = {{"devices", &kDevicesFilter}};
constexpr FieldFilter kDomainFilter{kDomainEntries};
constexpr FieldFilter::Entry kInstanceSpecEntries[] = {{"domain", &kDomainFilter}};
constexpr FieldFilter kInstanceSpecFilter{kInstanceSpecEntries};
const FieldFilter::Entry kMachineTemplateEntries[] = {{"metadata", &kLabelsFilter}, {"spec", &kInstanceSpecFilter}};
const FieldFilter kMachineTemplateFilter{kMachineTemplateEntries};
const FieldFilter::Entry kMachineSpecEntries[] = {{"template", &kMachineTemplateFilter}};
const FieldFilter kMachineSpecFilter{kMachineSpecEntries};
const FieldFilter::Entry kMachineEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kMachineSpecFilter}};
const FieldFilter::Entry kInstanceEntries[] = {
    {"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", &kInstanceSpecFilter}};

WorkloadObject read_identity(DecodeRun& run, const Cursor& object, NameForm form = NameForm::kSubdomain) {
  WorkloadObject workload;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata, form);
  workload.ns = name.ns;
  workload.name = name.name;
  workload.kind = object.names().symbols->intern(object.object().kind());
  workload.owner = decode_controller(run, metadata);
  workload.at = object.position();
  return workload;
}

void check_own_labels(const Cursor& object) {
  const Cursor metadata = object.field("metadata");
  (void)check_labels(metadata.field("labels"));
}

void read_template_labels(DecodeRun& run, const Cursor& pod_template, WorkloadObject& workload) {
  const Cursor metadata = pod_template.field("metadata");
  (void)metadata.is_map();
  workload.template_labels = run.pod_labels.read(metadata.field("labels"));
}

void read_pod_template(DecodeRun& run, const Cursor& pod_template, WorkloadObject& workload) {
  (void)pod_template.is_map();
  read_template_labels(run, pod_template, workload);
  const Cursor spec = pod_template.field("spec");
  (void)spec.is_map();
  const PodSpec pod_spec = decode_pod_spec(run, spec);
  workload.named_ports = pod_spec.named_ports;
  workload.host_network = pod_spec.host_network;
}

/// VirtualMachineInstanceSpec.domain.devices.interfaces[].ports, which KubeVirt makes container ports of the machine's pod.
void read_machine_ports(const Cursor& instance_spec, WorkloadObject& workload) {
  std::vector<NamedPort> named;
  (void)instance_spec.is_map();
  const Cursor domain = instance_spec.field("domain");
  const Cursor devices = domain.field("devices");
  const Cursor interfaces = devices.field("interfaces");
  for (const Cursor interface : interfaces.children()) {
    const Cursor ports = interface.field("ports");
    for (const Cursor port : ports.children()) {
      const std::optional<std::uint16_t> number = decode_port_number(port.field("port"));
      const std::optional<Protocol> protocol = decode_protocol(port.field("protocol"));
      const std::string_view name = port.field("name").text().value_or("");
      if (!name.empty() && number && protocol) named.push_back({port.names().symbols->intern(name), *protocol, *number});
    }
  }
  workload.named_ports = instance_spec.names().named_ports.intern(std::move(named));
}

void keep(DecodeRun& run, const Cursor& object, WorkloadObject workload) {
  if (!object.object().failed()) run.objects.workloads.push_back(std::move(workload));
}

}  // namespace

const FieldFilter kTemplatedWorkloadFilter{kWorkloadEntries};
const FieldFilter kCronJobFilter{kCronJobEntries};
const FieldFilter kVirtualMachineFilter{kMachineEntries};
const FieldFilter kVirtualMachineInstanceFilter{kInstanceEntries};

void decode_templated_workload(DecodeRun& run, const Cursor& object) {
  WorkloadObject workload = read_identity(run, object);
  check_own_labels(object);
  const Cursor spec = object.field("spec");
  (void)spec.is_map();
  const Cursor replicas = spec.field("replicas");
  workload.replicas = replicas.int32().value_or(1);
  if (workload.replicas < 0) replicas.error("FG1011", fmt::format("'replicas' is {}, and must not be negative", workload.replicas));
  read_pod_template(run, spec.field("template"), workload);
  keep(run, object, std::move(workload));
}

void decode_cron_job(DecodeRun& run, const Cursor& object) {
  WorkloadObject workload = read_identity(run, object, NameForm::kCronJob);
  check_own_labels(object);
  const Cursor spec = object.field("spec");
  (void)spec.is_map();
  const Cursor job_template = spec.field("jobTemplate");
  (void)job_template.is_map();
  const Cursor job_spec = job_template.field("spec");
  (void)job_spec.is_map();
  read_pod_template(run, job_spec.field("template"), workload);
  keep(run, object, std::move(workload));
}

void decode_virtual_machine(DecodeRun& run, const Cursor& object) {
  WorkloadObject workload = read_identity(run, object);
  check_own_labels(object);
  const Cursor spec = object.field("spec");
  (void)spec.is_map();
  const Cursor machine_template = spec.field("template");
  (void)machine_template.is_map();
  read_template_labels(run, machine_template, workload);
  read_machine_ports(machine_template.field("spec"), workload);
  keep(run, object, std::move(workload));
}

void decode_virtual_machine_instance(DecodeRun& run, const Cursor& object) {
  WorkloadObject workload = read_identity(run, object);
  const Cursor metadata = object.field("metadata");
  workload.template_labels = run.pod_labels.read(metadata.field("labels"));
  read_machine_ports(object.field("spec"), workload);
  keep(run, object, std::move(workload));
}

}  // namespace foregate::model::manifest
