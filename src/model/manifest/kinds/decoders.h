#pragma once

#include "model/manifest/decode.h"
#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"

/// The decoders that the table of `kinds.cpp` names, and the fields that each of them reads. Each reads one object, says what is wrong with
/// it, and puts it into `run.objects` if nothing is.
namespace foregate::model::manifest {

void decode_namespace(DecodeRun& run, const Cursor& object);
void decode_node(DecodeRun& run, const Cursor& object);
extern const FieldFilter kNamespaceFilter;
extern const FieldFilter kNodeFilter;

void decode_pod(DecodeRun& run, const Cursor& object);
extern const FieldFilter kPodFilter;

/// Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController, Job.
void decode_templated_workload(DecodeRun& run, const Cursor& object);
void decode_cron_job(DecodeRun& run, const Cursor& object);
void decode_virtual_machine(DecodeRun& run, const Cursor& object);
void decode_virtual_machine_instance(DecodeRun& run, const Cursor& object);
extern const FieldFilter kTemplatedWorkloadFilter;
extern const FieldFilter kCronJobFilter;
extern const FieldFilter kVirtualMachineFilter;
extern const FieldFilter kVirtualMachineInstanceFilter;

void decode_service(DecodeRun& run, const Cursor& object);
void decode_endpoint_slice(DecodeRun& run, const Cursor& object);
extern const FieldFilter kServiceFilter;
extern const FieldFilter kEndpointSliceFilter;

void decode_ingress(DecodeRun& run, const Cursor& object);
void decode_openshift_route(DecodeRun& run, const Cursor& object);
void decode_gateway(DecodeRun& run, const Cursor& object);
void decode_gateway_route(DecodeRun& run, const Cursor& object);
extern const FieldFilter kEntryFilter;

void decode_network_policy(DecodeRun& run, const Cursor& object);
void decode_admin_network_policy(DecodeRun& run, const Cursor& object);
void decode_cluster_network_policy(DecodeRun& run, const Cursor& object);

}  // namespace foregate::model::manifest
