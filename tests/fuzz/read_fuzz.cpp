// Whole reading, the decoders of every kind with it: what a text says must never break the program, and reading it twice says the same.
#include "base/executor.h"
#include "tests/fuzz/tree_invariants.h"

namespace {

std::size_t read_once(std::string_view text) {
  using namespace foregate;
  const model::manifest::Input input{base::FileId{0U}, text};
  model::Names names;
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  model::manifest::read({&input, 1}, {}, names, objects, diagnostics, executor);
  return diagnostics.all().size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string padded{reinterpret_cast<const char*>(data), size};
  padded.append(foregate::model::manifest::kPadding, '\0');
  const std::string_view text = std::string_view{padded}.substr(0, size);
  FG_CHECK(read_once(text) == read_once(text));
  return 0;
}
