#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/assumptions.h"
#include "analysis/connections.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "model/object_set.h"
#include "report/style.h"
#include "report/writer.h"

namespace foregate::report {

struct ListTextOptions {
  bool full = false;                                   ///< names every member of a set, however many
  std::vector<analysis::Assumption> assumptions = {};  ///< settings that the answer depends on
  bool own_node_note = false;                          ///< says that traffic from a pod's own node is not listed
};

/// Blocks for people: a summary line, then by namespace of the source what may go where. Sets are named exactly and as short as can be
/// ("every workload", "all of shop (5)", names).
void text_list(const analysis::Connections& connections, const model::Names& names, const ListTextOptions& options, const Style& style,
               Writer& out);

/// A line a pair: `shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432`; `all` for everything; several outside blocks of one answer are
/// one peer.
void text_pairs(const analysis::Connections& connections, const model::Names& names, Writer& out);

struct ListJsonOptions {
  bool group = false;                            ///< blocks (`"from":[...]`) instead of pairs
  std::map<std::string, std::uint64_t> objects;  ///< what was read, by kind
  std::vector<analysis::Assumption> assumptions = {};
};

/// `{"connections":[...],"assumptions":[...],"objects":{...},"diagnostics":[...]}` and a line break.
void json_list(const analysis::Connections& connections, const model::Names& names, const base::Diagnostics& diagnostics,
               const base::SourceFiles& files, const ListJsonOptions& options, Writer& out);

}  // namespace foregate::report
