#pragma once

#include <yaml.h>

#include <cstddef>
#include <string_view>

#include "base/source.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/yaml_documents.h"

namespace foregate::model::manifest {

/// The events of libyaml for one document, with places in the file. libyaml counts lines from 0 and columns in characters; we count from 1
/// and in bytes.
class YamlEvents {
 public:
  explicit YamlEvents(const YamlDocument& document);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  /// The next event, valid until the next call; null where the text is wrong, which `explain` then says.
  const yaml_event_t* next();
  /// Adds the error that `next` has met.
  void explain(ParsedDocument& document);
  /// The place of a mark. Amortised O(1) while marks go forward.
  base::SourcePosition at(const yaml_mark_t& mark);
  /// The byte of the document at a mark.
  std::size_t offset(const yaml_mark_t& mark);

 private:
  std::string_view hint() const;
  base::SourcePosition position_of_byte(std::size_t offset) const;
  void seek(std::size_t character);

  YamlDocument document_;
  bool is_ascii_;
  yaml_parser_t parser_;
  yaml_event_t event_;
  bool has_event_ = false;
  // A character of the text and the byte it begins at, for texts that are not ASCII.
  std::size_t character_ = 0;
  std::size_t byte_ = 0;
  std::size_t line_character_ = 0;  // the same for the begin of the line of the last mark
  std::size_t line_byte_ = 0;
};

}  // namespace foregate::model::manifest
