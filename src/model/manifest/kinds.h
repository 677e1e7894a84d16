#pragma once

#include <span>
#include <string_view>

#include "model/manifest/decode.h"
#include "model/manifest/decode_context.h"
#include "model/manifest/decode_run.h"

/// The kinds that are read, as one table: what they are called, which fields of them a reader must keep, and who decodes them.
namespace foregate::model::manifest {

using DecodeFunction = void (*)(DecodeRun& run, const Cursor& object);

struct KindEntry {
  std::span<const std::string_view> api_versions;
  std::string_view kind;
  bool namespaced = true;
  Dialect dialect = Dialect::kBuiltIn;
  const FieldFilter* filter = nullptr;  ///< null: all fields
  DecodeFunction decode = nullptr;
};

/// The entry of a kind, or null where it is not read.
const KindEntry* find_kind(std::string_view api_version, std::string_view kind);

/// Whether an `apiVersion` and kind that no entry has are a policy all the same: a version that the API server no longer serves or never
/// did, or a slip in the kind. Says so at `object`: an error (FG1023, FG1025).
void report_near_policy(const Cursor& object, std::string_view api_version, std::string_view kind);

/// The name under which skipped objects are counted: the kind, with its group where that is not one of Kubernetes itself.
std::string skipped_name(std::string_view api_version, std::string_view kind);

}  // namespace foregate::model::manifest
