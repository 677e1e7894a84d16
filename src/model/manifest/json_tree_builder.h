#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/manifest/decode.h"
#include "model/manifest/duplicate_keys.h"
#include "model/manifest/json_index.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/scalar_value.h"
#include "model/manifest/text_arena.h"

namespace foregate::model::manifest {

/// Builds the tree of one value of an indexed JSON text, leaving out what a filter does not keep: such parts are stepped over by their
/// brackets, and nothing else of them is checked.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(const JsonIndex& index, const Limits& limits, TextArena& arena, ParsedDocument& document);

  /// Adds the value that begins at `token` to the document's tree. False after an error.
  bool build(std::uint32_t token, const FieldFilter* filter);

 private:
  bool value(const FieldFilter* filter);
  bool object(const FieldFilter* filter);
  bool list(const FieldFilter* filter);
  bool scalar(std::uint32_t node);
  bool string(std::string_view quoted, std::size_t offset, std::string_view& text);
  bool check_duplicates(std::uint32_t object);
  std::uint32_t add_node();
  bool fail(const char* code, std::size_t offset, std::string message, std::string hint = {});
  bool expected(std::string_view what, std::string hint = {});

  const JsonIndex& index_;
  const Limits& limits_;
  TextArena& arena_;
  ParsedDocument& document_;
  std::vector<ValueNode>& nodes_;
  std::vector<MapEntry> entries_;
  std::uint32_t token_ = 0;  // the next one
  std::size_t depth_ = 0;
  // Of the entry whose value comes next.
  std::string_view key_;
  std::uint32_t key_offset_ = 0;
};

/// A number of JSON, strictly; the value's `problem` is set for any other text.
ScalarValue json_number(std::string_view text, TextArena& arena);

/// The text of a string's inside with its escapes resolved, in the arena; like Go, with U+FFFD for half a surrogate pair. Where an escape
/// is none, the place of its backslash.
struct Unescaped {
  std::string_view text;
  std::optional<std::size_t> bad_escape{};
};
Unescaped unescape_json(std::string_view inside, TextArena& arena);

}  // namespace foregate::model::manifest
