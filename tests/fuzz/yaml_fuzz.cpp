// YAML of any kind: no crash, no leak, sound trees.
#include "tests/fuzz/tree_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A first line keeps texts that begin with `{` from being read as JSON.
  const std::string text = "#\n" + std::string{reinterpret_cast<const char*>(data), size};
  foregate::fuzz::for_each_document(text, {}, [](const auto&) {});
  return 0;
}
