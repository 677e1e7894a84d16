#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "engine/engine.h"
#include "model/snapshot.h"
#include "policy/flow.h"

/// What the ends of a question mean. People name workloads and Services; policies judge pods. One text may so stand for many ends:
///
///     shop/web-0           a pod
///     shop/deploy/web      any pod of a workload, kinds as kubectl shortens them
///     svc/shop/api:80      the pods behind a Service, each at the port it sends to
///     node/worker-1        a node
///     10.0.0.7             the pod or node that has the address, else the address
///     any                  every address outside the cluster
///     shop/web[Deployment], {ingress-controller}   as `foregate list` prints them; the second opens connections only
///
/// The cluster address of a Service is that Service. Without a namespace (`web-0`, `deploy/web`, `svc/api`) the default one is meant.
namespace foregate::cli {

inline constexpr std::string_view kControllerText = "{ingress-controller}";

/// One thing that an endpoint text may mean.
struct End {
  policy::Endpoint endpoint;
  std::optional<base::IpFamily> family;  ///< where an address was asked for
  std::optional<std::uint16_t> port;     ///< the port that a Service sends to
  engine::ClassId outside;               ///< `any`: the class of outside addresses that `endpoint.address` stands for
  bool controller = false;               ///< the unknown ingress controller; `endpoint` says nothing
  friend bool operator==(const End&, const End&) = default;
};

struct Ends {
  std::vector<End> all;  ///< never empty
  bool any_of = false;   ///< a workload: whichever pods it has, and more to come
  bool through_service = false;
  std::optional<model::Protocol> protocol;  ///< of the Service's port
  std::optional<std::uint16_t> port;        ///< the Service's own port, or the first that a port's name stands for
  std::vector<std::string> notes;           ///< how the text was read, where that is not plain
};

/// The question's own port. A Service's may be asked for in its text as well (`svc/shop/api:http`).
struct AskedPort {
  std::optional<model::Protocol> protocol;
  std::optional<std::uint16_t> number;
  std::string name;  ///< instead of a number: of the Service's port, or of the pods'
};

/// Finds ends by name in an engine's snapshot. Refers to the engine, which must outlive it. Safe from many threads.
class EndpointFinder {
 public:
  EndpointFinder(const engine::Engine& engine, std::string default_namespace);

  /// The ends of `text` as a source: a Service stands for its pods, whatever their ports.
  base::Result<Ends> find_source(std::string_view text) const;
  /// The ends of `text` as a destination. `kNotFound` with the nearest name where nothing has that name.
  base::Result<Ends> find_target(std::string_view text, const AskedPort& asked) const;
  /// `shop/web-0`, `node/worker-1`, an address.
  std::string text(const policy::Endpoint& endpoint) const;

 private:
  struct ServiceText;
  base::Result<Ends> find(std::string_view text, const AskedPort* asked) const;
  base::Result<Ends> find_named(std::string_view ns, std::string_view kind, std::string_view name) const;
  base::Result<Ends> find_pod_or_workload(std::string_view ns, std::string_view name) const;
  base::Result<Ends> find_listed(std::string_view text) const;
  base::Result<Ends> find_without_namespace(std::string_view text, std::string_view kind, std::string_view name,
                                            const AskedPort* asked) const;
  base::Result<Ends> find_address(const base::IpAddress& address, const AskedPort* asked) const;
  base::Result<Ends> find_node(std::string_view name) const;
  base::Result<Ends> find_service(const ServiceText& service, const AskedPort* asked) const;
  base::Result<Ends> service_source(const model::Service& service, const ServiceText& text) const;
  base::Result<Ends> service_target(const model::Service& service, const ServiceText& text, const AskedPort& asked) const;
  base::Result<Ends> direct_target(const model::Service& service, const ServiceText& text, const AskedPort& asked) const;
  Ends outside() const;
  base::Result<Ends> controller(bool as_source) const;

  const model::Inventory& inventory() const { return *engine_.snapshot().inventory; }
  const model::Names& names() const { return *engine_.snapshot().names; }
  Ends of_pod(model::PodId pod) const;
  Ends of_pods(std::span<const model::PodId> pods, std::string_view whose) const;
  Ends of_workload(model::WorkloadId id) const;
  /// The pods that a Job or ReplicaSet controls which is itself part of another workload. `kind` may be empty: any.
  std::optional<Ends> find_owned(std::string_view ns, std::string_view kind, std::string_view name) const;
  std::string unknown_workload(std::string_view ns, std::string_view kind, std::string_view name) const;

  const engine::Engine& engine_;
  std::string default_namespace_;
  std::map<base::IpAddress, std::size_t> cluster_ips_;  // to the place in Inventory::services
};

}  // namespace foregate::cli
