#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/manifest/value_tree.h"

namespace foregate::model::manifest {

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

/// Something to say about a text whose lines may not have been counted yet.
struct TextProblem {
  const char* code;
  base::Severity severity;
  base::SourcePosition at;  ///< in YAML
  std::size_t offset;       ///< in JSON, of the tree's text
  std::string message;
  std::string hint;
};

/// What became of one document, or of one item of a JSON list. Reused: readers reset it, and the tree keeps its memory.
struct ParsedDocument {
  ValueTree tree;
  std::vector<TextProblem> problems;
  std::string_view source;        ///< the document's text, for the question whether it is a template; empty for a list's items
  std::string_view list_version;  ///< of the JSON list whose item this is
  std::string_view list_kind;     ///< likewise; empty for documents
  std::size_t errors = 0;
  bool has_object = false;  ///< the tree is there to be decoded; false for broken documents and those without a value

  void reset(base::FileId file);
  bool is_broken() const { return errors > 0; }
  void error(const char* code, base::SourcePosition at, std::string message, std::string hint = {});
  void error_at_offset(const char* code, std::size_t offset, std::string message, std::string hint = {});
  void warn(const char* code, base::SourcePosition at, std::string message, std::string hint = {});
  /// The problem with its place. JSON: once the tree's `origin` is known.
  base::Diagnostic diagnostic(const TextProblem& problem) const;
};

/// Sets `has_object` where the tree's root is an object with a kind; otherwise says what it is instead (FG1004). Nothing for a document
/// that is broken, without value, or null.
void check_object(ParsedDocument& document);

}  // namespace foregate::model::manifest
