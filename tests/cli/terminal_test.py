#!/usr/bin/env python3
"""What a person at a terminal sees while waiting, and what Ctrl-C leaves behind. Nothing here waits for a time: the program waits for input
that the test holds back until it has seen the progress line."""
import os
import pty
import signal
import subprocess
import threading
import unittest

from support import CLUSTER, FOREGATE, ProgramTest

CLEARED = "\r\x1b[K"


class Waiting(ProgramTest):
    def start(self):
        """The program, waiting for standard input, and its terminal (standard error)."""
        terminal, other = pty.openpty()
        process = subprocess.Popen([FOREGATE, "list", "-f", "-"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=other)
        os.close(other)
        self.addCleanup(os.close, terminal)
        watchdog = threading.Timer(60, process.kill)  # so that a bug is a failure and not a hang
        watchdog.start()
        self.addCleanup(watchdog.cancel)
        return process, terminal

    def read_until(self, terminal, words):
        shown = ""
        while words not in shown:
            piece = self.read(terminal)
            self.assertTrue(piece, f"the terminal showed {shown!r}")
            shown += piece
        return shown

    def read(self, terminal):
        try:
            return os.read(terminal, 4096).decode()
        except OSError:  # Linux says EIO at the end
            return ""

    def read_all(self, terminal):
        shown = piece = self.read(terminal)
        while piece:
            piece = self.read(terminal)
            shown += piece
        return shown

    def test_progress_is_shown_and_taken_away(self):
        process, terminal = self.start()
        self.read_until(terminal, "reading standard input")
        answer, _ = process.communicate(CLUSTER.encode(), timeout=60)
        self.assertEqual(0, process.returncode)
        self.assertIn(b"5432", answer)
        self.assertTrue(self.read_all(terminal).endswith(CLEARED))

    def test_ctrl_c_takes_it_away_and_ends_the_program_as_usual(self):
        process, terminal = self.start()
        self.read_until(terminal, "reading standard input")
        process.send_signal(signal.SIGINT)
        self.assertEqual(-signal.SIGINT, process.wait(timeout=60))
        self.assertTrue(self.read_all(terminal).endswith(CLEARED))
        process.stdin.close()
        process.stdout.close()


if __name__ == "__main__":
    unittest.main()
