#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace foregate::model::manifest {

/// Storage for the texts of value trees that are not slices of the input (unescaped strings, reformatted numbers). Texts stay where they
/// are until `clear`, which keeps the blocks for the next batch of documents.
class TextArena {
 public:
  /// A copy of `text`, valid until `clear`.
  std::string_view store(std::string_view text) {
    if (text.empty()) return {};
    char* copy = allocate(text.size());
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }
  /// `size` bytes to be written, valid until `clear`.
  char* allocate(std::size_t size) {
    if (size > static_cast<std::size_t>(end_ - next_)) grow(size);
    char* result = next_;
    next_ += size;
    return result;
  }
  /// Takes back all but the first `used` of the `size` bytes that the last `allocate` gave.
  void shrink_last(std::size_t size, std::size_t used) { next_ -= size - used; }
  void clear();

 private:
  static constexpr std::size_t kBlockBytes = 64 << 10;
  void grow(std::size_t size);

  std::vector<std::unique_ptr<char[]>> blocks_;      // of kBlockBytes each; those from `used_blocks_` on are free
  std::vector<std::unique_ptr<char[]>> big_blocks_;  // one text each, freed by `clear`
  std::size_t used_blocks_ = 0;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace foregate::model::manifest
