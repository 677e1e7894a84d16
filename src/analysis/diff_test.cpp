#include "analysis/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/pairs_for_test.h"

/// Kinds, causes, reasons and risks; that every changed pair is found is tested on random clusters.
namespace foregate::analysis {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// A change as text: `kind from -> to before=>after cause | reasons | risks`, ports by how many connections they hold.
class DiffFacts : public ::testing::Test {
 protected:
  static std::string deployment(const std::string& ns, const std::string& name, const std::string& labels = "") {
    const std::string all = "{app: " + name + (labels.empty() ? "" : ", " + labels) + "}";
    return "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {namespace: " + ns + ", name: " + name +
           "}\nspec: {selector: {matchLabels: {app: " + name + "}}, template: {metadata: {labels: " + all +
           "}, spec: {containers: [{name: c, image: i, ports: [{name: web, containerPort: 8080}]}]}}}\n";
  }
  static std::string policy(const std::string& name, const std::string& app, const std::string& rest) {
    return "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: shop, name: " + name +
           "}\nspec: {podSelector: {matchLabels: {app: " + app + "}}, " + rest + "}\n";
  }
  static std::string three() { return deployment("shop", "web") + deployment("shop", "db") + deployment("ops", "probe"); }

  const Difference& compare(const std::string& before, const std::string& after) {
    base::SerialExecutor executor;
    const model::Snapshot first = foregate::testing::read_cluster(before);
    engines_ = testing::compile({first, testing::read_with_owners(after, &first)});
    difference_ = compute_difference(*engines_[0], *engines_[1], executor);
    return difference_;
  }

  std::string peer(std::uint32_t id) const {
    const Peer& p = difference_.peers[id];
    if (p.kind == Peer::Kind::kOutside) return "outside";
    if (p.kind == Peer::Kind::kIngressController) return "controller";
    return std::string(engines_[1]->snapshot().names->text(p.name));
  }
  std::string ends(const base::IdSet& set) const {
    std::string text;
    set.for_each([&](std::uint32_t id) { text += (text.empty() ? "" : "+") + peer(id); });
    return text;
  }
  std::vector<std::string> changes() const {
    std::vector<std::string> result;
    for (const Change& c : difference_.changes) {
      result.push_back(std::string(change_kind_name(c.kind)) + " " + ends(c.from) + " -> " + ends(c.to) + " " + cause_name(c.cause));
    }
    return result;
  }
  std::vector<std::string> reasons(const Change& change) const {
    std::vector<std::string> result;
    for (const Because& b : change.because) {
      const engine::Engine& side = *engines_[b.before ? 0 : 1];
      result.push_back(std::string(b.before ? "before " : "now ") + policy::direction_name(b.direction) + " " +
                       policy::verdict_name(b.verdict) + " " +
                       std::string(side.snapshot().names->text(side.policies()[b.decision.policy].name)) +
                       (b.decision.rule ? "#" + std::to_string(*b.decision.rule) : ""));
    }
    return result;
  }
  std::vector<std::string> risks(const Change& change) const {
    std::vector<std::string> result;
    for (const Risk risk : change.risk) result.emplace_back(risk_name(risk));
    return result;
  }
  /// The change in which `from` may be a source of `to`.
  const Change& change(const std::string& from, const std::string& to) const {
    for (const Change& c : difference_.changes) {
      if (("+" + ends(c.from) + "+").find("+" + from + "+") != std::string::npos &&
          ("+" + ends(c.to) + "+").find("+" + to + "+") != std::string::npos) {
        return c;
      }
    }
    ADD_FAILURE() << "no change from " << from << " to " << to;
    static const Change kNone;
    return kNone;
  }

  testing::Engines engines_;
  Difference difference_;
};

TEST_F(DiffFacts, FirstPolicyOfAPod_RemovesByItsIsolation) {
  compare(three(), three() + policy("db", "db", "ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}]"));
  EXPECT_THAT(changes(), ElementsAre("removed probe+outside -> db policy", "changed web -> db policy"));
  EXPECT_THAT(reasons(change("probe", "db")), ElementsAre("now ingress Deny db"));
  EXPECT_EQ(change("probe", "db").because[0].isolating.size(), 1U);
  EXPECT_THAT(risks(change("web", "db")), ElementsAre("only-tightens"));
  EXPECT_EQ(difference_.pairs.removed, 2U);
  EXPECT_EQ(difference_.pairs.changed, 1U);
}

TEST_F(DiffFacts, RemovedIsolation_NamesWhatDeniedBefore) {
  compare(three() + policy("db", "db", "policyTypes: [Ingress]"), three());
  EXPECT_THAT(reasons(change("probe", "db")), ElementsAre("before ingress Deny db"));
  EXPECT_THAT(risks(change("outside", "db")), ElementsAre("reachable-from-outside"));
  EXPECT_THAT(risks(change("probe", "db")), IsEmpty());
}

TEST_F(DiffFacts, NewRule_IsNamedBesideTheIsolationItOpens) {
  const std::string closed = policy("deny", "db", "policyTypes: [Ingress]");
  compare(three() + closed, three() + closed + policy("allow", "db", "ingress: [{from: [{podSelector: {}}]}]"));
  EXPECT_THAT(reasons(change("web", "db")), ElementsAre("before ingress Deny deny", "now ingress Allow allow#0"));
}

TEST_F(DiffFacts, IsolationInBothDirections_LosesEverythingFirst) {
  compare(three(), three() + policy("db", "db", "policyTypes: [Ingress, Egress]"));
  ASSERT_FALSE(difference_.changes.empty());
  for (const Change& c : difference_.changes) EXPECT_THAT(risks(c), Contains("loses-everything"));
}

TEST_F(DiffFacts, EgressWithoutPort53_LosesDns) {
  compare(three(),
          three() + policy("web", "web",
                           "egress: [{to: [{podSelector: {matchLabels: {app: db}}}], ports: [{port: 5432}]}], policyTypes: [Egress]"));
  EXPECT_THAT(risks(change("web", "probe")), Contains("loses-dns"));
  EXPECT_THAT(risks(change("web", "probe")), Not(Contains("loses-all-egress")));
}

TEST_F(DiffFacts, EgressThatKeepsPort53_DoesNotLoseDns) {
  compare(three(), three() + policy("web", "web", "egress: [{ports: [{port: 53, protocol: UDP}]}], policyTypes: [Egress]"));
  EXPECT_THAT(risks(change("web", "probe")), Not(Contains("loses-dns")));
}

TEST_F(DiffFacts, WithADnsService_OnlyItsPodsAreDns) {
  const std::string dns = three() + deployment("kube-system", "coredns") +
                          "---\napiVersion: v1\nkind: Service\nmetadata: {namespace: kube-system, name: kube-dns}\n"
                          "spec: {selector: {app: coredns}, ports: [{port: 53, protocol: UDP, targetPort: 5353}]}\n";
  compare(dns, dns + policy("web", "web", "egress: [{to: [{podSelector: {}}]}], policyTypes: [Egress]"));
  EXPECT_THAT(risks(change("web", "coredns")), Contains("loses-dns"));
  EXPECT_THAT(risks(change("web", "probe")), Not(Contains("loses-dns")));
}

TEST_F(DiffFacts, RelabelledPod_IsSelection) {
  const std::string rule = policy("db", "db", "ingress: [{from: [{podSelector: {matchLabels: {role: client}}}]}]");
  compare(three() + rule, deployment("shop", "web", "role: client") + deployment("shop", "db") + deployment("ops", "probe") + rule);
  EXPECT_THAT(changes(), ElementsAre("added web -> db selection"));
  EXPECT_THAT(reasons(difference_.changes[0]), ElementsAre("before ingress Deny db", "now ingress Allow db#0"));
}

TEST_F(DiffFacts, PodThatAPolicySelectsNow_IsSelection) {
  const std::string rule =
      "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: shop, name: closed}\n"
      "spec: {podSelector: {matchLabels: {zone: sealed}}, policyTypes: [Ingress]}\n";
  compare(three() + rule, deployment("shop", "web") + deployment("shop", "db", "zone: sealed") + deployment("ops", "probe") + rule);
  EXPECT_THAT(changes(), ElementsAre("removed probe+web+outside -> db selection"));
  EXPECT_THAT(reasons(difference_.changes[0]), ElementsAre("now ingress Deny closed"));
}

TEST_F(DiffFacts, NewWorkload_IsAddedWithoutReasons) {
  compare(deployment("shop", "web"), deployment("shop", "web") + deployment("shop", "db"));
  EXPECT_EQ(change("web", "db").cause, Cause::kWorkloadAdded);
  EXPECT_EQ(change("web", "db").kind, ChangeKind::kAdded);
  EXPECT_EQ(change("web", "db").from_fate, EndFate::kStays);
  EXPECT_EQ(change("web", "db").to_fate, EndFate::kNew);
  EXPECT_THAT(change("web", "db").because, IsEmpty());
}

TEST_F(DiffFacts, GoneWorkload_IsRemovedAndNoLossOfItsOwn) {
  compare(three(), deployment("shop", "web") + deployment("ops", "probe"));
  EXPECT_EQ(change("web", "db").cause, Cause::kWorkloadRemoved);
  EXPECT_EQ(change("web", "db").to_fate, EndFate::kGone);
  EXPECT_THAT(risks(change("web", "db")), IsEmpty());
}

TEST_F(DiffFacts, EntryObjectToAnotherPort_IsServices) {
  const auto entry = [](const std::string& port) {
    return "---\napiVersion: v1\nkind: Service\nmetadata: {namespace: shop, name: web}\n"
           "spec: {selector: {app: web}, ports: [{port: 80, targetPort: " +
           port +
           "}]}\n---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {namespace: shop, name: web}\n"
           "spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n";
  };
  compare(three() + entry("web"), three() + entry("9090"));
  EXPECT_THAT(changes(), ElementsAre("changed controller -> web services"));
  EXPECT_TRUE(difference_.changes[0].before.contains(model::port_point(model::Protocol::kTcp, 8080)));
  EXPECT_TRUE(difference_.changes[0].after.contains(model::port_point(model::Protocol::kTcp, 9090)));
}

TEST_F(DiffFacts, AdminDeny_IsNamedWithItsRuleForThePortsItCloses) {
  const std::string admin =
      "---\napiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {name: lockdown}\n"
      "spec: {tier: Admin, priority: 5, subject: {namespaces: {}}, ingress: [{action: Accept, from: [{namespaces: {matchLabels: "
      "{kubernetes.io/metadata.name: ops}}}]}, {action: Deny, from: [{namespaces: {}}], protocols: [{tcp: {destinationPort: {number: "
      "22}}}]}]}\n";
  compare(three(), three() + admin);
  EXPECT_THAT(reasons(change("web", "db")), ElementsAre("now ingress Deny lockdown#1"));
  EXPECT_EQ(change("web", "db").kind, ChangeKind::kChanged);
}

TEST_F(DiffFacts, BothEndsDeny_BothAreNamed) {
  compare(three(), three() + policy("a", "web", "policyTypes: [Egress]") + policy("b", "db", "policyTypes: [Ingress]"));
  EXPECT_THAT(reasons(change("web", "db")), ElementsAre("now ingress Deny b", "now egress Deny a"));
}

TEST_F(DiffFacts, EgressThatOpens_ReachesOutside) {
  compare(three() + policy("web", "web", "policyTypes: [Egress]"), three());
  EXPECT_THAT(risks(change("web", "outside")), ElementsAre("reaches-outside"));
}

TEST_F(DiffFacts, ReplicasCutFromEachOther_AreApartFromOtherPairs) {
  const std::string others =
      "ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0}}, {ipBlock: {cidr: '::/0'}}, {namespaceSelector: {}, podSelector: "
      "{matchExpressions: [{key: app, operator: NotIn, values: [db]}]}}]}]";
  compare(three(), three() + policy("db", "db", others));
  EXPECT_THAT(changes(), IsEmpty());
  ASSERT_EQ(difference_.self_changes.size(), 1U);
  const Change& self = difference_.self_changes[0];
  EXPECT_EQ(ends(self.from) + " -> " + ends(self.to), "db -> db");
  EXPECT_EQ(self.kind, ChangeKind::kRemoved);
  EXPECT_THAT(reasons(self), ElementsAre("now ingress Deny db"));
  EXPECT_EQ(difference_.self_pairs.removed, 1U);
  EXPECT_EQ(difference_.pairs.all(), 0U);
  EXPECT_FALSE(difference_.empty());
}

TEST_F(DiffFacts, SeveralWorkloadsCutFromThemselves_AreOneChange) {
  compare(three(), three() + policy("all", "x", "policyTypes: [Ingress]") +
                       "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: shop, name: deny}\n"
                       "spec: {podSelector: {}, policyTypes: [Ingress]}\n");
  ASSERT_EQ(difference_.self_changes.size(), 1U);
  EXPECT_EQ(ends(difference_.self_changes[0].from), "db+web");
  EXPECT_EQ(difference_.self_pairs.removed, 2U);
}

TEST_F(DiffFacts, ABarePod_HasNoOtherPods) {
  const std::string pod =
      "---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: shop, name: solo, labels: {app: solo}}\n"
      "spec: {containers: [{name: c, image: i}]}\n";
  compare(pod, pod + policy("solo", "solo", "policyTypes: [Ingress]"));
  EXPECT_THAT(difference_.self_changes, IsEmpty());
  EXPECT_THAT(changes(), ElementsAre("removed outside -> solo policy"));
}

TEST_F(DiffFacts, RulesOfEqualPriorityThatDisagree_AreNamedAndDoNotOnlyTighten) {
  const auto admin = [](const std::string& name, const std::string& action) {
    return "---\napiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {name: " + name +
           "}\nspec: {tier: Admin, priority: 5, subject: {namespaces: {}}, ingress: [{action: " + action +
           ", from: [{namespaces: {}}]}]}\n";
  };
  compare(three() + admin("a", "Accept"), three() + admin("a", "Accept") + admin("b", "Deny"));
  const Change& found = change("web", "db");
  EXPECT_EQ(found.kind, ChangeKind::kChanged);
  EXPECT_FALSE(found.open_after.empty());
  EXPECT_THAT(risks(found), Not(Contains("only-tightens")));
  EXPECT_THAT(reasons(found), ElementsAre("now ingress Ambiguous a#0"));
  ASSERT_TRUE(found.because[0].alternative.has_value());
  EXPECT_EQ(found.because[0].alternative->rule, 0U);
}

TEST_F(DiffFacts, IsolationUndecidedByEqualPriorities_IsAmbiguousNotDenied) {
  const auto admin = [](const std::string& name, const std::string& action) {
    return "---\napiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {name: " + name +
           "}\nspec: {tier: Admin, priority: 5, subject: {namespaces: {}}, ingress: [{action: " + action +
           ", from: [{namespaces: {}}]}]}\n";
  };
  const std::string both = admin("a", "Accept") + admin("b", "Pass");
  compare(three() + both, three() + both + policy("db", "db", "policyTypes: [Ingress]"));
  EXPECT_THAT(reasons(change("web", "db")), ElementsAre("now ingress Ambiguous a#0"));
}

}  // namespace
}  // namespace foregate::analysis
