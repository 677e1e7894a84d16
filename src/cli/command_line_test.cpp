#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foregate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Command parse(std::vector<const char*> words) {
  words.insert(words.begin(), "/usr/bin/foregate");
  return parse_command_line(words);
}

std::string complaint(std::vector<const char*> words) {
  const Command command = parse(std::move(words));
  const auto* notice = std::get_if<Notice>(&command);
  return notice == nullptr || notice->exit_code != kExitBadInput ? "accepted" : notice->text;
}

TEST(CommandLine, RepeatedOptionsAddUp) {
  const auto options = std::get<DiffOptions>(
      parse({"diff", "-f", "a", "--filename", "b", "--apply", "c", "--apply=d", "--delete", "netpol/x/y", "-n", "shop"}));
  EXPECT_THAT(options.input.filenames, ElementsAre("a", "b"));
  EXPECT_THAT(options.input.apply, ElementsAre("c", "d"));
  EXPECT_THAT(options.input.remove, ElementsAre("netpol/x/y"));
  EXPECT_EQ(options.input.default_namespace, "shop");
}

TEST(CommandLine, OneFilenameDoesNotEatTheNextArgument) {
  const auto options = std::get<QueryOptions>(parse({"query", "-f", "a", "shop/web", "shop/db", "--port", "80"}));
  EXPECT_EQ(options.from, "shop/web");
  EXPECT_EQ(options.to, "shop/db");
  EXPECT_THAT(options.input.filenames, ElementsAre("a"));
}

TEST(CommandLine, PortIsAnOptionOrTheThirdWord) {
  EXPECT_EQ(std::get<QueryOptions>(parse({"query", "a", "b", "--port", "80", "-f", "-"})).port, "80");
  EXPECT_EQ(std::get<QueryOptions>(parse({"query", "a", "b", "udp/53", "-f", "-"})).port, "udp/53");
  EXPECT_THAT(complaint({"query", "a", "b", "80", "--port", "81", "-f", "-"}), HasSubstr("twice"));
}

TEST(CommandLine, FormatsAndColours) {
  const auto options = std::get<ListOptions>(parse({"list", "-f", "a", "-o", "json", "--color", "never", "--width", "120", "--self"}));
  EXPECT_EQ(options.output.format, Format::kJson);
  EXPECT_EQ(options.output.color, ColorChoice::kNever);
  EXPECT_EQ(options.output.width, 120U);
  EXPECT_TRUE(options.with_self);
  EXPECT_THAT(complaint({"list", "-f", "a", "-o", "xml"}), HasSubstr("xml"));
}

TEST(CommandLine, DiffTakesTwoFoldersOrAChange) {
  EXPECT_EQ(std::get<DiffOptions>(parse({"diff", "old", "new"})).after, "new");
  EXPECT_THAT(complaint({"diff", "old"}), HasSubstr("BEFORE AFTER"));
  EXPECT_THAT(complaint({"diff", "-f", "old"}), HasSubstr("nothing changes"));
  EXPECT_THAT(complaint({"diff", "old", "new", "-f", "x"}), HasSubstr("either"));
}

TEST(CommandLine, SettingsAreChecked) {
  EXPECT_THAT(std::get<ListOptions>(parse({"list", "-f", "a", "--assume", "host-network=pod"})).input.assume,
              ElementsAre("host-network=pod"));
  EXPECT_THAT(complaint({"list", "-f", "a", "--assume", "host-network=maybe"}), HasSubstr("'node' or 'pod'"));
}

TEST(CommandLine, UnknownCommandsGetASuggestion) {
  EXPECT_THAT(complaint({"lst"}), HasSubstr("did you mean 'list'?"));
  EXPECT_THAT(complaint({"frobnicate"}), Not(HasSubstr("did you mean")));
}

TEST(CommandLine, HelpNamesThePluginWhereItIsOne) {
  const std::vector<const char*> words = {"/x/kubectl-foregate", "list", "--help"};
  EXPECT_THAT(std::get<Notice>(parse_command_line(words)).text, HasSubstr("kubectl foregate list"));
}

}  // namespace
}  // namespace foregate::cli
