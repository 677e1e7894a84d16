#pragma once

#include <string_view>

#include "model/manifest/scalar_value.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/value_tree.h"

/// What a YAML scalar is once sigs.k8s.io/yaml (go-yaml v2, then JSON) has read it:
///
///     yes -> true      010 -> 8        1_000 -> 1000     080 -> 80 (a float)     1e400 -> "1e400"
///     "yes" -> "yes"   !!str 80 -> "80"   !!int "80" -> 80   !x 80 -> "80"       2024-01-01 -> "2024-01-01"
///
/// go-yaml v2 reads YAML 1.1 with its own table of words and Go's strconv for numbers; JSON then knows neither infinities nor other keys
/// than strings.
namespace foregate::model::manifest {

struct YamlScalar {
  std::string_view text;
  std::string_view tag;  ///< as libyaml expands it (`tag:yaml.org,2002:str`), empty without one
  bool plain;            ///< to be resolved by what it looks like: unquoted, or with the tag `!`
};

/// The value of a scalar. O(length).
ScalarValue resolve_scalar(const YamlScalar& scalar, TextArena& arena);

struct ScalarKey {
  std::string_view text;          ///< the JSON key: "true" for `on`, "8" for `010`; storage as of `ScalarValue::text`
  ValueKind kind;                 ///< what it was before it became text: `1` and `"1"` are different keys for go-yaml
  const char* problem = nullptr;  ///< why there is no such key, as above
};

/// The key that a scalar is in a map.
ScalarKey resolve_key(const YamlScalar& scalar, TextArena& arena);

/// Whether the scalar is the merge key `<<` where it stands as a key.
bool is_merge_key(const YamlScalar& scalar);

}  // namespace foregate::model::manifest
