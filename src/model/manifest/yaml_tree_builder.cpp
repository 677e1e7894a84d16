#include "model/manifest/yaml_tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "model/manifest/go_numbers.h"

namespace foregate::model::manifest {

namespace {

/// A document with more errors than this is not what it was taken for; the rest is left out.
constexpr std::size_t kMaxErrors = 20;

/// Appends the subtree `from[first, ...)` to `to`, its inner places moved along.
void append_subtree(const std::vector<ValueNode>& from, std::uint32_t first, std::vector<ValueNode>& to) {
  const std::uint32_t last = from[first].end;
  const auto base = static_cast<std::uint32_t>(to.size());
  to.reserve(to.size() + (last - first));  // `from` may be `to`
  for (std::uint32_t i = first; i < last; ++i) {
    to.push_back(from[i]);
    to.back().end = to.back().end - first + base;
  }
}

/// How many lists and maps are nested in the subtree at `first`.
std::size_t nesting(const std::vector<ValueNode>& nodes, std::uint32_t first) {
  std::vector<std::uint32_t> ends;
  std::size_t deepest = 0;
  for (std::uint32_t i = first; i < nodes[first].end; ++i) {
    while (!ends.empty() && ends.back() <= i) ends.pop_back();
    if (nodes[i].kind != ValueKind::kList && nodes[i].kind != ValueKind::kMap) continue;
    ends.push_back(nodes[i].end);
    deepest = std::max(deepest, ends.size());
  }
  return deepest;
}

constexpr const char* kMergeNeedsMaps = "'<<' merges maps: its value must be a map or a list of maps";

}  // namespace

YamlTreeBuilder::YamlTreeBuilder(const Limits& limits, TextArena& arena, ParsedDocument& document)
    : limits_(limits), arena_(arena), document_(document), nodes_(document.tree.nodes) {}

void YamlTreeBuilder::fail(const char* code, base::SourcePosition at, std::string message, std::string hint) {
  document_.error(code, at, std::move(message), std::move(hint));
  is_stopped_ = is_stopped_ || document_.errors >= kMaxErrors;
}

void YamlTreeBuilder::stop(const char* code, base::SourcePosition at, std::string message, std::string hint) {
  fail(code, at, std::move(message), std::move(hint));
  is_stopped_ = true;
}

std::uint32_t YamlTreeBuilder::add_node(base::SourcePosition at) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  ValueNode& node = nodes_.emplace_back();
  node.end = index + 1;
  node.line = at.line;
  node.column = at.column;
  if (frames_.empty()) return index;
  Frame& frame = frames_.back();
  ++nodes_[frame.node].count;
  if (frame.is_map) {
    node.key = frame.key.text;
    node.key_line = frame.key.at.line;
    node.key_column = frame.key.at.column;
    if (frame.key.kind != ValueKind::kString) odd_keys_.push_back({index, frame.key.kind});
    frame.has_key = false;
  }
  return index;
}

void YamlTreeBuilder::set_key(const Key& key) {
  frames_.back().key = key;
  frames_.back().has_key = true;
}

YamlTreeBuilder::Anchor& YamlTreeBuilder::add_anchor(std::string_view name) {
  anchor_names_[name] = static_cast<std::uint32_t>(anchors_.size());
  return anchors_.emplace_back();
}

void YamlTreeBuilder::scalar(const YamlScalar& scalar, std::string_view anchor, base::SourcePosition at) {
  if (scalar.text.size() > limits_.scalar_bytes) {
    return stop(code::kLimit, at,
                fmt::format("a text of {} bytes is longer than the {} that are read", scalar.text.size(), limits_.scalar_bytes));
  }
  if (wants_key()) return scalar_key(scalar, anchor, at);
  const bool is_merge_value = !frames_.empty() && frames_.back().is_map && frames_.back().key.is_merge;
  if (is_merge_value) fail(code::kYamlSyntax, at, kMergeNeedsMaps);
  const ScalarValue value = resolve_scalar(scalar, arena_);
  if (value.problem != nullptr) fail(code::kYamlSyntax, at, fmt::format("'{}' {}", scalar.text, value.problem));
  const bool is_empty = scalar.plain && scalar.text.empty() && !frames_.empty() && frames_.back().is_map;
  const std::uint32_t node = add_node(is_empty ? frames_.back().key.at : at);
  value.put(nodes_[node]);
  if (!anchor.empty()) {
    Anchor& made = add_anchor(anchor);
    made.node = node;
    made.is_complete = true;
  }
}

void YamlTreeBuilder::scalar_key(const YamlScalar& scalar, std::string_view anchor, base::SourcePosition at) {
  if (is_merge_key(scalar)) return set_key({scalar.text, at, ValueKind::kString, true});
  const ScalarKey key = resolve_key(scalar, arena_);
  if (key.problem != nullptr) {
    fail(code::kYamlSyntax, at,
         scalar.text.empty() ? std::string{"a key "} + key.problem : fmt::format("the key '{}' {}", scalar.text, key.problem));
  }
  set_key({key.text, at, key.kind});
  if (anchor.empty()) return;
  Anchor& made = add_anchor(anchor);
  made.is_complete = true;
  ValueNode& node = made.saved.emplace_back();
  resolve_scalar(scalar, arena_).put(node);
  node.end = 1;
}

void YamlTreeBuilder::begin(ValueKind kind, std::string_view anchor, base::SourcePosition at) {
  if (wants_key())
    return stop(code::kYamlSyntax, at, fmt::format("a {} cannot be a key; keys must be text", kind == ValueKind::kMap ? "map" : "list"));
  if (frames_.size() >= limits_.depth) {
    return stop(code::kLimit, at, fmt::format("lists and maps are nested deeper than the {} levels that are read", limits_.depth));
  }
  const bool is_merge_value = !frames_.empty() && frames_.back().is_map && frames_.back().key.is_merge;
  const std::uint32_t node = add_node(at);
  nodes_[node].kind = kind;
  if (is_merge_value) merges_.push_back({node, false});
  std::uint32_t own_anchor = kNoAnchor;
  if (!anchor.empty()) {
    own_anchor = static_cast<std::uint32_t>(anchors_.size());
    add_anchor(anchor).node = node;
  }
  frames_.push_back({.node = node,
                     .anchor = own_anchor,
                     .first_anchor = anchors_.size(),
                     .first_merge = merges_.size(),
                     .first_odd_key = odd_keys_.size(),
                     .is_map = kind == ValueKind::kMap,
                     .key = {}});
}

void YamlTreeBuilder::end() {
  const Frame frame = frames_.back();
  nodes_[frame.node].end = static_cast<std::uint32_t>(nodes_.size());
  if (frame.is_map) finish_map(frame);
  if (frame.anchor != kNoAnchor) anchors_[frame.anchor].is_complete = true;
  merges_.resize(frame.first_merge);
  odd_keys_.resize(frame.first_odd_key);
  frames_.pop_back();
}

void YamlTreeBuilder::alias(std::string_view name, base::SourcePosition at) {
  const auto found = anchor_names_.find(name);
  if (found == anchor_names_.end()) {
    return stop(code::kYamlSyntax, at, fmt::format("there is no anchor '&{}' above in this document", name),
                "A text that begins with '*' needs quotes; anchors end with their document.");
  }
  const Anchor& anchor = anchors_[found->second];
  if (!anchor.is_complete) return stop(code::kYamlSyntax, at, fmt::format("'*{}' stands within the value of '&{}' itself", name, name));
  if (wants_key()) return alias_key(anchor, at);
  expand(anchor, at);
}

void YamlTreeBuilder::alias_key(const Anchor& anchor, base::SourcePosition at) {
  const ValueNode& node = anchor.saved.empty() ? nodes_[anchor.node] : anchor.saved[0];
  switch (node.kind) {
    case ValueKind::kNull:
    case ValueKind::kList:
    case ValueKind::kMap:
      return stop(code::kYamlSyntax, at, "the alias stands for no text, which a key must be");
    case ValueKind::kFloat:
      return set_key({arena_.store(print_key_float(parse_go_float(node.text).value_or(0)).view()), at, node.kind});
    default:
      return set_key({node.text, at, node.kind});
  }
}

bool YamlTreeBuilder::spend_alias_nodes(std::size_t count, base::SourcePosition at) {
  alias_nodes_ += count;
  if (alias_nodes_ <= limits_.alias_nodes) return true;
  stop(code::kLimit, at, fmt::format("the aliases of this document stand for more than the {} values that are read", limits_.alias_nodes));
  return false;
}

void YamlTreeBuilder::expand(const Anchor& anchor, base::SourcePosition at) {
  const std::vector<ValueNode>& from = anchor.saved.empty() ? nodes_ : anchor.saved;
  const std::uint32_t first = anchor.saved.empty() ? anchor.node : 0;
  const bool is_merge_value = !frames_.empty() && frames_.back().is_map && frames_.back().key.is_merge;
  if (is_merge_value && from[first].kind != ValueKind::kMap) fail(code::kYamlSyntax, at, kMergeNeedsMaps);
  if (!spend_alias_nodes(from[first].end - first, at)) return;
  if (frames_.size() + nesting(from, first) > limits_.depth) {
    return stop(code::kLimit, at,
                fmt::format("with its aliases, the document is nested deeper than the {} levels that are read", limits_.depth));
  }
  const std::uint32_t node = add_node(at);
  const ValueNode placed = nodes_[node];
  nodes_.pop_back();
  append_subtree(from, first, nodes_);
  ValueNode& root = nodes_[node];
  root.key = placed.key;
  root.key_line = placed.key_line;
  root.key_column = placed.key_column;
  root.line = placed.line;
  root.column = placed.column;
  if (is_merge_value) merges_.push_back({node, true});
}

void YamlTreeBuilder::finish_map(const Frame& frame) {
  const bool has_equal_texts = check_duplicates(frame);
  if (has_equal_texts || merges_.size() > frame.first_merge) lay_out_anew(frame);
}

ValueKind YamlTreeBuilder::key_kind(const Frame& frame, std::uint32_t node) const {
  for (std::size_t i = frame.first_odd_key; i < odd_keys_.size(); ++i) {
    if (odd_keys_[i].node == node) return odd_keys_[i].kind;
  }
  return ValueKind::kString;
}

const YamlTreeBuilder::Merge* YamlTreeBuilder::merge_at(const Frame& frame, std::uint32_t node) const {
  const auto first = merges_.begin() + static_cast<std::ptrdiff_t>(frame.first_merge);
  const auto found =
      std::lower_bound(first, merges_.end(), node, [](const Merge& merge, std::uint32_t wanted) { return merge.node < wanted; });
  return found != merges_.end() && found->node == node ? &*found : nullptr;
}

/// Whether two keys are equal only as text, `1` and `"1"`, so that the last counts.
bool YamlTreeBuilder::report_duplicate(const Frame& frame, std::uint32_t first, std::uint32_t second) {
  const ValueNode& node = nodes_[second];
  const base::SourcePosition at{document_.tree.file, node.key_line, node.key_column};
  const std::string before = fmt::format("It is also on line {}.", nodes_[first].key_line);
  if (key_kind(frame, first) != key_kind(frame, second)) {
    document_.warn(code::kDuplicateKey, at, fmt::format("the key '{}' stands here twice once it is text; the last counts", node.key),
                   before);
    return true;
  }
  fail(code::kDuplicateKey, at, fmt::format("the key '{}' stands twice in this map", node.key), before);
  return false;
}

bool YamlTreeBuilder::check_duplicates(const Frame& frame) {
  const ValueNode& map = nodes_[frame.node];
  entries_.clear();
  for (std::uint32_t i = frame.node + 1; i < map.end; i = nodes_[i].end) {
    if (merge_at(frame, i) == nullptr) entries_.push_back({nodes_[i].key, i});
  }
  bool has_equal_texts = false;
  for_each_duplicate(entries_, [&](const MapEntry& first, const MapEntry& second) {
    if (!is_stopped_) has_equal_texts |= report_duplicate(frame, first.node, second.node);
  });
  return has_equal_texts;
}

/// go-yaml v2 merges where `<<` stands, so that a key above it is overridden too.
void YamlTreeBuilder::lay_out_anew(const Frame& frame) {
  save_anchors(frame);
  if (is_stopped_) return;
  entries_.clear();
  entry_places_.clear();
  const std::uint32_t end = nodes_[frame.node].end;
  for (std::uint32_t i = frame.node + 1; i < end; i = nodes_[i].end) {
    if (const Merge* merge = merge_at(frame, i)) {
      put_merged(*merge);
    } else {
      put_entry(i);
    }
  }
  std::vector<ValueNode> laid_out(nodes_.begin() + frame.node, nodes_.begin() + frame.node + 1);
  for (const MapEntry& entry : entries_) append_subtree(nodes_, entry.node, laid_out);
  for (std::size_t i = 1; i < laid_out.size(); ++i) laid_out[i].end += frame.node;
  nodes_.resize(frame.node);
  nodes_.insert(nodes_.end(), laid_out.begin(), laid_out.end());
  nodes_[frame.node].end = static_cast<std::uint32_t>(nodes_.size());
  nodes_[frame.node].count = static_cast<std::uint32_t>(entries_.size());
}

void YamlTreeBuilder::put_merged(const Merge& merge) {
  const ValueNode& value = nodes_[merge.node];
  if (value.kind == ValueKind::kMap) return put_entries_of(merge.node);
  std::vector<std::uint32_t> maps;
  for (std::uint32_t i = merge.node + 1; i < value.end; i = nodes_[i].end) {
    if (nodes_[i].kind == ValueKind::kMap) {
      maps.push_back(i);
    } else {
      fail(code::kYamlSyntax, {document_.tree.file, nodes_[i].line, nodes_[i].column}, kMergeNeedsMaps);
    }
  }
  // Of a list, the earlier maps win.
  for (auto map = maps.rbegin(); map != maps.rend(); ++map) put_entries_of(*map);
}

void YamlTreeBuilder::put_entries_of(std::uint32_t map) {
  for (std::uint32_t i = map + 1; i < nodes_[map].end; i = nodes_[i].end) put_entry(i);
}

void YamlTreeBuilder::put_entry(std::uint32_t node) {
  const auto [place, is_new] = entry_places_.try_emplace(nodes_[node].key, entries_.size());
  if (is_new) {
    entries_.push_back({nodes_[node].key, node});
  } else {
    entries_[place->second].node = node;
  }
}

void YamlTreeBuilder::save_anchors(const Frame& frame) {
  for (std::size_t i = frame.first_anchor; i < anchors_.size(); ++i) {
    Anchor& anchor = anchors_[i];
    if (!anchor.saved.empty()) continue;
    const ValueNode& node = nodes_[anchor.node];
    if (!spend_alias_nodes(node.end - anchor.node, {document_.tree.file, node.line, node.column})) return;
    append_subtree(nodes_, anchor.node, anchor.saved);
  }
}

}  // namespace foregate::model::manifest
