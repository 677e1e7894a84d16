#include "bench/write_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string_view>
#include <utility>

namespace foregate::bench {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether YAML reads the bare word as something else than text.
bool is_reserved(std::string_view word) {
  constexpr std::array<std::string_view, 10> kReserved{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"};
  std::string lower{word};
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::find(kReserved.begin(), kReserved.end(), lower) != kReserved.end();
}

/// Words, image names and dotted quads stand bare, as kubectl writes them; everything else is quoted.
bool stands_bare(std::string_view text) {
  const auto is_word_part = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '/' || c == '-' || c == '_' || c == ':'; };
  if (text.empty() || text.back() == ':' || !std::all_of(text.begin(), text.end(), is_word_part)) return false;
  if (is_letter(text.front())) return !is_reserved(text);
  return is_digit(text.front()) && std::count(text.begin(), text.end(), '.') == 3;
}

std::string scalar(const Object& value) {
  if (value.is_string() && stands_bare(value.get_ref<const std::string&>())) return value.get<std::string>();
  return value.dump();
}

bool is_nested(const Object& value) { return value.is_structured() && !value.empty(); }

void write_block(const Object& value, std::size_t indent, std::string& out);

/// The first line goes on where the caller stands, behind the `- ` of an item; the others are indented.
void write_map(const Object& map, std::size_t indent, std::string& out) {
  bool first = true;
  for (const auto& [key, value] : map.items()) {
    if (!std::exchange(first, false)) out.append(indent, ' ');
    out += stands_bare(key) ? key : Object(key).dump();
    out += ':';
    if (!is_nested(value)) {
      out += ' ';
      out += scalar(value);
      out += '\n';
      continue;
    }
    out += '\n';
    // kubectl does not indent the items of a list below its key.
    const std::size_t inner = value.is_array() ? indent : indent + 2;
    out.append(inner, ' ');
    write_block(value, inner, out);
  }
}

void write_list(const Object& list, std::size_t indent, std::string& out) {
  bool first = true;
  for (const Object& item : list) {
    if (!std::exchange(first, false)) out.append(indent, ' ');
    out += "- ";
    write_block(item, indent + 2, out);
  }
}

void write_block(const Object& value, std::size_t indent, std::string& out) {
  if (!is_nested(value)) {
    out += scalar(value);
    out += '\n';
  } else if (value.is_array()) {
    write_list(value, indent, out);
  } else {
    write_map(value, indent, out);
  }
}

class JsonList final : public ObjectWriter {
 public:
  explicit JsonList(std::ostream& out) : out_(out) { out_ << R"({"apiVersion":"v1","kind":"List","items":[)"; }
  void add(const std::vector<Object>& group) override {
    for (const Object& object : group) {
      if (!std::exchange(first_, false)) out_ << ',';
      out_ << object.dump();
    }
  }
  void finish() override { out_ << "]}\n"; }

 private:
  std::ostream& out_;
  bool first_ = true;
};

class YamlStream final : public ObjectWriter {
 public:
  YamlStream(std::ostream& out, Style style) : out_(out), style_(style) {}
  void add(const std::vector<Object>& group) override {
    for (const Object& object : group) {
      if (!std::exchange(first_, false)) out_ << "---\n";
      out_ << (style_ == Style::kBlock ? block_yaml(object) : object.dump() + '\n');
    }
  }

 private:
  std::ostream& out_;
  Style style_;
  bool first_ = true;
};

class Folder final : public ObjectWriter {
 public:
  Folder(std::string folder, Style style) : folder_(std::move(folder)), style_(style) { std::filesystem::create_directories(folder_); }
  void add(const std::vector<Object>& group) override {
    std::ofstream out(fmt::format("{}/{:05}.yaml", folder_, files_++));
    YamlStream(out, style_).add(group);
  }

 private:
  std::string folder_;
  Style style_;
  std::size_t files_ = 0;
};

}  // namespace

std::string block_yaml(const Object& object) {
  std::string out;
  write_block(object, 0, out);
  return out;
}

std::unique_ptr<ObjectWriter> json_list_writer(std::ostream& out) { return std::make_unique<JsonList>(out); }
std::unique_ptr<ObjectWriter> yaml_writer(std::ostream& out, Style style) { return std::make_unique<YamlStream>(out, style); }
std::unique_ptr<ObjectWriter> folder_writer(const std::string& folder, Style style) { return std::make_unique<Folder>(folder, style); }

}  // namespace foregate::bench
