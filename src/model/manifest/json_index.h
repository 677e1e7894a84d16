#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace foregate::model::manifest {

/// Where the tokens of a JSON text begin: simdjson's first stage, which also checks that the text is UTF-8 and that strings end and hold no
/// control characters. Everything else is found by walking over the tokens:
///
///     {"a": [1, "x y"]}
///     ^^  ^ ^^^ ^     ^^      a string or number is one token; its text ends before the next token
///
/// Immutable once made, so that several threads can build trees of different parts.
class JsonIndex {
 public:
  JsonIndex();
  ~JsonIndex();
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  /// Indexes `text`, after whose end `kPadding` bytes are readable, and which outlives this. False where the text is no JSON for one of the
  /// reasons above. The memory is kept for the next text.
  bool index(std::string_view text);

  std::string_view text() const { return text_; }
  /// The number of tokens; tokens have numbers from 0.
  std::uint32_t size() const { return size_; }
  /// The first character of a token; NUL, which begins none, from the end on.
  char at(std::uint32_t token) const { return token < size_ ? text_[begins_[token]] : '\0'; }
  /// The byte at which a token begins; the text's length from the end on.
  std::size_t offset(std::uint32_t token) const { return token < size_ ? begins_[token] : text_.size(); }
  /// A string with its quotes, a number or a word, as far as it goes without blanks behind it.
  std::string_view scalar(std::uint32_t token) const {
    const std::size_t begin = begins_[token];
    std::size_t end = token + 1 < size_ ? begins_[token + 1] : text_.size();
    while (end > begin && is_blank(text_[end - 1])) --end;
    return text_.substr(begin, end - begin);
  }
  /// The token after the value that begins at `token`, whose inside is not looked at but for brackets; nothing where it has no end, or no
  /// value begins there. O(tokens of the value).
  std::optional<std::uint32_t> after(std::uint32_t token) const;

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  struct Parser;

  std::unique_ptr<Parser> parser_;
  std::string_view text_;
  const std::uint32_t* begins_ = nullptr;  // in parser_
  std::uint32_t size_ = 0;
};

}  // namespace foregate::model::manifest
