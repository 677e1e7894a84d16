#include "model/manifest/value_tree.h"

#include <cstring>

#include "model/manifest/text_position.h"

namespace foregate::model::manifest {

namespace {

base::SourcePosition place(const ValueTree& tree, std::uint32_t line_or_offset, std::uint32_t column) {
  if (tree.text.data() == nullptr) return {tree.file, line_or_offset, column};
  return advance(tree.origin, tree.text.substr(tree.origin_offset, line_or_offset - tree.origin_offset));
}

}  // namespace

Value ValueTree::root() const { return nodes.empty() ? Value{} : Value{*this, 0}; }

base::SourcePosition ValueTree::position(std::size_t node) const { return place(*this, nodes[node].line, nodes[node].column); }

base::SourcePosition ValueTree::key_position(std::size_t node) const { return place(*this, nodes[node].key_line, nodes[node].key_column); }

Value Value::find(std::string_view key) const {
  if (kind() != ValueKind::kMap) return {};
  const ValueNode* const nodes = tree_->nodes.data();
  const std::uint32_t last = nodes[index_].end;
  for (std::uint32_t i = index_ + 1; i != last; i = nodes[i].end) {
    const std::string_view at = nodes[i].key;
    if (at.size() == key.size() && (key.empty() || std::memcmp(at.data(), key.data(), key.size()) == 0)) return {*tree_, i};
  }
  return {};
}

}  // namespace foregate::model::manifest
