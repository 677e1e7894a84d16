#include "model/manifest/scalar_value.h"

namespace foregate::model::manifest {

std::string_view keep(const NumberText& printed, std::string_view source, TextArena& arena) {
  return printed.view() == source ? source : arena.store(printed.view());
}

ScalarValue integer_value(GoInteger integer, std::string_view source, TextArena& arena) {
  ScalarValue result{.kind = ValueKind::kInteger, .fits_integer = integer.fits_int64()};
  if (result.fits_integer) result.integer = integer.int64();
  result.text = keep(print_integer(integer), source, arena);
  return result;
}

ScalarValue float_value(double number, std::string_view source, TextArena& arena) {
  const NumberText printed = print_json_float(number);
  if (const auto integer = parse_go_integer(printed.view())) return integer_value(*integer, source, arena);
  ScalarValue result;
  result.kind = printed.view().find_first_of(".e") == std::string_view::npos ? ValueKind::kInteger : ValueKind::kFloat;
  result.text = keep(printed, source, arena);
  return result;
}

}  // namespace foregate::model::manifest
