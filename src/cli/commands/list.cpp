#include "report/list.h"

#include <unistd.h>

#include "analysis/assumptions.h"
#include "analysis/connections.h"
#include "analysis/reach.h"
#include "cli/commands/commands.h"
#include "cli/session.h"

namespace foregate::cli {
namespace {

void render(const analysis::Connections& connections, const ListOptions& options, Session& session, const engine::Engine& engine,
            report::Writer& out) {
  const model::Names& names = *engine.snapshot().names;
  const auto assumptions = analysis::assumptions_of(engine, connections, session.executor());
  if (options.output.format == Format::kJson) {
    report::json_list(connections, names, session.diagnostics(), session.files(),
                      {.group = options.group, .objects = session.objects(), .assumptions = assumptions}, out);
    return;
  }
  session.write_left_out(out);
  if (connections.peers.workloads == 0) {
    out << "nothing here: 0 workloads\n";
  } else if (options.pairs) {
    report::text_pairs(connections, names, out);
  } else {
    report::text_list(connections, names,
                      {.full = false, .assumptions = assumptions, .own_node_note = analysis::has_host_network_pods(engine)},
                      style_of(STDOUT_FILENO, options.output), out);
  }
}

}  // namespace

int run_list(const ListOptions& options) {
  Session session(options.input, options.output);
  Cluster cluster = session.load(true);
  if (!session.usable()) return session.refuse_to_answer();
  const auto engine = session.compile({std::move(cluster)}).front();
  session.progress().stage("finding connections");
  const analysis::Reach reach = analysis::compute_reach(*engine, session.executor());
  const analysis::Connections connections = analysis::list_connections(*engine, reach, {.with_self = options.with_self});
  session.report_diagnostics(Session::Carried::kInJson);
  if (options.output.format == Format::kText) session.report_skipped_kinds();
  StandardOutput output;
  report::Writer out(output.sink());
  render(connections, options, session, *engine, out);
  return session.finish(out, output, kExitFine);
}

}  // namespace foregate::cli
