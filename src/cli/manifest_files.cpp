#include "cli/manifest_files.h"

#include <fmt/core.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace foregate::cli {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

bool is_manifest_name(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

tl::unexpected<base::Error> refused(const std::string& path, const std::error_code& error) {
  return base::failure(base::ErrorCode::kIo, fmt::format("cannot read '{}': {}", path, error.message()));
}

base::Result<Paths> walk(const std::string& folder) {
  std::error_code error;
  fs::recursive_directory_iterator it(folder, error);
  if (error) return refused(folder, error);
  Paths found;
  for (const fs::recursive_directory_iterator end; it != end;) {
    const std::string path = it->path().string();
    const bool folder_here = it->is_directory(error) && !error;
    if (is_hidden(it->path())) {
      if (folder_here) it.disable_recursion_pending();
    } else if (!folder_here && is_manifest_name(it->path())) {
      found.push_back(path);
    }
    it.increment(error);
    if (error) return refused(path, error);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// `; did you mean 'manifests'?` where the folder that should hold `path` holds a name like it.
std::string suggestion(const fs::path& path) {
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(parent, error), end; !error && it != end && names.size() < 10'000; it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  const auto near = base::nearest(std::span<const std::string>(names), path.filename().string());
  if (!near) return {};
  return fmt::format("; did you mean '{}'?", (path.parent_path() / *near).string());
}

base::Result<Paths> expand_folder(const std::string& folder) {
  auto found = walk(folder);
  if (found && found->empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument,
                         fmt::format("folder '{}' has no *.yaml, *.yml or *.json in it or below", folder));
  }
  return found;
}

base::Result<Paths> expand_existing(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return expand_folder(path);
  return Paths{path};
}

bool has_wildcard(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

base::Result<Paths> expand_glob(const std::string& pattern) {
  glob_t matches{};
  const int status = glob(pattern.c_str(), 0, nullptr, &matches);
  Paths paths(matches.gl_pathv, matches.gl_pathv + (status == 0 ? matches.gl_pathc : 0));
  globfree(&matches);
  if (paths.empty()) return base::failure(base::ErrorCode::kNotFound, fmt::format("nothing matches '{}'", pattern));
  Paths found;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      found.push_back(path);
      continue;
    }
    auto below = walk(path);
    if (!below) return below;
    found.insert(found.end(), below->begin(), below->end());
  }
  if (found.empty())
    return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("'{}' matches folders without manifests", pattern));
  return found;
}

}  // namespace

base::Result<Paths> find_manifests(const std::string& argument) {
  if (argument == "-") return Paths{argument};
  if (argument.empty()) return base::failure(base::ErrorCode::kInvalidArgument, "an empty file name");
  std::error_code error;
  if (fs::exists(argument, error)) return expand_existing(argument);
  if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) return refused(argument, error);
  if (has_wildcard(argument)) return expand_glob(argument);
  return base::failure(base::ErrorCode::kNotFound, fmt::format("there is no '{}'{}", argument, suggestion(argument)));
}

}  // namespace foregate::cli
