#!/usr/bin/env python3
"""Compares every `#include "layer/..."` under src/ with the table in cmake/layers.cmake.

usage: scripts/check_layers.py [ROOT]

A layer may include itself and the layers that its line names; a line may only name layers above it in the table, so that there are no
circles. Says every breach with its place; exit code 1 where there is one.
"""
import re
import sys
from pathlib import Path

LAYER_LINE = re.compile(r"^fg_layer\(\s*(\w+)((?:\s+\w+)*)\s*\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
TEST_HELPERS = "tests/support/"


def read_table(text):
    """The layers each layer may use, and what is wrong with the table itself."""
    table, problems = {}, []
    for name, uses in LAYER_LINE.findall(text):
        if name in table:
            problems.append(f"cmake/layers.cmake: layer '{name}' stands there twice")
        for used in uses.split():
            if used not in table:
                problems.append(f"cmake/layers.cmake: '{name}' may not use '{used}', which does not stand above it")
        table[name] = uses.split()
    return table, problems


def judge_include(included, layer, is_test, table):
    """What is wrong with one include, or None."""
    if is_test and included.startswith(TEST_HELPERS):
        return None
    if "/" not in included:
        return f'"{included}" must be written "{layer}/{included}"'
    other = included.split("/")[0]
    if other not in table:
        return f'"{included}" is in no layer: third-party headers are included with <>'
    if other != layer and other not in table[layer]:
        allowed = ", ".join(table[layer]) or "no other layer"
        return f"'{layer}' must not include '{other}' (\"{included}\"); it may use {allowed}"
    return None


def check_file(path, root, table):
    layer = path.relative_to(root / "src").parts[0]
    if layer not in table:
        return [f"{path.relative_to(root)}: folder 'src/{layer}' is no layer of cmake/layers.cmake"]
    problems = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = INCLUDE.match(line)
        problem = judge_include(found[1], layer, path.name.endswith(("_test.cpp", "_for_test.h", "_for_test.cpp")), table) if found else None
        if problem:
            problems.append(f"{path.relative_to(root)}:{number}: {problem}")
    return problems


def check(root):
    table, problems = read_table((root / "cmake" / "layers.cmake").read_text())
    files = sorted(p for p in (root / "src").rglob("*") if p.suffix in (".h", ".cpp"))
    return problems + [problem for path in files for problem in check_file(path, root, table)]


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    problems = check(root)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
