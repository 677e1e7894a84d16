#include "model/manifest/parsed_document.h"

#include <fmt/format.h>

#include <string>

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

void check_object(ParsedDocument& document) {
  const Value root = document.tree.root();
  if (document.is_broken || root.is_null()) return;
  if (root.kind() != ValueKind::kMap) {
    const char* hint = root.kind() == ValueKind::kList
                           ? "Several objects stand in documents of their own, between '---' lines, or in the items of a List."
                           : "";
    return document.error(code::kNoObject, root.position(), fmt::format("the document is {}, not an object", kind_words(root.kind())),
                          hint);
  }
  const Value kind = root.find("kind");
  if (kind.is_null() || kind.text().empty()) {
    if (root.size() == 0) return document.error(code::kNoObject, root.position(), "the document is an empty map, not an object");
    if (kind.kind() != ValueKind::kList && kind.kind() != ValueKind::kMap) {
      return document.error(code::kNoObject, root.position(), "the document has no 'kind', so it is no object", hint_for(root));
    }
  }
  if (kind.kind() != ValueKind::kString) {
    return document.error(code::kNoObject, kind.position(), fmt::format("'kind' is {}, not a name", kind_words(kind.kind())));
  }
  document.has_object = true;
}

}  // namespace foregate::model::manifest
