#!/usr/bin/env python3
"""What can be read, and what is said where it cannot."""
import json
import os
import subprocess
import unittest

from support import CLUSTER, FOREGATE, ProgramTest, WRONG_POLICY


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
        finding = json.loads(done.stdout)["findings"][0]
        self.assertEqual(("error", 9), (finding["severity"], finding["line"]))

    def test_keep_going_answers_for_the_rest_and_says_so(self):
        expected = self.json("list", "-f", "cluster.yaml")["connections"]
        self.write("wrong.yaml", WRONG_POLICY)
        answer = self.json("list", "-f", ".", "--keep-going")
        self.assertEqual(expected, answer["connections"])
        self.assertEqual(["error"], [d["severity"] for d in answer["diagnostics"]])
        self.assertIn("left out", self.ok("list", "-f", ".", "--keep-going").stderr)

    def test_keep_going_with_nothing_left_is_refused(self):
        self.refused("nothing is answered", arguments=("list", "-f", "missing", "--keep-going"))


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
