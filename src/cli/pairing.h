#pragma once

#include <string>
#include <vector>

#include "cli/endpoints.h"
#include "engine/engine.h"
#include "report/query.h"

/// Which flows a question is about. Both ends may be many pods; pods that every policy treats alike are one group, and one of them speaks
/// for it. Each pair of groups is judged once:
///
///     shop/deploy/web (3 pods, alike)  x  svc/shop/db (2 pods, one of them labelled differently)   = 2 flows
namespace foregate::cli {

/// Ends that every policy treats alike; the first speaks for all.
struct Group {
  std::vector<End> members;
  const End& first() const { return members.front(); }
};

/// Both ends of a question, and the same in groups.
struct Pairing {
  Ends from;
  Ends to;
  std::vector<Group> sources;
  std::vector<Group> targets;
};

/// "Any pod of its workload" is to a pod of it another pod, wherever there is one: itself is left out.
Pairing pair_up(const engine::Engine& engine, Ends from, Ends to);

/// A sentence on each end that stands for several pods, or for pods that its text does not name.
std::vector<std::string> pairing_notes(const EndpointFinder& finder, const Pairing& pairing, const std::string& from,
                                       const std::string& to);

/// Judges every pair of groups whose address families meet, to `port` of `protocol` or where a Service sends it. Outside addresses with one
/// answer are one part.
std::vector<report::QueryPart> judge_pairs(const engine::Engine& engine, const EndpointFinder& finder, const Pairing& pairing,
                                           model::Protocol protocol, std::uint16_t port);

}  // namespace foregate::cli
