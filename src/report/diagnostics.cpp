#include "report/diagnostics.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "report/json.h"

namespace foregate::report {
namespace {

using base::Diagnostic;
using base::Severity;

/// Longer source lines are not shown: they are machine-made.
constexpr std::size_t kLongestLine = 400;

std::string_view colour(Severity severity, const Style& style) {
  if (severity == Severity::kError) return style.bad;
  return severity == Severity::kWarning ? style.warn : style.dim;
}

/// How much of the line the place is: a word, at least one column.
std::size_t marked_length(std::string_view line, std::size_t from) {
  const std::size_t end = line.find_first_of(" :,{}[]\"'\t\r", from);
  return std::max<std::size_t>(1, (end == std::string_view::npos ? line.size() : end) - from);
}

/// Columns count bytes; the mark is put under what the eye sees.
std::string mark(std::string_view line, std::size_t from, std::size_t length) {
  std::string blanks;
  for (std::size_t i = 0; i < base::display_width(line.substr(0, from)); ++i) blanks += ' ';
  const std::size_t width = std::max<std::size_t>(1, base::display_width(line.substr(from, length)));
  return blanks + "^" + std::string(width - 1, '~');
}

/// The line with a blank for each byte that a terminal would obey instead of showing it: columns stay.
std::string with_spaces(std::string line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const bool c1 = byte == 0xC2 && i + 1 < line.size() && static_cast<unsigned char>(line[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F || c1) line[i] = ' ';
    if (c1) line[++i] = ' ';
  }
  return line;
}

void excerpt(const Diagnostic& diagnostic, const SourceLine& source_line, const Style& style, Writer& out) {
  if (diagnostic.at.line == 0 || !source_line) return;
  std::optional<std::string> line = source_line(diagnostic.at);
  if (!line || line->size() > kLongestLine) return;
  const std::string text = with_spaces(*std::move(line));
  const std::string number = std::to_string(diagnostic.at.line);
  out << "  " << style.dim << number << " | " << style.end << text << '\n';
  if (diagnostic.at.column == 0 || diagnostic.at.column > text.size() + 1) return;
  const std::size_t from = diagnostic.at.column - 1;
  const std::size_t length = from < text.size() ? marked_length(text, from) : 1;
  out << "  " << std::string(number.size(), ' ') << style.dim << " | " << style.end << colour(diagnostic.severity, style)
      << mark(text, from, length) << style.end << '\n';
}

void place_in_object(const Diagnostic& diagnostic, Writer& out) {
  if (diagnostic.object.empty() && diagnostic.path.empty()) return;
  out << "  in " << diagnostic.object << (diagnostic.object.empty() || diagnostic.path.empty() ? "" : ": ") << diagnostic.path << '\n';
}

void other_place(const Diagnostic& diagnostic, const base::SourceFiles& files, Writer& out) {
  if (!diagnostic.related.file.is_none()) out << "  the other one: " << files.text(diagnostic.related) << '\n';
}

void hint(const Diagnostic& diagnostic, Writer& out) {
  if (diagnostic.hint.empty()) return;
  std::string_view rest = diagnostic.hint;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    out << "  " << rest.substr(0, end) << '\n';
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
}

void add_finding(const Diagnostic& diagnostic, const base::SourceFiles& files, JsonPiece& json) {
  json.begin_object();
  json.key("id").string(diagnostic.code).key("severity").string(base::severity_name(diagnostic.severity));
  if (!diagnostic.at.file.is_none()) json.key("file").string(files.name(diagnostic.at.file));
  if (diagnostic.at.line > 0) json.key("line").number(diagnostic.at.line);
  if (diagnostic.at.column > 0) json.key("column").number(diagnostic.at.column);
  if (!diagnostic.object.empty()) json.key("object").string(diagnostic.object);
  if (!diagnostic.path.empty()) json.key("path").string(diagnostic.path);
  json.key("message").string(diagnostic.message);
  if (!diagnostic.hint.empty()) json.key("fix").string(diagnostic.hint);
  if (!diagnostic.related.file.is_none()) {
    json.key("related").begin_object().key("file").string(files.name(diagnostic.related.file));
    if (diagnostic.related.line > 0) json.key("line").number(diagnostic.related.line);
    if (diagnostic.related.column > 0) json.key("column").number(diagnostic.related.column);
    json.end_object();
  }
  json.end_object();
}

}  // namespace

void diagnostics_text(const base::Diagnostics& diagnostics, const base::SourceFiles& files, const SourceLine& source_line,
                      const Style& style, Writer& out) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (!diagnostic.at.file.is_none()) out << style.name << files.text(diagnostic.at) << style.end << ": ";
    out << colour(diagnostic.severity, style) << base::severity_name(diagnostic.severity) << ' ' << diagnostic.code << style.end << ": "
        << diagnostic.message << '\n';
    excerpt(diagnostic, source_line, style, out);
    place_in_object(diagnostic, out);
    other_place(diagnostic, files, out);
    hint(diagnostic, out);
  }
}

std::string diagnostics_array(const base::Diagnostics& diagnostics, const base::SourceFiles& files) {
  JsonPiece json;
  json.begin_array();
  for (const Diagnostic& diagnostic : diagnostics.all()) add_finding(diagnostic, files, json);
  json.end_array();
  return std::string(json.text());
}

void diagnostics_json(const base::Diagnostics& diagnostics, const base::SourceFiles& files, Writer& out) {
  out << "{\"findings\":" << diagnostics_array(diagnostics, files) << "}\n";
}

}  // namespace foregate::report
