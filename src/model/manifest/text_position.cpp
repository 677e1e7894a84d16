#include "model/manifest/text_position.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace foregate::model::manifest {

std::size_t count_newlines(std::string_view text) {
  // Eight bytes at a time: a byte of `differs` has its high bit set where the byte of `text` is no newline.
  constexpr std::uint64_t kNewlines = 0x0A0A0A0A0A0A0A0A;
  constexpr std::uint64_t kLowBits = 0x7F7F7F7F7F7F7F7F;
  std::size_t count = 0;
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    word ^= kNewlines;
    const std::uint64_t differs = ((word & kLowBits) + kLowBits) | word;
    count += static_cast<std::size_t>(std::popcount(~differs & ~kLowBits));
  }
  for (; at < text.size(); ++at) count += text[at] == '\n' ? 1U : 0U;
  return count;
}

base::SourcePosition advance(base::SourcePosition from, std::string_view passed) {
  const std::size_t newlines = count_newlines(passed);
  if (newlines == 0) {
    from.column += static_cast<std::uint32_t>(passed.size());
    return from;
  }
  const auto* last = static_cast<const char*>(memrchr(passed.data(), '\n', passed.size()));
  from.line += static_cast<std::uint32_t>(newlines);
  from.column = static_cast<std::uint32_t>(passed.data() + passed.size() - last);
  return from;
}

}  // namespace foregate::model::manifest
