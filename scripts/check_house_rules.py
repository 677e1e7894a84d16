#!/usr/bin/env python3
"""Checks the house rules that no compiler knows, on every file that git tracks.

usage: scripts/check_house_rules.py [ROOT]

Says every breach with its place and rule; exit code 1 where there is one. A rule is a function of a file; the list RULES is all there is.
"""
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MAX_LINES = 600
CODE_SUFFIXES = {".h", ".cpp", ".py", ".sh", ".cmake"}
# Written so that this file does not break its own rules.
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:work|root|home/\w+)/")
STANDARD_OUTPUT = re.compile(r"std::(?:cout|cerr|clog)\b|(?<![\w:.])(?:std::)?(?:printf|puts)\s*\(|fmt::print(?:ln)?\(")
THROW = re.compile(r"^\s*throw\b")


@dataclass
class File:
    path: str  # relative to the root
    lines: list

    @property
    def is_code(self):
        return Path(self.path).suffix in CODE_SUFFIXES or Path(self.path).name in ("CMakeLists.txt", "Makefile")

    @property
    def is_cpp(self):
        return self.path.endswith((".h", ".cpp"))

    @property
    def layer(self):
        parts = Path(self.path).parts
        return parts[1] if parts[0] == "src" and len(parts) > 2 else None

    def lines_with(self, pattern):
        return [number for number, line in enumerate(self.lines, 1) if pattern.search(line)]


def files_are_short(file):
    """No file of code is longer than 600 lines."""
    return [MAX_LINES + 1] if file.is_code and len(file.lines) > MAX_LINES else []


def nothing_is_unfinished(file):
    """No note of work left to do: do it, or open an issue."""
    return file.lines_with(UNFINISHED)


def no_machine_paths(file):
    """No path that exists on one machine only."""
    return file.lines_with(MACHINE_PATH)


def only_cli_prints(file):
    """Only cli/ writes to standard streams; other layers return text or diagnostics."""
    checked = file.is_cpp and file.layer not in (None, "cli")
    return file.lines_with(STANDARD_OUTPUT) if checked else []


def nothing_throws(file):
    """No exceptions: Result for operations, Diagnostics for users' input."""
    return file.lines_with(THROW) if file.is_cpp and file.layer else []


def headers_are_guarded(file):
    """Every header begins with #pragma once."""
    guarded = not file.path.endswith(".h") or "#pragma once" in file.lines[:40]
    return [] if guarded else [1]


RULES = [files_are_short, nothing_is_unfinished, no_machine_paths, only_cli_prints, nothing_throws, headers_are_guarded]


def check_file(file):
    return [f"{file.path}:{line}: {rule.__doc__}" for rule in RULES for line in rule(file)]


def tracked_files(root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [name for name in listed.stdout.split("\0") if name]
    return [str(p.relative_to(root)) for p in sorted(root.rglob("*")) if not {".git", "build"} & set(p.relative_to(root).parts)]


def read(root, name):
    """The file, or None where there is no text to check (deleted, binary, a link)."""
    path = root / name
    if path.is_symlink() or not path.is_file():
        return None
    try:
        return File(name, path.read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError:
        return None


def check(root):
    files = [read(root, name) for name in tracked_files(root)]
    return [problem for file in files if file for problem in check_file(file)]


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    problems = check(root)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
