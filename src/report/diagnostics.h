#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "base/source.h"
#include "report/style.h"
#include "report/writer.h"

namespace foregate::report {

/// The text of the line that a position is in, without its line break; nothing where it cannot be shown (standard input that was read past,
/// a JSON dump of one line).
using SourceLine = std::function<std::optional<std::string>(const base::SourcePosition&)>;

/// For each diagnostic `file:line:column: severity CODE: message`, the line with a caret under the place, the object and path, the
/// other place that it is about, and the hint.
void diagnostics_text(const base::Diagnostics& diagnostics, const base::SourceFiles& files, const SourceLine& source_line,
                      const Style& style, Writer& out);

/// `[{"id","severity","file","line","column","object","path","message","fix","related":{"file","line","column"}}, ...]`, what is not known
/// left out.
std::string diagnostics_array(const base::Diagnostics& diagnostics, const base::SourceFiles& files);

/// `{"findings":[...]}` and a line break, in the shape of `check -o json`.
void diagnostics_json(const base::Diagnostics& diagnostics, const base::SourceFiles& files, Writer& out);

}  // namespace foregate::report
