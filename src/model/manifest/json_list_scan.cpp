#include "model/manifest/json_list_scan.h"

#include <algorithm>

namespace foregate::model::manifest {

namespace {

/// Steps over a JSON text byte by byte, with no more understanding than brackets and quotes.
class Skimmer {
 public:
  Skimmer(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }

  /// The next character that is no blank; NUL at the end.
  char peek() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char expected) {
    if (peek() != expected) return false;
    ++at_;
    return true;
  }
  /// The inside of a string, its escapes as they are.
  std::optional<std::string_view> string() {
    if (!take('"')) return std::nullopt;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return std::nullopt;
    return text_.substr(begin, at_++ - begin);
  }
  bool skip_value();

 private:
  std::string_view text_;
  std::size_t at_;
};

bool Skimmer::skip_value() {
  std::size_t depth = 0;
  do {
    const char c = peek();
    if (c == '"') {
      if (!string()) return false;
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return false;
      --depth;
      ++at_;
    } else if (c == '\0' || ((c == ',' || c == ':') && depth == 0)) {
      return false;
    } else if (c == ',' || c == ':') {
      ++at_;
    } else {
      at_ = std::min(text_.find_first_of(" \t\r\n,:[]{}\"", at_), text_.size());
    }
  } while (depth > 0);
  return true;
}

enum class Stop { kNoObject, kAtItems, kAtEnd };

/// Reads the entries of the root: up to the `[` of its items, or to the end.
Stop read_entries(Skimmer& skimmer, JsonList& list) {
  while (true) {
    const auto key = skimmer.string();
    if (!key || !skimmer.take(':')) return Stop::kNoObject;
    if (*key == "items") {
      if (!skimmer.take('[')) return Stop::kNoObject;
      list.items = skimmer.at();
      return Stop::kAtItems;
    }
    if (*key == "apiVersion" || *key == "kind") {
      const auto text = skimmer.string();
      if (!text) return Stop::kNoObject;
      (*key == "kind" ? list.kind : list.version) = *text;
    } else if (!skimmer.skip_value()) {
      return Stop::kNoObject;
    }
    if (skimmer.take('}')) return Stop::kAtEnd;
    if (!skimmer.take(',')) return Stop::kNoObject;
  }
}

/// The same from behind the items on; the byte after the root.
std::optional<std::size_t> read_tail(std::string_view text, std::size_t after_items, JsonList& list) {
  Skimmer skimmer{text, after_items};
  if (skimmer.take('}')) return skimmer.at();
  if (!skimmer.take(',') || read_entries(skimmer, list) != Stop::kAtEnd) return std::nullopt;
  return skimmer.at();
}

}  // namespace

std::optional<JsonList> find_json_list(std::string_view text) {
  JsonList list;
  Skimmer skimmer{text, 0};
  if (!skimmer.take('{') || read_entries(skimmer, list) != Stop::kAtItems) return std::nullopt;
  const std::size_t items = list.items;
  if (list.version.empty() || list.kind.empty()) {
    const std::size_t last = text.rfind(']');
    const auto end = last == std::string_view::npos ? std::nullopt : read_tail(text, last + 1, list);
    if (!end || Skimmer{text, *end}.peek() != '\0') return std::nullopt;
    list.is_guessed = true;
  }
  list.items = items;
  if (list.version.empty() || !list.kind.ends_with("List")) return std::nullopt;
  return list;
}

std::optional<std::size_t> end_of_json_list(std::string_view text, std::size_t after_items, const JsonList& list) {
  JsonList read;
  const auto end = read_tail(text, after_items, read);
  // Items of a plain List say themselves what they are, so that it does not matter what else it was taken for.
  const bool is_right = !list.is_guessed || read.kind == "List" || (read.kind == list.kind && read.version == list.version);
  return is_right ? end : std::nullopt;
}

}  // namespace foregate::model::manifest
