#include <fmt/core.h>

#include "cli/commands/commands.h"
#include "cli/terminal.h"

namespace foregate::cli {

int run_version(const VersionOptions& options) {
  StandardOutput output;
  report::Writer out(output.sink());
  out << (options.output.format == Format::kJson ? fmt::format("{{\"version\":\"{}\"}}\n", FG_VERSION)
                                                 : fmt::format("foregate {}\n", FG_VERSION));
  return kExitFine;
}

}  // namespace foregate::cli
