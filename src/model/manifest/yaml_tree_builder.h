#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/manifest/duplicate_keys.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/value_tree.h"
#include "model/manifest/yaml_scalars.h"

namespace foregate::model::manifest {

/// Makes a value tree of YAML's events: resolves scalars, expands aliases, merges `<<`, refuses duplicate keys.
///
///     base: &b {a: 1, x: 2}          base: {a: 1, x: 2}
///     more: {<<: *b, x: 3}    ->     more: {a: 1, x: 3}
///
/// A map is built as it comes, its merged maps standing in it as values; when it ends and needs it (a merge, or keys that are equal only as
/// text), its entries are laid out anew. Nodes of the tree are addressed by index, so an anchor within such a map is copied out first.
///
/// What is wrong is said in the document, and building goes on where it can. Where `is_stopped`, the rest of the events must be left out.
class YamlTreeBuilder {
 public:
  YamlTreeBuilder(const Limits& limits, TextArena& arena, ParsedDocument& document);

  void scalar(const YamlScalar& scalar, std::string_view anchor, base::SourcePosition at);
  void begin(ValueKind kind, std::string_view anchor, base::SourcePosition at);
  void end();
  void alias(std::string_view name, base::SourcePosition at);
  bool is_stopped() const { return is_stopped_; }

 private:
  struct Key {
    std::string_view text;
    base::SourcePosition at;
    ValueKind kind = ValueKind::kString;
    bool is_merge = false;
  };
  /// A list or map that is not complete.
  struct Frame {
    std::uint32_t node;
    std::uint32_t anchor;       ///< kNoAnchor, or its own
    std::size_t first_anchor;   ///< in anchors_, of those within
    std::size_t first_merge;    ///< in merges_
    std::size_t first_odd_key;  ///< in odd_keys_
    bool is_map;
    bool has_key = false;
    Key key;
  };
  struct Anchor {
    std::uint32_t node = 0;        ///< where the value is in the tree
    bool is_complete = false;      ///< false while the value itself is being built
    std::vector<ValueNode> saved;  ///< the value instead, where it is in the tree no more
  };
  struct Merge {
    std::uint32_t node;  ///< the value of `<<`, in the tree
    bool is_alias;
  };
  struct OddKey {
    std::uint32_t node;
    ValueKind kind;
  };
  static constexpr std::uint32_t kNoAnchor = 0xFFFFFFFF;

  bool wants_key() const { return !frames_.empty() && frames_.back().is_map && !frames_.back().has_key; }
  std::uint32_t add_node(base::SourcePosition at);
  void set_key(const Key& key);
  void scalar_key(const YamlScalar& scalar, std::string_view anchor, base::SourcePosition at);
  void alias_key(const Anchor& anchor, base::SourcePosition at);
  void expand(const Anchor& anchor, base::SourcePosition at);
  bool spend_alias_nodes(std::size_t count, base::SourcePosition at);
  Anchor& add_anchor(std::string_view name);

  void finish_map(const Frame& frame);
  bool check_duplicates(const Frame& frame);
  bool report_duplicate(const Frame& frame, std::uint32_t first, std::uint32_t second);
  ValueKind key_kind(const Frame& frame, std::uint32_t node) const;
  const Merge* merge_at(const Frame& frame, std::uint32_t node) const;
  void lay_out_anew(const Frame& frame);
  void put_merged(const Merge& merge);
  void put_entries_of(std::uint32_t map);
  void put_entry(std::uint32_t node);
  void save_anchors(const Frame& frame);

  void fail(const char* code, base::SourcePosition at, std::string message, std::string hint = {});
  void stop(const char* code, base::SourcePosition at, std::string message, std::string hint = {});

  const Limits& limits_;
  TextArena& arena_;
  ParsedDocument& document_;
  std::vector<ValueNode>& nodes_;
  std::vector<Frame> frames_;
  std::vector<Anchor> anchors_;
  std::unordered_map<std::string_view, std::uint32_t> anchor_names_;
  std::vector<Merge> merges_;     // of the frames
  std::vector<OddKey> odd_keys_;  // of the frames: keys that are no strings in YAML
  std::vector<MapEntry> entries_;
  std::unordered_map<std::string_view, std::size_t> entry_places_;
  std::size_t alias_nodes_ = 0;
  bool is_stopped_ = false;
};

}  // namespace foregate::model::manifest
