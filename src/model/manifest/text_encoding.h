#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace foregate::model::manifest {

/// RFC 4648 with padding, line breaks anywhere; nothing for any other text. As Go's base64.StdEncoding.
std::optional<std::string> decode_base64(std::string_view text);

/// The text with U+FFFD for each byte that is not part of valid UTF-8, as Go's encoding/json writes it.
std::string replace_invalid_utf8(std::string_view text);

/// The length of the UTF-8 sequence that `text` begins with, or 0 where it begins with none (overlong forms and surrogates are none).
std::size_t utf8_length(std::string_view text);

/// Writes a code point's UTF-8 to `out`, which has 4 bytes of room, and returns its length.
std::size_t write_utf8(std::uint32_t code_point, char* out);

}  // namespace foregate::model::manifest
