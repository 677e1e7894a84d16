// JSON of any kind: no crash, no leak, sound trees; what the slow checker takes for JSON is read without a syntax error.
#include "model/manifest/json_check.h"
#include "tests/fuzz/tree_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace foregate;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const bool is_json = model::manifest::looks_like_json(text) && !model::manifest::check_json(text);
  fuzz::for_each_document(text, [is_json](const model::manifest::ParsedDocument& document) {
    for (const model::manifest::TextProblem& problem : document.problems) {
      FG_CHECK(!is_json || std::string_view{problem.code} != model::manifest::code::kJsonSyntax);
    }
  });
  return 0;
}
