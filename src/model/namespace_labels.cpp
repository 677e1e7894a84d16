#include "model/namespace_labels.h"

#include <span>
#include <utility>
#include <vector>

namespace foregate::model {

LabelSetId with_name_label(Names& names, LabelSetId labels, Symbol ns) {
  const Symbol key = names.symbols->intern("kubernetes.io/metadata.name");
  if (!labels.is_none() && names.label_sets.value(labels, key) == ns) return labels;
  const std::span<const Label> given = names.label_sets.labels(labels);
  std::vector<Label> all{given.begin(), given.end()};
  all.push_back({key, ns});  // of equal keys the last one counts
  return names.label_sets.intern(std::move(all));
}

}  // namespace foregate::model
