#!/usr/bin/env python3
"""Measures foregate and writes bench/RESULTS.md.

usage: scripts/bench.py [--build build/release] [--runs 5] [--only WORD] [--no-write]

Inputs are generated once into build/bench/ by BUILD/bench/foregate_gen. Whole processes are run with their output thrown away; time is from
before the start to after the end, memory is the peak resident set that wait4 reports; both are medians. Steps inside a process come from
BUILD/bench/foregate_bench. What stands below the marker in RESULTS.md is written by people and kept.
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INPUTS = Path("build/bench")
RESULTS = ROOT / "bench" / "RESULTS.md"
MARKER = "<!-- Below this line: written by people, kept by scripts/bench.py. -->"
TIMEOUT_S = 180
PEER = "netpol-analyzer e54a333"

LARGE = ["--namespaces", "1000", "--workloads", "5", "--replicas", "20", "--policies-per-ns", "10", "--cnps", "20"]
CHANGE = """apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: p-002, namespace: ns-0000}
spec:
  podSelector: {}
  policyTypes: [Ingress, Egress]
  ingress:
  - from: [{podSelector: {}}]
    ports: [{protocol: TCP, port: 4444}]
  egress:
  - to: [{podSelector: {}}]
    ports: [{protocol: TCP, port: 4444}]
"""


@dataclass
class Case:
    """One row: what is run, how it may end, and what it is held against."""

    work: str
    command: list
    exit_codes: tuple = (0,)
    reach: str = ""
    peer: str = ""


@dataclass
class Measured:
    seconds: float
    megabytes: float


def deployments(count):
    return ["--namespaces", str(count // 10), "--workloads", "10", "--kinds", "deployments"]


def pods(namespaces):
    return ["--namespaces", str(namespaces)] + LARGE[2:]


DEPLOYMENT_SIZES = {50: "0.28 s", 100: "0.68 s", 200: "2.7 s", 400: "8.5 s", 800: "31.5 s"}
POD_SIZES = [62, 125, 250, 500, 1000]


def table_cases(foregate):
    large = f"{INPUTS}/pods-1000.json"
    change = f"{INPUTS}/change.yaml"
    return [
        Case("`list`, 800 Deployments, 800 policies, YAML folder", [foregate, "list", "-f", f"{INPUTS}/deployments-800/"], reach="60 ms", peer="31.5 s"),
        Case("`list`, 100,000 pods, 5,000 workloads, 1,000 namespaces, 10,000 policies, 20 CNPs, one 67 MB JSON",
             [foregate, "list", "-f", large], reach="0.5 s, 400 MB"),
        Case("`diff` of one changed policy on that", [foregate, "diff", "-f", large, "--apply", change], (1,), "0.4 s"),
        Case("one `query` on that", [foregate, "query", "ns-0000/deployment/app-000", "ns-0001/deployment/app-001", "--port", "8080", "-f", large],
             reach="0.3 s"),
        Case("`list`, 20,000 pods that all differ, 2,000 policies, 50 namespaces", [foregate, "list", "-f", f"{INPUTS}/adversarial.json"],
             reach="10 s, 2 GB"),
        Case("`diff` of two folders of 200 Deployments, one namespace removed",
             [foregate, "diff", f"{INPUTS}/deployments-200/", f"{INPUTS}/deployments-200-less/"], (1,), peer="4.7 s"),
    ]


def size_cases(foregate):
    change = f"{INPUTS}/change.yaml"
    for count, peer in DEPLOYMENT_SIZES.items():
        yield Case(f"`list`, {count} Deployments, {count} policies", [foregate, "list", "-f", f"{INPUTS}/deployments-{count}/"], peer=peer)
    for namespaces in POD_SIZES:
        what = f"{namespaces * 100:,} pods, {namespaces * 10:,} policies"
        yield Case(f"`list`, {what}", [foregate, "list", "-f", f"{INPUTS}/pods-{namespaces}.json"])
    for namespaces in POD_SIZES:
        what = f"{namespaces * 100:,} pods, {namespaces * 10:,} policies"
        yield Case(f"`diff` of one policy, {what}", [foregate, "diff", "-f", f"{INPUTS}/pods-{namespaces}.json", "--apply", change], (1,))


# Names in bench/micro_bench.cpp: what they measure, and what it is to reach.
STEPS = {
    "read_json": ("67 MB JSON read to snapshot", "0.25 s"),
    "read_block_yaml": ("13 MB multi-document block-style YAML read to snapshot", "0.6 s"),
    "compile": ("policies of the large cluster compiled", ""),
    "judge_random_flows": ("verdicts with decision, one thread, random flows on the large cluster", "5 M/s"),
    "reach": ("reach of the large cluster", ""),
    "list_connections": ("its grouping into connections", ""),
    "reach_adversarial": ("reach of the adversarial cluster", ""),
    "difference": ("`diff` of one changed policy, both sides compiled", "5 ms"),
    "difference_from_text": ("the same from the text of the change on, over a compiled base", "5 ms"),
    "difference_with_compiling": ("the same with both sides compiled anew", ""),
}


def generate(build):
    (ROOT / INPUTS).mkdir(parents=True, exist_ok=True)
    wanted = {f"deployments-{n}/": deployments(n) for n in DEPLOYMENT_SIZES}
    wanted |= {f"pods-{n}.json": pods(n) for n in POD_SIZES}
    wanted["adversarial.json"] = ["--adversarial", "20000,2000"]
    generator = ROOT / build / "bench" / "foregate_gen"
    for name, arguments in wanted.items():
        made = ROOT / INPUTS / name
        if not made.exists() or made.stat().st_mtime < generator.stat().st_mtime:
            subprocess.run([generator, f"{INPUTS}/{name}", *arguments], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
            os.utime(made)
    less = ROOT / INPUTS / "deployments-200-less"
    shutil.rmtree(less, ignore_errors=True)
    shutil.copytree(ROOT / INPUTS / "deployments-200", less)
    (less / "00007.yaml").unlink()
    (ROOT / INPUTS / "change.yaml").write_text(CHANGE)


def run_once(case):
    """Waits with wait4: the resources of this one child are wanted, not of all."""
    with open(os.devnull, "r+b") as nothing, open(ROOT / INPUTS / "stderr", "w+b") as said:
        start = time.perf_counter()
        child = subprocess.Popen(case.command, cwd=ROOT, stdin=nothing, stdout=nothing, stderr=said)
        deadline = threading.Timer(TIMEOUT_S, child.kill)
        deadline.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        deadline.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        if child.returncode not in case.exit_codes:
            raise SystemExit(f"bench: '{' '.join(case.command)}' ended with {child.returncode}:\n{said.read(2000).decode(errors='replace')}")
    return Measured(seconds, usage.ru_maxrss / 1024)


def measure(case, runs):
    run_once(case)  # the first one reads the input from the disk
    all_runs = [run_once(case) for _ in range(runs)]
    result = Measured(statistics.median(r.seconds for r in all_runs), statistics.median(r.megabytes for r in all_runs))
    print(f"{result.seconds:8.3f} s {result.megabytes:7.0f} MB  {case.work}", file=sys.stderr)
    return result


def run_steps(build, runs):
    program = f"{build}/bench/foregate_bench"
    command = [program, f"--benchmark_repetitions={runs}", "--benchmark_report_aggregates_only=true", "--benchmark_format=json"]
    report = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    return {b["run_name"].split("/")[0]: b for b in report["benchmarks"] if b["aggregate_name"] == "median"}


def time_text(seconds):
    return f"{seconds:.2f} s" if seconds >= 0.995 else f"{seconds * 1e3:.0f} ms" if seconds >= 0.02 else f"{seconds * 1e3:.2g} ms"


def step_text(step):
    if "items_per_second" in step:
        return f"{step['items_per_second'] / 1e6:.1f} M/s"
    seconds = step["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[step["time_unit"]]
    return time_text(seconds)


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def case_rows(measured, with_reach):
    yield row("work", "time", "peak memory", *(["to reach"] if with_reach else []), PEER, "command")
    yield row(*["---"] * (6 if with_reach else 5))
    for case, result in measured:
        reach = [case.reach] if with_reach else []
        yield row(case.work, time_text(result.seconds), f"{result.megabytes:.0f} MB", *reach, case.peer, f"`{' '.join(case.command)}`")


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = next(int(line.split()[1]) for line in open("/proc/meminfo") if line.startswith("MemTotal")) / 1024**2
    compiler = subprocess.run(["g++", "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()[0]
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, Linux {platform.release()}, {compiler}"


def report(table, sizes, steps, build, runs):
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    step_command = f"{build}/bench/foregate_bench --benchmark_repetitions={runs}"
    return "\n".join([
        "# What it costs", "",
        f"Written by `make bench` (`scripts/bench.py`) on {datetime.date.today()} at revision {revision}; {machine()}. Medians of {runs} runs after one that warms the",
        f"page cache; peaks below about 17 MB are the measuring program's own. {PEER} was measured on the same class of machine with inputs of the same shape, and is not run here.", "",
        "## Whole processes", "", *case_rows(table, True), "",
        "## Steps", "", f"Command: `{step_command}`", "",
        row("step", "measured", "to reach", "benchmark"), row(*["---"] * 4),
        *[row(work, step_text(steps[name]), reach, f"`{name}`") for name, (work, reach) in STEPS.items() if name in steps], "",
        "## Cost against size", "", *case_rows(sizes, False), "",
        "## Inputs", "", f"Made by `{build}/bench/foregate_gen`:", "",
        f"- `{INPUTS}/deployments-N/`: `--namespaces N/10 --workloads 10 --kinds deployments`",
        f"- `{INPUTS}/pods-N.json`: `{' '.join(['--namespaces N'] + LARGE[2:])}`",
        f"- `{INPUTS}/adversarial.json`: `--adversarial 20000,2000`",
        f"- `{INPUTS}/change.yaml`: policy `ns-0000/p-002` lets every pod of its namespace reach every other on one port", "", MARKER])


def kept_notes():
    if not RESULTS.exists():
        return "\n"
    _, found, notes = RESULTS.read_text().partition(MARKER)
    return notes if found else "\n"


def main():
    arguments = argparse.ArgumentParser(description="Measures foregate and writes bench/RESULTS.md.")
    arguments.add_argument("--build", default="build/release", help="folder of a release build with FG_BENCH=ON")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--only", default="", help="only rows whose name contains this; nothing is written")
    arguments.add_argument("--no-write", action="store_true", help="print, and leave bench/RESULTS.md alone")
    a = arguments.parse_args()
    foregate = f"{a.build}/foregate"
    for program in (foregate, f"{a.build}/bench/foregate_gen", f"{a.build}/bench/foregate_bench"):
        if not (ROOT / program).exists():
            raise SystemExit(f"bench: {program} is missing; build it with 'cmake --preset release -DFG_BENCH=ON && ninja -C {a.build}'")
    generate(a.build)
    table = [(c, measure(c, a.runs)) for c in table_cases(foregate) if a.only in c.work]
    sizes = [(c, measure(c, a.runs)) for c in size_cases(foregate) if a.only in c.work]
    if a.only:
        return
    text = report(table, sizes, run_steps(a.build, a.runs), a.build, a.runs) + kept_notes()
    if a.no_write:
        print(text)
    else:
        RESULTS.write_text(text)


if __name__ == "__main__":
    main()
