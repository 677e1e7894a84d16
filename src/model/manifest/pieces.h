#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/manifest/json_reader.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/yaml_documents.h"

/// How the texts of a run are cut for several workers. A `Piece` is work for one of them, of about kPieceBytes:
///
///     a.yaml  (3 documents)   |                     piece 0: documents of a.yaml and b.yaml
///     b.yaml  (9 documents)   |  PieceMaker  ->     piece 1: the rest of b.yaml, small.json
///     small.json              |                     piece 2: items 0..255 of dump.json
///     dump.json (a List)      |                     piece 3: items 256..511 of dump.json
///
/// Pieces come in the order of the inputs, and so do the documents in them, so that what is made of them one after the other does not
/// depend on who parsed what.
namespace foregate::model::manifest {

class Piece {
 public:
  /// Parses what the piece was given. Touches nothing but the piece.
  void parse(const Limits& limits);
  /// To be called once the piece is parsed, piece by piece in order: gives the items of big JSON texts their places in the file. `running`
  /// is where the last such piece ended.
  void settle_places(base::SourcePosition& running);
  /// What came of it, in order. Valid until the piece is filled anew.
  std::span<ParsedDocument> documents() { return {documents_.data(), used_}; }

 private:
  friend class PieceMaker;
  enum class Format { kYaml, kJson };
  struct Text {
    YamlDocument document;
    Format format;
  };
  void clear();
  bool empty() const { return texts_.empty() && units_.empty(); }
  void parse_json(const YamlDocument& text, const Limits& limits);
  void parse_json_by_segments(const YamlDocument& text, const Limits& limits);
  void parse_json_segment(const YamlDocument& segment, const Limits& limits);
  base::SourcePosition parse_units(const JsonSource& source, std::span<const JsonUnit> units, base::SourcePosition place,
                                   std::size_t offset, const Limits& limits);
  ParsedDocument& next_document();

  // What to parse: texts, or units of a source that several pieces share.
  std::vector<Text> texts_;
  std::shared_ptr<const JsonSource> source_;
  std::span<const JsonUnit> units_;
  std::size_t units_offset_ = 0;                           ///< where the last piece's units ended
  std::optional<base::SourcePosition> units_first_place_;  ///< of the source's begin, for its first piece
  base::SourcePosition units_length_;                      ///< lines and columns from units_offset_ to the last unit, once parsed
  // What came of it. The documents after `used_` are kept for their memory.
  std::vector<ParsedDocument> documents_;
  std::size_t used_ = 0;
  TextArena arena_;
  JsonSource own_source_;
};

class PieceMaker {
 public:
  explicit PieceMaker(std::span<const Input> inputs) : inputs_(inputs) {}
  /// Fills the piece with what comes next; false where nothing is left. Takes big JSON texts apart on the way.
  bool next(Piece& piece);

 private:
  bool add_text(Piece& piece);
  void add_json(Piece& piece, const YamlDocument& text);
  bool start_units(const YamlDocument& text);
  void take_units(Piece& piece);

  std::span<const Input> inputs_;          // those that are still to be looked at
  std::optional<YamlSplitter> documents_;  // of the YAML text that is being handed out
  std::optional<YamlSplitter> segments_;   // of the big JSON text that could not be read as a whole
  std::size_t piece_bytes_ = 0;
  // The big JSON text that is being handed out.
  std::shared_ptr<JsonSource> source_;
  std::span<const JsonUnit> units_;
  std::size_t units_offset_ = 0;
  std::optional<base::SourcePosition> units_first_place_;
};

}  // namespace foregate::model::manifest
