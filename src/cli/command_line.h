#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// The command line as plain data. CLI11, slow to compile, is in `command_line.cpp` alone.
namespace foregate::cli {

inline constexpr int kExitFine = 0;
inline constexpr int kExitFindings = 1;  ///< differences, or a denied query with --exit-code
inline constexpr int kExitBadInput = 2;

/// What is read, and what is changed on top of it.
struct InputOptions {
  std::vector<std::string> filenames;  ///< files, folders, globs, `-`
  std::vector<std::string> apply;      ///< like `filenames`
  std::vector<std::string> remove;     ///< KIND/NAMESPACE/NAME
  std::vector<std::string> assume;     ///< NAME=VALUE
  std::string default_namespace = "default";
  bool recursive = true;       ///< says nothing: folders are always read with all below them
  bool all_namespaces = true;  ///< says nothing, as `recursive`
  bool keep_going = false;
  bool changes() const { return !apply.empty() || !remove.empty(); }
};

enum class Format : std::uint8_t { kText, kJson };
enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

struct OutputOptions {
  Format format = Format::kText;
  ColorChoice color = ColorChoice::kAuto;
  std::size_t width = 0;  ///< columns; 0: the terminal's
};

struct QueryOptions {
  InputOptions input;
  OutputOptions output;
  std::string from;
  std::string to;
  std::string port;         ///< as written: `80`, `tcp/80`, or empty
  std::string port_option;  ///< the same given as --port; `port` holds either once the command line is read
  std::string protocol;     ///< as written, or empty
  std::string queries;      ///< a file of JSON lines, or empty
  bool exit_code = false;
};

struct ListOptions {
  InputOptions input;
  OutputOptions output;
  bool pairs = false;
  bool group = false;
  bool with_self = false;
};

struct DiffOptions {
  InputOptions input;
  OutputOptions output;
  bool pairs = false;
  std::string before;  ///< two folders, or both empty
  std::string after;
};

struct VersionOptions {
  OutputOptions output;
};

/// A text that answers the command line by itself: help, or what is wrong with it.
struct Notice {
  std::string text;
  int exit_code = kExitFine;
  std::string wrong;  ///< what is wrong alone, where the command line asks for JSON
};

using Command = std::variant<Notice, QueryOptions, ListOptions, DiffOptions, VersionOptions>;

/// Reads the arguments, the program's name first. Never fails: a command line that cannot be meant is a `Notice` with `kExitBadInput`.
Command parse_command_line(std::span<const char* const> arguments);

}  // namespace foregate::cli
