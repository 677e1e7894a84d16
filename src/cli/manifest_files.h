#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace foregate::cli {

/// The files that one `-f` argument means, in the order in which they are read:
///
/// - `-` is standard input;
/// - a folder is every `*.yaml`, `*.yml` and `*.json` in it and below, sorted by path; names that begin with a dot are passed by, and links
///   to folders are not followed;
/// - a file is itself, whatever it is called;
/// - anything else with `*`, `?` or `[` is a glob, sorted, and folders among its matches are walked.
///
/// `kNotFound` where nothing is there, with the nearest name beside it; `kInvalidArgument` for a folder or glob without manifests; `kIo`
/// where a folder may not be read.
base::Result<std::vector<std::string>> find_manifests(const std::string& argument);

}  // namespace foregate::cli
