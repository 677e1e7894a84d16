#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/connections.h"
#include "analysis/diff.h"
#include "analysis/reach.h"
#include "base/executor.h"
#include "report/diagnostics.h"
#include "report/diff.h"
#include "report/list.h"
#include "report/port_text.h"
#include "report/query.h"
#include "tests/support/read_cluster.h"

/// Each view of small answers, as whole texts.
namespace foregate::report {
namespace {

using engine::Engine;
using model::port_range;
using model::PortSpace;
using model::Protocol;

std::string workload(const std::string& ns, const std::string& name, const std::string& kind = "Deployment") {
  return "---\napiVersion: apps/v1\nkind: " + kind + "\nmetadata: {namespace: " + ns + ", name: " + name +
         "}\nspec: {selector: {matchLabels: {app: " + name + "}}, template: {metadata: {labels: {app: " + name +
         "}}, spec: {containers: [{name: c, image: i}]}}}\n";
}

std::string policy(const std::string& app, const std::string& rest) {
  return "---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: shop, name: " + app +
         "}\nspec: {podSelector: {matchLabels: {app: " + app + "}}, " + rest + "}\n";
}

/// web may ask db on 5432 and is reached from one block; cache is isolated.
std::string shop() {
  return workload("shop", "web") + workload("shop", "db", "StatefulSet") + workload("ops", "probe") + workload("shop", "cache") +
         policy("db",
                "ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}], policyTypes: [Ingress, Egress]") +
         policy("web", "ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}]}]") + policy("cache", "policyTypes: [Ingress, Egress]");
}

class Views : public ::testing::Test {
 protected:
  std::shared_ptr<const Engine> compile(const std::string& text) { return compile_all({text}).front(); }
  std::vector<std::shared_ptr<const Engine>> compile_all(const std::vector<std::string>& texts) {
    std::vector<Engine::Input> inputs;
    for (const std::string& text : texts) {
      // Symbols are numbered as they come: every text here names its workloads first, in the same order.
      const model::Snapshot snapshot = testing::read_cluster(text);
      inputs.push_back({snapshot, policy::normalise(*snapshot.policies, *snapshot.names)});
    }
    return Engine::compile(std::move(inputs), {}, executor_);
  }
  analysis::Connections connections(const Engine& engine) {
    return analysis::list_connections(engine, analysis::compute_reach(engine, executor_), {});
  }
  template <typename Write>
  static std::string written(Write&& write) {
    std::string text;
    {
      Writer out(text);
      write(out);
    }
    return text;
  }

  base::SerialExecutor executor_;
  base::SourceFiles files_;
  base::Diagnostics diagnostics_;
};

TEST(PortText, NamesProtocolsRangesAndTheRest) {
  EXPECT_EQ(port_text(model::all_traffic()), "all");
  EXPECT_EQ(port_text({}), "none");
  const PortSpace some = port_range(Protocol::kTcp, 80, 80) + port_range(Protocol::kTcp, 90, 99) + port_range(Protocol::kUdp, 53, 53);
  EXPECT_EQ(port_text(some), "TCP 80,90-99, UDP 53");
  EXPECT_EQ(port_text(model::all_traffic() - port_range(Protocol::kTcp, 80, 80)), "TCP 1-79,81-65535, UDP 1-65535, SCTP 1-65535, other");
}

TEST(PortJson, GivesRangesByProtocol) {
  EXPECT_EQ(port_json(model::all_traffic()), "\"all\"");
  EXPECT_EQ(port_json(port_range(Protocol::kTcp, 80, 80) + PortSpace(model::kOtherTraffic, model::kOtherTraffic)),
            R"([{"protocol":"TCP","ranges":[[80,80]]},{"protocol":"other","ranges":[]}])");
}

TEST_F(Views, ListText_GroupsAndNamesSets) {
  const auto engine = compile(shop());
  const auto all = connections(*engine);
  EXPECT_EQ(written([&](Writer& out) { text_list(all, *engine->snapshot().names, {}, Style::plain(), out); }),
            "4 workloads, 6 connected pairs in 4 blocks\n"
            "isolated, nothing in or out: shop/cache[Deployment]\n"
            "\n"
            "From several namespaces\n"
            "  ops/probe[Deployment], shop/web[Deployment] -> ops/probe[Deployment], outside: all\n"
            "\n"
            "From shop\n"
            "  web[Deployment] -> db[StatefulSet]: TCP 5432\n"
            "\n"
            "From outside\n"
            "  outside -> ops/probe[Deployment]: all\n"
            "  outside (10.0.0.0/8) -> shop/web[Deployment]: all\n");
}

TEST_F(Views, PairsText_IsALineAPairInOrder) {
  const auto engine = compile(shop());
  const auto all = connections(*engine);
  EXPECT_EQ(written([&](Writer& out) { text_pairs(all, *engine->snapshot().names, out); }),
            "ops/probe[Deployment] => outside : all\n"
            "shop/web[Deployment] => ops/probe[Deployment] : all\n"
            "shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432\n"
            "shop/web[Deployment] => outside : all\n"
            "outside => ops/probe[Deployment] : all\n"
            "outside (10.0.0.0/8) => shop/web[Deployment] : all\n");
}

TEST_F(Views, ListJson_IsAPairEachWithPeersAndPorts) {
  const auto engine = compile(shop());
  const auto all = connections(*engine);
  const auto json = nlohmann::ordered_json::parse(
      written([&](Writer& out) { json_list(all, *engine->snapshot().names, diagnostics_, files_, {}, out); }));
  ASSERT_EQ(json["connections"].size(), 6U);
  EXPECT_EQ(json["connections"][2].dump(), R"({"from":{"workload":"shop/web[Deployment]"},"to":{"workload":"shop/db[StatefulSet]"},)"
                                           R"("ports":[{"protocol":"TCP","ranges":[[5432,5432]]}]})");
  EXPECT_EQ(json["connections"][5].dump(), R"({"from":{"cidrs":["10.0.0.0/8"]},"to":{"workload":"shop/web[Deployment]"},"ports":"all"})");
  EXPECT_EQ(json["diagnostics"].dump(), "[]");
}

TEST_F(Views, GroupedListJson_HasListsOfPeers) {
  const auto engine = compile(shop());
  const auto all = connections(*engine);
  const auto json = nlohmann::ordered_json::parse(
      written([&](Writer& out) { json_list(all, *engine->snapshot().names, diagnostics_, files_, {.group = true, .objects = {}}, out); }));
  EXPECT_EQ(json["connections"][0].dump(), R"({"from":[{"workload":"ops/probe[Deployment]"},{"workload":"shop/web[Deployment]"}],)"
                                           R"("to":[{"workload":"ops/probe[Deployment]"},{"cidrs":["0.0.0.0/0","::/0"]}],"ports":"all"})");
}

TEST_F(Views, ListText_WrapsAndCutsLongSets) {
  std::string text;
  for (char c = 'a'; c <= 'x'; ++c) text += workload(c % 2 == 0 ? "even" : "odd", std::string("service-") + c);
  text += workload("shop", "db") + workload("shop", "idle");
  std::string from;
  for (char c = 'a'; c <= 'm'; ++c)
    from += std::string(from.empty() ? "" : ", ") + "{podSelector: {matchLabels: {app: service-" + c + "}}, namespaceSelector: {}}";
  text += policy("db", "ingress: [{from: [" + from + "], ports: [{port: 1}]}]");
  const auto engine = compile(text);
  const auto all = connections(*engine);
  const std::string listed = written([&](Writer& out) { text_list(all, *engine->snapshot().names, {}, Style::plain(80), out); });
  EXPECT_NE(listed.find("… and 5 more"), std::string::npos) << listed;
  EXPECT_NE(listed.find("every workload but shop/db[Deployment]"), std::string::npos) << listed;
  const std::string full = written([&](Writer& out) { text_list(all, *engine->snapshot().names, {.full = true}, Style::plain(80), out); });
  EXPECT_EQ(full.find("more"), std::string::npos) << full;
  EXPECT_NE(full.find("odd/service-m[Deployment]"), std::string::npos) << full;
}

TEST_F(Views, QueryText_SaysWhoDecided) {
  const auto engine = compile(shop());
  const model::Inventory& inventory = *engine->snapshot().inventory;
  policy::Flow flow;
  const auto pod = [&](const char* ns, const char* name) {
    return policy::Endpoint::of_pod(
        inventory.find_pod(engine->snapshot().names->symbols->find(ns), engine->snapshot().names->symbols->find(name)));
  };
  flow.from = pod("ops", "probe");
  flow.to = pod("shop", "db");
  flow.port = 5432;
  const QueryAnswer answer{"ops/probe", "shop/db", Protocol::kTcp, 5432, {{"ops/probe", "shop/db", flow, engine->judge(flow)}}, {}, {}};
  files_.add("shop.yaml");
  EXPECT_EQ(written([&](Writer& out) { text_query(answer, *engine, files_, Style::plain(), out); }),
            "Deny  ops/probe -> shop/db  TCP 5432\n"
            "  egress   Allow     no policy selects this pod for egress\n"
            "  ingress  Deny      NetworkPolicy shop/db (shop.yaml:22:1) isolates the pod, and no rule of its policies admits this\n");
  const auto json = nlohmann::ordered_json::parse(written([&](Writer& out) { json_query(answer, *engine, files_, out); }));
  EXPECT_EQ(json["verdict"], "Deny");
  EXPECT_EQ(json["egress"].dump(), R"({"verdict":"Allow","tier":"default","decision":null})");
}

TEST_F(Views, DiffText_ShowsLossesWithTheirReason) {
  const std::string before = workload("shop", "web") + workload("shop", "db");
  const auto engines = compile_all({before, before + policy("db", "policyTypes: [Ingress]")});
  const auto difference = analysis::compute_difference(*engines[0], *engines[1], executor_);
  files_.add("after.yaml");
  const DiffContext context{*engines[0], *engines[1], files_};
  EXPECT_EQ(written([&](Writer& out) { text_diff(difference, context, {}, Style::plain(), out); }),
            "2 pairs differ: 2 lose everything between them (removed), 0 added, 0 changed\n"
            "1 workload differs between its own pods: 1 loses everything between them (removed), 0 added, 0 changed\n"
            "\n"
            "removed shop/web[Deployment], outside -> shop/db[Deployment]\n"
            "        all => none  ! nobody reaches the destination any more\n"
            "        now ingress isolated by NetworkPolicy shop/db (after.yaml:12:1)\n"
            "\n"
            "removed shop/db[Deployment] -> its own other pods\n"
            "        all => none  ! nobody reaches the destination any more\n"
            "        now ingress isolated by NetworkPolicy shop/db (after.yaml:12:1)\n");
  const auto json = nlohmann::ordered_json::parse(written([&](Writer& out) { json_diff(difference, context, diagnostics_, {}, out); }));
  EXPECT_EQ(json["changes"][0].dump(),
            R"({"kind":"removed","from":{"workload":"shop/web[Deployment]"},"to":{"workload":"shop/db[Deployment]"},)"
            R"("before":"all","after":"none","cause":"policy","because":[{"state":"after","direction":"ingress","verdict":"Deny",)"
            R"("tier":"NetworkPolicy","kind":"NetworkPolicy","namespace":"shop","name":"db","rule":null,"default":true,)"
            R"("policies":["shop/db"],"file":"after.yaml","line":12}],"risk":["loses-all-ingress"]})");
}

TEST_F(Views, DiffPairsText_IsALineAPair) {
  const std::string before = workload("shop", "web") + workload("shop", "db");
  const auto engines = compile_all({before, before + policy("db", "ingress: [{from: [{podSelector: {matchLabels: {app: web}}}]}]")});
  const auto difference = analysis::compute_difference(*engines[0], *engines[1], executor_);
  EXPECT_EQ(written([&](Writer& out) { text_diff_pairs(difference, {*engines[0], *engines[1], files_}, {}, Style::plain(), out); }),
            "1 pair differs: 1 loses everything between them (removed), 0 added, 0 changed\n"
            "1 workload differs between its own pods: 1 loses everything between them (removed), 0 added, 0 changed\n"
            "\n"
            "removed outside -> shop/db[Deployment] : all => none\n"
            "removed shop/db[Deployment] -> its own other pods : all => none\n");
}

TEST_F(Views, DiffText_NamesWhatIsNewAndWhatIsUndecided) {
  const auto admin = [](const std::string& name, const std::string& action) {
    return "---\napiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {name: " + name +
           "}\nspec: {tier: Admin, priority: 5, subject: {namespaces: {}}, ingress: [{action: " + action +
           ", from: [{namespaces: {}}]}]}\n";
  };
  const std::string web = workload("shop", "web");
  files_.add("after.yaml");
  const auto fresh = compile_all({web, web + workload("shop", "db")});
  const auto added = analysis::compute_difference(*fresh[0], *fresh[1], executor_);
  EXPECT_NE(written([&](Writer& out) {
              text_diff(added, {*fresh[0], *fresh[1], files_}, {}, Style::plain(), out);
            }).find("shop/db[Deployment] is new\n"),
            std::string::npos);
  const std::string two = web + workload("shop", "db") + admin("a", "Accept");
  const auto engines = compile_all({two, two + admin("b", "Deny")});
  const auto difference = analysis::compute_difference(*engines[0], *engines[1], executor_);
  EXPECT_NE(
      written([&](Writer& out) { text_diff(difference, {*engines[0], *engines[1], files_}, {}, Style::plain(0), out); })
          .find("        now ingress undecided: ClusterNetworkPolicy a ingress[0] (after.yaml:15:71) and ClusterNetworkPolicy b ingress[0] "
                "(after.yaml:20:71) have equal priority and disagree\n"),
      std::string::npos)
      << written([&](Writer& out) { text_diff(difference, {*engines[0], *engines[1], files_}, {}, Style::plain(0), out); });
}

TEST_F(Views, Assumptions_AreALineAndAnObjectEach) {
  const auto engine = compile(shop());
  const auto all = connections(*engine);
  const analysis::Assumption assumption{"ipblock-matches-pods", "yes", "no", 2, all.peers[0], all.peers[1]};
  const std::string text = written([&](Writer& out) {
    text_list(all, *engine->snapshot().names, {.full = false, .assumptions = {assumption}, .own_node_note = true}, Style::plain(), out);
  });
  EXPECT_EQ(text.find("4 workloads, 6 connected pairs in 4 blocks\n"
                      "isolated, nothing in or out: shop/cache[Deployment]\n"
                      "traffic from a pod's own node, which NetworkPolicies never deny, is not listed\n"
                      "assuming ipblock-matches-pods=yes: with no, 2 pairs would differ, the first ops/probe[Deployment] -> "
                      "shop/cache[Deployment]\n\n"),
            0U)
      << text;
  const auto json = nlohmann::ordered_json::parse(written([&](Writer& out) {
    json_list(all, *engine->snapshot().names, diagnostics_, files_, {.group = false, .objects = {}, .assumptions = {assumption}}, out);
  }));
  EXPECT_EQ(json["assumptions"].dump(),
            R"([{"name":"ipblock-matches-pods","value":"yes","otherValue":"no","pairs":2,)"
            R"("example":{"from":{"workload":"ops/probe[Deployment]"},"to":{"workload":"shop/cache[Deployment]"}}}])");
}

TEST_F(Views, OutsideText_SaysWhatIsLackingWhereThatIsShorter) {
  const auto engine = compile(workload("shop", "web") + policy("web",
                                                               "ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0, except: [192.0.2.0/23]}}, "
                                                               "{ipBlock: {cidr: '::/0'}}]}]"));
  const auto all = connections(*engine);
  const std::string text = written([&](Writer& out) { text_pairs(all, *engine->snapshot().names, out); });
  EXPECT_NE(text.find("outside but 192.0.2.0/23 => shop/web[Deployment] : all\n"), std::string::npos) << text;
  const auto v4 =
      compile(workload("shop", "web") + policy("web", "ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0, except: [192.0.2.0/23]}}]}]"));
  const auto only_v4 = connections(*v4);
  const std::string half = written([&](Writer& out) { text_pairs(only_v4, *v4->snapshot().names, out); });
  EXPECT_NE(half.find("outside (0.0.0.0/0 but 192.0.2.0/23) => shop/web[Deployment] : all\n"), std::string::npos) << half;
}

TEST_F(Views, NoDifference_SaysSo) {
  const std::string text = workload("shop", "web");
  const auto engines = compile_all({text, text});
  const auto difference = analysis::compute_difference(*engines[0], *engines[1], executor_);
  const DiffContext context{*engines[0], *engines[1], files_};
  EXPECT_EQ(written([&](Writer& out) { text_diff(difference, context, {}, Style::plain(), out); }),
            "No difference: every connection is as before\n");
}

TEST_F(Views, Diagnostics_ShowThePlaceAndTheHint) {
  const base::FileId file = files_.add("db.yaml");
  diagnostics_.add({"FG1031",
                    base::Severity::kError,
                    {file, 14, 9},
                    "NetworkPolicy shop/db",
                    "spec.ingress[0].podSelector",
                    "'podSelector' stands beside 'from'",
                    "A peer is an item of 'from'.\n  - podSelector: {}"});
  const auto line = [](const base::SourcePosition&) {
    return std::optional<std::string>("        podSelector: {matchLabels: {app: web}}");
  };
  EXPECT_EQ(written([&](Writer& out) { diagnostics_text(diagnostics_, files_, line, Style::plain(), out); }),
            "db.yaml:14:9: error FG1031: 'podSelector' stands beside 'from'\n"
            "  14 |         podSelector: {matchLabels: {app: web}}\n"
            "     |         ^~~~~~~~~~~\n"
            "  in NetworkPolicy shop/db: spec.ingress[0].podSelector\n"
            "  A peer is an item of 'from'.\n"
            "    - podSelector: {}\n");
  EXPECT_EQ(written([&](Writer& out) { diagnostics_json(diagnostics_, files_, out); }),
            R"({"findings":[{"id":"FG1031","severity":"error","file":"db.yaml","line":14,"column":9,"object":"NetworkPolicy shop/db",)"
            R"("path":"spec.ingress[0].podSelector","message":"'podSelector' stands beside 'from'",)"
            R"("fix":"A peer is an item of 'from'.\n  - podSelector: {}"}]})"
            "\n");
}

TEST_F(Views, AClosedReaderIsNotWrittenTo) {
  int calls = 0;
  Writer out([&](std::string_view) { return ++calls, false; });
  out << std::string(200'000, 'x') << std::string(200'000, 'x');
  out.flush();
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(out.closed());
}

}  // namespace
}  // namespace foregate::report
