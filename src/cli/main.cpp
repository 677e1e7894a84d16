#include <fmt/core.h>

#include <exception>
#include <span>

#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/terminal.h"
#include "report/diagnostics.h"

namespace {

using namespace foregate::cli;

int show(const Notice& notice) {
  StandardOutput output;
  foregate::report::Writer out(output.sink());
  if (notice.exit_code == kExitFine) {
    out << notice.text;
    return kExitFine;
  }
  write_error(notice.text);
  if (!notice.wrong.empty()) {
    foregate::base::Diagnostics diagnostics;
    diagnostics.add({"FG1095", foregate::base::Severity::kError, {}, {}, {}, notice.wrong, {}, {}});
    out << "{\"diagnostics\":" << foregate::report::diagnostics_array(diagnostics, {}) << "}\n";
  }
  return notice.exit_code;
}

struct Run {
  int operator()(const Notice& notice) const { return show(notice); }
  int operator()(const QueryOptions& options) const { return run_query(options); }
  int operator()(const ListOptions& options) const { return run_list(options); }
  int operator()(const DiffOptions& options) const { return run_diff(options); }
  int operator()(const VersionOptions& options) const { return run_version(options); }
};

}  // namespace

int main(int count, char** arguments) {
  install_signal_handling();
  try {
    return std::visit(Run{}, parse_command_line(std::span<const char* const>(arguments, static_cast<std::size_t>(count))));
  } catch (const std::bad_alloc&) {
    write_error("foregate: out of memory\n");
  } catch (const std::exception& error) {
    write_error(fmt::format("foregate: internal error: {}\n", error.what()));
  }
  return kExitBadInput;
}
