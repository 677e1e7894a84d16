#pragma once

#include <cstddef>
#include <string_view>

/// Views of answers: text for people and JSON for programs. No decisions are made here.
namespace foregate::report {

/// How text looks. The caller decides whether the output is a terminal that takes colours; everything here only follows.
struct Style {
  std::string_view good;  ///< allowed, gained
  std::string_view bad;   ///< denied, lost, errors
  std::string_view warn;
  std::string_view name;  ///< headings
  std::string_view dim;
  std::string_view end;     ///< back to normal
  std::size_t width = 100;  ///< columns to wrap to; 0 never wraps

  static Style plain(std::size_t width = 100) { return {{}, {}, {}, {}, {}, {}, width}; }
  static Style ansi(std::size_t width = 100) { return {"\033[32m", "\033[31m", "\033[33m", "\033[1m", "\033[2m", "\033[0m", width}; }
};

}  // namespace foregate::report
