#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/executor.h"
#include "base/source.h"
#include "model/object_set.h"

namespace foregate::model::manifest {

/// Bytes that must be readable (whatever they hold) after the end of `Input::text`: the JSON parser reads whole vector registers.
inline constexpr std::size_t kPadding = 64;

/// One file's text, owned by the caller and alive during `read`. No more is kept of it afterwards.
struct Input {
  base::FileId file;
  std::string_view text;
};

/// Bounds against hostile input; passing one is an error (FG1009) at the place where it happens.
struct Limits {
  std::size_t depth = 100;                     ///< nesting of lists and maps in one document
  std::size_t alias_nodes = 200'000;           ///< nodes made by expanding YAML aliases in one document
  std::size_t scalar_bytes = 3 << 20;          ///< one scalar
  std::size_t yaml_document_bytes = 64 << 20;  ///< one YAML document (JSON dumps have no such bound: they stream)
};

struct ReadOptions {
  std::string default_namespace = "default";  ///< for namespaced objects that name none
  Limits limits;
};

/// Reads every object of `inputs` in order into `objects`: YAML in the dialect of kubectl (documents split at `---` lines; YAML 1.1 scalars
/// as sigs.k8s.io/yaml reads them) and JSON (a text whose first character but blanks is `{`; it may hold several documents, and YAML ones
/// behind `---` lines), `List` and typed lists taken apart. Kinds that network policy does not need are counted in `objects.skipped`.
///
/// An object with an error is left out and said in `diagnostics` with its position and path; everything else is still read, so that one run
/// shows all errors. Documents are parsed on `executor`; the result does not depend on its width.
void read(std::span<const Input> inputs, const ReadOptions& options, Names& names, ObjectSet& objects, base::Diagnostics& diagnostics,
          base::Executor& executor);

}  // namespace foregate::model::manifest
