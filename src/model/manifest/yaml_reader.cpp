#include "model/manifest/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "model/manifest/yaml_events.h"
#include "model/manifest/yaml_tree_builder.h"

namespace foregate::model::manifest {

namespace {

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(text)};
}

/// Hands the events of a document to the builder of its tree.
class Feeder {
 public:
  Feeder(YamlEvents& events, const Limits& limits, TextArena& arena, ParsedDocument& out)
      : events_(events), arena_(arena), out_(out), builder_(limits, arena, out) {}
  bool is_stopped() const { return builder_.is_stopped(); }
  /// Whether it was the last event of the document.
  bool feed(const yaml_event_t& event);

 private:
  void scalar(const yaml_event_t& event);
  void begin(ValueKind kind, const yaml_char_t* anchor, bool is_flow, const yaml_mark_t& mark);
  void end();

  YamlEvents& events_;
  TextArena& arena_;
  ParsedDocument& out_;
  YamlTreeBuilder builder_;
  std::size_t flow_depth_ = 0;  ///< lists and maps around, from the outermost in brackets on
};

void Feeder::scalar(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  const std::string_view text = arena_.store({reinterpret_cast<const char*>(scalar.value), scalar.length});
  const base::SourcePosition at = events_.at(event.start_mark);
  // go-yaml is as old as libyaml 0.1 here, which ends an unquoted text in brackets at a question mark.
  if (flow_depth_ > 0 && scalar.style == YAML_PLAIN_SCALAR_STYLE && text.find('?') != std::string_view::npos) {
    out_.error(code::kYamlSyntax, at, "a text with '?' needs quotes within brackets");
  }
  builder_.scalar({text, view(scalar.tag), scalar.plain_implicit != 0}, arena_.store(view(scalar.anchor)), at);
}

void Feeder::begin(ValueKind kind, const yaml_char_t* anchor, bool is_flow, const yaml_mark_t& mark) {
  if (is_flow || flow_depth_ > 0) ++flow_depth_;
  builder_.begin(kind, arena_.store(view(anchor)), events_.at(mark));
}

void Feeder::end() {
  if (flow_depth_ > 0) --flow_depth_;
  builder_.end();
}

bool Feeder::feed(const yaml_event_t& event) {
  const auto& sequence = event.data.sequence_start;
  const auto& mapping = event.data.mapping_start;
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      scalar(event);
      return false;
    case YAML_ALIAS_EVENT:
      builder_.alias(view(event.data.alias.anchor), events_.at(event.start_mark));
      return false;
    case YAML_SEQUENCE_START_EVENT:
      begin(ValueKind::kList, sequence.anchor, sequence.style == YAML_FLOW_SEQUENCE_STYLE, event.start_mark);
      return false;
    case YAML_MAPPING_START_EVENT:
      begin(ValueKind::kMap, mapping.anchor, mapping.style == YAML_FLOW_MAPPING_STYLE, event.start_mark);
      return false;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      end();
      return false;
    case YAML_DOCUMENT_END_EVENT:
    case YAML_STREAM_END_EVENT:
      return true;
    default:
      return false;
  }
}

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

/// go-yaml reads the first document of a text and never looks at what comes after it.
void warn_of_dropped_text(const YamlDocument& document, std::size_t from, std::uint32_t line, ParsedDocument& out) {
  std::string_view rest = document.text.substr(from);
  for (std::uint32_t column = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!is_blank_or_comment(rest.substr(0, end))) {
      const auto indent = static_cast<std::uint32_t>(rest.find_first_not_of(" \t\r"));
      out.warn(code::kDroppedText, {document.file, line, column + indent},
               "kubectl drops this and all that follows up to the next '---' line without a word",
               "A document ended above. Put a line '---' before the next one.");
      return;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void read_events(const YamlDocument& document, const Limits& limits, TextArena& arena, ParsedDocument& out) {
  YamlEvents events{document};
  Feeder feeder{events, limits, arena, out};
  while (!feeder.is_stopped()) {
    const yaml_event_t* event = events.next();
    if (event == nullptr) return events.explain(out);
    if (!feeder.feed(*event)) continue;
    if (event->type == YAML_DOCUMENT_END_EVENT) {
      const base::SourcePosition end = events.at(event->end_mark);
      warn_of_dropped_text(document, events.offset(event->end_mark), end.line, out);
    }
    return;
  }
}

}  // namespace

void report_faulty_separator(const YamlDocument& document, ParsedDocument& out) {
  out.reset(document.file);
  out.error(code::kYamlSyntax, {document.file, document.first_line - 1, 1},
            fmt::format("'{}' begins with '---' but is no line between documents", document.faulty_separator),
            "Only blanks or a comment may follow '---' on its line.");
}

void read_yaml(const YamlDocument& document, const Limits& limits, TextArena& arena, ParsedDocument& out) {
  out.reset(document.file);
  if (!document.faulty_separator.empty()) report_faulty_separator(document, out);
  out.source = document.text;
  if (document.text.size() > limits.yaml_document_bytes) {
    out.error(
        code::kLimit, {document.file, document.first_line, 1},
        fmt::format("a YAML document of {} bytes is longer than the {} that are read", document.text.size(), limits.yaml_document_bytes),
        "Write it as JSON, which is read as it comes.");
    return;
  }
  read_events(document, limits, arena, out);
  check_object(out);
}

}  // namespace foregate::model::manifest
