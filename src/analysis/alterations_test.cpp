#include "analysis/alterations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/pairs_for_test.h"

/// What is named where the policies are the same, and which pods of which state are meant.
namespace foregate::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string pod(const std::string& name, const std::string& labels, bool owned, const std::string& spec = "") {
  return "---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: s, name: " + name + ", labels: {" + labels + "}" +
         (owned ? ", ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: u, controller: true}]" : "") +
         "}\nspec: {containers: [{name: c, image: i" + spec + "}]}\n";
}

std::string policy(const std::string& spec) {
  return "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: s, name: np}\nspec: {" + spec + "}\n";
}

class AlterationTest : public ::testing::Test {
 protected:
  void compare(const std::string& before, const std::string& after) {
    base::SerialExecutor executor;
    const model::Snapshot first = foregate::testing::read_cluster(before);
    model::Names names = policy::stacked_names(first);
    std::string padded(after);
    padded.reserve(after.size() + model::manifest::kPadding);
    model::ObjectSet objects;
    base::Diagnostics diagnostics;
    const std::array inputs{model::manifest::Input{base::FileId{std::uint32_t{0}}, padded}};
    model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
    engines_ = testing::compile({first, model::build_snapshot(std::move(objects), std::move(names), diagnostics)});
    difference_ = compute_difference(*engines_[0], *engines_[1], executor);
  }
  std::vector<std::string> texts(const std::vector<Alteration>& all) const {
    std::vector<std::string> result;
    for (const Alteration& a : all) {
      result.push_back(a.object + " " + a.what + ": " + a.before.value_or("none") + " => " + a.after.value_or("none"));
    }
    return result;
  }
  /// Of the first workload of that name.
  const Peer& peer(const std::string& name) const {
    for (const Peer& p : difference_.peers.all) {
      if (p.kind == Peer::Kind::kWorkload && engines_[1]->snapshot().names->text(p.name) == name) return p;
    }
    ADD_FAILURE() << "no " << name;
    return difference_.peers.all.front();
  }
  std::vector<std::string> altered(const std::string& name) const { return texts(Alterations(*engines_[0], *engines_[1]).of(peer(name))); }
  std::vector<std::string> pod_names(const std::vector<Symbol>& pods) const {
    std::vector<std::string> result;
    for (const Symbol p : pods) result.emplace_back(engines_[1]->snapshot().names->text(p));
    return result;
  }

  testing::Engines engines_;
  Difference difference_;
};

TEST_F(AlterationTest, LabelsThatPoliciesLookAt_AreNamedWithBothValues) {
  const std::string rule = policy("podSelector: {matchLabels: {role: db}}, ingress: [{from: [{podSelector: {matchLabels: {tier: x}}}]}]");
  compare(pod("a", "role: db, version: '1'", false) + rule, pod("a", "role: web, version: '2', tier: x", false) + rule);
  EXPECT_THAT(altered("a"), ElementsAre("s/a[Pod] label role: db => web", "s/a[Pod] label tier: none => x"));
}

TEST_F(AlterationTest, NamedPorts_AreNamedWithTheirNumbers) {
  const std::string rule = policy("podSelector: {}, ingress: [{ports: [{port: http}]}]");
  compare(pod("a", "x: z", false, ", ports: [{name: http, containerPort: 80}]") + rule,
          pod("a", "x: z", false, ", ports: [{name: http, containerPort: 8080}]") + rule);
  EXPECT_THAT(altered("a"), ElementsAre("s/a[Pod] port http: TCP 80 => TCP 8080"));
}

TEST_F(AlterationTest, LabelsOfTheNamespace_AreNamed) {
  const auto ns = [](const std::string& team) {
    return "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: s, labels: {team: " + team + "}}\n";
  };
  const std::string rule = policy("podSelector: {}, ingress: [{from: [{namespaceSelector: {matchLabels: {team: one}}}]}]");
  compare(ns("one") + pod("a", "x: z", false) + rule, ns("two") + pod("a", "x: z", false) + rule);
  EXPECT_THAT(altered("a"), ElementsAre("Namespace s label team: one => two"));
}

TEST_F(AlterationTest, AServiceThatMoved_IsNamedAndThePolicyThatDeniesNow) {
  const auto entry = [](const std::string& port) {
    return "---\napiVersion: v1\nkind: Service\nmetadata: {namespace: s, name: web}\nspec: {selector: {app: web}, ports: [{port: 80, "
           "targetPort: " +
           port +
           "}]}\n---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {namespace: s, name: web}\n"
           "spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n";
  };
  const std::string same = pod("a", "app: web", false) + policy("podSelector: {}, ingress: [{ports: [{port: 8080}]}]");
  compare(same + entry("8080"), same + entry("9090"));
  EXPECT_THAT(texts(Alterations(*engines_[0], *engines_[1]).on_the_way_to(peer("a"))),
              ElementsAre("Service s/web : port 80 to 8080 of app=web => port 80 to 9090 of app=web"));
  ASSERT_EQ(difference_.changes.size(), 1U);
  const Change& change = difference_.changes[0];
  EXPECT_EQ(change.cause, Cause::kServices);
  ASSERT_EQ(change.because.size(), 1U);
  EXPECT_EQ(change.because[0].verdict, policy::Verdict::kDeny);
  EXPECT_EQ(change.because[0].isolating.size(), 1U);
}

TEST_F(AlterationTest, RenamedPodsThatChange_AreSaidByState) {
  const std::string closed = policy("podSelector: {matchLabels: {sealed: 'yes'}}, policyTypes: [Ingress, Egress]");
  compare(pod("web-1", "app: web", true) + pod("web-2", "app: web", true) + pod("solo", "x: z", false) + closed,
          pod("web-1", "app: web", true) + pod("web-8", "app: web, sealed: 'yes'", true) + pod("solo", "x: z", false) + closed);
  bool found = false;
  for (const Peer& p : difference_.peers.all) {
    if (p.pods_before.empty() && p.pods_after.empty()) continue;
    found = true;
    EXPECT_THAT(pod_names(p.pods_before), ElementsAre("web-2"));
    EXPECT_THAT(pod_names(p.pods_after), ElementsAre("web-8"));
    EXPECT_EQ(p.pods.size(), 2U);
  }
  EXPECT_TRUE(found);
}

TEST_F(AlterationTest, APodThatLeftItsWorkload_IsGoneFromItWhereItWasUnlikeTheOthers) {
  const std::string closed = policy("podSelector: {matchLabels: {sealed: 'yes'}}, policyTypes: [Ingress, Egress]");
  compare(pod("web-0", "app: web, sealed: 'yes'", true) + pod("web-1", "app: web", true) + closed,
          pod("web-0", "app: web, sealed: 'yes'", true) + pod("web-1", "app: web, sealed: 'yes'", false) + closed);
  ASSERT_FALSE(difference_.changes.empty());
  for (const Change& change : difference_.changes) {
    EXPECT_EQ(change.cause, Cause::kWorkloadRemoved) << "web-1 is not isolated now, it is no pod of the Deployment";
    EXPECT_THAT(change.because, IsEmpty());
  }
}

TEST_F(AlterationTest, APodFewer_IsNoDifferenceWhereOthersAreLikeIt) {
  const std::string rest = pod("web-0", "app: web", true) + pod("solo", "x: z", false);
  compare(rest + pod("web-1", "app: web", true), rest);
  EXPECT_TRUE(difference_.empty());
  compare(rest, rest + pod("web-1", "app: web", true));
  EXPECT_TRUE(difference_.empty());
}

}  // namespace
}  // namespace foregate::analysis
