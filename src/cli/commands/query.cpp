#include "report/query.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/answer.h"
#include "cli/commands/commands.h"
#include "cli/query_lines.h"
#include "cli/session.h"

namespace foregate::cli {
namespace {

int answer_file(const QueryOptions& options, Session& session, const engine::Engine& engine, const Answerer& answerer) {
  const int descriptor = options.queries == "-" ? STDIN_FILENO : ::open(options.queries.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return session.refuse_question(fmt::format("cannot read '{}': {}", options.queries, std::strerror(errno)));
  StandardOutput output;
  report::Writer out(output.sink());
  const LineCounts counts = answer_lines(descriptor, {answerer, engine, session.files(), session.executor()}, out);
  const int code = counts.errors > 0 ? kExitBadInput : options.exit_code && counts.not_allowed > 0 ? kExitFindings : kExitFine;
  return session.finish(out, output, code);
}

int answer_one(const QueryOptions& options, const PortQuestion& port, Session& session, const engine::Engine& engine,
               const Answerer& answerer) {
  const auto answer = answerer.answer({options.from, options.to, port});
  if (!answer) return session.refuse_question(answer.error().message);
  StandardOutput output;
  report::Writer out(output.sink());
  if (options.output.format == Format::kJson) {
    const bool silent = session.diagnostics().empty();
    report::json_query(*answer, engine, session.files(), out,
                       silent ? "" : report::diagnostics_array(session.diagnostics(), session.files()));
  } else {
    session.write_left_out(out);
    report::text_query(*answer, engine, session.files(), style_of(STDOUT_FILENO, options.output), out);
  }
  const bool denied = answer->verdict() != policy::Verdict::kAllow;
  return session.finish(out, output, options.exit_code && denied ? kExitFindings : kExitFine);
}

}  // namespace

int run_query(const QueryOptions& options) {
  Session session(options.input, options.output);
  const auto port = parse_port(options.port, options.protocol);
  if (!port) return session.refuse_question(port.error().message);
  Cluster cluster = session.load(true);
  if (!session.usable()) return session.refuse_to_answer();
  const auto engine = session.compile({std::move(cluster)}).front();
  session.report_diagnostics(options.queries.empty() ? Session::Carried::kInJson : Session::Carried::kNo);
  const Answerer answerer(*engine, options.input.default_namespace, session.executor());
  return options.queries.empty() ? answer_one(options, *port, session, *engine, answerer)
                                 : answer_file(options, session, *engine, answerer);
}

}  // namespace foregate::cli
