#include "model/manifest/parsed_document.h"

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "model/manifest/text_position.h"

namespace foregate::model::manifest {

namespace {

std::string_view kind_words(ValueKind kind) {
  switch (kind) {
    case ValueKind::kNull:
      return "null";
    case ValueKind::kBool:
      return "a truth value";
    case ValueKind::kInteger:
    case ValueKind::kFloat:
      return "a number";
    case ValueKind::kString:
      return "a text";
    case ValueKind::kList:
      return "a list";
    case ValueKind::kMap:
      return "a map";
  }
  return "a value";
}

bool has_any(Value map, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (map.find(key)) return true;
  }
  return false;
}

/// What people keep beside manifests and hand in by mistake.
std::string hint_for(Value map) {
  if (has_any(map, {"resources", "bases", "patches", "patchesStrategicMerge", "patchesJson6902", "configMapGenerator", "secretGenerator",
                    "namePrefix"})) {
    return "This looks like a kustomization: render it first, with 'kubectl kustomize DIR | foregate ... -f -'.";
  }
  if (map.find("version") && map.find("name") && has_any(map, {"appVersion", "apiVersion", "dependencies"})) {
    return "This looks like a Helm chart: render it first, with 'helm template DIR | foregate ... -f -'.";
  }
  return "Every object needs 'apiVersion' and 'kind'.";
}

}  // namespace

void ParsedDocument::reset(base::FileId file) {
  tree.clear();
  tree.file = file;
  tree.text = {};
  problems.clear();
  source = list_version = list_kind = {};
  errors = 0;
  has_object = false;
}

void ParsedDocument::error(const char* code, base::SourcePosition at, std::string message, std::string hint) {
  ++errors;
  problems.push_back({code, base::Severity::kError, at, 0, std::move(message), std::move(hint)});
}

void ParsedDocument::error_at_offset(const char* code, std::size_t offset, std::string message, std::string hint) {
  ++errors;
  problems.push_back({code, base::Severity::kError, {}, offset, std::move(message), std::move(hint)});
}

void ParsedDocument::warn(const char* code, base::SourcePosition at, std::string message, std::string hint) {
  problems.push_back({code, base::Severity::kWarning, at, 0, std::move(message), std::move(hint)});
}

base::Diagnostic ParsedDocument::diagnostic(const TextProblem& problem) const {
  base::SourcePosition at = problem.at;
  if (tree.text.data() != nullptr) at = advance(tree.origin, tree.text.substr(tree.origin_offset, problem.offset - tree.origin_offset));
  return {problem.code, problem.severity, at, {}, {}, problem.message, problem.hint};
}

void check_object(ParsedDocument& document) {
  const Value root = document.tree.root();
  const bool is_json = document.tree.text.data() != nullptr;
  const auto say = [&document, is_json](Value at, std::string message, std::string hint = {}) {
    if (is_json) return document.error_at_offset(code::kNoObject, at.node().line, std::move(message), std::move(hint));
    document.error(code::kNoObject, at.position(), std::move(message), std::move(hint));
  };
  if (document.is_broken() || root.is_null()) return;
  if (root.kind() != ValueKind::kMap) {
    const char* hint = root.kind() == ValueKind::kList
                           ? "Several objects stand in documents of their own, between '---' lines, or in the items of a List."
                           : "";
    return say(root, fmt::format("the document is {}, not an object", kind_words(root.kind())), hint);
  }
  const Value kind = root.find("kind");
  if (kind.is_null() || kind.text().empty()) {
    if (root.size() == 0) return say(root, "the document is an empty map, not an object");
    if (kind.kind() != ValueKind::kList && kind.kind() != ValueKind::kMap) {
      return say(root, "the document has no 'kind', so it is no object", hint_for(root));
    }
  }
  if (kind.kind() != ValueKind::kString) {
    return say(kind, fmt::format("'kind' is {}, not a name", kind_words(kind.kind())));
  }
  document.has_object = true;
}

}  // namespace foregate::model::manifest
