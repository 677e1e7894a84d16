#pragma once

#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"

namespace foregate::model::manifest {

struct ObjectName {
  Symbol ns;
  Symbol name;  ///< the generateName where there is no name
};

/// `name` and `namespace` (the run's default where absent, null or empty) of a namespaced object's metadata; error FG1012 where it has no
/// name.
ObjectName decode_name(DecodeRun& run, const Cursor& metadata);
/// The same for kinds without namespaces; a namespace that is given is dropped, as the API server does.
Symbol decode_cluster_name(const Cursor& metadata);

/// Checks all of metav1.ObjectMeta as the API server does for policies: types, unknown fields, and the rules of ValidateObjectMeta for
/// names, labels, annotations, finalizers and owners.
void check_policy_metadata(const Cursor& metadata, bool namespaced);

/// The reference in metadata.ownerReferences that says `controller: true`, if any.
std::optional<OwnerReference> decode_controller(DecodeRun& run, const Cursor& metadata);

}  // namespace foregate::model::manifest
