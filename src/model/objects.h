#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/ip_address.h"
#include "base/source.h"
#include "base/strong_id.h"
#include "base/symbol_table.h"
#include "model/labels.h"
#include "model/ports.h"

/// Cluster objects as far as network policy needs them, decoded: what the manifest says, names interned, nothing resolved yet
/// (`snapshot.h` resolves owners and implied namespaces). Field names follow the Kubernetes API.
namespace foregate::model {

using base::IpAddress;
using base::SourcePosition;

struct Namespace {
  Symbol name;
  LabelSetId labels;     ///< with `kubernetes.io/metadata.name`, which the API server always sets
  bool implied = false;  ///< only referenced by other objects, not given itself
  SourcePosition at;
};

struct Node {
  Symbol name;
  LabelSetId labels;
  std::vector<IpAddress> addresses;  ///< status.addresses of type InternalIP and ExternalIP
  SourcePosition at;
};

/// metadata.ownerReferences with `controller: true`.
struct OwnerReference {
  Symbol kind;
  Symbol name;
};

using NamedPortsId = base::StrongId<struct NamedPortsTag>;

/// A Pod, or the pod template of a workload that has no pods in the snapshot.
struct Pod {
  Symbol ns;
  Symbol name;
  LabelSetId labels;
  NamedPortsId named_ports;  ///< of regular and restartable init containers
  Symbol node;               ///< spec.nodeName, or none
  std::optional<OwnerReference> owner;
  std::vector<IpAddress> addresses;  ///< status.podIPs in order (the first is of the cluster's primary family), else status.podIP
  bool host_network = false;
  bool finished = false;       ///< status.phase Succeeded or Failed
  bool from_template = false;  ///< made from a workload's template: no addresses, its name is the workload's
  SourcePosition at;
};

/// A kind that makes pods: Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController, Job, CronJob, VirtualMachine.
struct WorkloadObject {
  Symbol kind;
  Symbol ns;
  Symbol name;
  LabelSetId template_labels;
  NamedPortsId named_ports;
  bool host_network = false;
  std::int64_t replicas = 1;
  std::optional<OwnerReference> owner;
  SourcePosition at;
};

struct ServicePort {
  Symbol name;  ///< none where unnamed
  Protocol protocol = Protocol::kTcp;
  std::uint16_t port = 0;
  std::variant<std::uint16_t, Symbol> target_port;  ///< `port` where absent
  std::uint16_t node_port = 0;                      ///< 0 where none
};

struct Service {
  Symbol ns;
  Symbol name;
  Symbol type;                                 ///< ClusterIP, NodePort, LoadBalancer, ExternalName
  std::optional<std::vector<Label>> selector;  ///< nothing: endpoints are given by EndpointSlices
  std::vector<IpAddress> cluster_ips;
  bool headless = false;  ///< spec.clusterIP is "None": its name resolves to the addresses of its pods
  std::vector<ServicePort> ports;
  SourcePosition at;
};

struct EndpointSlice {
  Symbol ns;
  Symbol name;
  Symbol service;  ///< label kubernetes.io/service-name
  struct Target {
    std::vector<IpAddress> addresses;
    Symbol pod;  ///< targetRef.name of kind Pod, or none
  };
  struct Port {
    Symbol name;
    Protocol protocol = Protocol::kTcp;
    std::uint16_t port = 0;
  };
  std::vector<Target> endpoints;
  std::vector<Port> ports;
  SourcePosition at;
};

/// A Service that an Ingress, a Route or a Gateway API route sends outside traffic to.
struct RouteBackend {
  Symbol ns;
  Symbol service;
  std::variant<std::monostate, std::uint16_t, Symbol>
      port;  ///< of the Service by number or name; for Route its targetPort; nothing: all ports
  SourcePosition at;
};

/// Ingress, OpenShift Route, HTTPRoute, TCPRoute, UDPRoute, TLSRoute, GRPCRoute, Gateway.
struct EntryObject {
  Symbol kind;
  Symbol ns;
  Symbol name;
  std::vector<RouteBackend> backends;
  SourcePosition at;
};

}  // namespace foregate::model
