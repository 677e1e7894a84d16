#include <fmt/core.h>

#include <exception>
#include <span>

#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/terminal.h"

namespace {

using namespace foregate::cli;

int show(const Notice& notice) {
  if (notice.exit_code != kExitFine) {
    write_error(notice.text);
    return notice.exit_code;
  }
  StandardOutput output;
  foregate::report::Writer(output.sink()) << notice.text;
  return kExitFine;
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
