#include "model/manifest/value_tree.h"

#include <cstring>

namespace foregate::model::manifest {

namespace {

/// The place of the byte at `offset` of `text`, counted onwards from a known place before it.
base::SourcePosition count_lines(std::string_view text, base::SourcePosition origin, std::size_t origin_offset, std::size_t offset) {
  std::size_t line_start = origin_offset;
  bool same_line = true;
  while (line_start < offset) {
    const void* newline = std::memchr(text.data() + line_start, '\n', offset - line_start);
    if (newline == nullptr) break;
    line_start = static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
    same_line = false;
    ++origin.line;
  }
  const auto distance = static_cast<std::uint32_t>(offset - line_start);
  origin.column = same_line ? origin.column + distance : distance + 1;
  return origin;
}

}  // namespace

Value ValueTree::root() const { return nodes.empty() ? Value{} : Value{*this, 0}; }

base::SourcePosition ValueTree::position(std::size_t node) const {
  const ValueNode& at = nodes[node];
  if (text.data() == nullptr) return {file, at.line, at.column};
  return count_lines(text, origin, origin_offset, at.line);
}

base::SourcePosition ValueTree::key_position(std::size_t node) const {
  const ValueNode& at = nodes[node];
  if (text.data() == nullptr) return {file, at.key_line, at.key_column};
  return count_lines(text, origin, origin_offset, at.key_line);
}

Value Value::find(std::string_view key) const {
  if (kind() != ValueKind::kMap) return {};
  for (const Value child : *this) {
    if (child.node().key == key) return child;
  }
  return {};
}

}  // namespace foregate::model::manifest
