#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/peers.h"
#include "base/source.h"
#include "engine/engine.h"

namespace foregate::analysis {

/// Something about an object of the input that policies or entry objects look at, and that differs between two states.
struct Alteration {
  std::string object;                 ///< `shop/web[Deployment]`, `Namespace shop`, `Service shop/web`
  std::string what;                   ///< `label role`, `port web`, `addresses`, `hostNetwork`; empty for the object as a whole
  std::optional<std::string> before;  ///< nothing where there was none
  std::optional<std::string> after;
  base::SourcePosition at;  ///< of the object after; of the one before where it is gone
  friend bool operator==(const Alteration&, const Alteration&) = default;
};

/// Compares what stands behind a peer in two states, so that a change without a changed policy has a name. Only labels, named ports and
/// addresses that some policy of either state looks at count. Refers to the engines, whose names are as `compute_difference` has them.
class Alterations {
 public:
  Alterations(const engine::Engine& before, const engine::Engine& after);

  /// Of the peer's pods and namespace; of several pods the first that differs. O(pods of the workload). Nothing for other peers.
  std::vector<Alteration> of(const Peer& peer) const;
  /// Of the Services and entry objects through which the ingress controller is sent to the peer.
  std::vector<Alteration> on_the_way_to(const Peer& peer) const;

 private:
  struct Looked {
    std::set<Symbol> pod_labels;
    std::set<Symbol> namespace_labels;
    std::set<Symbol> ports;
    bool addresses = false;
  };
  void note(const policy::PolicySet& policies);
  void note(const policy::PodsTerm& term);
  void note(const policy::Rule& rule);
  const model::Inventory& inventory(std::size_t side) const { return *engines_[side]->snapshot().inventory; }
  const model::Names& names(std::size_t side) const { return *engines_[side]->snapshot().names; }
  std::vector<const model::Pod*> pods_of(const Peer& peer, std::size_t side) const;
  void add_labels(const std::array<model::LabelSetId, 2>& sets, const std::set<Symbol>& keys, const Alteration& form,
                  std::vector<Alteration>& found) const;
  std::vector<Alteration> of_pods(const Peer& peer, const model::Pod& before, const model::Pod& after) const;
  void add_service(const Peer& peer, Symbol ns, Symbol name, std::vector<Alteration>& found) const;
  void add_entries(const Peer& peer, std::vector<Alteration>& found) const;
  bool is_behind(const Peer& peer, const model::Service& service, std::size_t side) const;
  std::string peer_text(const Peer& peer) const;

  std::array<const engine::Engine*, 2> engines_;
  Looked looked_;
};

}  // namespace foregate::analysis
