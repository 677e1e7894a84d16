#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace foregate::base {

/// The whole content of a file, read-only, with readable bytes after its end, which parsers that work in vector registers need.
///
/// A regular file is mapped: nothing is copied, and a 500 MB dump costs only the pages that are touched. The mapping is laid over an
/// anonymous one that is a page longer, so that the padding exists even where the file ends with its last page:
///
///     reserved   |........|........|........|        anonymous, zero
///     file       |########|########|                 MAP_FIXED over its first pages
///
/// Pipes, terminals and what else has no size are read into memory laid out alike. A mapped file must not be cut shorter by others while it
/// is used: the kernel answers reads behind its new end with SIGBUS.
///
/// Move-only; the view from `text` stays valid when the object moves.
class MappedFile {
 public:
  /// Readable bytes after the end, all zero.
  static constexpr std::size_t kPadding = 64;

  /// Opens `path`; `-` is standard input. Errors name the path and the system's reason: `kNotFound` where nothing is there, else `kIo`.
  static Result<MappedFile> open(const std::string& path);
  /// Reads `descriptor`, which stays the caller's, from its current place to its end; `name` is for errors.
  static Result<MappedFile> read(int descriptor, const std::string& name);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  /// The content. Valid as long as this file, or the one it was moved to.
  std::string_view text() const { return {data_, size_}; }

 private:
  /// `reserved` anonymous bytes, owned.
  static Result<MappedFile> reserve(std::size_t reserved, const std::string& name);
  static Result<MappedFile> map(int descriptor, std::size_t size, const std::string& name);
  /// Makes room for at least `reserved` bytes; what was read stays.
  Result<void> grow(std::size_t reserved, const std::string& name);
  void release();

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t reserved_ = 0;
};

}  // namespace foregate::base
