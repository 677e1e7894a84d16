#include <gtest/gtest.h>

#include "base/executor.h"
#include "engine/engine.h"
#include "policy/candidate.h"
#include "policy/reference.h"
#include "tests/support/evaluators.h"
#include "tests/support/random_cluster.h"
#include "tests/support/random_source.h"
#include "tests/support/read_cluster.h"

/// A candidate must say what the cluster would say if its text had been edited; and an engine compiled beside others must say what it says
/// alone.
namespace foregate::testing {
namespace {

constexpr std::uint64_t kClusters = 3'000;
constexpr std::size_t kFlows = 40;

std::string entry(const Json& json, std::string_view key) {
  const Json* value = json.find(key);
  return value == nullptr ? "" : value->text;
}

struct Key {
  std::string kind, ns, name;
  explicit Key(const Json& document)
      : kind(entry(document, "kind")),
        ns(entry(*document.find("metadata"), "namespace")),
        name(entry(*document.find("metadata"), "name")) {}
  friend bool operator==(const Key&, const Key&) = default;
  std::string text() const { return kind + "/" + (ns.empty() ? "" : ns + "/") + name; }
};

/// What `kubectl apply` would keep of the old object is not in the text, so a pod without it is not applied here.
bool says_everything(const Json& document) {
  if (entry(document, "kind") == "Node") return false;
  if (entry(document, "kind") != "Pod") return true;
  const Json* status = document.find("status");
  return status != nullptr && status->find("podIP") != nullptr && document.find("spec")->find("nodeName") != nullptr;
}

/// Changes of a cluster: some of its objects deleted, some of another's applied; and the text edited by hand accordingly.
struct Edit {
  std::vector<std::string> remove;
  RandomCluster applied;
  RandomCluster edited;
};

Edit make_edit(const RandomCluster& base, bool policies_only) {
  RandomSource random(base.seed + 77);
  Edit edit;
  edit.edited = base;
  std::vector<Json>& documents = edit.edited.documents;
  const auto fits = [&](const Json& document) {
    return says_everything(document) && (!policies_only || Key(document).kind.ends_with("NetworkPolicy"));
  };
  std::erase_if(documents, [&](const Json& document) {
    const bool drop = random.chance(20) && fits(document) && Key(document).kind != "Namespace";
    if (drop) edit.remove.push_back(Key(document).text());
    return drop;
  });
  for (const Json& document : make_random_cluster(base.seed + 1'000'000).documents) {
    if (!random.chance(40) || !fits(document)) continue;
    std::erase_if(documents, [&](const Json& old) { return Key(old) == Key(document); });
    documents.push_back(document);
    edit.applied.documents.push_back(document);
  }
  return edit;
}

model::Snapshot make_candidate(const model::Snapshot& base, const Edit& edit) {
  base::Diagnostics diagnostics;
  policy::Changes changes;
  model::Names names = policy::stacked_names(base);
  changes.apply = read_objects(edit.applied.text(), names, diagnostics);
  for (const std::string& text : edit.remove) changes.remove.push_back(*policy::parse_object_reference(text, "default"));
  model::Snapshot result = policy::apply_changes(base, std::move(changes), std::move(names), diagnostics);
  for (const base::Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.code << " " << d.object << " " << d.message;
  return result;
}

std::string verdict(const Judge& judge, const model::Snapshot& snapshot, const FlowText& text) {
  const auto flow = find_flow(snapshot, text);
  if (!flow) return "no such end";
  return verdict_text(judge(*flow), policy::normalise(*snapshot.policies, *snapshot.names), *snapshot.names);
}

class Candidates : public ::testing::TestWithParam<bool> {};

TEST_P(Candidates, SayWhatTheEditedTextSays) {
  for (std::uint64_t seed = 0; seed < kClusters && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomCluster cluster = make_random_cluster(seed);
    const Edit edit = make_edit(cluster, GetParam());
    const model::Snapshot base = read_cluster(cluster.text());
    const model::Snapshot candidate = make_candidate(base, edit);
    const model::Snapshot edited = read_cluster(edit.edited.text());
    if (GetParam()) {
      EXPECT_EQ(candidate.inventory, base.inventory);
    }
    const auto policies = [](const model::Snapshot& s) { return policy::normalise(*s.policies, *s.names); };
    const Judge reference = evaluators()[0].make(edited, policies(edited), cluster.settings);
    const Judge changed = evaluators()[0].make(candidate, policies(candidate), cluster.settings);
    for (const FlowText& text : make_random_flows(cluster, kFlows)) {
      ASSERT_EQ(verdict(changed, candidate, text), verdict(reference, edited, text)) << text.from << " " << text.to;
    }
  }
}

TEST_P(Candidates, CompiledBesideTheirBase_SayWhatTheReferenceSays) {
  base::SerialExecutor executor;
  for (std::uint64_t seed = 0; seed < kClusters && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomCluster cluster = make_random_cluster(seed);
    const model::Snapshot base = read_cluster(cluster.text());
    const model::Snapshot candidate = make_candidate(base, make_edit(cluster, GetParam()));
    std::vector<engine::Engine::Input> inputs;
    inputs.push_back({base, policy::normalise(*base.policies, *base.names)});
    inputs.push_back({candidate, policy::normalise(*candidate.policies, *candidate.names, inputs[0].policies)});
    const auto engines = engine::Engine::compile(inputs, cluster.settings, executor);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const policy::Reference reference(inputs[i].snapshot, inputs[i].policies, cluster.settings);
      for (const FlowText& text : make_random_flows(cluster, kFlows)) {
        const auto flow = find_flow(inputs[i].snapshot, text);
        if (!flow) continue;
        const auto said = engines[i]->judge(*flow);
        const auto expected = reference.judge(*flow);
        ASSERT_TRUE(said.egress == expected.egress && said.ingress == expected.ingress)
            << (i == 0 ? "base: " : "candidate: ") << flow_text(inputs[i].snapshot, *flow) << "\n"
            << verdict_text(said, inputs[i].policies, *inputs[i].snapshot.names)
            << "\nreference: " << verdict_text(expected, inputs[i].policies, *inputs[i].snapshot.names) << "\n"
            << cluster.text();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Candidates, ::testing::Bool(),
                         [](const auto& test) { return std::string(test.param ? "PoliciesAlone" : "EverythingChanging"); });

}  // namespace
}  // namespace foregate::testing
