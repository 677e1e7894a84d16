#include "policy/settings.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace foregate::policy {
namespace {

using ::testing::HasSubstr;

TEST(Settings, EachKnownName_SetsItsFieldToEitherValue) {
  for (const SettingInfo& info : all_settings()) {
    Settings settings;
    EXPECT_EQ(settings.*(info.field), info.default_is) << info.name;
    ASSERT_TRUE(apply_setting(std::string(info.name) + "=" + std::string(info.other_value), settings));
    EXPECT_NE(settings.*(info.field), info.default_is) << info.name;
    ASSERT_TRUE(apply_setting(std::string(info.name) + "=" + std::string(info.default_value), settings));
    EXPECT_EQ(settings, Settings{}) << info.name;
  }
}

TEST(Settings, UnknownName_NamesThoseThereAre) {
  Settings settings;
  const auto result = apply_setting("hostnetwork=pod", settings);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("'hostnetwork'"));
  EXPECT_THAT(result.error().message, HasSubstr("host-network"));
  EXPECT_EQ(settings, Settings{});
}

TEST(Settings, UnknownOrMissingValue_NamesBothValues) {
  Settings settings;
  for (const char* text : {"host-network=both", "host-network=", "host-network"}) {
    const auto result = apply_setting(text, settings);
    ASSERT_FALSE(result) << text;
    EXPECT_THAT(result.error().message, HasSubstr("'node' or 'pod'"));
  }
  EXPECT_EQ(settings, Settings{});
}

TEST(Settings, EachIsInTheDocumentation) {
  std::ifstream file("docs/semantics.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  for (const SettingInfo& info : all_settings()) {
    EXPECT_THAT(text, HasSubstr(fmt::format("| `{}` | `{}` | `{}` |", info.name, info.default_value, info.other_value)));
  }
}

}  // namespace
}  // namespace foregate::policy
