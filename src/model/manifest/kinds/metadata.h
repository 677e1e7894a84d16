#pragma once

#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"

namespace foregate::model::manifest {

struct ObjectName {
  Symbol ns;
  Symbol name;  ///< the generateName where there is no name
};

/// What the API server asks of a kind's names (the ValidateNameFunc of its validation).
enum class NameForm : std::uint8_t {
  kSubdomain,     ///< most kinds
  kLabel,         ///< Namespace
  kServiceLabel,  ///< Service
  kCronJob,       ///< a subdomain that leaves room for the suffix of its Jobs
};

/// `name` and `namespace` (the run's default where absent, null or empty) of a namespaced object's metadata. Errors: FG1012 where it has no
/// name, FG1030 and FG1031 where `name`, `generateName` or `namespace` is none that the API server takes.
ObjectName decode_name(DecodeRun& run, const Cursor& metadata, NameForm form = NameForm::kSubdomain);
/// The same for kinds without namespaces; a namespace that is given is dropped, as the API server does.
Symbol decode_cluster_name(const Cursor& metadata, NameForm form = NameForm::kSubdomain);

/// The name of another object, in a field that may be unset or empty: empty there and (after an error, FG1030) where it is none.
std::string_view decode_reference(const Cursor& name, NameForm form = NameForm::kSubdomain);
/// The same for namespaces (FG1031).
std::string_view decode_namespace_reference(const Cursor& name);

/// Checks what else of metav1.ObjectMeta the API server checks for policies: types, unknown fields, and the rules of ValidateObjectMeta for
/// labels, annotations, finalizers and owners.
void check_policy_metadata(const Cursor& metadata, bool namespaced);

/// The reference in metadata.ownerReferences that says `controller: true`, if any. The API server looks neither at its kind nor its name;
/// error FG1034 for those that no object can have, which workloads would be shown by.
std::optional<OwnerReference> decode_controller(DecodeRun& run, const Cursor& metadata);

}  // namespace foregate::model::manifest
