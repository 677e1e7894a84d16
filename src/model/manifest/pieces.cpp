#include "model/manifest/pieces.h"

#include <cstring>

#include "model/manifest/text_position.h"
#include "model/manifest/yaml_reader.h"

namespace foregate::model::manifest {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

base::SourcePosition begin_of(const YamlDocument& text) { return {text.file, text.first_line, 1}; }

/// The text from one of its bytes on.
YamlDocument text_from(const YamlDocument& text, std::size_t from) {
  const auto newlines = static_cast<std::uint32_t>(count_newlines(text.text.substr(0, from)));
  return {.file = text.file, .text = text.text.substr(from), .first_line = text.first_line + newlines, .faulty_separator = {}};
}

/// Whether `text` goes on like a list of objects or an object: in quoted JSON (of annotations) the quote would be escaped.
bool goes_on_with_key(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n{");
  return at != std::string_view::npos && text[at] == '"';
}

/// The longest begin of `text` within `limit` that ends with an item of a list and the comma behind it, as far as looks can tell; nothing
/// where there is none.
std::size_t find_cut(std::string_view text, std::size_t limit) {
  for (std::size_t at = limit; at > 1;) {
    const void* brace = memrchr(text.data(), '}', at - 1);
    if (brace == nullptr) return 0;
    at = static_cast<std::size_t>(static_cast<const char*>(brace) - text.data());
    if (text[at + 1] == ',' && goes_on_with_key(text.substr(at + 2))) return at + 2;
  }
  return 0;
}

}  // namespace

void Piece::clear() {
  has_items_ = false;
  items_begin_.reset();
  texts_.clear();
  used_ = 0;
  arena_.clear();
}

ParsedDocument& Piece::next_document() {
  if (used_ == documents_.size()) documents_.emplace_back();
  return documents_[used_++];
}

void Piece::parse(const Limits& limits) {
  // Counted from nothing: the place itself is known once all pieces before this one are parsed.
  if (has_items_) items_length_ = parse_units({}, items_bytes_, limits);
  items_ = used_;
  for (const Text& text : texts_) parse_text(text, limits);
}

void Piece::parse_text(const Text& text, const Limits& limits) {
  switch (text.format) {
    case Format::kYaml:
      return read_yaml(text.document, limits, arena_, next_document());
    case Format::kJson:
      return parse_json(text.document, limits);
    case Format::kBrokenJson:
      return explain_json(text.document.file, text.document.text, begin_of(text.document), next_document());
  }
}

void Piece::settle_places(base::SourcePosition& running) {
  if (!has_items_) return;
  if (items_begin_) running = *items_begin_;
  const auto settle = [&running](base::SourcePosition relative) {
    if (relative.line == 0) relative.column += running.column;
    relative.line += running.line;
    relative.file = running.file;
    return relative;
  };
  for (ParsedDocument& document : documents().first(items_)) document.tree.origin = settle(document.tree.origin);
  running = settle(items_length_);
}

base::SourcePosition Piece::parse_units(base::SourcePosition begin, std::size_t end, const Limits& limits) {
  base::SourcePosition place = begin;
  std::size_t offset = 0;
  for (const JsonUnit& unit : source_.units()) {
    const std::size_t unit_begin = source_.offset(unit);
    place = advance(place, source_.text().substr(offset, unit_begin - offset));
    offset = unit_begin;
    source_.read(unit, place, limits, arena_, next_document());
  }
  return advance(place, source_.text().substr(offset, end - offset));
}

void Piece::parse_json(const YamlDocument& text, const Limits& limits) {
  if (!text.faulty_separator.empty() || !source_.open(text.file, text.text)) return parse_json_by_segments(text, limits);
  parse_units(begin_of(text), text.text.size(), limits);
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
  if (source_.open(segment.file, segment.text)) {
    parse_units(begin_of(segment), segment.text.size(), limits);
  } else {
    explain_json(segment.file, segment.text, begin_of(segment), next_document());
  }
}

bool PieceMaker::next(Piece& piece) {
  piece.clear();
  piece_bytes_ = 0;
  while (piece_bytes_ < sizes_.piece_bytes) {
    // The source of a piece holds items of one list, or is needed to parse the texts before them.
    if (list_ && !piece.empty()) break;
    if (list_) {
      take_items(piece);
    } else if (!add_text(piece)) {
      break;
    }
    if (piece.has_items_) break;
  }
  return !piece.empty();
}

/// One document more, or a step towards it; false where nothing is left.
bool PieceMaker::add_text(Piece& piece) {
  while (!segments_.empty()) {
    if (const auto segment = segments_.back().next()) {
      add_json(piece, *segment, true);
      return true;
    }
    segments_.pop_back();
  }
  if (documents_) {
    if (const auto document = documents_->next()) {
      add(piece, *document, Piece::Format::kYaml);
      return true;
    }
    documents_.reset();
  }
  if (inputs_.empty()) return false;
  const Input& input = inputs_.front();
  inputs_ = inputs_.subspan(1);
  const std::string_view text = without_mark(input.text);
  if (looks_like_json(text)) {
    add_json(piece, {.file = input.file, .text = text, .faulty_separator = {}}, false);
  } else {
    documents_.emplace(input.file, text);
  }
  return true;
}

void PieceMaker::add_json(Piece& piece, const YamlDocument& text, bool is_segment) {
  const bool is_json = looks_like_json(text.text);
  if (is_json && text.text.size() >= sizes_.big_json_bytes && text.faulty_separator.empty()) {
    if (const auto list = find_json_list(text.text)) {
      list_ = {text, *list, list->items, is_segment};
      return;
    }
    if (!is_segment) {
      segments_.emplace_back(text.file, text.text, text.first_line);
      return;
    }
  }
  add(piece, text, is_json ? Piece::Format::kJson : Piece::Format::kYaml);
}

void PieceMaker::add(Piece& piece, const YamlDocument& text, Piece::Format format) {
  constexpr std::size_t kBytesPerDocument = 128;  // what even an empty one costs
  piece.texts_.push_back({text, format});
  piece_bytes_ += text.text.size() + kBytesPerDocument;
}

/// Takes items from a window that grows until one is complete in it.
JsonSource::Taken PieceMaker::open_window(JsonSource& source) const {
  const std::string_view rest = list_->text.text.substr(list_->at);
  for (std::size_t size = sizes_.piece_bytes;; size *= 2) {
    const bool is_whole = size >= rest.size();
    const std::size_t cut = is_whole ? rest.size() : find_cut(rest, size);
    if (cut == 0) continue;
    const JsonSource::Taken taken = source.open_items(list_->text.file, rest.substr(0, cut), list_->list.version, list_->list.kind);
    if (taken.bytes > 0 || taken.is_at_end || is_whole) return taken;
  }
}

void PieceMaker::take_items(Piece& piece) {
  const JsonSource::Taken taken = open_window(piece.source_);
  const bool has_items = !piece.source_.units().empty();
  // A `]` without items before it ends an empty list, and is wrong behind a comma.
  if (!has_items && !taken.is_at_end && end_at_separator()) return;
  if (!has_items && (!taken.is_at_end || list_->is_begun)) return break_list(piece);
  if (has_items) {
    piece.has_items_ = true;
    piece.items_bytes_ = taken.bytes;
    if (!list_->is_begun) piece.items_begin_ = advance(begin_of(list_->text), list_->text.text.substr(0, list_->at));
    list_->is_begun = true;
  }
  list_->at += taken.bytes;
  if (taken.is_at_end) end_list(piece);
}

/// Where the text goes on with other documents behind a `---` line, which may be YAML: cuts it off there.
bool PieceMaker::end_at_separator() {
  YamlDocument& text = list_->text;
  const std::size_t newline = text.text.find("\n---", list_->at);
  if (newline == std::string_view::npos) return false;
  const YamlDocument rest = text_from(text, newline + 1);
  segments_.emplace_back(rest.file, rest.text, rest.first_line);
  text.text = text.text.substr(0, newline + 1);
  return true;
}

/// What follows the list in its text is looked at like a text of its own.
void PieceMaker::end_list(Piece& piece) {
  const YamlDocument text = list_->text;
  const auto end = end_of_json_list(text.text, list_->at + 1, list_->list);
  if (!end) return break_list(piece);
  const bool is_segment = list_->is_segment;
  list_.reset();
  const YamlDocument rest = text_from(text, *end);
  if (rest.text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  // Many small lists in one text are read faster together than each through a window of its own.
  const bool was_small = *end < sizes_.piece_bytes;
  if (was_small) {
    add(piece, rest, Piece::Format::kJson);
  } else if (looks_like_json(rest.text)) {
    add_json(piece, rest, is_segment);
  } else {
    segments_.emplace_back(rest.file, rest.text, rest.first_line);
  }
}

void PieceMaker::break_list(Piece& piece) {
  piece.texts_.push_back({list_->text, Piece::Format::kBrokenJson});
  list_.reset();
}

}  // namespace foregate::model::manifest
