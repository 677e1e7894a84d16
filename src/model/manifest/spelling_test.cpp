#include "model/manifest/spelling.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace foregate::model::manifest {
namespace {

constexpr std::array<std::string_view, 4> kFields = {"podSelector", "policyTypes", "ingress", "egress"};

TEST(Spelling, FindsTheFieldThatIsMeant) {
  EXPECT_EQ(nearest("podselector", kFields), "podSelector");
  EXPECT_EQ(nearest("podSelectors", kFields), "podSelector");
  EXPECT_EQ(nearest("ingres", kFields), "ingress");
  EXPECT_EQ(nearest("ingerss", kFields), "ingress");
  EXPECT_EQ(nearest("policyType", kFields), "policyTypes");
}

TEST(Spelling, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("namespaceSelector", kFields), "");
  EXPECT_EQ(nearest("x", kFields), "");
  EXPECT_EQ(nearest("", kFields), "");
  EXPECT_EQ(nearest(std::string(500, 'i'), kFields), "");
}

TEST(Spelling, OneInFrontOfTheOtherIsNear) {
  EXPECT_EQ(nearest("matchLabel", std::array<std::string_view, 2>{"matchLabels", "matchExpressions"}), "matchLabels");
  EXPECT_EQ(nearest("port", std::array<std::string_view, 2>{"from", "ports"}), "ports");
}

TEST(Spelling, DistanceCountsASwapOnceAndIgnoresCase) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "ABC"), 0U);
  EXPECT_EQ(edit_distance("abc", "acb"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

}  // namespace
}  // namespace foregate::model::manifest
