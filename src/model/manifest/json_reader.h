#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/manifest/json_index.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/text_arena.h"

namespace foregate::model::manifest {

/// What a JSON text hands out one by one: a document, or an item of a list that is a document.
struct JsonUnit {
  static constexpr std::uint32_t kNoList = 0xFFFFFFFF;
  std::uint32_t token;  ///< where it begins
  std::uint32_t list;   ///< whose item it is, or kNoList
};

/// A JSON text with its tokens indexed and its lists taken apart, so that a dump of any size is read object by object:
///
///     {"apiVersion": "v1", "items": [{POD}, {POD}], "kind": "List"}      units: POD, POD
///     {POD}                                                              unit:  POD
///     ---
///     {"kind": "PodList", "items": [{}]}                                 unit:  an item of a PodList v1
///
/// Documents follow each other with nothing or a `---` line between them.
class JsonSource {
 public:
  /// Takes the text apart. `text` outlives this and has `kPadding` readable bytes after its end. False where it cannot be read as a whole:
  /// it is no JSON, or something else than JSON follows a `---` line. Memory is kept from text to text.
  bool open(base::FileId file, std::string_view text);

  struct Taken {
    std::size_t bytes = 0;   ///< of the complete items and the commas behind them
    bool is_at_end = false;  ///< the list's `]` stands behind them
  };
  /// Takes the complete items that `window` begins with, which is a piece of the list's inside and begins with an item or with the list's
  /// end. Nothing taken where the window is too short, or where it is no JSON, which only a longer one can tell.
  Taken open_items(base::FileId file, std::string_view window, std::string_view list_version, std::string_view list_kind);

  std::span<const JsonUnit> units() const { return units_; }
  std::size_t offset(const JsonUnit& unit) const { return index_.offset(unit.token); }
  std::string_view text() const { return index_.text(); }
  /// Reads one unit; `origin` is where it begins. Texts of the tree are slices of the input or in `arena`. Safe for several threads.
  void read(const JsonUnit& unit, base::SourcePosition origin, const Limits& limits, TextArena& arena, ParsedDocument& out) const;

 private:
  struct List {
    std::string_view version;
    std::string_view kind;
  };
  struct Type {
    std::string_view version;
    std::string_view kind;
    std::uint32_t items = 0;  // the token of `[`, or 0
  };
  bool skip_separator(std::uint32_t& token) const;
  Type type_of(std::uint32_t object) const;
  std::string_view plain_text(std::uint32_t token) const;
  bool add_document(std::uint32_t token);
  bool add_items(std::uint32_t token, std::uint32_t list);
  void clear(base::FileId file);

  base::FileId file_;
  JsonIndex index_;
  std::vector<JsonUnit> units_;
  std::vector<List> lists_;
};

/// Says in `out` why the text, or the document that it is, is no JSON.
void explain_json(base::FileId file, std::string_view text, base::SourcePosition origin, ParsedDocument& out);

/// Whether kubectl reads the text as JSON: its first character that is no blank is `{`. `{{` begins a template instead.
bool looks_like_json(std::string_view text);

}  // namespace foregate::model::manifest
