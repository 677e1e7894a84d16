#!/usr/bin/env python3
"""The examples do what examples/README.md says, README.md shows what the program prints, and the demo runs to its end."""
import json
import os
import subprocess
import unittest

from support import FOREGATE, ROOT

SHOP = ("-f", "examples/shop")
CHANGED = (*SHOP, "--apply", "examples/shop-change/orders-db.yaml")
TIERS = "examples/admin-tiers/"
V1ALPHA1 = ("-f", TIERS + "cluster.yaml", "-f", TIERS + "v1alpha1")
CLUSTER_POLICIES = ("-f", TIERS + "cluster.yaml", "-f", TIERS + "cluster-network-policy")


def run(*arguments, program=FOREGATE):
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, stdin=subprocess.DEVNULL,
                          env={**os.environ, "FOREGATE": FOREGATE})


class Examples(unittest.TestCase):
    def ask(self, source, target, *arguments):
        done = run("query", source, target, *arguments, "-o", "json")
        self.assertEqual(0, done.returncode, done.stderr)
        answer = json.loads(done.stdout)
        return answer["verdict"], answer["ingress"]["tier"]

    def test_shop(self):
        self.assertEqual("Allow", self.ask("shop-front/deploy/web", "svc/shop-core/api:80", *SHOP)[0])
        self.assertEqual("Deny", self.ask("shop-front/deploy/web", "svc/shop-data/cart-cache:6379", *SHOP)[0])
        self.assertEqual("Deny", self.ask("203.0.113.9", "shop-front/deploy/backoffice", "--port", "8081", *SHOP)[0])
        self.assertEqual("Allow", self.ask("198.51.100.7", "shop-front/deploy/backoffice", "--port", "8081", *SHOP)[0])
        self.assertEqual("Deny", self.ask("198.51.100.130", "shop-front/deploy/backoffice", "--port", "8081", *SHOP)[0])

    def test_prometheus_scrapes_everything_in_the_shop(self):
        workloads = {"shop-front": ("web", "images", "backoffice"), "shop-core": ("api", "cart", "orders", "payments", "mailer"),
                     "shop-data": ("orders-db", "cart-cache", "events")}
        for namespace, names in workloads.items():
            for name in names:
                self.assertEqual("Allow", self.ask("platform/prometheus", f"{namespace}/{name}", "--port", "9100", *SHOP)[0], name)

    def test_the_change_cuts_monitoring_replication_and_names(self):
        for source, target, *port in (("platform/prometheus", "shop-data/sts/orders-db", "--port", "9100"),
                                      ("shop-data/sts/orders-db", "shop-data/sts/orders-db", "--port", "5432"),
                                      ("shop-data/sts/orders-db", "svc/kube-system/kube-dns:53", "--protocol", "UDP")):
            self.assertEqual("Allow", self.ask(source, target, *port, *SHOP)[0])
            self.assertEqual("Deny", self.ask(source, target, *port, *CHANGED)[0])

    def test_tiers(self):
        self.assertEqual(("Deny", "Admin"), self.ask("sandbox/toolbox", "tenant-red/shop", "--port", "8080", *V1ALPHA1))
        self.assertEqual(("Allow", "NetworkPolicy"), self.ask("tenant-red/shop", "tenant-red/db", "--port", "5432", *V1ALPHA1))
        self.assertEqual(("Deny", "Baseline"), self.ask("tenant-red/db", "tenant-blue/db", "--port", "5432", *CLUSTER_POLICIES))
        self.assertEqual(("Allow", "Admin"), self.ask("monitoring/prometheus", "tenant-red/db", "--port", "9100", *CLUSTER_POLICIES))
        self.assertEqual("Allow", self.ask("tenant-blue/shop", "tenant-blue/db", "--port", "5432", *CLUSTER_POLICIES)[0])
        self.assertEqual("Deny", self.ask("tenant-red/shop", "192.0.2.1", "--port", "443", *CLUSTER_POLICIES)[0])

    def test_every_example_is_free_of_errors_and_warnings(self):
        for arguments in (SHOP, CHANGED, V1ALPHA1, CLUSTER_POLICIES):
            done = run("list", *arguments, "-o", "json")
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual([], json.loads(done.stdout)["diagnostics"])


class HelpExamples(unittest.TestCase):
    def test_they_run_as_printed_in_a_checkout(self):
        ran = 0
        for command in ("query", "list", "diff"):
            for line in run(command, "--help").stdout.splitlines():
                if not line.startswith(("  foregate ", "  echo ")) or "examples/" not in line:
                    continue
                with self.subTest(line.strip()):
                    shell = f'foregate() {{ "{FOREGATE}" "$@"; }}; {line}'
                    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120)
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    self.assertTrue(done.stdout)
                    ran += 1
        self.assertGreaterEqual(ran, 9)


class Documents(unittest.TestCase):
    def test_readme_shows_the_real_session(self):
        done = run("--check", program="scripts/readme_session.sh")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    def test_the_demo_runs_to_its_end(self):
        done = run(program="scripts/demo.sh")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("kubectl get", done.stdout)


if __name__ == "__main__":
    unittest.main()
