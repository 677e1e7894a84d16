#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "analysis/alterations.h"
#include "base/text.h"
#include "report/assumption_text.h"
#include "report/decision_text.h"
#include "report/diff.h"
#include "report/flowing_text.h"
#include "report/peer_text.h"
#include "report/port_text.h"

namespace foregate::report {
namespace {

using analysis::Because;
using analysis::Cause;
using analysis::Change;
using analysis::ChangeKind;
using analysis::Difference;
using analysis::Risk;

constexpr std::size_t kNamed = 8;
/// Ends that are new or gone, in their own sentence.
constexpr std::size_t kNamedFates = 2;
/// Members of an end that are searched for what changed about them, and things named of one.
constexpr std::size_t kLookedAt = 50;
constexpr std::size_t kAlterations = 3;

std::string_view risk_text(Risk risk) {
  switch (risk) {
    case Risk::kLosesEverything:
      return "an end loses everything";
    case Risk::kLosesDns:
      return "the source loses DNS";
    case Risk::kLosesAllIngress:
      return "nobody reaches the destination any more";
    case Risk::kLosesAllEgress:
      return "the source reaches nobody any more";
    case Risk::kReachableFromOutside:
      return "reachable from outside";
    case Risk::kReachesOutside:
      return "reaches outside";
    case Risk::kOnlyTightens:
      return {};
  }
  return {};
}

std::string_view cause_text(Cause cause) {
  switch (cause) {
    case Cause::kPolicy:
      return {};
    case Cause::kSelection:
      return "labels, namespaces, addresses or ports changed; the policies are the same";
    case Cause::kWorkloadAdded:
    case Cause::kWorkloadRemoved:
      return {};
    case Cause::kServices:
      return "Services or entry objects changed";
  }
  return {};
}

std::string ports_with_open(const model::PortSpace& ports, const model::PortSpace& open) {
  return open.empty() ? port_text(ports) : fmt::format("{} (undecided: {})", port_text(ports), port_text(open));
}

class DiffText {
 public:
  DiffText(const Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style, Writer& out)
      : difference_(difference),
        context_(context),
        options_(options),
        style_(style),
        out_(out),
        texts_(difference.peers, *context.after.snapshot().names) {}

  void write() {
    summary();
    for (const bool self : {false, true}) {
      for (const Change& change : self ? difference_.self_changes : difference_.changes) {
        if (out_.closed()) return;
        out_ << '\n';
        write_change(change, self);
      }
    }
  }

  void write_pairs() {
    summary();
    if (!difference_.empty()) out_ << '\n';
    for (const bool self : {false, true}) {
      for (const Change& change : self ? difference_.self_changes : difference_.changes) write_pairs_of(change, self);
    }
  }

 private:
  void summary() {
    if (difference_.empty()) out_ << "No difference: every connection is as before\n";
    if (!difference_.changes.empty()) out_ << counts(difference_.pairs, "pair", "") << '\n';
    if (!difference_.self_changes.empty())
      out_ << counts(difference_.self_pairs, "workload",
                     difference_.self_pairs.all() == 1 ? " between its own pods" : " between their own pods")
           << '\n';
    out_ << assumptions_text(options_.assumptions, *context_.after.snapshot().names);
  }

  std::string counts(const analysis::PairCounts& pairs, std::string_view noun, std::string_view where) const {
    const auto number = [](std::size_t count) { return base::with_thousands(count); };
    return fmt::format("{} {}{}: {}{} {} everything between them (removed){}, {}{} added{}, {}{} changed{}",
                       base::count_of(pairs.all(), noun), pairs.all() == 1 ? "differs" : "differ", where, style_.bad, number(pairs.removed),
                       pairs.removed == 1 ? "loses" : "lose", style_.end, style_.good, number(pairs.added), style_.end, style_.warn,
                       number(pairs.changed), style_.end);
  }

  std::string_view colour_of(const Change& change) const {
    return change.kind == ChangeKind::kRemoved ? style_.bad : change.kind == ChangeKind::kAdded ? style_.good : style_.warn;
  }

  /// The destinations; of a workload with itself in words.
  std::vector<std::string> to_texts(const Change& change, bool self, std::size_t most) {
    if (!self || change.from != change.to) return texts_.set_text(change.to, {most, {}, PeerTexts::kNobody});
    return {change.from.count() == 1 ? "its own other pods" : "its own other pods, each"};
  }

  void write_change(const Change& change, bool self) {
    const std::size_t most = options_.full ? 0 : kNamed;
    const auto from = texts_.set_text(change.from, {most, {}, PeerTexts::kNobody});
    const auto to = to_texts(change, self, most);
    const std::string start = fmt::format("{}{:<8}{}", colour_of(change), change_kind_name(change.kind), style_.end);
    const std::string line = fmt::format("{} -> {}", fmt::join(from, ", "), fmt::join(to, ", "));
    if (style_.width == 0 || base::display_width(line) + 8 <= style_.width) {
      out_ << start << line << '\n';
    } else {
      out_ << flowing(start, from, "          ", style_.width) << flowing("     -> ", to, "          ", style_.width);
    }
    out_ << "        " << answers(change) << '\n';
    write_reasons(change);
  }

  std::string answers(const Change& change) const {
    std::string text = fmt::format("{}{}{} => {}{}{}", style_.bad, ports_with_open(change.before, change.open_before), style_.end,
                                   style_.good, ports_with_open(change.after, change.open_after), style_.end);
    if (change.family) text += *change.family == base::IpFamily::kV4 ? "  (IPv4)" : "  (IPv6)";
    for (const Risk risk : change.risk) {
      if (!risk_text(risk).empty()) text += fmt::format("  {}! {}{}", style_.warn, risk_text(risk), style_.end);
    }
    return text;
  }

  void write_pairs_of(const Change& change, bool self) {
    const std::string start = fmt::format("{}{:<8}{}", colour_of(change), change_kind_name(change.kind), style_.end);
    const std::string end = answers(change);
    change.from.for_each([&](std::uint32_t from) {
      change.to.for_each([&](std::uint32_t to) {
        if (same_workload(difference_.peers[from], difference_.peers[to]) != self || out_.closed()) return;
        out_ << start << texts_.text(from) << " -> " << (from == to ? "its own other pods" : texts_.text(to)) << " : " << end << '\n';
      });
    });
  }

  /// The sets of ends that are new or gone, in a sentence.
  std::vector<std::string> fates(const Change& change) {
    std::vector<std::string> sentences;
    const auto add = [&](const base::IdSet& ends, analysis::EndFate fate) {
      if (fate == analysis::EndFate::kStays) return;
      const auto names = texts_.set_text(ends, {kNamedFates, {}, PeerTexts::kNobody});
      sentences.push_back(fmt::format("{} {} {}", fmt::join(names, ", "), ends.count() == 1 ? "is" : "are",
                                      fate == analysis::EndFate::kNew ? "new" : "gone"));
    };
    add(change.from, change.from_fate);
    if (change.from != change.to) add(change.to, change.to_fate);
    return sentences;
  }

  /// What became different about the first altered member of each end.
  std::vector<std::string> alterations(const Change& change) {
    if (!alterations_) alterations_.emplace(context_.before, context_.after);
    std::vector<std::string> sentences;
    for (const base::IdSet* ends : {&change.from, &change.to}) {
      std::vector<analysis::Alteration> found;
      std::size_t looked_at = 0;
      ends->for_each([&](std::uint32_t peer) {
        if (!found.empty() || ++looked_at > kLookedAt) return;
        found = change.cause == Cause::kServices ? alterations_->on_the_way_to(difference_.peers[peer])
                                                 : alterations_->of(difference_.peers[peer]);
      });
      for (std::size_t i = 0; i < std::min(found.size(), kAlterations); ++i) {
        std::string sentence = (ends->count() > 1 ? "for example " : "") + alteration_text(found[i]);
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) sentences.push_back(std::move(sentence));
      }
    }
    return sentences;
  }

  std::string alteration_text(const analysis::Alteration& alteration) const {
    const std::string place = alteration.at.file.is_none() ? std::string() : fmt::format(" ({})", context_.files.text(alteration.at));
    if (alteration.what.empty() && !alteration.before) return fmt::format("{} is new{}", alteration.object, place);
    if (alteration.what.empty() && !alteration.after) return fmt::format("{} is gone{}", alteration.object, place);
    return fmt::format("{}: {}{}{} => {}{}", alteration.object, alteration.what, alteration.what.empty() ? "" : " ",
                       alteration.before.value_or("none"), alteration.after.value_or("none"), place);
  }

  void write_reasons(const Change& change) {
    std::vector<std::string> causes = fates(change);
    if (change.cause == Cause::kSelection || change.cause == Cause::kServices) causes = alterations(change);
    if (causes.empty() && !cause_text(change.cause).empty()) causes.emplace_back(cause_text(change.cause));
    for (const std::string& sentence : causes) out_ << "        " << style_.dim << sentence << style_.end << '\n';
    for (const Because& because : change.because) out_ << "        " << reason(because) << '\n';
  }

  std::string reason(const Because& because) const {
    const engine::Engine& side = because.before ? context_.before : context_.after;
    const auto text = [&](const policy::Decision& decided, std::span<const policy::PolicyIndex> isolating) {
      return decision_text({side.policies(), *context_.after.snapshot().names, context_.files, decided, isolating}, because.direction);
    };
    const std::string decision = text(because.decision, because.isolating);
    const std::string_view direction = policy::direction_name(because.direction);
    const std::string_view when = because.before ? "before" : "now";
    switch (because.verdict) {
      case policy::Verdict::kDeny:
        return because.decision.rule ? fmt::format("{} {} denied by {}", when, direction, decision)
                                     : fmt::format("{} {} isolated by {}", when, direction, decision);
      case policy::Verdict::kAllow:
        return fmt::format("{} {} allowed by {}", when, direction, decision);
      case policy::Verdict::kAmbiguous:
      case policy::Verdict::kUnknown:
        break;
    }
    const std::string other = because.alternative ? text(*because.alternative, {}) : std::string("no policy");
    return fmt::format("{} {} undecided: {}", when, direction, undecided_text(because.verdict, decision, other));
  }

  const Difference& difference_;
  const DiffContext& context_;
  const DiffTextOptions& options_;
  const Style& style_;
  Writer& out_;
  PeerTexts texts_;
  std::optional<analysis::Alterations> alterations_;
};

}  // namespace

void text_diff(const Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style, Writer& out) {
  DiffText(difference, context, options, style, out).write();
}

void text_diff_pairs(const Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style,
                     Writer& out) {
  DiffText(difference, context, options, style, out).write_pairs();
}

}  // namespace foregate::report
