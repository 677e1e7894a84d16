#pragma once

#include <vector>

#include "analysis/assumptions.h"
#include "analysis/diff.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "engine/engine.h"
#include "report/style.h"
#include "report/writer.h"

namespace foregate::report {

/// What a difference is shown with: the two states it is of.
struct DiffContext {
  const engine::Engine& before;
  const engine::Engine& after;
  const base::SourceFiles& files;
};

struct DiffTextOptions {
  bool full = false;                                   ///< names every member of a set, however many
  std::vector<analysis::Assumption> assumptions = {};  ///< settings that the answer depends on
};

/// A summary line, then each change with its reason, most surprising first. "No difference" where there is none.
void text_diff(const analysis::Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style,
               Writer& out);

/// The summary line, then a line a pair without reasons: `removed shop/web[Deployment] -> shop/db[StatefulSet] : all => none`.
void text_diff_pairs(const analysis::Difference& difference, const DiffContext& context, const DiffTextOptions& options, const Style& style,
                     Writer& out);

/// `{"changes":[...],"selfChanges":[...],"assumptions":[...],"diagnostics":[...]}` and a line break; a change for each pair, or with
/// `group` for each block.
struct DiffJsonOptions {
  bool group = false;
  std::vector<analysis::Assumption> assumptions = {};
};
void json_diff(const analysis::Difference& difference, const DiffContext& context, const base::Diagnostics& diagnostics,
               const DiffJsonOptions& options, Writer& out);

}  // namespace foregate::report
