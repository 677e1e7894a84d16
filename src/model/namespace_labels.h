#pragma once

#include "model/object_set.h"

namespace foregate::model {

/// The label set of a namespace as the API server keeps it: `labels` with `kubernetes.io/metadata.name: ns`, whatever that was before.
/// `labels` may be none.
LabelSetId with_name_label(Names& names, LabelSetId labels, Symbol ns);

}  // namespace foregate::model
