#!/usr/bin/env python3
"""Help teaches, mistakes on the command line are named, colours obey."""
import json
import unittest

from support import CLUSTER, ProgramTest

COMMANDS = ("query", "list", "diff", "version")


class Help(ProgramTest):
    def test_alone_it_gives_an_overview(self):
        shown = self.ok().stdout
        for command in COMMANDS:
            self.assertIn(f"foregate {command}", shown)

    def test_every_command_shows_examples_and_its_options(self):
        for command in COMMANDS:
            with self.subTest(command):
                shown = self.ok(command, "--help").stdout
                self.assertGreaterEqual(shown.count(f"foregate {command}"), 2)
                self.assertEqual(shown, self.ok("help", command).stdout)
                self.assertEqual(shown, self.ok(command, "-h").stdout)

    def test_the_long_help_names_exit_codes_and_settings(self):
        shown = self.ok("--help").stdout
        for word in ("Exit codes", "ipblock-matches-pods", "NO_COLOR", "--keep-going"):
            self.assertIn(word, shown)

    def test_an_unknown_command_gets_a_suggestion(self):
        done = self.ok("qeury", code=2)
        self.assertEqual("", done.stdout)
        self.assertIn("did you mean 'query'?", done.stderr)

    def test_mistakes_are_named_and_exit_with_2(self):
        mistakes = {
            ("list",): "nothing to read",
            ("list", "--frobnicate", "-f", "cluster.yaml"): "--frobnicate",
            ("list", "--pair", "-f", "cluster.yaml"): "there is no option '--pair'; did you mean '--pairs'?",
            ("list", "-f", "cluster.yaml", "-o", "yaml"): "there is no output format 'yaml'; it is 'text' or 'json'",
            ("list", "-f", "cluster.yaml", "--color", "red"): "there is no choice of colour 'red'; it is 'auto', 'always' or 'never'",
            ("list", "-f", "cluster.yaml", "--width", "wide"): "'wide' is no width; it is a number of columns from 20",
            ("list", "-f", "cluster.yaml", "--width", "-3"): "'-3' is no width",
            ("list", "-f", "cluster.yaml", "web.yaml"): "quote the glob, or repeat -f",
            ("list", "-f", "cluster.yaml", "web"): "'web' is one argument too many",
            ("query", "-f", "cluster.yaml", "web.yaml", "shop/web", "shop/db", "80"): "repeat -f",
            ("query", "-f", "cluster.yaml", "web.yaml", "shop/web", "shop/db"): "quote the glob",
            ("diff", "-f", "cluster.yaml", "web.yaml", "--apply", "x.yaml"): "quote the glob",
            ("query", "shop/web", "shop/db", "80", "--protocol", "other", "-f", "cluster.yaml"): "has no ports",
            ("list", "-f", "cluster.yaml", "--pairs", "--group"): "contradict",
            ("query", "shop/web", "-f", "cluster.yaml"): "who asks whom",
            ("query", "shop/web", "shop/db", "-f", "cluster.yaml"): "which port",
            ("query", "shop/web", "shop/db", "--port", "70000", "-f", "cluster.yaml"): "'70000' is no port",
            ("query", "shop/web", "shop/db", "--port", "80", "--protocol", "TPC", "-f", "cluster.yaml"): "no protocol",
            ("query", "shop/web", "shop/db", "tcp/80", "--protocol", "UDP", "-f", "cluster.yaml"): "given twice",
            ("query", "a", "b", "--queries", "x", "-f", "cluster.yaml"): "--queries",
            ("diff", "-f", "cluster.yaml"): "nothing changes",
            ("diff", "cluster.yaml"): "BEFORE AFTER",
            ("diff", "-f", "-", "--apply", "-"): "twice",
            ("diff", "-", "-"): "twice",
            ("query", "--queries", "-", "-f", "-"): "twice",
            ("diff", "cluster.yaml", "cluster.yaml", "-f", "cluster.yaml"): "either",
            ("list", "-f", "cluster.yaml", "--assume", "moon=full"): "no setting 'moon'",
        }
        for arguments, words in mistakes.items():
            with self.subTest(" ".join(arguments)):
                done = self.ok(*arguments, code=2)
                self.assertEqual("", done.stdout)
                self.assertIn(words, done.stderr)

    def test_mistakes_as_json(self):
        for arguments in (("list", "-f", "cluster.yaml", "--frob", "-o", "json"), ("query", "shop/web", "--output=json"), ("diff", "-ojson")):
            with self.subTest(" ".join(arguments)):
                finding, = json.loads(self.ok(*arguments, code=2).stdout)["diagnostics"]
                self.assertEqual(("FG1095", "error"), (finding["id"], finding["severity"]))
                self.assertTrue(finding["message"])

    def test_flags_of_kubectl_that_change_nothing(self):
        self.assertEqual(self.ok("list", "-f", "cluster.yaml").stdout, self.ok("list", "-A", "-R", "-f", "cluster.yaml").stdout)

    def test_the_width_is_the_one_asked_for(self):
        longest = lambda text: max(map(len, text.splitlines()))
        self.write("more.yaml", "".join(CLUSTER.split("---\n")[1].replace("web", f"frontend-{i}") + "---\n" for i in range(12)))
        wide = self.ok("list", "-f", ".", "--width", "120").stdout
        self.assertEqual(wide, self.ok("list", "-f", ".", environment={"COLUMNS": "120"}).stdout)
        self.assertEqual(self.ok("list", "-f", ".", "--width", "100").stdout, self.ok("list", "-f", ".").stdout)
        self.assertEqual(wide, self.ok("list", "-f", ".", "--width", "120", environment={"COLUMNS": "40"}).stdout)
        self.assertLess(longest(self.ok("list", "-f", ".", environment={"COLUMNS": "60"}).stdout), longest(wide))

    def test_version(self):
        self.assertRegex(self.ok("version").stdout, r"^foregate \d+\.\d+\.\d+\n$")
        self.assertRegex(self.json("version")["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(self.ok("version").stdout, self.ok("--version").stdout)


class Colours(ProgramTest):
    LIST = ("list", "-f", "cluster.yaml")

    def test_none_into_a_pipe(self):
        self.assertNotIn("\x1b", self.ok(*self.LIST).stdout)

    def test_always_means_always(self):
        self.assertIn("\x1b[", self.ok(*self.LIST, "--color", "always").stdout)
        self.assertIn("\x1b[", self.ok(*self.LIST, "--color=always", environment={"NO_COLOR": "1"}).stdout)

    def test_never_in_json(self):
        self.assertNotIn("\x1b", self.ok(*self.LIST, "-o", "json", "--color", "always").stdout)

    def test_on_a_terminal_unless_told_otherwise(self):
        self.assertIn("\x1b[", self.on_a_terminal({"TERM": "xterm"}))
        self.assertNotIn("\x1b[", self.on_a_terminal({"TERM": "xterm", "NO_COLOR": "1"}))
        self.assertNotIn("\x1b[", self.on_a_terminal({"TERM": "dumb"}))

    def on_a_terminal(self, environment):
        """What the program writes to standard output where that is a terminal."""
        import os
        import pty
        import subprocess

        from support import FOREGATE
        main, other = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen([FOREGATE, *self.LIST], cwd=self.folder, stdout=other, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                   env={**clean, **environment})
        os.close(other)
        shown = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:  # Linux says EIO at the end
                break
            if not piece:
                break
            shown += piece
        os.close(main)
        self.assertEqual(0, process.wait(timeout=60))
        return shown.decode()


if __name__ == "__main__":
    unittest.main()
