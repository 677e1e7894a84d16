#include "model/manifest/yaml_documents.h"

#include <algorithm>
#include <cstring>

namespace foregate::model::manifest {

namespace {

constexpr std::string_view kSeparator = "---";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// apimachinery's YAMLReader: after `---` only blanks or a comment.
bool is_good_separator(std::string_view line) {
  const std::string_view after = trim(line.substr(kSeparator.size()));
  return after.empty() || after[0] == '#';
}

/// Carriage returns that end a line without a newline; for YAML they do.
std::uint32_t lone_returns(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') ++count;
  }
  return count;
}

}  // namespace

bool is_separator_line(std::string_view line) { return line.starts_with(kSeparator); }

YamlSplitter::YamlSplitter(base::FileId file, std::string_view text, std::uint32_t first_line)
    : file_(file), rest_(text), line_(first_line) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::optional<YamlDocument> YamlSplitter::next() {
  if (done_) return std::nullopt;
  YamlDocument document{file_, rest_, line_, faulty_separator_};
  std::size_t at = 0;
  while (at < rest_.size()) {
    const void* newline = std::memchr(rest_.data() + at, '\n', rest_.size() - at);
    const std::size_t end = newline == nullptr ? rest_.size() : static_cast<std::size_t>(static_cast<const char*>(newline) - rest_.data());
    const std::string_view line = rest_.substr(at, end - at);
    ++line_;
    const std::size_t after = std::min(end + 1, rest_.size());
    if (is_separator_line(line)) {
      document.text = rest_.substr(0, at);
      line_ += lone_returns(document.text);
      faulty_separator_ = is_good_separator(line) ? std::string_view{} : trim(line);
      rest_.remove_prefix(after);
      return document;
    }
    at = after;
  }
  done_ = true;
  return document;
}

}  // namespace foregate::model::manifest
