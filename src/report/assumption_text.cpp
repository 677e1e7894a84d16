#include "report/assumption_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/json.h"
#include "report/peer_text.h"

namespace foregate::report {
namespace {

analysis::Peers ends_of(const analysis::Assumption& assumption) { return {{assumption.from, assumption.to}, 0}; }

}  // namespace

std::string assumptions_text(std::span<const analysis::Assumption> assumptions, const model::Names& names) {
  std::string text;
  for (const analysis::Assumption& assumption : assumptions) {
    if (!assumption.pairs) {
      text += fmt::format("assuming {}={}: with {}, pairs may differ (not counted: too many kinds of pods)\n", assumption.name,
                          assumption.value, assumption.other_value);
      continue;
    }
    const analysis::Peers ends = ends_of(assumption);
    PeerTexts texts(ends, names);
    text += fmt::format("assuming {}={}: with {}, {} would differ, the first {} -> {}\n", assumption.name, assumption.value,
                        assumption.other_value, base::count_of(*assumption.pairs, "pair"), texts.text(0), texts.text(1));
  }
  return text;
}

std::string assumptions_json(std::span<const analysis::Assumption> assumptions, const model::Names& names) {
  JsonPiece json;
  json.begin_array();
  for (const analysis::Assumption& assumption : assumptions) {
    json.begin_object().key("name").string(assumption.name).key("value").string(assumption.value);
    json.key("otherValue").string(assumption.other_value).key("pairs");
    if (!assumption.pairs) {
      json.null().end_object();
      continue;
    }
    json.number(*assumption.pairs);
    const analysis::Peers ends = ends_of(assumption);
    PeerTexts texts(ends, names);
    json.key("example").begin_object().key("from").raw(texts.json(0)).key("to").raw(texts.json(1)).end_object().end_object();
  }
  json.end_array();
  return std::string(json.text());
}

}  // namespace foregate::report
