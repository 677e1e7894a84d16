#include "model/manifest/json_index.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace foregate::model::manifest {

namespace {

/// What a token's first character does to the nesting of brackets.
constexpr std::array<std::int8_t, 256> make_depth_changes() {
  std::array<std::int8_t, 256> result{};
  result['{'] = result['['] = 1;
  result['}'] = result[']'] = -1;
  return result;
}
constexpr std::array<std::int8_t, 256> kDepthChanges = make_depth_changes();

/// The parser's arrays are sized for at least this.
constexpr std::size_t kLeastCapacity = 16 << 10;
constexpr std::size_t kParserDepth = 1;  // of simdjson's second stage, which is not used

}  // namespace

struct JsonIndex::Parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> implementation;
};

JsonIndex::JsonIndex() : parser_(std::make_unique<Parser>()) {}
JsonIndex::~JsonIndex() = default;

bool JsonIndex::index(std::string_view text) {
  text_ = text;
  size_ = 0;
  if (text.size() >= simdjson::SIMDJSON_MAXSIZE_BYTES) return false;
  auto& parser = parser_->implementation;
  if (!parser || parser->capacity() < text.size()) {
    // Twice as much as before, so that slowly growing texts do not make it grow again and again.
    const std::size_t wanted = std::max({text.size(), kLeastCapacity, parser ? 2 * parser->capacity() : 0});
    const std::size_t capacity = std::min(wanted, simdjson::SIMDJSON_MAXSIZE_BYTES);
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, kParserDepth, parser) != simdjson::SUCCESS)
      return false;
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  if (parser->stage1(bytes, text.size(), simdjson::stage1_mode::regular) != simdjson::SUCCESS) return false;
  begins_ = parser->structural_indexes.get();
  size_ = parser->n_structural_indexes;
  return true;
}

std::optional<std::uint32_t> JsonIndex::after(std::uint32_t token) const {
  std::int64_t depth = 0;
  for (; token < size_; ++token) {
    depth += kDepthChanges[static_cast<std::uint8_t>(text_[begins_[token]])];
    if (depth <= 0) break;
  }
  if (token >= size_ || depth < 0) return std::nullopt;
  const char last = text_[begins_[token]];
  if (last == ',' || last == ':') return std::nullopt;
  return token + 1;
}

}  // namespace foregate::model::manifest
