#pragma once

#include "cli/command_line.h"

/// One function a command; each returns the program's exit code. They load, call and render, and decide nothing.
namespace foregate::cli {

int run_query(const QueryOptions& options);
int run_list(const ListOptions& options);
int run_diff(const DiffOptions& options);
int run_version(const VersionOptions& options);

}  // namespace foregate::cli
