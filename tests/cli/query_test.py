#!/usr/bin/env python3
"""`foregate query`: its JSON contract, what ends may be called, and files of questions."""
import json
import unittest

from support import CLUSTER, POLICY_FOR_WEB, ProgramTest, pod

PODS = (pod("web-a", "10.0.0.1", "{app: web}") + pod("web-b", "10.0.0.2", "{app: web}") + pod("odd", "10.0.0.3", "{app: odd}") +
        pod("host", "192.168.0.1", "{}", "hostNetwork: true, nodeName: n1, ") +
        "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {addresses: [{type: InternalIP, address: 192.168.0.1}]}\n")
BLOCKS = """---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: blocks, namespace: shop}
spec:
  podSelector: {matchLabels: {app: odd}}
  ingress:
  - from: [{ipBlock: {cidr: 10.0.0.0/24}}, {ipBlock: {cidr: 203.0.113.0/24}}]
"""


class Contract(ProgramTest):
    def test_denied_by_isolation(self):
        answer = self.json("query", "shop/sts/db", "shop/deploy/web", "--port", "1", "-f", "cluster.yaml")
        self.assertEqual("Allow", answer["verdict"])
        answer = self.json("query", "192.0.2.1", "shop/sts/db", "--port", "5432", "-f", "cluster.yaml")
        self.assertEqual({"from": "192.0.2.1", "to": "shop/sts/db", "protocol": "TCP", "port": 5432, "verdict": "Deny"},
                         {key: answer[key] for key in ("from", "to", "protocol", "port", "verdict")})
        self.assertEqual(("Allow", "default", None), tuple(answer["egress"][key] for key in ("verdict", "tier", "decision")))
        self.assertEqual(("Deny", "NetworkPolicy"), tuple(answer["ingress"][key] for key in ("verdict", "tier")))
        decision = answer["ingress"]["decision"]
        self.assertEqual(("NetworkPolicy", "shop", "db", None, True, ["shop/db"]),
                         tuple(decision[key] for key in ("kind", "namespace", "name", "rule", "default", "policies")))
        self.assertEqual([], answer["assumptions"])

    def test_allowed_by_a_rule_with_its_place(self):
        answer = self.json("query", "shop/deploy/web", "shop/sts/db", "tcp/5432", "-f", "cluster.yaml")
        decision = answer["ingress"]["decision"]
        self.assertEqual(("Allow", 0, False), (answer["verdict"], decision["rule"], decision["default"]))
        line = CLUSTER.splitlines().index("  - from: [{podSelector: {matchLabels: {app: web}}}]") + 1
        self.assertEqual({"file": "cluster.yaml", "line": line}, {key: decision[key] for key in ("file", "line")})

    def test_text_says_verdict_rule_and_place(self):
        shown = self.ok("query", "shop/deploy/web", "shop/sts/db", "--port", "80", "-f", "cluster.yaml").stdout
        for word in ("Deny", "shop/db", "cluster.yaml"):
            self.assertIn(word.lower(), shown.lower())

    def test_exit_code_only_where_asked(self):
        denied = ("query", "192.0.2.1", "shop/sts/db", "--port", "5432", "-f", "cluster.yaml")
        self.ok(*denied)
        self.ok(*denied, "--exit-code", code=1)
        self.ok("query", "shop/deploy/web", "shop/sts/db", "--port", "5432", "-f", "cluster.yaml", "--exit-code")

    def test_changes_on_top_are_judged(self):
        self.write("web.yaml", POLICY_FOR_WEB)
        question = ("query", "shop/deploy/web", "shop/sts/db", "--port", "5432", "-f", "cluster.yaml")
        self.assertEqual("Deny", self.json(*question, "--apply", "web.yaml")["verdict"])
        outside = ("query", "192.0.2.1", "shop/sts/db", "--port", "5432", "-f", "cluster.yaml")
        self.assertEqual("Allow", self.json(*outside, "--delete", "netpol/shop/db")["verdict"])
        self.ok(*outside, "--delete", "netpol/shop/dbb", code=2)

    def test_a_setting_that_decided_is_an_assumption(self):
        self.write("pods.yaml", PODS + BLOCKS)
        question = ("query", "shop/web-a", "shop/odd", "--port", "80", "-f", ".")
        answer = self.json(*question)
        self.assertEqual(("Allow", 1), (answer["verdict"], len(answer["assumptions"])))
        self.assertIn("ipblock-matches-pods", json.dumps(answer["assumptions"]))
        self.assertEqual("Deny", self.json(*question, "--assume", "ipblock-matches-pods=no")["verdict"])
        self.assertEqual([], self.json("query", "203.0.113.7", "shop/odd", "--port", "80", "-f", ".")["assumptions"])


class Ends(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("pods.yaml", PODS + BLOCKS)

    def verdict(self, source, target, *more):
        return self.json("query", source, target, *more, "-f", ".")["verdict"]

    def test_every_form(self):
        self.assertEqual("Allow", self.verdict("shop/web-a", "shop/db", "--port", "5432"))
        self.assertEqual("Allow", self.verdict("shop/pod/web-a", "shop/statefulset/db", "--port", "5432"))
        self.assertEqual("Allow", self.verdict("10.0.0.1", "shop/StatefulSet/db", "5432"))
        self.assertEqual("Deny", self.verdict("10.0.0.3", "shop/sts/db", "5432"))
        self.assertEqual("Deny", self.verdict("node/n1", "shop/sts/db", "5432"))
        self.assertEqual("Deny", self.verdict("any", "shop/sts/db", "5432"))
        self.assertEqual("Allow", self.verdict("shop/sts/db", "any", "udp/53"))
        self.assertEqual("Allow", self.verdict("shop/web-a", "192.0.2.7", "443/tcp"))

    def test_the_default_namespace(self):
        self.assertEqual("Allow", self.verdict("web-a", "sts/db", "5432", "-n", "shop"))
        self.assertEqual("Allow", self.verdict("sts/db", "svc/web:80", "-n", "shop"))

    def test_a_service_is_its_pods_at_their_port(self):
        answer = self.json("query", "shop/sts/db", "svc/shop/web:80", "-f", ".")
        self.assertEqual(("svc/shop/web:80", 80, "Allow"), (answer["to"], answer["port"], answer["verdict"]))
        for port in (("svc/shop/web:http",), ("svc/shop/web", "--port", "80"), ("svc/shop/web",)):
            self.assertEqual("Allow", self.verdict("shop/sts/db", *port))
        shown = self.ok("query", "shop/sts/db", "svc/shop/web:80", "-f", "cluster.yaml").stdout
        self.assertIn("8080", shown)

    def test_a_headless_service_stays_so_where_a_change_is_silent(self):
        service = "apiVersion: v1\nkind: Service\nmetadata: {name: peers, namespace: shop}\nspec: {%sselector: {app: web}, ports: [{port: 80, targetPort: http}]}\n"
        self.write("peers.yaml", service % "clusterIP: None, ")
        self.write("changes/peers.yaml", service % "")
        question = ("query", "shop/sts/db", "svc/shop/peers", "--port", "9", "-f", "cluster.yaml", "-f", "peers.yaml")
        for change in ((), ("--apply", "changes/peers.yaml")):
            self.assertIn("is headless", self.json(*question, *change)["notes"][0])

    def test_a_service_without_the_port_names_those_it_has(self):
        done = self.ok("query", "shop/sts/db", "svc/shop/web:81", "-f", ".", code=2)
        self.assertIn("TCP 80 (http)", done.stderr)

    def test_addresses_outside_that_differ_are_told_apart(self):
        answer = self.json("query", "any", "shop/odd", "--port", "80", "-f", ".")
        self.assertEqual("Deny", answer["verdict"])
        self.assertIn("203.0.113.0/24", self.ok("query", "any", "shop/odd", "--port", "80", "-f", ".").stdout)

    def test_unknown_names_get_a_suggestion(self):
        cases = {"shop/wep-a": "shop/web", "shpo/web-a": "'shop'", "svc/shop/wbe": "shop/web", "node/n2": "node/n1", "shop/deploy/wbe": "shop/web",
                 "shop/boat/web": "no kind of workload", "a/b/c/d": "no endpoint"}
        for text, words in cases.items():
            with self.subTest(text):
                self.assertIn(words, self.ok("query", text, "shop/sts/db", "--port", "1", "-f", ".", code=2).stderr)


class Lines(ProgramTest):
    def ask(self, lines, *arguments, code=0):
        text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
        done = self.ok("query", "-f", "cluster.yaml", "--queries", "-", "-o", "json", *arguments, code=code, text=text)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_one_answer_a_line_in_order(self):
        questions = [{"from": "shop/web", "to": "shop/db", "protocol": "TCP", "port": port} for port in range(5000, 6000)]
        answers = self.ask(questions)
        self.assertEqual([q["port"] for q in questions], [a["port"] for a in answers])
        self.assertEqual([5432], [a["port"] for a in answers if a["verdict"] == "Allow"])

    def test_a_line_is_answered_as_the_question_alone(self):
        alone = self.json("query", "shop/web", "shop/db", "--port", "5432", "-f", "cluster.yaml")
        self.assertEqual([alone], self.ask([{"from": "shop/web", "to": "shop/db", "port": 5432}]))

    def test_bad_lines_are_answered_with_an_error_and_exit_2(self):
        good = {"from": "shop/web", "to": "shop/db", "port": 5432}
        answers = self.ask([good, "{nonsense\n", {**good, "from": "shop/wbe"}, "[]\n", {"to": "shop/db", "port": 1}, {**good, "port": 0},
                            {**good, "port": [1]}, "\n", good], code=2)
        self.assertEqual([False, True, True, True, True, True, True, False], ["error" in answer for answer in answers])
        self.assertEqual([None, 2, 3, 4, 5, 6, 7, None], [answer.get("line") for answer in answers])
        self.assertEqual("shop/wbe", answers[2]["from"])

    def test_lines_are_counted_from_the_start_of_a_long_file(self):
        good = {"from": "shop/web", "to": "shop/db", "port": 5432, "padding": "x" * 1000}
        answers = self.ask([good] * 1500 + ["\n", "[]\n"] + [good] * 1500 + ["[]\n"], code=2)
        self.assertEqual([1502, 3003], [answer["line"] for answer in answers if "error" in answer])

    def test_exit_code(self):
        self.ask([{"from": "shop/web", "to": "shop/db", "port": 1}], "--exit-code", code=1)

    def test_the_last_line_needs_no_line_break(self):
        self.assertEqual(1, len(self.ask(['{"from":"shop/web","to":"shop/db","port":"tcp/5432"}'])))


if __name__ == "__main__":
    unittest.main()
