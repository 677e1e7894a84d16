#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace foregate::model::manifest {

enum class ValueKind : std::uint8_t { kNull, kBool, kInteger, kFloat, kString, kList, kMap };

/// One value of a document, in depth-first order: the children of `tree[i]` begin at i + 1, and `tree[i].end` is the first node after its
/// subtree.
struct ValueNode {
  std::string_view key;  ///< in a map: the entry's key, already as the string that JSON has (`on: x` has the key "true"); else empty
  std::string_view
      text;  ///< kString: the value; kInteger, kFloat: the number as Go's encoding/json would print it; kBool: "true" or "false"
  std::int64_t integer = 0;  ///< kInteger within int64; kFloat with an integral value (80.0) has it too
  std::uint32_t end = 0;
  std::uint32_t count = 0;  ///< kList, kMap: number of children
  std::uint32_t line = 0;   ///< of the value (of the key where the value is empty); JSON: `offset` instead, see `ValueTree::position`
  std::uint32_t column = 0;
  std::uint32_t key_line = 0;
  std::uint32_t key_column = 0;
  ValueKind kind = ValueKind::kNull;
  bool fits_integer = false;  ///< `integer` holds the value exactly
};

class Value;

/// One object of a manifest with the positions of its values, whatever text it came from. Texts live in the input or in `arena` storage
/// that the reader owns and that outlives the tree's use. Reused from object to object: `clear` keeps the memory.
struct ValueTree {
  std::vector<ValueNode> nodes;
  base::FileId file;
  /// JSON: nodes hold byte offsets from `text` in `line` (value) and `key_line` (key), and positions are counted when asked for, from the
  /// object's own place `origin` at byte `origin_offset`. Null data for YAML, whose nodes hold lines and columns.
  std::string_view text;
  base::SourcePosition origin;
  std::size_t origin_offset = 0;

  void clear() { nodes.clear(); }
  Value root() const;
  base::SourcePosition position(std::size_t node) const;
  base::SourcePosition key_position(std::size_t node) const;
};

/// A handle to one node; valid as long as the tree is not changed. A default-made one stands for an absent value: it is null, and has no
/// children.
class Value {
 public:
  Value() = default;
  Value(const ValueTree& tree, std::uint32_t index) : tree_(&tree), index_(index) {}

  bool present() const { return tree_ != nullptr; }
  explicit operator bool() const { return present(); }
  ValueKind kind() const { return present() ? node().kind : ValueKind::kNull; }
  /// Read from JSON, not YAML.
  bool is_json() const { return present() && tree_->text.data() != nullptr; }
  /// Absent or null: what the API server takes for "not set".
  bool is_null() const { return kind() == ValueKind::kNull; }
  std::string_view text() const { return present() ? node().text : std::string_view{}; }
  std::string_view key() const { return present() ? node().key : std::string_view{}; }
  const ValueNode& node() const { return tree_->nodes[index_]; }
  std::size_t size() const { return present() ? node().count : 0; }
  /// The entry of a map, or an absent value. O(children).
  Value find(std::string_view key) const;
  base::SourcePosition position() const { return present() ? tree_->position(index_) : base::SourcePosition{}; }
  base::SourcePosition key_position() const { return present() ? tree_->key_position(index_) : base::SourcePosition{}; }

  /// Children of a list or map, in order.
  class Iterator {
   public:
    Iterator(const ValueTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
    Value operator*() const { return {*tree_, index_}; }
    Iterator& operator++() {
      index_ = tree_->nodes[index_].end;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const ValueTree* tree_;
    std::uint32_t index_;
  };
  Iterator begin() const { return {tree_, index_ + 1}; }
  Iterator end() const { return {tree_, present() ? node().end : index_ + 1}; }

 private:
  const ValueTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

}  // namespace foregate::model::manifest
