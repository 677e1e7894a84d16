#pragma once

#include <string_view>
#include <vector>

#include "model/manifest/label_decoding.h"
#include "model/object_set.h"

namespace foregate::model::manifest {

/// Remembers the last text: neighbouring objects mostly have the same namespace, node and owner.
class SymbolReader {
 public:
  Symbol read(Names& names, std::string_view text) {
    if (last_ && names.text(last_) == text) return last_;
    return last_ = names.symbols->intern(text);
  }

 private:
  Symbol last_;
};

/// What decoders of kinds share in a run: where objects go, and what neighbouring objects are likely to have in common.
struct DecodeRun {
  explicit DecodeRun(ObjectSet& result) : objects(result) {}

  ObjectSet& objects;

  LabelSetReader pod_labels;
  SymbolReader namespaces;
  SymbolReader nodes;
  SymbolReader owner_kinds;
  SymbolReader owner_names;
  std::vector<NamedPort> last_ports;  // as written
  std::vector<NamedPort> next_ports;
  NamedPortsId last_ports_id;
};

}  // namespace foregate::model::manifest
