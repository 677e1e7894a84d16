#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/peers.h"
#include "base/id_set.h"
#include "model/object_set.h"

namespace foregate::report {

class JsonPiece;

/// The names of an answer's peers, each made once, when first asked for. Refers to its arguments.
class PeerTexts {
 public:
  PeerTexts(const analysis::Peers& peers, const model::Names& names);

  /// `shop/web[Deployment]`; parts as `shop/web[StatefulSet] (pods web-0, web-1)`, with
  /// `before:` and `now:` for pods of one state; `outside (10.0.0.0/8)`, `outside` for all of
  /// it, `outside but 10.0.0.0/8` where that is shorter;
  /// `{ingress-controller}`. Valid as long as this.
  std::string_view text(std::uint32_t peer);
  /// `{"workload":"shop/web[Deployment]"}`, with `"pods":[..]` for parts; `{"cidrs":[..]}`; `{"ingressController":true}`.
  std::string_view json(std::uint32_t peer);
  /// Without the namespace: `web[Deployment]`.
  std::string short_text(std::uint32_t peer) const;
  std::string_view ns(std::uint32_t peer) const { return names_.text(peers_[peer].ns); }

  struct SetOptions {
    std::size_t most = 0;          ///< items to name at most; 0 names all
    std::string_view within = {};  ///< in this namespace names are short
    /// The set is the other end of this whole workload alone, which counts as if it were in it.
    std::uint32_t other_than = kNobody;
  };
  static constexpr std::uint32_t kNobody = 0xFFFFFFFF;
  /// A set in words, exactly and as short as can be, item by item: `every workload`, `all of shop (5)`, `every workload but a/b[Pod]`,
  /// names; `… and 4,123 more` where cut.
  std::vector<std::string> set_text(const base::IdSet& set, const SetOptions& options);

 private:
  struct Run {
    std::uint32_t first;  // whole workloads [first, last) are a namespace
    std::uint32_t last;
  };
  /// A part of a set's text and how many members it names.
  struct Item {
    std::string text;
    std::uint32_t members;
  };
  std::string make_text(const analysis::Peer& peer, bool with_namespace) const;
  std::string make_json(const analysis::Peer& peer) const;
  std::string pods_text(const analysis::Peer& peer) const;
  void add_pods(const char* key, const std::vector<analysis::Symbol>& pods, JsonPiece& json) const;
  void add_workloads(const std::vector<std::uint32_t>& members, const SetOptions& options, std::vector<Item>& items);
  std::vector<std::string> lacking_of(const std::vector<std::uint32_t>& members, std::size_t missing, const SetOptions& options);
  void add_by_namespace(const std::vector<std::uint32_t>& members, const SetOptions& options, std::vector<Item>& items);
  void add_namespace(std::span<const std::uint32_t> in, const SetOptions& options, std::vector<Item>& items);

  const analysis::Peers& peers_;
  const model::Names& names_;
  std::vector<std::string> texts_;
  std::vector<std::string> jsons_;
  std::vector<Run> namespaces_;
  std::vector<std::uint32_t> run_of_;  // by whole workload: place in namespaces_
};

}  // namespace foregate::report
