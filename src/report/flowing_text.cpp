#include "report/flowing_text.h"

#include "base/text.h"

namespace foregate::report {
namespace {

/// Colour sequences take no columns.
std::size_t shown_width(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else {
      plain += text[i];
    }
  }
  return base::display_width(plain);
}

/// Items cut after each comma, where lines may be broken too.
std::vector<std::string_view> pieces_of(const std::vector<std::string>& items) {
  std::vector<std::string_view> pieces;
  for (const std::string_view item : items) {
    std::size_t first = 0;
    for (std::size_t comma = item.find(", "); comma != std::string_view::npos; comma = item.find(", ", first)) {
      pieces.push_back(item.substr(first, comma - first));
      first = comma + 2;
    }
    pieces.push_back(item.substr(first));
  }
  return pieces;
}

}  // namespace

std::string flowing(std::string_view start, const std::vector<std::string>& items, std::string_view indent, std::size_t width) {
  const std::vector<std::string_view> pieces = pieces_of(items);
  std::string text(start);
  std::size_t column = shown_width(start);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view comma = i + 1 < pieces.size() ? "," : "";
    const std::size_t own = shown_width(pieces[i]) + comma.size();
    if (i > 0 && width > 0 && column + 1 + own > width) {
      text.append("\n").append(indent);
      column = indent.size();
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text.append(pieces[i]).append(comma);
    column += own;
  }
  return text + "\n";
}

}  // namespace foregate::report
