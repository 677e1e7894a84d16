#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"

/// kubectl cuts a text into documents before any YAML is parsed: at each line that begins with `---`, wherever it stands, so that
///
///     a: "x                 is two broken documents, not one string over three lines,
///     ---                   and `--- {}` or `----` are no separators but errors.
///     y"
namespace foregate::model::manifest {

/// A piece of a text between separators, which may hold nothing.
struct YamlDocument {
  base::FileId file;
  std::string_view text;
  std::uint32_t first_line = 1;  ///< of `text` in the file
  /// The separator line before `text` where it is a faulty one; it is on line `first_line - 1`. Empty otherwise.
  std::string_view faulty_separator;
};

/// Hands out the documents of one text in order. O(length) over all calls.
class YamlSplitter {
 public:
  /// `text` outlives what is handed out; `first_line` is the line on which it begins in the file.
  YamlSplitter(base::FileId file, std::string_view text, std::uint32_t first_line = 1);
  std::optional<YamlDocument> next();

 private:
  base::FileId file_;
  std::string_view rest_;
  std::uint32_t line_;
  std::string_view faulty_separator_;
  bool done_ = false;
};

/// Whether the line ends a document: begins with `---`, faulty or not.
bool is_separator_line(std::string_view line);

}  // namespace foregate::model::manifest
