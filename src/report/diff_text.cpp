#include <fmt/format.h>

#include <array>

#include "base/text.h"
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
    case Risk::kOpensToOutside:
      return "opens to outside";
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
      return "an end is new";
    case Cause::kWorkloadRemoved:
      return "an end is gone";
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
    for (const Change& change : difference_.changes) {
      if (out_.closed()) return;
      out_ << '\n';
      write_change(change);
    }
  }

 private:
  void summary() {
    if (difference_.changes.empty()) {
      out_ << "No difference: every connection is as before\n";
      return;
    }
    std::array<std::size_t, 3> blocks{};
    for (const Change& change : difference_.changes) ++blocks[static_cast<std::size_t>(change.kind)];
    out_ << base::count_of(difference_.pairs_changed, "pair") << " with other connections: " << style_.bad
         << base::count_of(blocks[static_cast<std::size_t>(ChangeKind::kRemoved)], "removal") << style_.end << ", " << style_.good
         << base::count_of(blocks[static_cast<std::size_t>(ChangeKind::kAdded)], "addition") << style_.end << ", " << style_.warn
         << base::count_of(blocks[static_cast<std::size_t>(ChangeKind::kChanged)], "other change") << style_.end << '\n';
  }

  void write_change(const Change& change) {
    const std::string_view colour = change.kind == ChangeKind::kRemoved ? style_.bad
                                    : change.kind == ChangeKind::kAdded ? style_.good
                                                                        : style_.warn;
    const std::size_t most = options_.full ? 0 : kNamed;
    const auto from = texts_.set_text(change.from, {most, {}, PeerTexts::kNobody});
    const auto to = texts_.set_text(change.to, {most, {}, PeerTexts::kNobody});
    const std::string start = fmt::format("{}{:<8}{}", colour, change_kind_name(change.kind), style_.end);
    const std::string line = fmt::format("{} -> {}", fmt::join(from, ", "), fmt::join(to, ", "));
    if (style_.width == 0 || base::display_width(line) + 8 <= style_.width) {
      out_ << start << line << '\n';
    } else {
      out_ << flowing(start, from, "          ", style_.width) << flowing("     -> ", to, "          ", style_.width);
    }
    write_answers(change);
    write_reasons(change);
  }

  void write_answers(const Change& change) {
    out_ << "        " << style_.bad << ports_with_open(change.before, change.open_before) << style_.end << " => " << style_.good
         << ports_with_open(change.after, change.open_after) << style_.end;
    if (change.family) out_ << (*change.family == base::IpFamily::kV4 ? "  (IPv4)" : "  (IPv6)");
    for (const Risk risk : change.risk) {
      if (!risk_text(risk).empty()) out_ << "  " << style_.warn << '!' << ' ' << risk_text(risk) << style_.end;
    }
    out_ << '\n';
  }

  void write_reasons(const Change& change) {
    if (!cause_text(change.cause).empty()) out_ << "        " << style_.dim << cause_text(change.cause) << style_.end << '\n';
    for (const Because& because : change.because) out_ << "        " << reason(because) << '\n';
  }

  std::string reason(const Because& because) const {
    const engine::Engine& side = because.before ? context_.before : context_.after;
    const std::string decision = decision_text(
        {side.policies(), *context_.after.snapshot().names, context_.files, because.decision, because.isolating}, because.direction);
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
    return fmt::format("{} {} left open by {}", when, direction, decision);
  }

  const Difference& difference_;
  const DiffContext& context_;
  const DiffTextOptions& options_;
  const Style& style_;
  Writer& out_;
  PeerTexts texts_;
};

}  // namespace

void text_diff(const Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style, Writer& out) {
  DiffText(difference, context, options, style, out).write();
}

}  // namespace foregate::report
