#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "model/manifest/value_tree.h"

namespace foregate::model::manifest {

/// What became of one document, or of one item of a JSON list. Reused: readers reset it, and the tree keeps its memory.
struct ParsedDocument {
  ValueTree tree;
  base::Diagnostics diagnostics;
  std::string_view source;  ///< the document's text, for the question whether it is a template
  bool has_object = false;  ///< the tree is an object with a kind, and nothing is wrong with its text
  bool is_broken = false;   ///< an error was said: the document cannot be read

  void reset(base::FileId file) {
    tree.clear();
    tree.file = file;
    tree.text = {};
    diagnostics = {};
    source = {};
    has_object = is_broken = false;
  }
  void error(const char* code, base::SourcePosition at, std::string message, std::string hint = {}) {
    is_broken = true;
    diagnostics.add({code, base::Severity::kError, at, {}, {}, std::move(message), std::move(hint)});
  }
  void warn(const char* code, base::SourcePosition at, std::string message, std::string hint = {}) {
    diagnostics.add({code, base::Severity::kWarning, at, {}, {}, std::move(message), std::move(hint)});
  }
};

/// The codes of what can be wrong with a text before anyone asks what it means.
namespace code {
inline constexpr const char* kYamlSyntax = "FG1001";
inline constexpr const char* kJsonSyntax = "FG1002";
inline constexpr const char* kNoObject = "FG1004";
inline constexpr const char* kTemplate = "FG1006";
inline constexpr const char* kDuplicateKey = "FG1007";
inline constexpr const char* kDroppedText = "FG1008";
inline constexpr const char* kLimit = "FG1009";
}  // namespace code

/// Sets `has_object` where the tree's root is an object with a kind; otherwise says what it is instead (FG1004). Nothing for a document
/// that is broken, without value, or null.
void check_object(ParsedDocument& document);

}  // namespace foregate::model::manifest
