#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace foregate::base {
namespace {

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
  std::string result{text};
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

template <typename Words>
std::optional<std::string_view> nearest_of(const Words& candidates, std::string_view word) {
  const std::string wanted = lower(word);
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (const std::string_view candidate : candidates) {
    std::size_t limit = std::max<std::size_t>(1, std::max(candidate.size(), word.size()) / 3);
    if (best) {
      if (best_distance == 0) break;
      limit = std::min(limit, best_distance - 1);
    }
    if (const auto distance = edit_distance(lower(candidate), wanted, limit)) {
      best = candidate;
      best_distance = *distance;
    }
  }
  return best;
}

template <typename Words>
std::string quote_words(const Words& words, std::string_view last_joint) {
  std::string result;
  std::size_t left = words.size();
  for (const std::string_view word : words) {
    result += fmt::format("'{}'", word);
    --left;
    if (left > 1) result += ", ";
    if (left == 1) result += fmt::format(" {} ", last_joint);
  }
  return result;
}

constexpr char32_t kNotUtf8 = 0xFFFD;

/// The code point that begins at `text[at]`, moving `at` past it; `kNotUtf8`, one byte, where there is none.
char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xF0 && lead <= 0xF4 ? 3 : lead >= 0xE0 && lead < 0xF0 ? 2 : lead >= 0xC2 && lead < 0xE0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return kNotUtf8;
  char32_t value = lead & (0x3FU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return kNotUtf8;
    value = value << 6 | (byte(at + i) & 0x3FU);
  }
  constexpr std::array<char32_t, 4> kSmallest{0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[more] || value > 0x10FFFF || surrogate) return kNotUtf8;
  at += more;
  return value;
}

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Unicode general categories Mn and Me that occur in names and messages, and zero-width format characters; sorted.
constexpr std::array kZeroWide{CodeRange{0x0300, 0x036F}, CodeRange{0x0483, 0x0489}, CodeRange{0x0591, 0x05BD}, CodeRange{0x0610, 0x061A},
                               CodeRange{0x064B, 0x065F}, CodeRange{0x0900, 0x0902}, CodeRange{0x0E34, 0x0E3A}, CodeRange{0x0E47, 0x0E4E},
                               CodeRange{0x1AB0, 0x1AFF}, CodeRange{0x1DC0, 0x1DFF}, CodeRange{0x200B, 0x200F}, CodeRange{0x2060, 0x2064},
                               CodeRange{0x20D0, 0x20F0}, CodeRange{0xFE00, 0xFE0F}, CodeRange{0xFE20, 0xFE2F}, CodeRange{0xFEFF, 0xFEFF}};
// Unicode EastAsianWidth W and F, in blocks; sorted.
constexpr std::array kTwoWide{
    CodeRange{0x1100, 0x115F},   CodeRange{0x231A, 0x231B},   CodeRange{0x2329, 0x232A},   CodeRange{0x23E9, 0x23EC},
    CodeRange{0x2614, 0x2615},   CodeRange{0x26A1, 0x26A1},   CodeRange{0x2705, 0x2705},   CodeRange{0x274C, 0x274C},
    CodeRange{0x2753, 0x2755},   CodeRange{0x2E80, 0x303E},   CodeRange{0x3041, 0x33FF},   CodeRange{0x3400, 0x4DBF},
    CodeRange{0x4E00, 0x9FFF},   CodeRange{0xA000, 0xA4CF},   CodeRange{0xA960, 0xA97F},   CodeRange{0xAC00, 0xD7A3},
    CodeRange{0xF900, 0xFAFF},   CodeRange{0xFE30, 0xFE6F},   CodeRange{0xFF00, 0xFF60},   CodeRange{0xFFE0, 0xFFE6},
    CodeRange{0x1F300, 0x1F64F}, CodeRange{0x1F680, 0x1F6FF}, CodeRange{0x1F900, 0x1F9FF}, CodeRange{0x20000, 0x3FFFD}};

// What a terminal obeys instead of showing it: C0, DEL, C1, line and paragraph separators, and what turns the writing direction; sorted.
constexpr std::array kControls{CodeRange{0x00, 0x1F},     CodeRange{0x7F, 0x9F},     CodeRange{0x061C, 0x061C},
                               CodeRange{0x200E, 0x200F}, CodeRange{0x2028, 0x202E}, CodeRange{0x2066, 0x2069}};

template <std::size_t N>
bool is_in(const std::array<CodeRange, N>& ranges, char32_t code) {
  const auto range = std::lower_bound(ranges.begin(), ranges.end(), code, [](const CodeRange& r, char32_t c) { return r.last < c; });
  return range != ranges.end() && range->first <= code;
}

void append_escaped(char32_t code, std::string& result) {
  if (code == '\n') {
    result += "\\n";
  } else if (code == '\t') {
    result += "\\t";
  } else if (code < 0x100) {
    result += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code));
  } else {
    result += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
  }
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

/// The first `limit` bytes of a longer text without a broken code point at their end.
std::string_view beginning(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  for (int i = 0; i < 3 && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80; ++i) --end;
  return text.substr(0, end);
}

/// Calls `visit(part)` for the parts of `text` between the separators; an empty text is one empty part.
template <typename Visit>
void split(std::string_view text, char separator, Visit&& visit) {
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    visit(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  visit(text);
}

void push_trimmed(std::string& line, std::vector<std::string>& lines) {
  line.erase(line.find_last_not_of(' ') + 1);
  lines.push_back(std::move(line));
  line.clear();
}

void wrap_line(std::string_view text, std::size_t width, std::vector<std::string>& lines) {
  if (width == 0 || display_width(text) <= width) {
    lines.emplace_back(text);
    return;
  }
  std::string line;
  std::size_t used = 0;
  bool at_start = true;    // of the line that is being made
  bool is_broken = false;  // that line continues one that was full
  split(text, ' ', [&](std::string_view word) {
    const std::size_t columns = display_width(word);
    if (!at_start && used + 1 + columns > width) {
      push_trimmed(line, lines);
      used = 0;
      at_start = true;
      is_broken = true;
    }
    if (word.empty() && at_start && is_broken) return;
    if (!at_start) line += ' ';
    line += word;
    used += columns + (at_start ? 0 : 1);
    at_start = false;
  });
  if (!at_start) push_trimmed(line, lines);
}

}  // namespace

std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return {};
  // Rows of the table of distances between prefixes of a and b: the current one and the two before it.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()] <= limit ? std::optional{row[b.size()]} : std::nullopt;
}

std::optional<std::string_view> nearest(std::span<const std::string_view> candidates, std::string_view word) {
  return nearest_of(candidates, word);
}
std::optional<std::string_view> nearest(std::span<const std::string> candidates, std::string_view word) {
  return nearest_of(candidates, word);
}
std::optional<std::string_view> nearest(std::initializer_list<std::string_view> candidates, std::string_view word) {
  return nearest_of(candidates, word);
}

std::string quote_list(std::span<const std::string_view> words, std::string_view last_joint) { return quote_words(words, last_joint); }
std::string quote_list(std::initializer_list<std::string_view> words, std::string_view last_joint) {
  return quote_words(words, last_joint);
}

std::string with_thousands(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::string count_of(std::uint64_t number, std::string_view noun, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", with_thousands(number), noun) : fmt::format("{} {}", with_thousands(number), plural);
}

std::string printable(std::string_view text, std::size_t limit) {
  const std::string_view shown = beginning(text, limit);
  const char* const more = shown.size() < text.size() ? "..." : "";
  if (is_plain(shown)) return std::string{shown} + more;
  std::string result;
  for (std::size_t at = 0; at < shown.size();) {
    const std::size_t first = at;
    const char32_t code = next_code_point(shown, at);
    if (code == kNotUtf8 && at == first + 1) {
      append_escaped(static_cast<unsigned char>(shown[first]), result);
    } else if (is_in(kControls, code)) {
      append_escaped(code, result);
    } else {
      result += shown.substr(first, at - first);
    }
  }
  return result + more;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next_code_point(text, at);
    columns += code < 0x300 ? 1U : is_in(kZeroWide, code) ? 0U : is_in(kTwoWide, code) ? 2U : 1U;
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result{text};
  const std::size_t columns = display_width(text);
  if (columns < width) result.append(width - columns, ' ');
  return result;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  split(text, '\n', [&](std::string_view line) { wrap_line(line, width, lines); });
  return lines;
}

}  // namespace foregate::base
