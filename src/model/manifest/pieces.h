#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/manifest/json_list_scan.h"
#include "model/manifest/json_reader.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/yaml_documents.h"

/// How the texts of a run are cut for several workers. A `Piece` is work for one of them, of about 128 KiB:
///
///     a.yaml  (3 documents)   |                     piece 0: documents of a.yaml and b.yaml
///     b.yaml  (9 documents)   |  PieceMaker  ->     piece 1: the rest of b.yaml, small.json
///     small.json              |                     piece 2: items 0..180 of dump.json
///     dump.json (a List)      |                     piece 3: items 181..370 of dump.json
///
/// Pieces come in the order of the inputs, and so do the documents in them, so that what is made of them one after the other does not
/// depend on who parsed what.
namespace foregate::model::manifest {

class Piece {
 public:
  /// Parses what the piece was given. Touches nothing but the piece.
  void parse(const Limits& limits);
  /// To be called once the piece is parsed, piece by piece in order: gives the items of big JSON lists their places in the file. `running`
  /// is where the last piece with such items ended.
  void settle_places(base::SourcePosition& running);
  /// What came of it, in order. Valid until the piece is filled anew.
  std::span<ParsedDocument> documents() { return {documents_.data(), used_}; }

 private:
  friend class PieceMaker;
  enum class Format { kYaml, kJson, kBrokenJson };
  struct Text {
    YamlDocument document;
    Format format;
  };
  void clear();
  bool empty() const { return texts_.empty() && !has_items_; }
  void parse_text(const Text& text, const Limits& limits);
  void parse_json(const YamlDocument& text, const Limits& limits);
  void parse_json_by_segments(const YamlDocument& text, const Limits& limits);
  void parse_json_segment(const YamlDocument& segment, const Limits& limits);
  base::SourcePosition parse_units(base::SourcePosition begin, std::size_t end, const Limits& limits);
  ParsedDocument& next_document();

  // What to parse: items of a big list, which source_ holds at first, and then texts.
  bool has_items_ = false;
  std::size_t items_bytes_ = 0;
  std::optional<base::SourcePosition> items_begin_;  ///< where the first piece of a list begins
  base::SourcePosition items_length_;                ///< lines, and columns on the last one, once parsed
  std::vector<Text> texts_;
  JsonSource source_;
  // What came of it, the items first. The documents after `used_` are kept for their memory.
  std::vector<ParsedDocument> documents_;
  std::size_t used_ = 0;
  std::size_t items_ = 0;
  TextArena arena_;
};

/// How the work is cut; what comes of it does not depend on this.
struct PieceSizes {
  std::size_t piece_bytes = 128 << 10;
  std::size_t big_json_bytes = 512 << 10;  ///< a JSON text of at least this is cut into several pieces
};

class PieceMaker {
 public:
  explicit PieceMaker(std::span<const Input> inputs, const PieceSizes& sizes = {}) : inputs_(inputs), sizes_(sizes) {}
  /// Fills the piece with what comes next; false where nothing is left.
  bool next(Piece& piece);

 private:
  /// A JSON list that is being handed out.
  struct OpenList {
    YamlDocument text;
    JsonList list;
    std::size_t at;  ///< the next item
    bool is_segment;
    bool is_begun = false;  ///< items were taken
  };
  bool add_text(Piece& piece);
  void add(Piece& piece, const YamlDocument& text, Piece::Format format);
  void add_json(Piece& piece, const YamlDocument& text, bool is_segment);
  void take_items(Piece& piece);
  JsonSource::Taken open_window(JsonSource& source) const;
  bool end_at_separator();
  void end_list(Piece& piece);
  void break_list(Piece& piece);

  std::span<const Input> inputs_;          // those that are still to be looked at
  std::optional<YamlSplitter> documents_;  // of the YAML text that is being handed out
  std::optional<OpenList> list_;
  std::vector<YamlSplitter> segments_;  // of a big JSON text that is no list, or of what stands behind one; the last comes first
  std::size_t piece_bytes_ = 0;
  PieceSizes sizes_;
};

}  // namespace foregate::model::manifest
