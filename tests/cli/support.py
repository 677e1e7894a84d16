"""What the tests of the program share: running it, and clusters small enough to read."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOREGATE = os.environ.get("FOREGATE", str(ROOT / "build" / "release" / "foregate"))
TIMEOUT_S = 60

# web may reach db on 5432, and nobody else anything of db; web and its three pods are the same to every policy.
CLUSTER = """
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec:
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: c, ports: [{name: sql, containerPort: 5432}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{name: http, port: 80, targetPort: http}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db, namespace: shop}
spec:
  podSelector: {matchLabels: {app: db}}
  ingress:
  - from: [{podSelector: {matchLabels: {app: web}}}]
    ports: [{port: 5432}]
"""

POLICY_FOR_WEB = """
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web, namespace: shop}
spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}
"""

WRONG_POLICY = """
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: wrong, namespace: shop}
spec:
  podSelector: {}
  ingress:
  - ports:
    - {protocol: TPC, port: 80}
"""


def pod(name, address="", labels="{}", extra=""):
    status = f"\nstatus: {{phase: Running, podIPs: [{{ip: {address}}}]}}" if address else ""
    return (f"---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: shop, labels: {labels}}}\n"
            f"spec: {{{extra}containers: [{{name: c}}]}}{status}\n")


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own, with CLUSTER in cluster.yaml."""

    maxDiff = 3000

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="foregate-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("cluster.yaml", CLUSTER)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)
        return str(path)

    def run_it(self, *arguments, text="", environment=None):
        """The finished process, with stdout and stderr as text. File names are relative to the test's folder."""
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
        return subprocess.run([FOREGATE, *arguments], cwd=self.folder, input=text, capture_output=True, timeout=TIMEOUT_S, encoding="utf-8",
                              errors="replace", env={**clean, **(environment or {})})

    def ok(self, *arguments, code=0, **options):
        done = self.run_it(*arguments, **options)
        self.assertEqual(code, done.returncode, f"foregate {' '.join(arguments)}\n{done.stdout}\n{done.stderr}")
        return done

    def json(self, *arguments, **options):
        return json.loads(self.ok(*arguments, "-o", "json", **options).stdout)
