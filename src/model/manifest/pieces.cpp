#include "model/manifest/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/manifest/text_position.h"
#include "model/manifest/yaml_reader.h"

namespace foregate::model::manifest {

namespace {

constexpr std::size_t kPieceBytes = 128 << 10;
/// A JSON text of at least this is taken apart for several pieces.
constexpr std::size_t kBigJsonBytes = 512 << 10;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

base::SourcePosition begin_of(const YamlDocument& text) { return {text.file, text.first_line, 1}; }

}  // namespace

void Piece::clear() {
  texts_.clear();
  source_.reset();
  units_ = {};
  units_first_place_.reset();
  used_ = 0;
  arena_.clear();
}

ParsedDocument& Piece::next_document() {
  if (used_ == documents_.size()) documents_.emplace_back();
  return documents_[used_++];
}

void Piece::parse(const Limits& limits) {
  // Counted from nothing: the place itself is known once all pieces before this one are parsed.
  if (!units_.empty()) units_length_ = parse_units(*source_, units_, {}, units_offset_, limits);
  for (const Text& text : texts_) {
    if (text.format == Format::kYaml) {
      read_yaml(text.document, limits, arena_, next_document());
    } else {
      parse_json(text.document, limits);
    }
  }
}

void Piece::settle_places(base::SourcePosition& running) {
  if (units_.empty()) return;
  if (units_first_place_) running = *units_first_place_;
  const auto settle = [&running](base::SourcePosition relative) {
    if (relative.line == 0) relative.column += running.column;
    relative.line += running.line;
    relative.file = running.file;
    return relative;
  };
  for (ParsedDocument& document : documents()) document.tree.origin = settle(document.tree.origin);
  running = settle(units_length_);
}

base::SourcePosition Piece::parse_units(const JsonSource& source, std::span<const JsonUnit> units, base::SourcePosition place,
                                        std::size_t offset, const Limits& limits) {
  for (const JsonUnit& unit : units) {
    const std::size_t begin = source.offset(unit);
    place = advance(place, source.text().substr(offset, begin - offset));
    offset = begin;
    source.read(unit, place, limits, arena_, next_document());
  }
  return place;
}

void Piece::parse_json(const YamlDocument& text, const Limits& limits) {
  if (!text.faulty_separator.empty() || !own_source_.open(text.file, text.text)) return parse_json_by_segments(text, limits);
  parse_units(own_source_, own_source_.units(), begin_of(text), 0, limits);
}

void Piece::parse_json_by_segments(const YamlDocument& text, const Limits& limits) {
  YamlSplitter splitter{text.file, text.text, text.first_line};
  for (bool is_first = true; auto segment = splitter.next(); is_first = false) {
    if (is_first) segment->faulty_separator = text.faulty_separator;
    parse_json_segment(*segment, limits);
  }
}

void Piece::parse_json_segment(const YamlDocument& segment, const Limits& limits) {
  if (!looks_like_json(segment.text)) return read_yaml(segment, limits, arena_, next_document());
  if (!segment.faulty_separator.empty()) report_faulty_separator(segment, next_document());
  if (own_source_.open(segment.file, segment.text)) {
    parse_units(own_source_, own_source_.units(), begin_of(segment), 0, limits);
  } else {
    explain_json(segment.file, segment.text, begin_of(segment), next_document());
  }
}

bool PieceMaker::next(Piece& piece) {
  piece.clear();
  piece_bytes_ = 0;
  while (piece_bytes_ < kPieceBytes) {
    if (!units_.empty()) {
      if (piece.empty()) take_units(piece);
      break;
    }
    if (!add_text(piece)) break;
  }
  return !piece.empty();
}

/// One document more, or a step towards it; false where nothing is left.
bool PieceMaker::add_text(Piece& piece) {
  if (segments_) {
    if (const auto segment = segments_->next()) {
      add_json(piece, *segment);
      return true;
    }
    segments_.reset();
  }
  if (documents_) {
    if (const auto document = documents_->next()) {
      piece.texts_.push_back({*document, Piece::Format::kYaml});
      piece_bytes_ += document->text.size();
      return true;
    }
    documents_.reset();
  }
  if (inputs_.empty()) return false;
  const Input& input = inputs_.front();
  inputs_ = inputs_.subspan(1);
  const std::string_view text = without_mark(input.text);
  if (looks_like_json(text)) {
    add_json(piece, {.file = input.file, .text = text, .faulty_separator = {}});
  } else {
    documents_.emplace(input.file, text);
  }
  return true;
}

void PieceMaker::add_json(Piece& piece, const YamlDocument& text) {
  const bool is_json = looks_like_json(text.text);
  const bool is_big = is_json && text.text.size() >= kBigJsonBytes && text.faulty_separator.empty();
  if (is_big && start_units(text)) return;
  if (is_big && !segments_) {
    segments_.emplace(text.file, text.text, text.first_line);
    return;
  }
  piece.texts_.push_back({text, is_json ? Piece::Format::kJson : Piece::Format::kYaml});
  piece_bytes_ += text.text.size();
}

bool PieceMaker::start_units(const YamlDocument& text) {
  // The last source may still be in use by pieces that are being read.
  source_ = std::make_shared<JsonSource>();
  if (!source_->open(text.file, text.text)) return false;
  units_ = source_->units();
  units_offset_ = 0;
  units_first_place_ = begin_of(text);
  return true;
}

void PieceMaker::take_units(Piece& piece) {
  std::size_t count = 0;
  std::size_t end = units_offset_;
  while (count < units_.size() && end - units_offset_ < kPieceBytes) end = source_->offset(units_[count++]);
  piece.source_ = source_;
  piece.units_ = units_.first(count);
  piece.units_offset_ = units_offset_;
  piece.units_first_place_ = std::exchange(units_first_place_, std::nullopt);
  units_offset_ = end;
  units_ = units_.subspan(count);
}

}  // namespace foregate::model::manifest
