#include "model/manifest/value_tree.h"

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
  for (const Value child : *this) {
    if (child.node().key == key) return child;
  }
  return {};
}

}  // namespace foregate::model::manifest
