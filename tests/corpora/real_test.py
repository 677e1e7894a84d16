#!/usr/bin/env python3
"""Manifests as people keep them: what is read, what is refused and where, and what is allowed."""
import collections
import csv
import json
import unittest

from support import folders, foregate, needs


def truth_of(case):
    return json.loads((case / "truth.json").read_text())


def spoilt(truth):
    """Whether anything in the set is to be refused: a file that cannot be read, or a policy that the API server does not take."""
    return bool(truth["files_broken"] or truth["template"] or any(not p["accepted"] and not p.get("contested") for p in truth["policies"]))


@needs("real")
class RealManifests(unittest.TestCase):
    maxDiff = 3000

    def check_each(self, check):
        """Calls `check(case, truth)` for every set, each a test of its own."""
        cases = folders("real")
        self.assertGreater(len(cases), 15)
        for case in cases:
            with self.subTest(case.name):
                check(case, truth_of(case))

    def test_sound_sets_are_answered_and_spoilt_ones_refused(self):
        def check(case, truth):
            expected = 2 if spoilt(truth) else 0
            foregate("list", "-f", case / "manifests", expect=(expected,))

        self.check_each(check)

    def test_objects_are_counted_as_kubectl_does(self):
        def check(case, truth):
            if spoilt(truth):
                return
            answer = foregate("list", "-f", case / "manifests", "-o", "json")
            counts = collections.Counter()
            for kind, number in answer["objects"].items():
                counts[kind.split(".")[0]] += number
            self.assertEqual(truth["objects"], dict(counts))

        self.check_each(check)

    def test_with_keep_going_the_rest_is_answered(self):
        def check(case, truth):
            if not spoilt(truth) or not truth["objects"]:
                return
            answer = foregate("list", "-f", case / "manifests", "-o", "json", "--keep-going")
            errors = [d for d in answer["diagnostics"] if d["severity"] == "error"]
            self.assertTrue(errors, "what was left out is said")
            self.assertTrue(all(d.get("file") and d.get("line", 0) > 0 for d in errors), errors)

        self.check_each(check)

    def test_broken_files_are_named(self):
        def check(case, truth):
            if not truth["files_broken"]:
                return
            answer = foregate("list", "-f", case / "manifests", "-o", "json", expect=(2,))
            named = {d.get("file") for d in answer["diagnostics"] if d["severity"] == "error"}
            for broken in {entry["file"] for entry in truth["files_broken"]}:
                path = case / "manifests" / broken
                if path.suffix in (".yaml", ".yml", ".json"):
                    self.assertIn(str(path), named)

        self.check_each(check)

    def test_refused_policies_are_named(self):
        def check(case, truth):
            for policy in truth["policies"]:
                if policy["accepted"] or policy.get("contested"):
                    continue
                answer = foregate("list", "-f", case / "manifests", "-o", "json", expect=(2,))
                path = str(case / "manifests" / policy["file"])
                lines = range(policy["line"], policy.get("end", 1 << 30) + 1)
                inside = [d for d in answer["diagnostics"] if d["severity"] == "error" and d.get("file") == path and d.get("line", 0) in lines]
                self.assertTrue(inside, f"{policy['file']}:{policy['line']} {policy['name']}: {policy['message']}")

        self.check_each(check)

    def test_queries(self):
        asked = []

        def check(case, _):
            if not (case / "queries.csv").is_file():
                return
            rows = list(csv.DictReader((case / "queries.csv").read_text().splitlines()))
            lines = "".join(json.dumps({key: row[key] for key in ("from", "to", "protocol", "port")}) + "\n" for row in rows)
            output = foregate("query", "-f", case / "manifests", "--queries", "-", "--keep-going", text=lines)
            answers = [json.loads(line) for line in output.splitlines()]
            self.assertEqual([(r["from"], r["to"], r["port"], r["verdict"]) for r in rows],
                             [(a["from"], a["to"], str(a["port"]), a.get("verdict", a.get("error"))) for a in answers])
            asked.extend(rows)

        self.check_each(check)
        self.assertGreater(len(asked), 25)


if __name__ == "__main__":
    unittest.main()
