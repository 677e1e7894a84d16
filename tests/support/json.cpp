#include "tests/support/json.h"

namespace foregate::testing {
namespace {

void write_string(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace

Json& Json::add(std::string_view key, Json value) {
  keys.emplace_back(key);
  items.push_back(std::move(value));
  return *this;
}

const Json* Json::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

void Json::erase(std::size_t i) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
  if (kind == Kind::kMap) keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i));
}

void Json::write_to(std::string& out) const {
  if (kind == Kind::kLiteral) {
    out += text;
  } else if (kind == Kind::kString) {
    write_string(text, out);
  } else {
    out += kind == Kind::kMap ? '{' : '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += ", ";
      if (kind == Kind::kMap) {
        write_string(keys[i], out);
        out += ": ";
      }
      items[i].write_to(out);
    }
    out += kind == Kind::kMap ? '}' : ']';
  }
}

}  // namespace foregate::testing
