#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/text.h"
#include "tests/support/evaluators.h"
#include "tests/support/read_cluster.h"

/// Verdicts that others give, connection by connection: the corpora beside the project (`README.md` there has the format).
namespace foregate::testing {
namespace {

constexpr const char* kCorpora = "../shared/corpora";

/// One line of expect.csv: `from,to,protocol,port,verdict`.
struct Query {
  std::string_view from, to, protocol, port, verdict;
};

std::vector<Query> parse_queries(std::string_view csv) {
  std::vector<Query> queries;
  for (bool header = true; !csv.empty(); header = false) {
    std::string_view line = csv.substr(0, csv.find('\n'));
    csv.remove_prefix(std::min(csv.size(), line.size() + 1));
    std::string_view fields[5];
    for (std::string_view& field : fields) {
      field = line.substr(0, line.find(','));
      line.remove_prefix(std::min(line.size(), field.size() + 1));
    }
    if (!header && !fields[4].empty()) queries.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
  }
  return queries;
}

std::optional<policy::Flow> make_flow(const model::Snapshot& snapshot, const Query& query) {
  const auto from = parse_endpoint(snapshot, query.from);
  const auto to = parse_endpoint(snapshot, query.to);
  const auto protocol = model::parse_protocol(query.protocol);
  if (!from || !to || !protocol) return std::nullopt;
  policy::Flow flow;
  flow.from = *from;
  flow.to = *to;
  flow.protocol = *protocol;
  std::from_chars(query.port.data(), query.port.data() + query.port.size(), flow.port);
  return flow;
}

struct Tally {
  std::size_t queries = 0;
  std::size_t disagreements = 0;
};

void judge_case(const std::filesystem::path& folder, const Evaluator& evaluator, Tally& tally) {
  const auto input = file_text((folder / "input.yaml").string());
  const auto expected = file_text((folder / "expect.csv").string());
  ASSERT_TRUE(input && expected) << folder;
  SCOPED_TRACE(folder.string());
  const model::Snapshot snapshot = read_cluster(*input);
  const policy::PolicySet policies = policy::normalise(*snapshot.policies, *snapshot.names);
  const Judge judge = evaluator.make(snapshot, policies, {});
  for (const Query& query : parse_queries(*expected)) {
    const auto flow = make_flow(snapshot, query);
    ASSERT_TRUE(flow);
    ++tally.queries;
    const policy::FlowVerdict verdict = judge(*flow);
    if (policy::verdict_name(verdict.verdict()) == query.verdict) continue;
    if (++tally.disagreements > 10) continue;
    ADD_FAILURE() << flow_text(snapshot, *flow) << " should be " << query.verdict << ", is "
                  << verdict_text(verdict, policies, *snapshot.names);
  }
}

struct Corpus {
  const char* name;
  std::size_t cases;
  std::size_t queries;
};
constexpr Corpus kCorporaThere[] = {{"cyclonus", 234, 186'142}, {"conformance", 60, 295}, {"random", 100, 14'613}};

using Case = std::tuple<Corpus, std::size_t>;
class Corpora : public ::testing::TestWithParam<Case> {};

TEST_P(Corpora, AgreeOnEveryQuery) {
  const Corpus& corpus = std::get<0>(GetParam());
  const std::filesystem::path root = std::filesystem::path(kCorpora) / corpus.name;
  if (!std::filesystem::is_directory(root)) GTEST_SKIP() << root << " is not there";
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  Tally tally;
  for (const auto& folder : folders) judge_case(folder, evaluators()[std::get<1>(GetParam())], tally);
  fmt::print("{}: {}, {}, {}\n", corpus.name, base::count_of(folders.size(), "case"), base::count_of(tally.queries, "query", "queries"),
             base::count_of(tally.disagreements, "disagreement"));
  EXPECT_EQ(tally.disagreements, 0U);
  EXPECT_EQ(folders.size(), corpus.cases);
  EXPECT_EQ(tally.queries, corpus.queries);
}

INSTANTIATE_TEST_SUITE_P(All, Corpora,
                         ::testing::Combine(::testing::ValuesIn(kCorporaThere), ::testing::Range(std::size_t{0}, evaluators().size())),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param).name) + "_" + evaluators()[std::get<1>(test.param)].name;
                         });

}  // namespace
}  // namespace foregate::testing
