#include "report/assumption_text.h"
#include "report/diagnostics.h"
#include "report/json.h"
#include "report/list.h"
#include "report/pair_order.h"
#include "report/peer_text.h"
#include "report/port_text.h"

namespace foregate::report {
namespace {

using analysis::ConnectionBlock;
using analysis::Connections;

/// What follows the two ends of a pair of the block, up to the closing brace.
std::string block_tail(const ConnectionBlock& block) {
  std::string tail;
  if (block.family) tail += *block.family == base::IpFamily::kV4 ? R"(,"family":"IPv4")" : R"(,"family":"IPv6")";
  tail += ",\"ports\":" + port_json(block.ports);
  if (!block.open.empty()) tail += ",\"undecided\":" + port_json(block.open);
  return tail + "}";
}

void pairs_json(const Connections& connections, PeerTexts& texts, Writer& out) {
  std::vector<std::string> tails;
  tails.reserve(connections.blocks.size());
  for (const ConnectionBlock& block : connections.blocks) tails.push_back(block_tail(block));
  const char* before = "\n";
  PairOrder(connections.blocks, connections.peers).for_each([&](std::uint32_t block, std::uint32_t from, std::uint32_t to) {
    if (!connections.means(from, to)) return true;
    out << before << "{\"from\":" << texts.json(from) << ",\"to\":" << texts.json(to) << tails[block];
    before = ",\n";
    return !out.closed();
  });
}

void set_json(const base::IdSet& set, PeerTexts& texts, Writer& out) {
  char before = '[';
  set.for_each([&](std::uint32_t peer) {
    out << before << texts.json(peer);
    before = ',';
  });
  out << ']';
}

void blocks_json(const Connections& connections, PeerTexts& texts, Writer& out) {
  const char* before = "\n";
  for (const ConnectionBlock& block : connections.blocks) {
    out << before << "{\"from\":";
    set_json(block.from, texts, out);
    out << ",\"to\":";
    set_json(block.to, texts, out);
    out << block_tail(block);
    before = ",\n";
    if (out.closed()) return;
  }
}

std::string counts_json(const std::map<std::string, std::uint64_t>& counts) {
  JsonPiece piece;
  piece.begin_object();
  for (const auto& [kind, count] : counts) piece.key(kind).number(count);
  piece.end_object();
  return std::string{piece.text()};
}

}  // namespace

void json_list(const Connections& connections, const model::Names& names, const base::Diagnostics& diagnostics,
               const base::SourceFiles& files, const ListJsonOptions& options, Writer& out) {
  PeerTexts texts(connections.peers, names);
  out << "{\"connections\":[";
  (options.group ? blocks_json : pairs_json)(connections, texts, out);
  out << "],\n\"assumptions\":" << assumptions_json(options.assumptions, names);
  out << ",\n\"objects\":" << counts_json(options.objects) << ",\n\"diagnostics\":" << diagnostics_array(diagnostics, files) << "}\n";
}

}  // namespace foregate::report
