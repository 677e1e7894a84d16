#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "model/manifest/pieces.h"
#include "model/manifest/reader.h"

/// What holds for every tree that a reader makes, whatever the text was.
namespace foregate::fuzz {

namespace manifest = model::manifest;

inline void check_node(const manifest::ValueTree& tree, std::uint32_t index, std::size_t depth) {
  const manifest::ValueNode& node = tree.nodes[index];
  FG_CHECK(depth <= manifest::Limits{}.depth + 1);
  FG_CHECK(node.end > index && node.end <= tree.nodes.size());
  std::uint32_t children = 0;
  std::uint32_t next = index + 1;
  while (next < node.end) {
    check_node(tree, next, depth + 1);
    next = tree.nodes[next].end;
    ++children;
  }
  FG_CHECK(next == node.end && children == node.count);
  FG_CHECK(tree.position(index).line > 0 && tree.position(index).column > 0);
}

/// The documents of a text, read in pieces as `read` does, and checked.
template <typename Visit>
void for_each_document(std::string_view text, const manifest::PieceSizes& sizes, Visit&& visit) {
  std::string padded{text};
  padded.append(manifest::kPadding, '"');
  const manifest::Input input{base::FileId{0U}, std::string_view{padded}.substr(0, text.size())};
  manifest::PieceMaker maker{{&input, 1}, sizes};
  manifest::Piece piece;
  base::SourcePosition running;
  while (maker.next(piece)) {
    piece.parse({});
    piece.settle_places(running);
    for (const manifest::ParsedDocument& document : piece.documents()) {
      for (const manifest::TextProblem& problem : document.problems) FG_CHECK(document.diagnostic(problem).at.line > 0);
      FG_CHECK(!document.has_object || !document.is_broken());
      if (document.has_object) check_node(document.tree, 0, 0);
      visit(document);
    }
  }
}

}  // namespace foregate::fuzz
