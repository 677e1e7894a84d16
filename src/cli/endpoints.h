#pragma once

#include <cstdint>
#include <optional>
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
///
/// Without a namespace (`web-0`, `deploy/web`, `svc/api`) the default one is meant.
namespace foregate::cli {

/// One thing that an endpoint text may mean.
struct End {
  policy::Endpoint endpoint;
  std::optional<base::IpFamily> family;  ///< where an address was asked for
  std::optional<std::uint16_t> port;     ///< the port that a Service sends to
  engine::ClassId outside;               ///< `any`: the class of outside addresses that `endpoint.address` stands for
  friend bool operator==(const End&, const End&) = default;
};

struct Ends {
  std::vector<End> all;  ///< never empty
  bool any_of = false;   ///< a workload: whichever pods it has, and more to come
  bool through_service = false;
  std::optional<model::Protocol> protocol;  ///< of the Service's port
  std::optional<std::uint16_t> port;        ///< the Service's own port
  std::vector<std::string> notes;           ///< how the text was read, where that is not plain
};

/// A Service's port as asked for: by number or name in the text (`svc/shop/api:http`), or by the question's own port.
struct AskedPort {
  std::optional<model::Protocol> protocol;
  std::optional<std::uint16_t> number;
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
  base::Result<Ends> find_node(std::string_view name) const;
  base::Result<Ends> find_service(const ServiceText& service, const AskedPort* asked) const;
  Ends outside() const;

  const model::Inventory& inventory() const { return *engine_.snapshot().inventory; }
  const model::Names& names() const { return *engine_.snapshot().names; }
  Ends of_workload(model::WorkloadId id) const;
  std::string unknown_name(std::string_view what, std::string_view ns, std::string_view name) const;

  const engine::Engine& engine_;
  std::string default_namespace_;
};

/// The API's spelling of a kind that has pods or stands for some (`Deployment` for `deploy`, `Pod`, `Service`, `Node`); empty for others.
std::string_view endpoint_kind(std::string_view text);

}  // namespace foregate::cli
