// JSON of any kind: no crash, no leak, sound trees; what the slow checker takes for JSON is read without a syntax error; and lists that are
// cut into many pieces give the same as those read whole.
#include <algorithm>

#include "model/manifest/json_check.h"
#include "tests/fuzz/tree_invariants.h"

namespace {

using namespace foregate;

/// An object that was read, by what tells it from others.
struct Seen {
  base::SourcePosition at;
  std::size_t nodes;
  friend bool operator==(const Seen&, const Seen&) = default;
};

struct Outcome {
  std::vector<Seen> objects;
  std::size_t syntax_errors = 0;
};

Outcome read(std::string_view text, const model::manifest::PieceSizes& sizes) {
  Outcome outcome;
  fuzz::for_each_document(text, sizes, [&outcome](const model::manifest::ParsedDocument& document) {
    if (document.has_object) outcome.objects.push_back({document.tree.position(0), document.tree.nodes.size()});
    outcome.syntax_errors +=
        static_cast<std::size_t>(std::count_if(document.problems.begin(), document.problems.end(), [](const auto& problem) {
          return std::string_view{problem.code} == model::manifest::code::kJsonSyntax;
        }));
  });
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const Outcome whole = read(text, {});
  const Outcome cut = read(text, {.piece_bytes = 32, .big_json_bytes = 32});
  if (model::manifest::looks_like_json(text) && !model::manifest::check_json(text)) FG_CHECK(whole.syntax_errors == 0);
  // Of a broken text, the one way reads the objects before the broken place and the other none.
  if (whole.syntax_errors == 0 && cut.syntax_errors == 0) FG_CHECK(whole.objects == cut.objects);
  return 0;
}
