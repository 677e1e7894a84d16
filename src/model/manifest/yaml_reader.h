#pragma once

#include "model/manifest/parsed_document.h"
#include "model/manifest/reader.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/yaml_documents.h"

namespace foregate::model::manifest {

/// Reads one document into `out`, whose texts are in `arena` afterwards. A document without value (comments only, null) has no object and
/// is not broken. Safe for several threads with different arenas and outputs.
void read_yaml(const YamlDocument& document, const Limits& limits, TextArena& arena, ParsedDocument& out);

/// Makes `out` a broken document for the line before `document` that begins with `---` and is no separator.
void report_faulty_separator(const YamlDocument& document, ParsedDocument& out);

}  // namespace foregate::model::manifest
