#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Small things that every text for people needs: suggestions, lists, numbers and widths.
namespace foregate::base {

/// The least number of single-byte insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, or nothing where it
/// is more than `limit`. No byte takes part in two edits. O(length x length).
std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// The candidate that `word` was most likely meant to be, letter case aside; of equally near ones the first. Nothing where none is near: a
/// third of the longer text's length may differ, at least one byte. The view is into `candidates`.
std::optional<std::string_view> nearest(std::span<const std::string_view> candidates, std::string_view word);
std::optional<std::string_view> nearest(std::span<const std::string> candidates, std::string_view word);
std::optional<std::string_view> nearest(std::initializer_list<std::string_view> candidates, std::string_view word);

/// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. Nothing for an empty list.
std::string quote_list(std::span<const std::string_view> words, std::string_view last_joint = "or");
std::string quote_list(std::initializer_list<std::string_view> words, std::string_view last_joint = "or");

/// `12,345`.
std::string with_thousands(std::uint64_t number);

/// `1 pod`, `12,345 pods`, `2 policies`: the number and the noun, `plural` being the noun with an s where not given.
std::string count_of(std::uint64_t number, std::string_view noun, std::string_view plural = {});

/// `text` as it may stand on a terminal and in a log: control characters, marks that turn the writing direction and bytes that are not
/// UTF-8 as `\n`, `\t`, `\x1b` or `\u202e`, and of a text longer than `limit` bytes only that much and `...`.
std::string printable(std::string_view text, std::size_t limit);

/// The columns a terminal needs for UTF-8 text without control characters: 2 for East Asian wide and emoji, 0 for combining marks, 1 for
/// anything else, each byte that is not UTF-8 among them.
std::size_t display_width(std::string_view text);

/// `text` with blanks appended until it is `width` columns wide; unchanged where it is wider.
std::string padded(std::string_view text, std::size_t width);

/// Breaks `text` at blanks into lines of at most `width` columns; a longer word has a line of its own. Line breaks in `text` stay, and so
/// do empty lines; blanks where a line was broken go. `width` 0 does not break.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace foregate::base
