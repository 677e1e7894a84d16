#!/usr/bin/env python3
"""`foregate list` and `foregate diff`: their JSON contract and exit codes."""
import unittest

from support import CLUSTER, POLICY_FOR_WEB, ProgramTest

# Admits everything to web but its own pods.
POLICY_FOR_REPLICAS = """apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {namespace: shop, name: others}
spec:
  podSelector: {matchLabels: {app: web}}
  ingress:
    - from:
        - namespaceSelector: {}
          podSelector: {matchExpressions: [{key: app, operator: NotIn, values: [web]}]}
        - ipBlock: {cidr: 0.0.0.0/0}
        - ipBlock: {cidr: "::/0"}
"""

WEB = {"workload": "shop/web[Deployment]"}
DB = {"workload": "shop/db[StatefulSet]"}
EVERYWHERE_V4 = {"cidrs": ["0.0.0.0/0"]}


def port(number):
    return [{"protocol": "TCP", "ranges": [[number, number]]}]


class List(ProgramTest):
    def test_pairs(self):
        answer = self.json("list", "-f", "cluster.yaml")
        self.assertEqual([], answer["diagnostics"])
        found = {(str(c["from"]), str(c["to"])): c["ports"] for c in answer["connections"]}
        self.assertEqual(port(5432), found[str(WEB), str(DB)])
        self.assertEqual("all", found[str(DB), str(WEB)])
        self.assertNotIn((str(WEB), str(WEB)), found)
        outside = [c for c in answer["connections"] if "cidrs" in c["from"]]
        self.assertTrue(outside)
        self.assertTrue(all(c["to"] == WEB for c in outside))
        self.assertIn("0.0.0.0/0", outside[0]["from"]["cidrs"])

    def test_self(self):
        found = [c for c in self.json("list", "--self", "-f", "cluster.yaml")["connections"] if c["from"] == WEB == c["to"]]
        self.assertEqual(["all"], [c["ports"] for c in found])

    def test_groups_hold_the_same_pairs(self):
        def pairs(connections):
            result = set()
            for c in connections:
                for source in c["from"] if isinstance(c["from"], list) else [c["from"]]:
                    for target in c["to"] if isinstance(c["to"], list) else [c["to"]]:
                        if source != target:
                            result.add((str(source), str(target), str(c["ports"])))
            return result
        self.assertEqual(pairs(self.json("list", "-f", "cluster.yaml")["connections"]),
                         pairs(self.json("list", "--group", "-f", "cluster.yaml")["connections"]))

    def test_text(self):
        self.assertIn("5432", self.ok("list", "-f", "cluster.yaml").stdout)
        lines = self.ok("list", "--pairs", "-f", "cluster.yaml").stdout.splitlines()
        self.assertTrue(any("shop/web[Deployment]" in line and "shop/db[StatefulSet]" in line and "5432" in line for line in lines), lines)


class Diff(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("web.yaml", POLICY_FOR_WEB)
        self.write("before/cluster.yaml", CLUSTER)
        self.write("after/cluster.yaml", CLUSTER)

    def test_no_difference(self):
        self.assertEqual([], self.json("diff", "before", "after")["changes"])
        self.ok("diff", "before", "after")
        self.ok("diff", "-f", "before", "--apply", "before")

    def test_a_new_policy(self):
        answer = self.json("diff", "-f", "cluster.yaml", "--apply", "web.yaml", code=1)
        change = next(c for c in answer["changes"] if (c["from"], c["to"]) == (WEB, DB))
        self.assertEqual(("removed", port(5432), "none"), (change["kind"], change["before"], change["after"]))
        self.assertEqual("web", change["because"][0]["name"])
        self.assertIsInstance(change["risk"], list)

    def test_two_folders_and_a_change_on_top_are_the_same_question(self):
        self.write("after/web.yaml", POLICY_FOR_WEB)
        folders = self.json("diff", "before", "after", code=1)["changes"]
        on_top = self.json("diff", "-f", "before", "--apply", "web.yaml", code=1)["changes"]
        for change in folders + on_top:
            change.pop("because")
        self.assertEqual(folders, on_top)

    def test_the_way_back_is_the_opposite(self):
        self.write("after/web.yaml", POLICY_FOR_WEB)
        there = self.json("diff", "before", "after", code=1)["changes"]
        back = self.json("diff", "after", "before", code=1)["changes"]
        key = lambda change: (str(change["from"]), str(change["to"]))
        self.assertEqual({key(c): (c["before"], c["after"]) for c in there}, {key(c): (c["after"], c["before"]) for c in back})

    def test_deleting(self):
        answer = self.json("diff", "-f", "cluster.yaml", "--delete", "networkpolicy/shop/db", code=1)
        self.assertTrue(all(c["to"] == DB for c in answer["changes"]))
        self.ok("diff", "-f", "cluster.yaml", "--delete", "networkpolicy/shop/nothing", code=2)

    def test_a_workload_that_is_new(self):
        self.write("after/more.yaml", CLUSTER.split("---\n")[1].replace("web", "api"))
        answer = self.json("diff", "before", "after", code=1)
        api = {"workload": "shop/api[Deployment]"}
        self.assertTrue(all(api in (c["from"], c["to"]) and c["kind"] == "added" for c in answer["changes"]))

    def test_a_line_a_pair(self):
        shown = self.ok("diff", "--pairs", "-f", "cluster.yaml", "--apply", "web.yaml", code=1).stdout
        lines = [line for line in shown.splitlines() if "shop/web[Deployment] -> shop/db[StatefulSet]" in line]
        self.assertEqual(1, len(lines), shown)
        self.assertIn("5432 => none", lines[0])

    def test_replicas_cut_from_each_other_are_a_difference(self):
        self.write("others.yaml", POLICY_FOR_REPLICAS)
        answer = self.json("diff", "-f", "cluster.yaml", "--apply", "others.yaml", code=1)
        self.assertEqual([], answer["changes"])
        self.assertEqual([(WEB, WEB, "all", "none")], [(c["from"], c["to"], c["before"], c["after"]) for c in answer["selfChanges"]])
        shown = self.ok("diff", "-f", "cluster.yaml", "--apply", "others.yaml", code=1).stdout
        self.assertIn("shop/web[Deployment] -> its own other pods", shown)
        self.assertNotIn("No difference", shown)

    def test_text_names_the_policy(self):
        shown = self.ok("diff", "-f", "cluster.yaml", "--apply", "web.yaml", code=1).stdout
        self.assertIn("shop/web", shown)
        self.assertIn("web.yaml", shown)

    def test_bad_input_on_either_side(self):
        self.ok("diff", "before", "missing", code=2)
        self.ok("diff", "missing", "after", code=2)
        self.ok("diff", "-f", "before", "--apply", "missing", code=2)


if __name__ == "__main__":
    unittest.main()
