#include <fmt/format.h>

#include <compare>
#include <map>
#include <optional>
#include <string>

#include "base/bit_set.h"
#include "base/text.h"
#include "report/assumption_text.h"
#include "report/flowing_text.h"
#include "report/list.h"
#include "report/pair_order.h"
#include "report/peer_text.h"
#include "report/port_text.h"

namespace foregate::report {
namespace {

using analysis::ConnectionBlock;
using analysis::Connections;
using analysis::Peer;

/// Members of a set that are named before the rest is counted.
constexpr std::size_t kNamed = 8;

std::string answer_text(const ConnectionBlock& block) {
  std::string text = block.ports.empty() ? "" : port_text(block.ports);
  if (!block.open.empty()) text += (text.empty() ? "" : "; ") + std::string("undecided: ") + port_text(block.open);
  if (block.family) text += *block.family == base::IpFamily::kV4 ? " (IPv4)" : " (IPv6)";
  return text;
}

/// Where a block is shown: by namespace of its sources.
struct Section {
  enum class Kind : std::uint8_t { kSeveral, kNamespace, kOutside, kController };
  Kind kind = Kind::kSeveral;
  std::string_view ns;
  friend auto operator<=>(const Section&, const Section&) = default;
};

Section section_of(const ConnectionBlock& block, const Connections& connections, const model::Names& names) {
  std::optional<Section> section;
  block.from.for_each([&](std::uint32_t from) {
    const Peer& peer = connections.peers[from];
    Section own{Section::Kind::kNamespace, names.text(peer.ns)};
    if (peer.kind == Peer::Kind::kOutside) own = {Section::Kind::kOutside, {}};
    if (peer.kind == Peer::Kind::kIngressController) own = {Section::Kind::kController, {}};
    section = !section || *section == own ? own : Section{Section::Kind::kSeveral, {}};
  });
  return *section;
}

std::string heading(const Section& section) {
  switch (section.kind) {
    case Section::Kind::kSeveral:
      return "From several namespaces";
    case Section::Kind::kNamespace:
      return fmt::format("From {}", section.ns);
    case Section::Kind::kOutside:
      return "From outside";
    case Section::Kind::kController:
      return "From the ingress controller";
  }
  return {};
}

class ListText {
 public:
  ListText(const Connections& connections, const model::Names& names, const ListTextOptions& options, const Style& style, Writer& out)
      : connections_(connections), names_(names), options_(options), style_(style), out_(out), texts_(connections.peers, names) {}

  void write() {
    summary();
    std::map<Section, std::vector<const ConnectionBlock*>> sections;
    for (const ConnectionBlock& block : connections_.blocks) sections[section_of(block, connections_, names_)].push_back(&block);
    for (const auto& [section, blocks] : sections) {
      out_ << '\n' << style_.name << heading(section) << style_.end << '\n';
      for (const ConnectionBlock* block : blocks) {
        if (out_.closed()) return;
        write_block(*block, section);
      }
    }
  }

 private:
  void summary() {
    const std::size_t workloads = connections_.peers.workloads;
    out_ << base::count_of(workloads, "workload") << ", " << base::count_of(count_pairs(connections_), "connected pair") << " in "
         << base::count_of(connections_.blocks.size(), "block") << '\n';
    if (const base::IdSet lone = isolated(); !lone.empty()) {
      flow(std::string(style_.warn) + "isolated" + std::string(style_.end) + ", nothing in or out: ",
           texts_.set_text(lone, {options_.full ? 0 : kNamed, {}, PeerTexts::kNobody}), "  ");
    }
    if (options_.own_node_note) out_ << "traffic from a pod's own node, which NetworkPolicies never deny, is not listed\n";
    out_ << assumptions_text(options_.assumptions, names_);
  }

  /// Whole workloads that are in no pair, nor any part of them.
  base::IdSet isolated() const {
    base::BitSet seen(connections_.peers.all.size());
    for (const ConnectionBlock& block : connections_.blocks) {
      for (const base::IdSet* set : {&block.from, &block.to}) set->for_each([&](std::uint32_t peer) { seen.insert(peer); });
    }
    std::vector<std::uint32_t> lone;
    for (std::uint32_t w = 0; w < connections_.peers.workloads; ++w) {
      if (!seen.contains(w) && !has_seen_part(w, seen)) lone.push_back(w);
    }
    return base::IdSet(std::move(lone), connections_.peers.workloads);
  }

  bool has_seen_part(std::uint32_t workload, const base::BitSet& seen) const {
    for (std::uint32_t part = static_cast<std::uint32_t>(connections_.peers.workloads); part < connections_.peers.all.size(); ++part) {
      if (seen.contains(part) && same_workload(connections_.peers[part], connections_.peers[workload])) return true;
    }
    return false;
  }

  void write_block(const ConnectionBlock& block, const Section& section) {
    const std::size_t most = options_.full ? 0 : kNamed;
    std::uint32_t only = PeerTexts::kNobody;
    if (block.from.count() == 1) block.from.for_each([&](std::uint32_t from) { only = from; });
    if (only >= connections_.peers.workloads || connections_.with_self) only = PeerTexts::kNobody;
    const auto from = texts_.set_text(block.from, {most, section.ns, PeerTexts::kNobody});
    const auto to = texts_.set_text(block.to, {most, section.ns, only});
    const std::string answer = answer_text(block);
    const std::string line = fmt::format("{} -> {}: ", fmt::join(from, ", "), fmt::join(to, ", "));
    if (style_.width == 0 || base::display_width(line) + base::display_width(answer) + 2 <= style_.width) {
      out_ << "  " << line << style_.good << answer << style_.end << '\n';
      return;
    }
    flow("  ", from, "    ");
    flow("    -> ", to, "       ");
    out_ << "       " << style_.good << answer << style_.end << '\n';
  }

  void flow(const std::string& start, const std::vector<std::string>& items, const std::string& indent) {
    out_ << flowing(start, items, indent, style_.width);
  }

  const Connections& connections_;
  const model::Names& names_;
  const ListTextOptions& options_;
  const Style& style_;
  Writer& out_;
  PeerTexts texts_;
};

}  // namespace

void text_list(const Connections& connections, const model::Names& names, const ListTextOptions& options, const Style& style, Writer& out) {
  ListText(connections, names, options, style, out).write();
}

void text_pairs(const Connections& connections, const model::Names& names, Writer& out) {
  PeerTexts texts(connections.peers, names);
  std::vector<std::string> answers;
  answers.reserve(connections.blocks.size());
  for (const ConnectionBlock& block : connections.blocks) answers.push_back(answer_text(block));
  PairOrder(connections.blocks, connections.peers).for_each([&](std::uint32_t block, std::uint32_t from, std::uint32_t to) {
    if (connections.means(from, to)) out << texts.text(from) << " => " << texts.text(to) << " : " << answers[block] << '\n';
    return !out.closed();
  });
}

}  // namespace foregate::report
