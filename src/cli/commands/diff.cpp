#include "analysis/diff.h"

#include <unistd.h>

#include "analysis/assumptions.h"
#include "cli/commands/commands.h"
#include "cli/session.h"
#include "report/diff.h"

namespace foregate::cli {
namespace {

/// The two states, in the order before, after.
std::vector<Cluster> load(const DiffOptions& options, Session& session) {
  if (options.before.empty()) {
    Cluster before = session.load(false);
    Cluster after = session.change(before);
    return {std::move(before), std::move(after)};
  }
  Cluster before = session.load_paths({options.before});
  Cluster after = session.load_paths({options.after}, &before);
  return {std::move(before), options.input.changes() ? session.change(after) : std::move(after)};
}

}  // namespace

int run_diff(const DiffOptions& options) {
  Session session(options.input, options.output);
  std::vector<Cluster> clusters = load(options, session);
  if (!session.usable()) return session.refuse_to_answer();
  const auto engines = session.compile(std::move(clusters));
  session.progress().stage("comparing");
  const analysis::Difference difference = analysis::compute_difference(*engines[0], *engines[1], session.executor());
  const auto assumptions = analysis::assumptions_of(*engines[0], *engines[1], difference, session.executor());
  session.report_diagnostics(Session::Carried::kInJson);
  if (options.output.format == Format::kText) session.report_skipped_kinds();
  StandardOutput output;
  report::Writer out(output.sink());
  const report::DiffContext context{*engines[0], *engines[1], session.files()};
  if (options.output.format == Format::kJson) {
    report::json_diff(difference, context, session.diagnostics(), {.group = false, .assumptions = assumptions}, out);
  } else {
    session.write_left_out(out);
    const report::DiffTextOptions text{.full = false, .assumptions = assumptions};
    const report::Style style = style_of(STDOUT_FILENO, options.output);
    if (options.pairs) {
      report::text_diff_pairs(difference, context, text, style, out);
    } else {
      report::text_diff(difference, context, text, style, out);
    }
  }
  return session.finish(out, output, difference.empty() ? kExitFine : kExitFindings);
}

}  // namespace foregate::cli
