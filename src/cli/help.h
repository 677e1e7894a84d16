#pragma once

#include <string>
#include <string_view>

/// Texts that teach: what stands in `--help` and what `foregate` alone says.
namespace foregate::cli {

/// What `foregate` without a command prints.
std::string overview();
/// `foregate --help`: the overview, endpoints, exit codes and the settings of `--assume`.
std::string long_help();
/// One sentence on a command.
std::string_view command_summary(std::string_view command);
/// The examples and exit codes at the end of a command's help.
std::string_view command_examples(std::string_view command);

}  // namespace foregate::cli
