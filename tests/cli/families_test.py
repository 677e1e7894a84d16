#!/usr/bin/env python3
"""`foregate query` between ends of one and of two address families."""
import unittest

from support import ProgramTest


def pod(name, *addresses):
    ips = ", ".join('{ip: "%s"}' % a for a in addresses)
    return (f"---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: x}}\nspec: {{containers: [{{name: c}}]}}\n"
            f"status: {{phase: Running, podIP: \"{addresses[0]}\", podIPs: [{ips}]}}\n")


INPUT = ("apiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n" + pod("both", "10.0.0.1", "fd00::1") + pod("sixfirst", "fd00::2", "10.0.0.2") +
         pod("four", "10.0.0.4") + pod("six", "fd00::6") + """---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}, {type: InternalIP, address: "fd01::1"}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: v4, namespace: x}
spec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 0.0.0.0/0}}, {ipBlock: {cidr: "fd01::1/128"}}]}]}
""")


class Families(ProgramTest):
    def ask(self, start, end):
        self.write("families.yaml", INPUT)
        return self.json("query", start, end, "--port", "80", "-f", "families.yaml")

    def test_dual_stack_ends_that_differ_have_an_answer_a_family(self):
        answer = self.ask("x/both", "x/sixfirst")
        self.assertEqual("Allow", answer["verdict"])
        self.assertEqual([("IPv4", "Allow"), ("IPv6", "Deny")], [(p["family"], p["verdict"]) for p in answer["parts"]])

    def test_the_usual_family_is_that_of_the_first_address(self):
        answer = self.ask("x/sixfirst", "x/both")
        self.assertEqual("Deny", answer["verdict"])
        self.assertEqual({"IPv4": "Allow", "IPv6": "Deny"}, {p["family"]: p["verdict"] for p in answer["parts"]})

    def test_one_common_family_is_one_answer(self):
        self.assertEqual(("Allow", None), (self.ask("x/both", "x/four")["verdict"], self.ask("x/both", "x/four").get("parts")))
        self.assertEqual("Deny", self.ask("x/both", "x/six")["verdict"])

    def test_ends_without_a_common_family_are_said_to_be(self):
        self.assertTrue(self.ask("x/four", "x/six")["impossible"])
        self.assertNotIn("impossible", self.ask("x/both", "x/six"))

    def test_a_node_is_asked_for_at_every_address(self):
        self.assertEqual("Allow", self.ask("node/n1", "x/six")["verdict"])
        self.assertEqual("Allow", self.ask("node/n1", "x/four")["verdict"])


if __name__ == "__main__":
    unittest.main()
