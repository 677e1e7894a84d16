#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/manifest/value_tree.h"
#include "model/object_set.h"

namespace foregate::model::manifest {

/// Which entries of an object a reader must keep in the tree; it may leave out all others. JSON dumps hold much that no policy looks at
/// (managedFields, env, images), and not building it is most of the speed.
struct FieldFilter {
  /// Whether the subtree at `key` below a map at this filter is kept; then `child(key)` filters inside it.
  /// Null children mean "everything below".
  struct Entry {
    std::string_view key;
    const FieldFilter* child;  ///< null: keep everything below
  };
  std::span<const Entry> entries;
  const FieldFilter* find(std::string_view key, bool& kept) const;
};

/// The filter for objects of a kind, or null where every field counts (policies: unknown fields are errors). Lists share their items'
/// filter.
const FieldFilter* filter_for(std::string_view api_version, std::string_view kind);

/// Whether objects of the kind are read at all; others are only counted.
bool is_known_kind(std::string_view api_version, std::string_view kind);

/// Decodes whole objects from trees into an `ObjectSet`, checking them as the API server would. One decoder a run; not for several threads.
class Decoder {
 public:
  Decoder(Names& names, ObjectSet& objects, base::Diagnostics& diagnostics, std::string default_namespace);
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Decodes one document: an object, a `List` or a typed list (`PodList`). What is wrong goes to the diagnostics, and the object is then
  /// left out.
  void decode(Value document);
  /// Decodes one item of a list that a reader takes apart itself. `list_version` and `list_kind` are the list's own, and say what an item
  /// of a typed list is that has neither `apiVersion` nor `kind`.
  void decode_item(Value item, std::string_view list_version, std::string_view list_kind);
  /// Counts an object of a kind that is not read (`is_known_kind` is false) without a tree of it.
  void skip(std::string_view api_version, std::string_view kind);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace foregate::model::manifest
