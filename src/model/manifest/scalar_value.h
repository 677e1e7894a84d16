#pragma once

#include <cstdint>
#include <string_view>

#include "model/manifest/go_numbers.h"
#include "model/manifest/text_arena.h"
#include "model/manifest/value_tree.h"

namespace foregate::model::manifest {

/// A scalar as a node of a tree has it.
struct ScalarValue {
  ValueKind kind = ValueKind::kNull;
  bool fits_integer = false;
  std::int64_t integer = 0;
  std::string_view text{};        ///< as in `ValueNode::text`: a slice of the scalar's text, of static storage, or of the arena
  const char* problem = nullptr;  ///< why there is no such value in JSON, without subject ("is not a number in JSON"); else null

  void put(ValueNode& node) const {
    node.kind = kind;
    node.text = text;
    node.integer = integer;
    node.fits_integer = fits_integer;
  }
};

/// The value of an integer; `source` is how it was written, and used where it reads the same.
ScalarValue integer_value(GoInteger integer, std::string_view source, TextArena& arena);
/// The value of a finite float; one that encoding/json prints as an integer (80.0 is 80) is one from there on.
ScalarValue float_value(double number, std::string_view source, TextArena& arena);

/// A printed number as a text that stays.
std::string_view keep(const NumberText& printed, std::string_view source, TextArena& arena);

}  // namespace foregate::model::manifest
