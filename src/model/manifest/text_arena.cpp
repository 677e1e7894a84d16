#include "model/manifest/text_arena.h"

namespace foregate::model::manifest {

void TextArena::clear() {
  big_blocks_.clear();
  used_blocks_ = 0;
  next_ = end_ = nullptr;
}

void TextArena::grow(std::size_t size) {
  if (size > kBlockBytes) {
    // The rest of the block in use is given up: a text this long is rare.
    big_blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    next_ = big_blocks_.back().get();
    end_ = next_ + size;
    return;
  }
  if (used_blocks_ == blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<char[]>(kBlockBytes));
  next_ = blocks_[used_blocks_++].get();
  end_ = next_ + kBlockBytes;
}

}  // namespace foregate::model::manifest
