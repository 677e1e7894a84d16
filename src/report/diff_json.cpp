#include "report/assumption_text.h"
#include "report/decision_text.h"
#include "report/diagnostics.h"
#include "report/diff.h"
#include "report/json.h"
#include "report/peer_text.h"
#include "report/port_text.h"

namespace foregate::report {
namespace {

using analysis::Because;
using analysis::Change;
using analysis::Difference;

std::string alternative_json(const Because& because, const DiffContext& context) {
  const engine::Engine& side = because.before ? context.before : context.after;
  const std::string fields =
      decision_fields({side.policies(), *context.after.snapshot().names, context.files, *because.alternative, {}}, because.direction);
  return fields.empty() ? "null" : "{" + fields + "}";
}

std::string because_json(const Because& because, const DiffContext& context) {
  const engine::Engine& side = because.before ? context.before : context.after;
  JsonPiece json;
  json.begin_object().key("state").string(because.before ? "before" : "after");
  json.key("direction").string(policy::direction_name(because.direction));
  json.key("verdict").string(policy::verdict_name(because.verdict)).key("tier").string(policy::tier_name(because.decision.tier));
  json.end_object();
  std::string text(json.text());
  text.pop_back();
  const std::string fields = decision_fields(
      {side.policies(), *context.after.snapshot().names, context.files, because.decision, because.isolating}, because.direction);
  text += (fields.empty() ? "" : "," + fields);
  if (because.alternative) text += ",\"alternative\":" + alternative_json(because, context);
  return text + "}";
}

std::string side_json(const model::PortSpace& ports) { return ports.empty() ? "\"none\"" : port_json(ports); }

/// What follows the two ends of a pair of the change, up to the closing brace.
std::string change_tail(const Change& change, const DiffContext& context) {
  std::string tail;
  if (change.family) tail += *change.family == base::IpFamily::kV4 ? R"(,"family":"IPv4")" : R"(,"family":"IPv6")";
  tail += ",\"before\":" + side_json(change.before) + ",\"after\":" + side_json(change.after);
  if (!change.open_before.empty()) tail += ",\"undecidedBefore\":" + port_json(change.open_before);
  if (!change.open_after.empty()) tail += ",\"undecidedAfter\":" + port_json(change.open_after);
  tail += std::string(",\"cause\":\"") + cause_name(change.cause) + "\",\"because\":[";
  for (std::size_t i = 0; i < change.because.size(); ++i) tail += (i == 0 ? "" : ",") + because_json(change.because[i], context);
  tail += "],\"risk\":[";
  for (std::size_t i = 0; i < change.risk.size(); ++i) tail += std::string(i == 0 ? "\"" : ",\"") + risk_name(change.risk[i]) + "\"";
  return tail + "]}";
}

/// A state of affairs being written: with `self` the pairs of workloads with themselves.
struct DiffJson {
  const Difference& difference;
  const DiffContext& context;
  bool self;

  const std::vector<Change>& changes() const { return self ? difference.self_changes : difference.changes; }
};

void pairs_json(const DiffJson& view, PeerTexts& texts, Writer& out) {
  const analysis::Peers& peers = view.difference.peers;
  const char* before = "\n";
  for (const Change& change : view.changes()) {
    const std::string start = std::string("{\"kind\":\"") + change_kind_name(change.kind) + "\",\"from\":";
    const std::string tail = change_tail(change, view.context);
    change.from.for_each([&](std::uint32_t from) {
      change.to.for_each([&](std::uint32_t to) {
        if (same_workload(peers[from], peers[to]) != view.self || out.closed()) return;
        out << before << start << texts.json(from) << ",\"to\":" << texts.json(to) << tail;
        before = ",\n";
      });
    });
  }
}

void set_json(const base::IdSet& set, PeerTexts& texts, Writer& out) {
  char before = '[';
  set.for_each([&](std::uint32_t peer) {
    out << before << texts.json(peer);
    before = ',';
  });
  out << ']';
}

void blocks_json(const DiffJson& view, PeerTexts& texts, Writer& out) {
  const char* before = "\n";
  for (const Change& change : view.changes()) {
    out << before << "{\"kind\":\"" << change_kind_name(change.kind) << "\",\"from\":";
    set_json(change.from, texts, out);
    out << ",\"to\":";
    set_json(change.to, texts, out);
    out << change_tail(change, view.context);
    before = ",\n";
  }
}

}  // namespace

void json_diff(const Difference& difference, const DiffContext& context, const base::Diagnostics& diagnostics,
               const DiffJsonOptions& options, Writer& out) {
  PeerTexts texts(difference.peers, *context.after.snapshot().names);
  const auto write = options.group ? blocks_json : pairs_json;
  out << "{\"changes\":[";
  write({difference, context, false}, texts, out);
  out << "],\n\"selfChanges\":[";
  write({difference, context, true}, texts, out);
  out << "],\n\"assumptions\":" << assumptions_json(options.assumptions, *context.after.snapshot().names);
  out << ",\n\"diagnostics\":" << diagnostics_array(diagnostics, context.files) << "}\n";
}

}  // namespace foregate::report
