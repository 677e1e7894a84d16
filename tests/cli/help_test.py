#!/usr/bin/env python3
"""Help teaches, mistakes on the command line are named, colours obey."""
import unittest

from support import ProgramTest

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
            ("list", "-f", "cluster.yaml", "-o", "yaml"): "yaml",
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
