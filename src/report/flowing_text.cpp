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

}  // namespace

std::string flowing(std::string_view start, const std::vector<std::string>& items, std::string_view indent, std::size_t width) {
  std::string text(start);
  std::size_t column = shown_width(start);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string_view comma = i + 1 < items.size() ? "," : "";
    const std::size_t own = shown_width(items[i]) + comma.size();
    if (i > 0 && width > 0 && column + 1 + own > width) {
      text.append("\n").append(indent);
      column = indent.size();
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text.append(items[i]).append(comma);
    column += own;
  }
  return text + "\n";
}

}  // namespace foregate::report
