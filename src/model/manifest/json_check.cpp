#include "model/manifest/json_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/manifest/json_tree_builder.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/text_encoding.h"

namespace foregate::model::manifest {

namespace {

class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}
  std::optional<JsonProblem> run();

 private:
  /// What may stand next.
  enum class Next { kValue, kValueOrEnd, kKey, kKeyOrEnd, kColon, kSeparator };

  void step();
  void value();
  void open(char bracket);
  void close();
  void string();
  void word();
  void separator();
  void after_value();
  void fail(std::size_t at, std::string message);
  void expected(std::string_view what);
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<char> open_;  // brackets
  Next next_ = Next::kValue;
  std::optional<JsonProblem> problem_;
};

std::optional<JsonProblem> Checker::run() {
  for (skip_blanks(); !problem_ && (at_ < text_.size() || !open_.empty()); skip_blanks()) step();
  return problem_;
}

void Checker::fail(std::size_t at, std::string message) {
  if (!problem_) problem_ = JsonProblem{at, std::move(message)};
}

void Checker::expected(std::string_view what) {
  fail(at_, fmt::format("expected {}{}", what, at_ == text_.size() ? ", but the text ends" : ""));
}

void Checker::step() {
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  switch (next_) {
    case Next::kValueOrEnd:
      if (c == ']') return close();
      return value();
    case Next::kValue:
      return value();
    case Next::kKeyOrEnd:
      if (c == '}') return close();
      [[fallthrough]];
    case Next::kKey:
      if (c != '"') return expected("a key in double quotes");
      string();
      next_ = Next::kColon;
      return;
    case Next::kColon:
      if (c != ':') return expected("':' after the key");
      ++at_;
      next_ = Next::kValue;
      return;
    case Next::kSeparator:
      return separator();
  }
}

void Checker::value() {
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  if (c == '{' || c == '[') return open(c);
  if (c == '"') {
    string();
  } else {
    word();
  }
  after_value();
}

void Checker::open(char bracket) {
  open_.push_back(bracket);
  next_ = bracket == '{' ? Next::kKeyOrEnd : Next::kValueOrEnd;
  ++at_;
}

void Checker::close() {
  open_.pop_back();
  ++at_;
  after_value();
}

void Checker::after_value() { next_ = open_.empty() ? Next::kValue : Next::kSeparator; }

void Checker::separator() {
  const char end = open_.back() == '{' ? '}' : ']';
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  if (c == end) return close();
  if (c != ',') return expected(fmt::format("',' or '{}' after the value", end));
  ++at_;
  next_ = open_.back() == '{' ? Next::kKey : Next::kValue;
}

void Checker::string() {
  const std::size_t begin = at_;
  for (++at_; at_ < text_.size() && text_[at_] != '"';) {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c < 0x20) {
      return fail(at_, c == '\n' || c == '\r' ? std::string{"the text that begins on this line has no closing quote on it"}
                                              : fmt::format("the control character U+{:04X} must be written as an escape", c));
    }
    const std::size_t length = c == '\\' ? 2 : utf8_length(text_.substr(at_));
    if (length == 0) return fail(at_, "the text is not UTF-8");
    at_ += length;
  }
  if (at_ >= text_.size()) return fail(begin, "this text has no closing quote");
  TextArena arena;
  const Unescaped unescaped = unescape_json(text_.substr(begin + 1, at_ - begin - 1), arena);
  if (unescaped.bad_escape) fail(begin + 1 + *unescaped.bad_escape, "this is no escape of JSON");
  ++at_;
}

void Checker::word() {
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:[]{}", at_), text_.size());
  const std::string_view word = text_.substr(at_, end - at_);
  if (word.empty()) return expected("a value");
  TextArena arena;
  const bool is_name = word == "true" || word == "false" || word == "null";
  if (!is_name) {
    if (const char* problem = json_number(word, arena).problem; problem != nullptr) {
      constexpr std::size_t kShown = 40;
      const std::string shown = replace_invalid_utf8(word.substr(0, kShown));
      return fail(at_, fmt::format("'{}' {}", shown, problem));
    }
  }
  at_ = end;
}

}  // namespace

std::optional<JsonProblem> check_json(std::string_view text) { return Checker{text}.run(); }

}  // namespace foregate::model::manifest
