#include "report/peer_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "report/json.h"

namespace foregate::report {
namespace {

using analysis::Peer;
using base::IpFamily;

/// From so many members on, a set that lacks few of them is named by what it lacks.
constexpr std::uint32_t kManyWorkloads = 10;
constexpr std::uint32_t kManyOfNamespace = 6;
constexpr std::size_t kFewMissing = 3;

std::vector<std::string> cidr_texts(const Peer& peer) {
  std::vector<std::string> texts;
  for (const base::Cidr& cidr : base::cidrs_of(IpFamily::kV4, peer.v4)) texts.push_back(cidr.text());
  for (const base::Cidr& cidr : base::cidrs_of(IpFamily::kV6, peer.v6)) texts.push_back(cidr.text());
  return texts;
}

template <typename Texts>
std::string joined(const Texts& texts) {
  std::string result;
  for (const auto& text : texts) {
    if (!result.empty()) result += ", ";
    result += text;
  }
  return result;
}

std::vector<std::string> texts_of(IpFamily family, const base::IntervalSet<base::Uint128>& addresses) {
  std::vector<std::string> texts;
  for (const base::Cidr& cidr : base::cidrs_of(family, addresses)) texts.push_back(cidr.text());
  return texts;
}

/// Addresses of a family as blocks, or, where that is shorter, as the blocks that are lacking.
struct FamilyText {
  FamilyText(IpFamily family, const base::IntervalSet<base::Uint128>& addresses)
      : all(family == IpFamily::kV4 ? "0.0.0.0/0" : "::/0"), empty(addresses.empty()), cidrs(texts_of(family, addresses)) {
    const base::Cidr cidr = *base::Cidr::parse(all);
    const base::IntervalSet<base::Uint128> whole(cidr.first().bits(), cidr.last().bits());
    std::vector<std::string> lacking = texts_of(family, whole - addresses);
    shorter_by_lack = lacking.size() < cidrs.size();
    if (shorter_by_lack) cidrs = std::move(lacking);
  }
  std::string text() const {
    if (!shorter_by_lack) return joined(cidrs);
    return cidrs.empty() ? all : all + " but " + joined(cidrs);
  }

  std::string all;
  bool empty;
  std::vector<std::string> cidrs;  ///< what is lacking where `shorter_by_lack`
  bool shorter_by_lack = false;
};

std::string outside_text(const Peer& peer) {
  const FamilyText v4(IpFamily::kV4, peer.v4);
  const FamilyText v6(IpFamily::kV6, peer.v6);
  if (v4.shorter_by_lack && v6.shorter_by_lack) {
    std::vector<std::string> lacking = v4.cidrs;
    lacking.insert(lacking.end(), v6.cidrs.begin(), v6.cidrs.end());
    return lacking.empty() ? "outside" : "outside but " + joined(lacking);
  }
  const auto& [first, second] = v4.shorter_by_lack ? std::tie(v6, v4) : std::tie(v4, v6);  // what is after "but" comes last
  return "outside (" + first.text() + (v4.empty || v6.empty ? "" : ", ") + second.text() + ")";
}

}  // namespace

PeerTexts::PeerTexts(const analysis::Peers& peers, const model::Names& names)
    : peers_(peers), names_(names), texts_(peers.all.size()), jsons_(peers.all.size()) {
  const auto workloads = static_cast<std::uint32_t>(peers.workloads);
  for (std::uint32_t first = 0; first < workloads;) {
    std::uint32_t last = first;
    while (last < workloads && peers[last].ns == peers[first].ns) ++last;
    run_of_.insert(run_of_.end(), last - first, static_cast<std::uint32_t>(namespaces_.size()));
    namespaces_.push_back({first, last});
    first = last;
  }
}

std::string_view PeerTexts::text(std::uint32_t peer) {
  std::string& text = texts_[peer];
  if (text.empty()) text = make_text(peers_[peer], true);
  return text;
}

std::string_view PeerTexts::json(std::uint32_t peer) {
  std::string& json = jsons_[peer];
  if (json.empty()) json = make_json(peers_[peer]);
  return json;
}

std::string PeerTexts::short_text(std::uint32_t peer) const { return make_text(peers_[peer], false); }

std::string PeerTexts::make_text(const Peer& peer, bool with_namespace) const {
  if (peer.kind == Peer::Kind::kIngressController) return "{ingress-controller}";
  if (peer.kind == Peer::Kind::kOutside) return outside_text(peer);
  std::string text;
  if (with_namespace) text.append(names_.text(peer.ns)).append("/");
  text.append(names_.text(peer.name)).append("[").append(names_.text(peer.workload_kind)).append("]");
  if (peer.pods.empty()) return text;
  return text + " (" + pods_text(peer) + ")";
}

void PeerTexts::add_pods(const char* key, const std::vector<analysis::Symbol>& pods, JsonPiece& json) const {
  json.key(key).begin_array();
  for (const analysis::Symbol pod : pods) json.string(names_.text(pod));
  json.end_array();
}

std::string PeerTexts::pods_text(const Peer& peer) const {
  const auto is_of = [](const std::vector<analysis::Symbol>& some, analysis::Symbol pod) {
    return std::find(some.begin(), some.end(), pod) != some.end();
  };
  std::array<std::vector<std::string_view>, 3> pods;  // of both states, before, after
  for (const analysis::Symbol pod : peer.pods) {
    pods[is_of(peer.pods_before, pod) ? 1 : is_of(peer.pods_after, pod) ? 2 : 0].push_back(names_.text(pod));
  }
  std::string text;
  for (std::size_t state = 0; state < pods.size(); ++state) {
    if (pods[state].empty()) continue;
    std::sort(pods[state].begin(), pods[state].end());
    const std::string_view noun = pods[state].size() == 1 ? "pod " : "pods ";
    text.append(text.empty() ? "" : "; ")
        .append(state == 0   ? ""
                : state == 1 ? "before: "
                             : "now: ")
        .append(noun)
        .append(joined(pods[state]));
  }
  return text;
}

std::string PeerTexts::make_json(const Peer& peer) const {
  JsonPiece json;
  json.begin_object();
  if (peer.kind == Peer::Kind::kIngressController) {
    json.key("ingressController").boolean(true);
  } else if (peer.kind == Peer::Kind::kOutside) {
    json.key("cidrs").begin_array();
    for (const std::string& cidr : cidr_texts(peer)) json.string(cidr);
    json.end_array();
  } else {
    Peer whole = peer;
    whole.pods.clear();
    json.key("workload").string(make_text(whole, true));
    if (!peer.pods.empty()) {
      add_pods("pods", peer.pods, json);
      if (!peer.pods_before.empty()) add_pods("podsBefore", peer.pods_before, json);
      if (!peer.pods_after.empty()) add_pods("podsAfter", peer.pods_after, json);
    }
  }
  json.end_object();
  return std::string(json.text());
}

void PeerTexts::add_namespace(std::span<const std::uint32_t> in, const SetOptions& options, std::vector<Item>& items) {
  const Run& run = namespaces_[run_of_[in[0]]];
  const bool other = options.other_than >= run.first && options.other_than < run.last;
  const std::size_t missing = run.last - run.first - in.size() - (other ? 1 : 0);
  const auto size = static_cast<std::uint32_t>(in.size());
  const std::string all = std::string(other ? "all others of " : "all of ") + std::string(ns(run.first));
  if (missing == 0 && in.size() > 1) {
    items.push_back({fmt::format("{} ({})", all, size), size});
  } else if (missing <= kFewMissing && in.size() >= kManyOfNamespace) {
    std::vector<std::string> lacking;
    for (std::uint32_t peer = run.first; peer < run.last; ++peer) {
      if (peer != options.other_than && !std::binary_search(in.begin(), in.end(), peer)) lacking.push_back(short_text(peer));
    }
    items.push_back({fmt::format("{} but {} ({})", all, fmt::join(lacking, ", "), size), size});
  } else {
    for (const std::uint32_t peer : in) items.push_back({ns(peer) == options.within ? short_text(peer) : std::string(text(peer)), 1});
  }
}

/// What a set of nearly all workloads lacks, in few items; nothing where it is not that.
std::vector<std::string> PeerTexts::lacking_of(const std::vector<std::uint32_t>& members, std::size_t missing, const SetOptions& options) {
  std::vector<std::string> texts;
  if (members.size() < kManyWorkloads || missing == 0 || missing * 4 > members.size() || namespaces_.size() < 2) return texts;
  std::vector<std::uint32_t> lacking;
  auto member = members.begin();
  for (std::uint32_t peer = 0; peer < peers_.workloads; ++peer) {
    if (member != members.end() && *member == peer) {
      ++member;
    } else if (peer != options.other_than) {
      lacking.push_back(peer);
    }
  }
  std::vector<Item> items;
  add_by_namespace(lacking, options, items);
  if (items.size() > kFewMissing) return texts;
  for (Item& item : items) texts.push_back(std::move(item.text));
  return texts;
}

void PeerTexts::add_by_namespace(const std::vector<std::uint32_t>& members, const SetOptions& options, std::vector<Item>& items) {
  for (std::size_t first = 0; first < members.size();) {
    std::size_t last = first;
    while (last < members.size() && run_of_[members[last]] == run_of_[members[first]]) ++last;
    add_namespace(std::span(members).subspan(first, last - first), options, items);
    first = last;
  }
}

void PeerTexts::add_workloads(const std::vector<std::uint32_t>& members, const SetOptions& options, std::vector<Item>& items) {
  const bool other = options.other_than < peers_.workloads;
  const std::size_t present = members.size() + (other ? 1 : 0);
  const std::size_t missing = peers_.workloads - present;
  const std::string every = other ? "every other workload" : "every workload";
  const auto size = static_cast<std::uint32_t>(members.size());
  if (missing == 0 && members.size() > 1 && namespaces_.size() > 1) {
    items.push_back({every, size});
  } else if (const auto lacking = lacking_of(members, missing, options); !lacking.empty()) {
    items.push_back({fmt::format("{} but {}", every, fmt::join(lacking, ", ")), size});
  } else {
    add_by_namespace(members, options, items);
  }
}

std::vector<std::string> PeerTexts::set_text(const base::IdSet& set, const SetOptions& options) {
  std::vector<std::uint32_t> members;
  std::vector<std::uint32_t> others;
  set.for_each([&](std::uint32_t peer) {
    if (peer != options.other_than) (peer < peers_.workloads ? members : others).push_back(peer);
  });
  std::vector<Item> items;
  add_workloads(members, options, items);
  for (const std::uint32_t peer : others) items.push_back({std::string(text(peer)), 1});
  std::vector<std::string> texts;
  const std::size_t shown = options.most > 0 && items.size() > options.most + 1 ? options.most : items.size();
  for (std::size_t i = 0; i < shown; ++i) texts.push_back(std::move(items[i].text));
  std::uint64_t hidden = 0;
  for (std::size_t i = shown; i < items.size(); ++i) hidden += items[i].members;
  if (hidden > 0) texts.push_back("… and " + base::with_thousands(hidden) + " more");
  return texts;
}

}  // namespace foregate::report
