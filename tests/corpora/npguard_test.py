#!/usr/bin/env python3
"""`foregate list` and `foregate diff` against the expected connections of netpol-analyzer's own test data (see EXCEPTIONS.md)."""
import ipaddress
import re
import unittest

from support import folders, foregate, needs

PROTOCOLS = ("TCP", "UDP", "SCTP")
EVERYTHING = frozenset((protocol, 1, 65535) for protocol in PROTOCOLS)
NOTHING = frozenset()


def expected_ports(text):
    """`All Connections`, `No Connections`, `TCP 80,90-99,UDP 53`."""
    if text == "All Connections":
        return EVERYTHING
    if text == "No Connections":
        return NOTHING
    ports, protocol = set(), None
    for item in text.split(","):
        item = item.strip()
        if " " in item:
            protocol, item = item.split()
        if item in PROTOCOLS:
            protocol, item = item, "1-65535"
        first, _, last = item.partition("-")
        ports.add((protocol, int(first), int(last or first)))
    return frozenset(ports)


def our_ports(ports):
    """The `ports` of a connection; traffic that is neither TCP, UDP nor SCTP is not in the expected texts."""
    if ports == "all":
        return EVERYTHING
    if ports == "none":
        return NOTHING
    return frozenset((item["protocol"], first, last) for item in ports if item["protocol"] in PROTOCOLS for first, last in item["ranges"])


def expected_peer(text):
    outside = re.fullmatch(r"([\d.]+)-([\d.]+)\[External\]", text)
    if outside:
        return [tuple(int(ipaddress.ip_address(address)) for address in outside.groups())]
    return text


def our_peer(peer):
    """A name, or IPv4 ranges; None for IPv6 addresses, which the expected texts leave out."""
    if "workload" in peer:
        return peer["workload"]
    if peer.get("ingressController"):
        return "{ingress-controller}"
    blocks = [ipaddress.ip_network(cidr) for cidr in peer["cidrs"] if ":" not in cidr]
    return [(int(block.network_address), int(block.broadcast_address)) for block in blocks] or None


class Table:
    """Connections as a map that two programs fill alike: pairs of names to ports, and with an end outside to joined address ranges."""

    def __init__(self, replica_sets=None):
        self.replica_sets = replica_sets or {}
        self.pairs = {}
        self.outside = {}

    def add(self, source, target, answer):
        if source is None or target is None or answer in (NOTHING, (NOTHING, NOTHING)):
            return
        for place, end, other in (("from", source, target), ("to", target, source)):
            if isinstance(end, list):
                ranges = self.outside.setdefault((place, self.name(other)), [])
                ranges += [(first, last, answer) for first, last in end]
                return
        self.pairs[self.name(source), self.name(target)] = answer

    def name(self, text):
        return self.replica_sets.get(text, text)

    def canonical(self):
        joined = {}
        for key, ranges in self.outside.items():
            result = []
            for first, last, answer in sorted(ranges, key=lambda item: item[:2]):
                if result and result[-1][1] + 1 == first and result[-1][2] == answer:
                    result[-1] = (result[-1][0], last, answer)
                else:
                    result.append((first, last, answer))
            joined[key] = result
        return self.pairs, joined


def deployments_for(names, ours):
    """EXCEPTIONS.md, "ReplicaSets": what the expected text calls a ReplicaSet and we, who have no ReplicaSet of that name, a Deployment."""
    found = {}
    for name in set(names) - ours:
        match = re.fullmatch(r"(.*)-[a-z0-9]+\[ReplicaSet\]", name)
        if match:
            found[name] = f"{match.group(1)}[Deployment]"
    return found


def workloads_in(connections):
    return {end["workload"] for connection in connections for end in (connection["from"], connection["to"]) if "workload" in end}


def expected_list(text, ours):
    rows = [re.fullmatch(r"(\S+) => (\S+) : (.*)", line) for line in text.splitlines() if " => " in line]
    table = Table(deployments_for({name for row in rows for name in row.groups()[:2]}, ours))
    for row in rows:
        table.add(expected_peer(row[1]), expected_peer(row[2]), expected_ports(row[3]))
    return table.canonical()


def our_list(answer):
    table = Table()
    for connection in answer["connections"]:
        table.add(our_peer(connection["from"]), our_peer(connection["to"]), our_ports(connection["ports"]))
    return table.canonical()


DIFF_LINE = re.compile(r"diff-type: \w+, source: (\S+), destination: (\S+), ref1: (.*?), ref2: (.*?)(?:, workloads-diff-info:.*)?")


def expected_diff(text, ours):
    rows = [DIFF_LINE.fullmatch(line) for line in text.splitlines() if line.startswith("diff-type")]
    table = Table(deployments_for({name for row in rows for name in row.groups()[:2]}, ours))
    for row in rows:
        table.add(expected_peer(row[1]), expected_peer(row[2]), (expected_ports(row[3]), expected_ports(row[4])))
    return table.canonical()


def our_diff(answer):
    table = Table()
    for change in answer["changes"]:
        before, after = our_ports(change["before"]), our_ports(change["after"])
        if before != after:
            table.add(our_peer(change["from"]), our_peer(change["to"]), (before, after))
    return table.canonical()


def difference(expected, ours):
    """The first few entries in which two tables differ, readably; empty where they do not."""
    lines = []
    for wanted, found in zip(expected, ours):
        for key in sorted(set(wanted) | set(found)):
            if wanted.get(key) != found.get(key):
                lines.append(f"{key}\n  expected {wanted.get(key)}\n  ours     {found.get(key)}")
    return f"{len(lines)} differences, the first:\n" + "\n".join(lines[:6]) if lines else ""


class NetpolAnalyzerCases(unittest.TestCase):
    maxDiff = 4000

    @needs("npguard", "list")
    def test_list(self):
        cases = folders("npguard", "list")
        self.assertGreater(len(cases), 60)
        for case in cases:
            with self.subTest(case.name):
                answer = foregate("list", "-f", case / "manifests", "-o", "json", "--keep-going")
                self.assertEqual("", difference(expected_list((case / "expected.txt").read_text(), workloads_in(answer["connections"])), our_list(answer)))

    @needs("npguard", "diff")
    def test_diff(self):
        cases = folders("npguard", "diff")
        self.assertGreater(len(cases), 15)
        for case in cases:
            with self.subTest(case.name):
                answer = foregate("diff", case / "old", case / "new", "-o", "json", "--keep-going", expect=(0, 1))
                self.assertEqual("", difference(expected_diff((case / "expected.txt").read_text(), workloads_in(answer["changes"])), our_diff(answer)))


if __name__ == "__main__":
    unittest.main()
