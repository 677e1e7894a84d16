#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/strong_id.h"

namespace foregate::base {

using FileId = StrongId<struct FileTag>;

/// A place in an input text. Lines and columns count from 1, columns in bytes; 0 means "not known".
struct SourcePosition {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// The inputs of a run by id, with the names that people gave them (`-` is shown as `<stdin>`, and names are made `printable`).
/// Append-only.
class SourceFiles {
 public:
  FileId add(std::string display_name);
  /// Valid as long as this table. `<unknown>` for `FileId::none()`.
  std::string_view name(FileId file) const;
  std::size_t size() const { return names_.size(); }
  /// `file:line:column`, leaving out what is not known.
  std::string text(const SourcePosition& at) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace foregate::base
