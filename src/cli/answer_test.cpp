#include "cli/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "policy/rule.h"
#include "tests/support/read_cluster.h"

namespace foregate::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Three pods of `web`, of which web-c has a label that the policy asks for; one pod of `db`, dual stack; a node and a pod on its network.
constexpr const char* kCluster = R"(
apiVersion: v1
kind: Pod
metadata: {name: web-a, namespace: shop, labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: u, controller: true}]}
spec: {nodeName: n1, containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}
status: {podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web-b, namespace: shop, labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: u, controller: true}]}
spec: {nodeName: n2, containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}
status: {podIP: 10.0.0.2, podIPs: [{ip: 10.0.0.2}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web-c, namespace: shop, labels: {app: web, role: admin}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: u, controller: true}]}
spec: {nodeName: n1, containers: [{name: c, ports: [{name: http, containerPort: 9090}]}]}
status: {podIP: 10.0.0.3, podIPs: [{ip: 10.0.0.3}]}
---
apiVersion: v1
kind: Pod
metadata: {name: db-0, namespace: shop, labels: {app: db}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: v, controller: true}]}
spec: {nodeName: n1, containers: [{name: c}]}
status: {podIP: 10.0.0.4, podIPs: [{ip: 10.0.0.4}, {ip: "fd00::4"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: agent, namespace: shop}
spec: {nodeName: n1, hostNetwork: true, containers: [{name: c}]}
status: {podIP: 192.168.0.1, podIPs: [{ip: 192.168.0.1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: job-1, namespace: shop, labels: {app: db}}
spec: {containers: [{name: c}]}
status: {phase: Succeeded, podIP: 10.0.0.9}
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {clusterIP: 10.96.0.7, selector: {app: web}, ports: [{name: http, port: 80, targetPort: http}, {name: more, port: 81, targetPort: 81}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-peers, namespace: shop}
spec: {clusterIP: None, selector: {app: web}, ports: [{name: peers, port: 7000, targetPort: 17000}]}
---
apiVersion: v1
kind: Service
metadata: {name: db-peers, namespace: shop}
spec: {clusterIP: None, selector: {app: db}}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: bare-1, namespace: shop, labels: {kubernetes.io/service-name: bare}}
addressType: IPv4
endpoints: [{addresses: [203.0.113.5]}]
ports: []
---
apiVersion: v1
kind: Service
metadata: {name: bare, namespace: shop}
spec: {clusterIP: None}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: shop}
spec: {schedule: "0 3 * * *", jobTemplate: {spec: {template: {metadata: {labels: {app: nightly}}, spec: {containers: [{name: c}]}}}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: nightly-123, namespace: shop, ownerReferences: [{apiVersion: batch/v1, kind: CronJob, name: nightly, uid: w, controller: true}]}
spec: {template: {metadata: {labels: {app: nightly}}, spec: {containers: [{name: c}]}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: nightly-124, namespace: shop, ownerReferences: [{apiVersion: batch/v1, kind: CronJob, name: nightly, uid: w, controller: true}]}
spec: {template: {metadata: {labels: {app: nightly}}, spec: {containers: [{name: c}]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: nightly-123-x, namespace: shop, labels: {app: nightly}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: nightly-123, uid: x, controller: true}]}
spec: {containers: [{name: c}]}
status: {podIP: 10.0.0.8}
---
apiVersion: v1
kind: Service
metadata: {name: dns, namespace: shop}
spec: {selector: {app: db}, ports: [{name: udp, port: 53, protocol: UDP}, {name: tcp, port: 53}]}
---
apiVersion: v1
kind: Service
metadata: {name: given, namespace: shop}
spec: {ports: [{port: 5432, targetPort: 15432}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: given-1, namespace: shop, labels: {kubernetes.io/service-name: given}}
addressType: IPv4
endpoints: [{addresses: [10.0.0.4], targetRef: {kind: Pod, name: db-0, namespace: shop}}, {addresses: [203.0.113.5]}]
ports: [{name: "", port: 15432, protocol: TCP}]
---
apiVersion: v1
kind: Service
metadata: {name: empty, namespace: shop}
spec: {selector: {app: nothing}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere, namespace: shop}
spec: {type: ExternalName, externalName: db.example}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db, namespace: shop}
spec:
  podSelector: {matchLabels: {app: db}}
  ingress:
  - from: [{podSelector: {matchLabels: {role: admin}}}, {ipBlock: {cidr: 203.0.113.0/24}}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web, namespace: shop}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress]
)";

class Answers : public ::testing::Test {
 protected:
  void SetUp() override {
    const model::Snapshot snapshot = testing::read_cluster(kCluster);
    engine_ = engine::Engine::compile({{snapshot, policy::normalise(*snapshot.policies, *snapshot.names)}}, {}, executor_).front();
    answerer_ = std::make_unique<Answerer>(*engine_, "shop", executor_);
  }

  report::QueryAnswer ask(const std::string& from, const std::string& to, const std::string& port, const std::string& protocol = {}) {
    const auto answer = answerer_->answer({from, to, parse_port(port, protocol).value()});
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    return answer.value_or(report::QueryAnswer{});
  }
  std::string refusal(const std::string& from, const std::string& to, const std::string& port = "80") {
    const auto answer = answerer_->answer({from, to, parse_port(port, {}).value()});
    return answer ? "answered" : answer.error().message;
  }
  static std::vector<std::string> ends(const report::QueryAnswer& answer) {
    std::vector<std::string> texts;
    for (const auto& part : answer.parts) {
      texts.push_back(part.from + " " + part.to + " " + std::to_string(part.flow.port) + " " +
                      policy::verdict_name(part.verdict.verdict()));
    }
    return texts;
  }

  base::SerialExecutor executor_;
  std::shared_ptr<const engine::Engine> engine_;
  std::unique_ptr<Answerer> answerer_;
};

TEST_F(Answers, PodsOfAWorkloadThatDifferAreJudgedApart) {
  const report::QueryAnswer answer = ask("shop/sts/web", "shop/db-0", "5432");
  EXPECT_THAT(ends(answer), ElementsAre("shop/web-a shop/db-0 5432 Deny", "shop/web-c shop/db-0 5432 Allow"));
  EXPECT_EQ(answer.verdict(), policy::Verdict::kDeny);
  EXPECT_THAT(answer.notes, ElementsAre("shop/sts/web is shop/web-a and 1 like it, shop/web-c"));
}

TEST_F(Answers, WorkloadToItself_MeansTwoOfItsPods) {
  EXPECT_EQ(ask("shop/sts/db", "shop/sts/db", "5432").verdict(), policy::Verdict::kDeny) << "another replica, though only one is known";
  EXPECT_EQ(ask("shop/db-0", "shop/db-0", "5432").verdict(), policy::Verdict::kAllow) << "its own address";
  EXPECT_EQ(ask("shop/web-a", "shop/sts/web", "80").verdict(), policy::Verdict::kDeny);
}

TEST_F(Answers, ServiceLeadsToTheTargetPortOfEachPod) {
  const report::QueryAnswer answer = ask("shop/db-0", "svc/shop/web:http", "");
  EXPECT_EQ(answer.port, 80);
  EXPECT_THAT(ends(answer), ElementsAre("shop/db-0 shop/web-a 8080 Deny", "shop/db-0 shop/web-c 9090 Deny"));
  EXPECT_THAT(answer.notes, ElementsAre("svc/shop/web:http is shop/web-a and 1 like it TCP 8080, shop/web-c TCP 9090"));
}

TEST_F(Answers, ServicePodThatIsSentToItselfIsJudgedApart) {
  EXPECT_THAT(ends(ask("shop/web-a", "svc/web:81", "")),
              ElementsAre("shop/web-a shop/web-a 81 Deny", "shop/web-a shop/web-b 81 Deny", "shop/web-a shop/web-c 81 Deny"));
  EXPECT_THAT(ask("shop/web-a", "svc/web:81", "").assumptions, ElementsAre("service-hairpin=policy"));
  EXPECT_THAT(ask("shop/db-0", "svc/web:81", "").assumptions, IsEmpty());
}

TEST_F(Answers, ServiceProtocolIsItsOwn_TcpWhereBothFit) {
  EXPECT_EQ(ask("shop/web-a", "svc/shop/dns:udp", "").protocol, model::Protocol::kUdp);
  EXPECT_EQ(ask("shop/web-a", "svc/shop/dns:53", "").protocol, model::Protocol::kTcp);
  EXPECT_EQ(ask("shop/web-a", "svc/shop/dns", "53", "UDP").protocol, model::Protocol::kUdp);
}

TEST_F(Answers, ServiceWithoutSelectorHasTheEndsOfItsSlices) {
  EXPECT_THAT(ends(ask("shop/web-c", "svc/shop/given:5432", "")),
              ElementsAre("shop/web-c shop/db-0 15432 Allow", "shop/web-c 203.0.113.5 15432 Allow"));
}

TEST_F(Answers, ServiceIsWrittenEitherWay) {
  EXPECT_EQ(ends(ask("shop/db-0", "shop/svc/web:http", "")), ends(ask("shop/db-0", "svc/shop/web:http", "")));
  EXPECT_EQ(ends(ask("shop/db-0", "shop/svc/web", "81")), ends(ask("shop/db-0", "svc/shop/web:81", "")));
  EXPECT_EQ(ends(ask("shop/db-0", "svc/shop/web", "more")), ends(ask("shop/db-0", "svc/shop/web:81", "")));
}

TEST_F(Answers, ClusterAddressIsItsService) {
  const report::QueryAnswer answer = ask("shop/db-0", "10.96.0.7", "80");
  EXPECT_EQ(ends(answer), ends(ask("shop/db-0", "svc/shop/web:80", "")));
  EXPECT_THAT(answer.notes, Contains("10.96.0.7 is the cluster address of svc/shop/web"));
  EXPECT_THAT(refusal("shop/db-0", "10.96.0.7", "9"), HasSubstr("TCP 80 (http)"));
  EXPECT_EQ(ends(ask("10.96.0.7", "shop/db-0", "1")), ends(ask("svc/shop/web", "shop/db-0", "1")));
}

TEST_F(Answers, HeadlessServiceTranslatesNothing) {
  const report::QueryAnswer answer = ask("shop/db-0", "svc/shop/web-peers", "7001");
  EXPECT_THAT(ends(answer), ElementsAre("shop/db-0 shop/web-a 7001 Deny", "shop/db-0 shop/web-c 7001 Deny"));
  EXPECT_THAT(answer.notes, Contains(HasSubstr("svc/shop/web-peers is headless")));
  for (const char* text : {"svc/shop/web-peers:7000", "svc/shop/web-peers:peers", "svc/shop/web-peers"}) {
    EXPECT_THAT(ends(ask("shop/db-0", text, "")), ElementsAre("shop/db-0 shop/web-a 7000 Deny", "shop/db-0 shop/web-c 7000 Deny")) << text;
  }
  EXPECT_THAT(ends(ask("shop/db-0", "svc/shop/web-peers", "http")),
              ElementsAre("shop/db-0 shop/web-a 8080 Deny", "shop/db-0 shop/web-c 9090 Deny"))
      << "a port that the pods name";
  EXPECT_THAT(ends(ask("shop/db-0", "svc/shop/db-peers", "5432")), ElementsAre("shop/db-0 shop/db-0 5432 Allow")) << "its own address";
}

TEST_F(Answers, ServiceWithoutPortsIsAskedAtAnyPort) {
  EXPECT_THAT(ends(ask("shop/web-c", "svc/shop/db-peers", "5432")), ElementsAre("shop/web-c shop/db-0 5432 Allow"));
  EXPECT_THAT(ends(ask("shop/web-c", "svc/shop/bare", "443")), ElementsAre("shop/web-c 203.0.113.5 443 Allow"));
  EXPECT_THAT(refusal("shop/web-c", "svc/shop/db-peers", ""), HasSubstr("which port"));
}

TEST_F(Answers, PortsThatAServiceHasNotAreRefused) {
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/web:80", "81"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/web:http", "81"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/web-peers:7000", "81"), HasSubstr("given twice"));
  EXPECT_EQ(refusal("shop/web-a", "svc/shop/web:80", "80"), "answered") << "said twice, and the same";
  EXPECT_THAT(refusal("svc/shop/web:99", "shop/db-0"), HasSubstr("TCP 80 (http), TCP 81 (more)"));
  EXPECT_THAT(refusal("shop/db-0", "svc/shop/web-peers:99", ""), HasSubstr("TCP 7000 (peers)"));
  EXPECT_EQ(refusal("svc/shop/web:81", "shop/db-0"), "answered");
}

TEST_F(Answers, NamedPortIsThatOfThePods) {
  const report::QueryAnswer answer = ask("shop/db-0", "shop/sts/web", "http");
  EXPECT_THAT(ends(answer), ElementsAre("shop/db-0 shop/web-a 8080 Deny", "shop/db-0 shop/web-c 9090 Deny"));
  EXPECT_EQ(answer.port, 8080);
  EXPECT_THAT(answer.notes, Contains("port 'http' of shop/sts/web is TCP 8080, 9090"));
  EXPECT_THAT(refusal("shop/db-0", "shop/web-a", "htp"), HasSubstr("no port named 'htp'; it has http (TCP 8080)"));
  EXPECT_THAT(refusal("shop/db-0", "shop/web-a", "udp/http"), HasSubstr("no port named 'http'"));
  EXPECT_THAT(refusal("shop/web-a", "shop/db-0", "http"), HasSubstr("it names none"));
  EXPECT_THAT(refusal("shop/web-a", "203.0.113.5", "http"), HasSubstr("only pods have named ports"));
}

TEST_F(Answers, JobsOfACronJobAreTheirPods) {
  const report::QueryAnswer answer = ask("shop/job/nightly-123", "shop/db-0", "1");
  EXPECT_THAT(ends(answer), ElementsAre("shop/nightly-123-x shop/db-0 1 Deny"));
  EXPECT_THAT(answer.notes, Contains("Job shop/nightly-123 is part of shop/nightly[CronJob]"));
  EXPECT_EQ(ends(ask("shop/nightly-123", "shop/db-0", "1")), ends(answer));
  EXPECT_THAT(refusal("shop/job/nightly-124", "shop/db-0"),
              HasSubstr("belongs to CronJob shop/nightly; ask for that: shop/CronJob/nightly"));
  EXPECT_THAT(refusal("shop/job/nightly-125", "shop/db-0"), HasSubstr("there is no Job"));
}

TEST_F(Answers, NamesOfListAreTaken) {
  EXPECT_EQ(ends(ask("shop/web[StatefulSet]", "shop/db-0[Pod]", "1")), ends(ask("shop/sts/web", "shop/db-0", "1")));
  EXPECT_THAT(refusal("shop/web[Deployment]", "shop/db-0"), HasSubstr("there is no Deployment 'shop/web'"));
  const report::QueryAnswer answer = ask("{ingress-controller}", "shop/db-0", "1");
  EXPECT_THAT(ends(answer), ElementsAre("{ingress-controller} shop/db-0 1 Deny"));
  EXPECT_THAT(answer.assumptions, IsEmpty());
  EXPECT_THAT(refusal("shop/db-0", "{ingress-controller}"), HasSubstr("only be FROM"));
  EXPECT_THAT(refusal("{ingress-controller}", "node/n1"), HasSubstr("pods alone"));
}

TEST_F(Answers, AnyIsEveryAddressOutside_InBlocksOfEqualAnswers) {
  const report::QueryAnswer answer = ask("any", "shop/db-0", "5432");
  ASSERT_THAT(answer.parts, SizeIs(2));
  EXPECT_EQ(answer.verdict(), policy::Verdict::kDeny);
  const auto allowed = std::find_if(answer.parts.begin(), answer.parts.end(),
                                    [](const auto& part) { return part.verdict.verdict() == policy::Verdict::kAllow; });
  ASSERT_NE(allowed, answer.parts.end());
  EXPECT_EQ(allowed->from, "203.0.113.0/24");
  EXPECT_THAT(ask("any", "shop/web-a", "80").parts, SizeIs(1)) << "no IPv6 to a pod that has none";
}

TEST_F(Answers, AddressesMeanThePodOrNodeThatHasThem) {
  EXPECT_EQ(ends(ask("10.0.0.3", "fd00::4", "1")), ends(ask("shop/web-c", "shop/db-0", "1")));
  EXPECT_THAT(ends(ask("192.168.0.1", "shop/db-0", "1")), ElementsAre("node/n1 shop/db-0 1 Allow")) << "its own node";
  EXPECT_THAT(ends(ask("node/n1", "shop/sts/web", "80")),
              ElementsAre("node/n1 shop/web-a 80 Allow", "node/n1 shop/web-b 80 Deny", "node/n1 shop/web-c 80 Allow"));
}

TEST_F(Answers, OtherTrafficNeedsNoPort) { EXPECT_EQ(ask("shop/web-c", "shop/db-0", "", "icmp").verdict(), policy::Verdict::kAllow); }

TEST_F(Answers, SettingThatDecidesIsAnAssumption) {
  const report::QueryAnswer answer = ask("shop/agent", "shop/web-b", "80");
  EXPECT_THAT(answer.assumptions, IsEmpty());
  EXPECT_THAT(ask("shop/agent", "shop/web-a", "80").assumptions, ElementsAre("host-network=node"));
}

TEST_F(Answers, EngineAndReferenceFindTheSameAssumptions) {
  const auto first = ask("shop/agent", "shop/web-a", "80").assumptions;
  for (int i = 0; i < 300; ++i) (void)ask("shop/agent", "shop/web-a", "80");  // many questions: engines take over
  EXPECT_EQ(ask("shop/agent", "shop/web-a", "80").assumptions, first);
}

TEST_F(Answers, NamesWithoutNamespaceAreInTheDefaultOne) {
  EXPECT_EQ(ends(ask("web-c", "db-0", "1")), ends(ask("shop/web-c", "shop/db-0", "1")));
  EXPECT_EQ(ends(ask("sts/web", "svc/given", "")), ends(ask("shop/sts/web", "svc/shop/given", "")));
}

TEST_F(Answers, WhatCannotBeMeantIsSaid) {
  EXPECT_THAT(refusal("shop/wep-a", "shop/db-0"), HasSubstr("did you mean 'shop/"));
  EXPECT_THAT(refusal("shpo/web-a", "shop/db-0"), HasSubstr("did you mean 'shop'?"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/web", ""), HasSubstr("several ports"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/web:82", ""), HasSubstr("TCP 80 (http), TCP 81 (more)"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/empty:80", ""), HasSubstr("selects no running pod"));
  EXPECT_THAT(refusal("shop/web-a", "svc/shop/elsewhere:80", ""), HasSubstr("ExternalName"));
  EXPECT_THAT(refusal("shop/web-a", "shop/db-0", ""), HasSubstr("which port"));
  EXPECT_THAT(refusal("any", "any"), HasSubstr("outside the cluster"));
  EXPECT_THAT(refusal("node/n7", "shop/db-0"), HasSubstr("did you mean 'node/n1'?"));
  EXPECT_THAT(refusal("shop//web", "shop/db-0"), HasSubstr("no endpoint"));
  EXPECT_THAT(refusal("8.8.8.8", "1.1.1.1"), HasSubstr("outside the cluster"));
  EXPECT_THAT(refusal("any", "8.8.8.8"), HasSubstr("outside the cluster"));
}

TEST_F(Answers, TextsThatAreNearlyEndpointsAreExplained) {
  EXPECT_THAT(refusal("8.8.8.8:80", "shop/db-0"), HasSubstr("write 8.8.8.8 and --port 80"));
  EXPECT_THAT(refusal("[fd00::1]", "shop/db-0"), HasSubstr("without brackets: fd00::1"));
  EXPECT_THAT(refusal("[fd00::1]:80", "shop/db-0"), HasSubstr("fd00::1 and --port 80"));
  EXPECT_THAT(refusal("300.1.1.1", "shop/db-0"), HasSubstr("no IPv4 address"));
  EXPECT_THAT(refusal("fd00:::1", "shop/db-0"), HasSubstr("no IPv6 address"));
  EXPECT_THAT(refusal("10.1.0.0/16", "shop/db-0"), HasSubstr("a block of addresses"));
  EXPECT_THAT(refusal("0.0.0.0/0", "shop/db-0"), HasSubstr("write 'any'"));
  EXPECT_THAT(refusal("shop/web-a", "shop/db-0:80"), HasSubstr("write shop/db-0 and --port 80"));
  EXPECT_THAT(refusal("sts/shop/web", "shop/db-0"), HasSubstr("write shop/sts/web"));
  EXPECT_THAT(refusal("internet", "shop/db-0"), HasSubstr("write 'any'"));
}

TEST_F(Answers, NobodysDefaultNamespaceIsNotBlamed) {
  const Answerer elsewhere(*engine_, "default", executor_);
  const auto refused = [&](const std::string& from) {
    const auto answer = elsewhere.answer({from, "shop/db-0", parse_port("80", {}).value()});
    return answer ? "answered" : answer.error().message;
  };
  EXPECT_EQ(refused("sts/web"),
            "'sts/web' names no namespace: write NAMESPACE/sts/web, or name one with -n; there is shop/web[StatefulSet]");
  EXPECT_THAT(refused("web-a"), HasSubstr("there is shop/web-a"));
  EXPECT_THAT(refused("svc/web:80"), HasSubstr("write svc/NAMESPACE/web:80, or name one with -n; there is svc/shop/web"));
  EXPECT_THAT(refused("frontend"), HasSubstr("names no namespace"));
}

TEST_F(Answers, FinishedPodsAreNobody) {
  const report::QueryAnswer answer = ask("shop/web-a", "shop/job-1", "80");
  EXPECT_EQ(answer.verdict(), policy::Verdict::kAllow);
  EXPECT_EQ(answer.parts.front().verdict.ingress.exemption, policy::Exemption::kNotSubject);
  EXPECT_THAT(answer.notes, ElementsAre("pod shop/job-1 has finished (Succeeded or Failed): it has no network any more"));
}

TEST(ParsePort, TakesEveryWayToWriteIt) {
  const auto is = [](const std::string& port, const std::string& protocol) {
    const auto question = parse_port(port, protocol);
    if (!question) return question.error().message;
    return (question->protocol ? std::string{model::protocol_name(*question->protocol)} : "-") + " " +
           std::to_string(question->port.value_or(0));
  };
  EXPECT_EQ(is("80", ""), "- 80");
  EXPECT_EQ(is("udp/53", ""), "UDP 53");
  EXPECT_EQ(is("53/UDP", ""), "UDP 53");
  EXPECT_EQ(is("65535", "sctp"), "SCTP 65535");
  EXPECT_EQ(is("", "ICMP"), "other 0");
  EXPECT_EQ(is("", ""), "- 0");
  EXPECT_EQ(parse_port("udp/dns", "").value().name, "dns");
  EXPECT_EQ(parse_port("http", "").value().name, "http");
  EXPECT_THAT(is("80", "other"), HasSubstr("has no ports"));
  EXPECT_EQ(is("0", "other"), "other 0") << "as answers write it";
  for (const char* port : {"0", "65536", "-1", "HTTP", "a-name-that-is-too-long", "99999999999999999999"}) {
    EXPECT_THAT(is(port, ""), HasSubstr("is no port")) << port;
  }
  EXPECT_THAT(is("80", "TPC"), HasSubstr("no protocol"));
  EXPECT_THAT(is("tcp/80", "TCP"), HasSubstr("given twice"));
}

}  // namespace
}  // namespace foregate::cli
