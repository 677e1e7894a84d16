#include "model/manifest/json_check.h"

#include <gtest/gtest.h>

namespace foregate::model::manifest {
namespace {

TEST(JsonCheck, AWordEndsAtWhiteSpaceOrPunctuationOnly) {
  for (const char* text : {"{}\n-2\"A\"", "true\"a\"", "null\"\"", "[1\"a\"]"}) EXPECT_TRUE(check_json(text)) << text;
  for (const char* text : {"{} -2 \"A\"", "true \"a\"", "[1,\"a\"]", "1{}", "{}{}"}) EXPECT_FALSE(check_json(text)) << text;
}

}  // namespace
}  // namespace foregate::model::manifest
