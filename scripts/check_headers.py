#!/usr/bin/env python3
"""Compiles every header under src/ alone, twice in a row, so that each includes what it needs and guards itself.

usage: scripts/check_headers.py --cache DIR [--jobs 2] COMPILER [FLAG...]

A header that passed is remembered in DIR by the content of everything of the project that it includes, the compiler and the flags; a
second run compiles only what changed. Exit code 1 where one does not compile.
"""
import argparse
import hashlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def project_headers(header):
    """The header and all headers of the project that it includes, directly or not."""
    seen, waiting = set(), [header]
    while waiting:
        path = waiting.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        waiting += [SOURCES / name for name in INCLUDE.findall(path.read_text())]
    return sorted(seen)


def digest(header, command):
    state = hashlib.sha256("\0".join(command).encode())
    for path in project_headers(header):
        state.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def compile_alone(header, command):
    """What the compiler says; nothing where all is well."""
    name = header.relative_to(SOURCES)
    source = f'#include "{name}"\n#include "{name}"\n'
    run = subprocess.run(command + ["-fsyntax-only", "-x", "c++", "-"], input=source, text=True, capture_output=True, cwd=ROOT, check=False)
    return "" if run.returncode == 0 else f"src/{name} does not compile alone:\n{run.stderr}"


def check_header(header, command, cache):
    stamp = cache / f"{str(header.relative_to(SOURCES)).replace('/', '.')}.passed"
    state = digest(header, command)
    if stamp.is_file() and stamp.read_text() == state:
        return None
    problem = compile_alone(header, command)
    if not problem:
        stamp.write_text(state)
    return problem


def main():
    parser = argparse.ArgumentParser(description="Compiles every header under src/ alone.")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("compiler")
    a, flags = parser.parse_known_args()
    a.cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([a.compiler, "-dumpfullversion"], text=True, capture_output=True, check=False).stdout.strip()
    command = [a.compiler, *flags, f"-DFG_CHECKED_BY={version}", "-Isrc"]
    headers = sorted(SOURCES.rglob("*.h"))
    with ThreadPoolExecutor(a.jobs) as pool:
        results = list(pool.map(lambda header: check_header(header, command, a.cache), headers))
    problems = [r for r in results if r]
    print("\n".join(problems + [f"{len(headers)} headers, {sum(r is not None for r in results)} compiled, {len(problems)} failed"]))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
