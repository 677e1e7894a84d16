#include "model/manifest/yaml_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/check.h"

namespace foregate::model::manifest {

namespace {

bool all_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t seen = 0;
  std::size_t at = 0;
  for (; at + sizeof seen <= text.size(); at += sizeof seen) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    seen |= word;
  }
  for (; at < text.size(); ++at) seen |= static_cast<std::uint8_t>(text[at]);
  return (seen & kHighBits) == 0;
}

bool is_continuation(char c) { return (static_cast<std::uint8_t>(c) & 0xC0) == 0x80; }

struct Advice {
  std::string_view problem;
  std::string_view hint;
};

/// What mostly stands behind libyaml's sentences.
constexpr Advice kAdvice[] = {
    {"found a tab character that violates indentation", "YAML takes no tab here: indent with blanks."},
    {"mapping values are not allowed in this context",
     "The line is indented too far for what is above it, or a value with ': ' in it needs quotes."},
    {"found unexpected ':'", "Within brackets a ':' needs a blank after it, or quotes around the text that it is part of."},
    {"could not find expected ':'", "A key needs a ':' and a blank after it."},
    {"did not find expected key",
     "Compare the indentation of this line with the lines above it; a text that begins with a quote must end with it."},
    {"did not find expected '-' indicator", "Compare the indentation of this line with the '-' lines above it."},
    {"did not find expected ',' or ']'", "The list that begins with '[' needs a ']'."},
    {"did not find expected ',' or '}'", "The map that begins with '{' needs a '}'."},
    {"found unexpected end of stream",
     "A quote that is opened must be closed; a line that begins with '---' ends the document even within quotes."},
    {"did not find expected <document start>",
     "kubectl reads no % directives, and only one value in a document: remove the line, or begin a document with '---'."},
    {"found unknown escape character", "In double quotes a backslash begins an escape: write \\\\, or use single quotes."},
    {"block sequence entries are not allowed in this context", "A list begins on the line after its key."},
};

/// Problems that libyaml notices long after the place that is to be mended.
bool is_mended_where_it_begins(std::string_view problem) {
  return problem == "could not find expected ':'" || problem == "found unexpected end of stream";
}

}  // namespace

YamlEvents::YamlEvents(const YamlDocument& document) : document_(document), is_ascii_(all_ascii(document.text)) {
  FG_CHECK(yaml_parser_initialize(&parser_) != 0);
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(document.text.data()), document.text.size());
}

YamlEvents::~YamlEvents() {
  if (has_event_) yaml_event_delete(&event_);
  yaml_parser_delete(&parser_);
}

const yaml_event_t* YamlEvents::next() {
  if (has_event_) yaml_event_delete(&event_);
  has_event_ = yaml_parser_parse(&parser_, &event_) != 0;
  return has_event_ ? &event_ : nullptr;
}

void YamlEvents::seek(std::size_t character) {
  if (character < character_) {
    character_ = character < line_character_ ? 0 : line_character_;
    byte_ = character < line_character_ ? 0 : line_byte_;
  }
  while (character_ < character && byte_ < document_.text.size()) {
    do {
      ++byte_;
    } while (byte_ < document_.text.size() && is_continuation(document_.text[byte_]));
    ++character_;
  }
}

std::size_t YamlEvents::offset(const yaml_mark_t& mark) {
  if (is_ascii_) return std::min(mark.index, document_.text.size());
  seek(mark.index);
  return byte_;
}

base::SourcePosition YamlEvents::at(const yaml_mark_t& mark) {
  const auto line = document_.first_line + static_cast<std::uint32_t>(mark.line);
  if (is_ascii_) return {document_.file, line, static_cast<std::uint32_t>(mark.column) + 1};
  const std::size_t line_begin = mark.index - mark.column;
  if (line_begin != line_character_) {
    seek(line_begin);
    line_character_ = character_;
    line_byte_ = byte_;
  }
  seek(mark.index);
  return {document_.file, line, static_cast<std::uint32_t>(byte_ - line_byte_) + 1};
}

base::SourcePosition YamlEvents::position_of_byte(std::size_t offset) const {
  const std::string_view before = document_.text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto line = document_.first_line + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  return {document_.file, line, static_cast<std::uint32_t>(before.size() - line_start) + 1};
}

std::string_view YamlEvents::hint() const {
  const std::string_view problem = parser_.problem;
  if (problem == "found character that cannot start any token") {
    const std::string_view line = document_.text.substr(std::min(parser_.problem_mark.index, document_.text.size()));
    if (is_ascii_ && line.starts_with('\t')) return "YAML takes no tab here: indent with blanks.";
    return "Put the value in quotes.";
  }
  for (const Advice& advice : kAdvice) {
    if (advice.problem == problem) return advice.hint;
  }
  return {};
}

void YamlEvents::explain(ParsedDocument& document) {
  if (parser_.error == YAML_READER_ERROR) {
    const bool is_control = parser_.problem_value >= 0 && std::string_view{parser_.problem} == "control characters are not allowed";
    const std::string message = is_control ? fmt::format("the control character U+{:04X} is not allowed", parser_.problem_value)
                                           : fmt::format("the text is not UTF-8 ({})", parser_.problem);
    document.error(code::kYamlSyntax, position_of_byte(parser_.problem_offset), message,
                   is_control ? "In double quotes it can be written as an escape, such as \"\\x7f\"." : "Save the file as UTF-8.");
    return;
  }
  FG_CHECK(parser_.problem != nullptr);  // all that is left without one is lack of memory
  base::SourcePosition where = at(parser_.problem_mark);
  std::string message = parser_.problem;
  const bool has_context = parser_.context != nullptr && std::string_view{parser_.context} != "while scanning for the next token";
  if (has_context && is_mended_where_it_begins(parser_.problem)) {
    where = at(parser_.context_mark);
    message += fmt::format(", {} that begins here", parser_.context);
  } else if (has_context) {
    const base::SourcePosition begin = at(parser_.context_mark);
    message += fmt::format(", {} that begins at {}:{}", parser_.context, begin.line, begin.column);
  }
  document.error(code::kYamlSyntax, where, std::move(message), std::string{hint()});
}

}  // namespace foregate::model::manifest
