"""What the tests against third-party cases share. The cases lie beside the checkout, in ../shared/corpora; where they do not, the tests are
skipped, visibly. Nothing of them is copied here."""
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORPORA = ROOT.parent / "shared" / "corpora"
FOREGATE = os.environ.get("FOREGATE", str(ROOT / "build" / "release" / "foregate"))
TIMEOUT_S = 120


def folders(*parts):
    """The case folders in a corpus, or none where the corpus is absent."""
    folder = CORPORA.joinpath(*parts)
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def needs(*parts):
    return unittest.skipUnless(CORPORA.joinpath(*parts).is_dir(), f"the corpus {'/'.join(parts)} is not beside the checkout")


def foregate(*arguments, expect=(0,), text=None):
    """Runs the program; its output, read as JSON where `-o json` is among the arguments."""
    done = subprocess.run([FOREGATE, *map(str, arguments)], capture_output=True, timeout=TIMEOUT_S, input=text, encoding="utf-8")
    if done.returncode not in expect:
        raise AssertionError(f"exit code {done.returncode}, expected {expect}: foregate {' '.join(map(str, arguments))}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout) if "json" in arguments else done.stdout
