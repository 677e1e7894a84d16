#!/usr/bin/env python3
"""What can be read, and what is said where it cannot."""
import json
import os
import subprocess
import unittest

from support import CLUSTER, FOREGATE, POLICY_FOR_WEB, ProgramTest, WRONG_POLICY


class Files(ProgramTest):
    def connections(self, *arguments, **options):
        return self.json("list", *arguments, **options)["connections"]

    def test_a_file_a_folder_a_glob_and_standard_input_are_one(self):
        expected = self.connections("-f", "cluster.yaml")
        self.assertTrue(expected)
        self.assertEqual(expected, self.connections("-f", "."))
        self.assertEqual(expected, self.connections("-f", "*.yaml"))
        self.assertEqual(expected, self.connections("-f", "-", text=CLUSTER))
        self.assertEqual(expected, self.connections("-R", "--filename", str(self.folder)))

    def test_folders_are_walked_and_other_files_left_alone(self):
        expected = self.connections("-f", "cluster.yaml")
        self.write("set/a/b/cluster.yml", CLUSTER)
        self.write("set/README.md", "{{{ no manifest")
        self.write("set/.git/config.yaml", "{{{ no manifest")
        self.assertEqual(expected, self.connections("-f", "set"))

    def test_several_files_are_one_set(self):
        documents = CLUSTER.split("---\n")
        names = [self.write(f"set/{i}.yaml", document) for i, document in enumerate(documents)]
        arguments = [word for name in names for word in ("-f", name)]
        self.assertEqual(self.connections("-f", "cluster.yaml"), self.connections(*arguments))

    def test_kinds_without_a_part_are_counted(self):
        self.write("map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n")
        objects = self.json("list", "-f", ".")["objects"]
        self.assertEqual({"ConfigMap": 1, "Deployment": 1, "Namespace": 1, "NetworkPolicy": 1, "Service": 1, "StatefulSet": 1}, objects)
        self.assertIn("1 ConfigMap", self.ok("list", "-f", ".").stderr)


class WrongInput(ProgramTest):
    def refused(self, *words, arguments=("list",), **options):
        done = self.ok(*arguments, code=2, **options)
        self.assertEqual("", done.stdout)
        for word in words:
            self.assertIn(word, done.stderr)
        return done.stderr

    def test_a_missing_file_gets_a_suggestion(self):
        self.refused("there is no 'clutser.yaml'", "did you mean 'cluster.yaml'?", arguments=("list", "-f", "clutser.yaml"))

    def test_a_folder_or_glob_without_manifests(self):
        (self.folder / "empty").mkdir()
        self.refused("no *.yaml", arguments=("list", "-f", "empty"))
        self.refused("nothing matches", arguments=("list", "-f", "*.yml"))

    def test_empty_standard_input(self):
        self.refused("no Kubernetes object", arguments=("list", "-f", "-"), text="")
        self.refused("no Kubernetes object", arguments=("list", "-f", "-"), text="# nothing\n---\n")

    def test_binary_garbage(self):
        self.write("garbage.yaml", bytes(range(256)) * 64)
        self.refused("garbage.yaml", arguments=("list", "-f", "garbage.yaml"))
        self.write("garbage.json", b"{" + bytes(range(256)))
        self.refused("garbage.json", arguments=("list", "-f", "garbage.json"))

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_without_permission(self):
        os.chmod(self.write("secret.yaml", CLUSTER), 0)
        self.refused("secret.yaml", "Permission denied", arguments=("list", "-f", "secret.yaml"))

    def test_an_error_is_shown_with_its_place_and_the_line(self):
        self.write("wrong.yaml", WRONG_POLICY)
        shown = self.refused("wrong.yaml:9:", "spec.ingress[0].ports[0].protocol", "protocol: TPC", "^", arguments=("list", "-f", "."))
        self.assertIn("error FG", shown)

    def test_all_errors_are_shown(self):
        self.write("one.yaml", WRONG_POLICY)
        self.write("two.yaml", WRONG_POLICY.replace("wrong", "wrong-too"))
        self.refused("one.yaml:9", "two.yaml:9", "missing", arguments=("list", "-f", ".", "-f", "missing"))

    def test_errors_as_json(self):
        self.write("wrong.yaml", WRONG_POLICY)
        done = self.ok("list", "-f", ".", "-o", "json", code=2)
        finding = json.loads(done.stdout)["diagnostics"][0]
        self.assertEqual(("error", 9), (finding["severity"], finding["line"]))
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        done = self.ok("list", "-f", "missing", "-o", "json", code=2)
        self.assertEqual(["FG1090"], [d["id"] for d in json.loads(done.stdout)["diagnostics"]])
        question = ("query", "shop/web", "shop/wbe", "--port", "80", "-f", "cluster.yaml", "-o", "json")
        self.assertEqual(["FG1094"], [d["id"] for d in json.loads(self.ok(*question, code=2).stdout)["diagnostics"]])
        self.assertEqual(["FG1094"], [d["id"] for d in json.loads(self.ok(*question, "--protocol", "x", code=2).stdout)["diagnostics"]])

    def test_keep_going_answers_for_the_rest_and_says_so(self):
        expected = self.json("list", "-f", "cluster.yaml")["connections"]
        self.write("wrong.yaml", WRONG_POLICY)
        answer = self.json("list", "-f", ".", "--keep-going")
        self.assertEqual(expected, answer["connections"])
        self.assertEqual(["error"], [d["severity"] for d in answer["diagnostics"]])
        self.assertIn("left out", self.ok("list", "-f", ".", "--keep-going").stderr)
        for command in (("list",), ("list", "--pairs"), ("query", "shop/web", "shop/db", "80"), ("diff", "--delete", "netpol/shop/db")):
            with self.subTest(command[0]):
                done = self.run_it(*command, "-f", ".", "--keep-going")
                self.assertEqual("left out of the input: NetworkPolicy shop/wrong (./wrong.yaml:9:18)", done.stdout.splitlines()[0])
        answer = self.json("query", "shop/web", "shop/db", "80", "-f", ".", "--keep-going")
        self.assertEqual(["error"], [d["severity"] for d in answer["diagnostics"]])

    def test_keep_going_with_nothing_left_is_refused(self):
        self.refused("nothing is answered", arguments=("list", "-f", "missing", "--keep-going"))
        self.write("wrong.yaml", WRONG_POLICY)
        self.write("web.yaml", POLICY_FOR_WEB)
        self.refused("nothing is", arguments=("diff", "-f", "missing", "--apply", "web.yaml", "--keep-going"))
        self.refused("nothing is", arguments=("diff", "cluster.yaml", "missing", "--keep-going"))


class WrongChange(ProgramTest):
    """A change of which a part is wrong, with --keep-going."""

    def setUp(self):
        super().setUp()
        self.write("wrong.yaml", WRONG_POLICY)
        self.write("both.yaml", WRONG_POLICY + "---" + POLICY_FOR_WEB)
        self.write("idle.yaml", POLICY_FOR_WEB.replace("app: web", "app: nobody") + "---" + WRONG_POLICY)

    def test_nothing_left_of_the_change_is_no_answer(self):
        base = ("-f", "cluster.yaml", "--keep-going")
        for arguments in (("diff", "--apply", "wrong.yaml"), ("diff", "--apply", "missing.yaml"), ("diff", "--delete", "netpol/shop/nothing"),
                          ("diff", "--delete", "nonsense"), ("list", "--apply", "wrong.yaml"),
                          ("query", "shop/web", "shop/db", "80", "--apply", "wrong.yaml")):
            with self.subTest(" ".join(arguments)):
                done = self.ok(*arguments, *base, code=2)
                self.assertEqual("", done.stdout)
                self.assertTrue(json.loads(self.ok(*arguments, *base, "-o", "json", code=2).stdout)["diagnostics"])

    def test_what_was_left_out_of_the_change_stands_in_the_answer(self):
        done = self.ok("diff", "-f", "cluster.yaml", "--apply", "both.yaml", "--keep-going", code=1)
        self.assertRegex(done.stdout, r"\Aleft out of the change: NetworkPolicy shop/wrong \(both.yaml:9:18\)\n")
        self.assertIn("shop/web", done.stdout)
        done = self.ok("diff", "-f", "cluster.yaml", "--apply", "idle.yaml", "--keep-going")
        self.assertRegex(done.stdout, r"\Aleft out of the change: .*\nNo difference")
        done = self.ok("diff", "-f", "cluster.yaml", "--apply", "wrong.yaml", "--delete", "netpol/shop/db", "--keep-going", code=1)
        self.assertIn("left out of the change: NetworkPolicy shop/wrong", done.stdout)
        answer = self.json("diff", "-f", "cluster.yaml", "--apply", "both.yaml", "--keep-going", code=1)
        self.assertEqual(["NetworkPolicy shop/wrong"], [d["object"] for d in answer["diagnostics"]])


class IdlePolicies(ProgramTest):
    """A policy of the change that selects no pod changes nothing, which is never what was meant."""

    def warning(self, policy, *arguments, command=("diff",)):
        self.write("idle.yaml", policy)
        done = self.ok(*command, "-f", "cluster.yaml", "--apply", "idle.yaml", *arguments)
        answer = self.json(*command, "-f", "cluster.yaml", "--apply", "idle.yaml", *arguments)
        finding, = answer["diagnostics"]
        self.assertEqual(("FG1093", "warning"), (finding["id"], finding["severity"]))
        self.assertIn(finding["message"], done.stderr)
        return finding["message"]

    def test_a_namespace_that_only_the_policy_names(self):
        said = self.warning(POLICY_FOR_WEB.replace("namespace: shop", "namespace: shpo"))
        self.assertIn("namespace 'shpo' has no pods and is in no manifest; did you mean 'shop'?", said)

    def test_a_label_that_no_pod_has(self):
        self.assertIn("selects no pod: no running pod of namespace 'shop'", self.warning(POLICY_FOR_WEB.replace("app: web", "app: wbe")))
        question = ("query", "shop/web", "shop/db", "80")
        self.assertIn("selects no pod", self.warning(POLICY_FOR_WEB.replace("app: web", "app: wbe"), command=question))

    def test_a_namespace_without_pods(self):
        empty = "apiVersion: v1\nkind: Namespace\nmetadata: {name: empty}\n---\n"
        self.assertIn("namespace 'empty' has no pods", self.warning(empty + POLICY_FOR_WEB.replace("namespace: shop", "namespace: empty")))

    def test_policies_that_select_pods_and_those_of_the_input_get_none(self):
        self.write("web.yaml", POLICY_FOR_WEB)
        self.assertEqual([], self.json("diff", "-f", "cluster.yaml", "--apply", "web.yaml", code=1)["diagnostics"])
        self.write("base/cluster.yaml", CLUSTER + "---" + POLICY_FOR_WEB.replace("app: web", "app: wbe"))
        self.assertEqual([], self.json("diff", "-f", "base", "--delete", "netpol/shop/db", code=1)["diagnostics"])


class NothingThere(ProgramTest):
    """An empty list is kubectl's answer where there is nothing."""

    def setUp(self):
        super().setUp()
        self.write("nothing.json", '{"apiVersion":"v1","items":[],"kind":"List","metadata":{"resourceVersion":""}}\n')

    def test_list_and_diff_take_it(self):
        self.assertEqual("nothing here: 0 workloads\n", self.ok("list", "-f", "nothing.json").stdout)
        self.assertEqual([], self.json("list", "-f", "nothing.json")["connections"])
        self.assertEqual([], self.json("list", "-f", "nothing.json", "--keep-going")["connections"])
        self.assertIn("No difference", self.ok("diff", "nothing.json", "nothing.json").stdout)
        self.assertTrue(self.json("diff", "nothing.json", "cluster.yaml", code=1)["changes"])
        self.assertTrue(self.json("diff", "cluster.yaml", "nothing.json", code=1)["changes"])
        self.ok("diff", "-f", "nothing.json", "--apply", "cluster.yaml", code=1)
        self.ok("query", "shop/web", "shop/db", "80", "-f", "nothing.json", code=2)

    def test_texts_without_a_document_are_no_answer(self):
        for text in ("", "# nothing\n---\n", "\ufeff\n...\n"):
            self.ok("list", "-f", "-", code=2, text=text)


class Pipes(ProgramTest):
    def test_a_closed_pipe_is_no_error(self):
        process = subprocess.Popen([FOREGATE, "list", "-f", "cluster.yaml"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.close()
        self.assertEqual(b"", process.stderr.read())
        process.stderr.close()
        self.assertEqual(0, process.wait(timeout=60))

    def test_endless_questions_stop_when_nobody_reads(self):
        process = subprocess.Popen([FOREGATE, "query", "-f", "cluster.yaml", "--queries", "-"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.close()
        line = b'{"from":"shop/web","to":"shop/db","port":5432}\n'
        with self.assertRaises(BrokenPipeError):
            for _ in range(1_000_000):
                process.stdin.write(line)
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(0, process.wait(timeout=60))

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([FOREGATE, "list", "-f", "cluster.yaml"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"cannot write the answer", done.stderr)


if __name__ == "__main__":
    unittest.main()
