"""The checks themselves: each rule finds its breach and nothing else."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import check_house_rules  # noqa: E402
import check_layers  # noqa: E402

TABLE = "#  layer may use\nfg_layer(base)\nfg_layer(model  base)\nfg_layer(policy base model)\n"


class Layers(unittest.TestCase):
    def problems(self, files, table=TABLE):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"cmake/layers.cmake": table, **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            (root / "src").mkdir(exist_ok=True)
            return check_layers.check(root)

    def test_downward_includes_pass(self):
        self.assertEqual(self.problems({"src/model/a.cpp": '#include "model/a.h"\n#include "base/b.h"\n#include <vector>\n'}), [])

    def test_upward_include_is_said_with_its_place_and_what_is_allowed(self):
        self.assertEqual(self.problems({"src/model/a.cpp": '// idea\n#include "policy/rule.h"\n'}),
                         ["src/model/a.cpp:2: 'model' must not include 'policy' (\"policy/rule.h\"); it may use base"])

    def test_tests_may_use_test_helpers_and_only_those(self):
        line = '#include "tests/support/builder.h"\n'
        self.assertEqual(self.problems({"src/model/a_test.cpp": line}), [])
        self.assertEqual(len(self.problems({"src/model/a.cpp": line})), 1)
        self.assertEqual(len(self.problems({"src/model/a_test.cpp": '#include "policy/rule.h"\n'})), 1)

    def test_an_include_without_layer_and_an_unknown_folder_are_found(self):
        self.assertEqual(len(self.problems({"src/model/a.cpp": '#include "a.h"\n'})), 1)
        self.assertEqual(len(self.problems({"src/extra/a.cpp": "\n"})), 1)

    def test_a_table_with_a_circle_is_refused(self):
        self.assertEqual(len(self.problems({}, "fg_layer(base model)\nfg_layer(model base)\n")), 1)


class HouseRules(unittest.TestCase):
    def rules_broken(self, path, text):
        file = check_house_rules.File(path, text.splitlines())
        return [rule.__name__ for rule in check_house_rules.RULES if rule(file)]

    def test_each_rule_finds_its_breach(self):
        long = "x\n" * 601
        for expected, path, text in [
                ("files_are_short", "src/base/a.cpp", long),
                ("nothing_is_unfinished", "docs/a.md", "TO" + "DO: later\n"),
                ("no_machine_paths", "tests/a.yaml", "file: " + "/wo" + "rk/shared\n"),
                ("no_machine_paths", "src/base/a.cpp", 'open("' + "/ro" + 'ot/x");\n'),
                ("only_cli_prints", "src/model/a.cpp", "  std::cout << 1;\n"),
                ("only_cli_prints", "src/model/a.cpp", "  printf(text);\n"),
                ("nothing_throws", "src/model/a.cpp", "  throw Error{};\n"),
                ("headers_are_guarded", "src/base/a.h", "int a;\n")]:
            self.assertEqual(self.rules_broken(path, text), [expected], path + ": " + text[:30])

    def test_what_is_allowed_passes(self):
        for path, text in [
                ("src/base/a.cpp", "x\n" * 600),
                ("tests/data/long.yaml", "x\n" * 601),
                ("src/cli/a.cpp", "std::cout << 1;\n"),
                ("src/base/check.h", "#pragma once\nstd::fprintf(stderr, text);\n"),
                ("src/model/a.cpp", "std::snprintf(a, b); // never throws\n"),
                ("docs/a.md", "see ../shared/work/root/file and https://a.example/work/\n"),
                ("src/base/a.h", "// Idea.\n#pragma once\n")]:
            self.assertEqual(self.rules_broken(path, text), [], path + ": " + text[:30])


class Headers(unittest.TestCase):
    def test_a_header_that_needs_another_is_found_and_a_good_one_is_not_compiled_twice(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "scripts").mkdir()
            (root / "scripts/check_headers.py").write_text((ROOT / "scripts/check_headers.py").read_text())
            (root / "src/base").mkdir(parents=True)
            (root / "src/base/good.h").write_text("#pragma once\n#include <vector>\ninline std::vector<int> a;\n")
            command = [sys.executable, "scripts/check_headers.py", "--cache", "cache", "c++", "-std=c++20"]
            run = lambda: subprocess.run(command, cwd=root, text=True, capture_output=True, check=False)
            self.assertIn("1 headers, 1 compiled, 0 failed", run().stdout)
            self.assertIn("1 headers, 0 compiled, 0 failed", run().stdout)
            (root / "src/base/bad.h").write_text("#pragma once\ninline std::vector<int> b;\n")
            (root / "src/base/twice.h").write_text("struct Twice {};\n")
            result = run()
            self.assertEqual(result.returncode, 1)
            self.assertIn("src/base/bad.h does not compile alone", result.stdout)
            self.assertIn("src/base/twice.h does not compile alone", result.stdout)
            self.assertIn("3 headers, 2 compiled, 2 failed", result.stdout)


if __name__ == "__main__":
    unittest.main()
