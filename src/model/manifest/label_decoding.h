#pragma once

#include <vector>

#include "model/labels.h"
#include "model/manifest/decode_context.h"

namespace foregate::model::manifest {

/// Interns label sets, at the cost of comparing texts where neighbouring objects have equal labels, as the pods of a workload in a dump.
class LabelSetReader {
 public:
  /// The set of a map of texts. A null value is an empty text, as the API server reads metadata of every kind; error FG1010 at any other,
  /// FG1032 for what no label may be.
  LabelSetId read(const Cursor& labels);

 private:
  std::vector<Label> last_;  // as written
  std::vector<Label> next_;
  LabelSetId last_id_;  // none where the last set was refused: each object with one has its error
};

/// A map of texts as labels in written order.
std::vector<Label> decode_labels(const Cursor& labels);

/// Errors FG1032 (at the map, as the API server has it) for keys and values that no label may have; whether there are none.
bool check_labels(const Cursor& labels);

/// metav1.LabelSelector with the checks of the cursor's dialect: built-in kinds refuse impossible selectors (FG1040 to FG1044); custom
/// resources take them, which is a warning (FG1045), and such a requirement matches nothing. Everything where unset.
LabelSelector decode_selector(const Cursor& selector);

}  // namespace foregate::model::manifest
