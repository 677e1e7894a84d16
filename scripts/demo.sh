#!/bin/sh
# What `make demo` shows. FOREGATE names the program (default build/release/foregate).
set -eu
cd "$(dirname "$0")/.."
foregate=${FOREGATE:-build/release/foregate}
[ -x "$foregate" ] || { echo "demo: there is no $foregate; run 'make' first" >&2; exit 2; }

bold="" end=""
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$(printf '\033[1m') end=$(printf '\033[0m'); fi

say() { printf '\n%s%s%s\n' "$bold" "$1" "$end"; }

# run EXPECTED_EXIT_CODE ARGUMENTS...: shows the command, runs it, and stops the demo where it does not end as expected.
run() {
  expected=$1
  shift
  printf '\n$ foregate %s\n' "$*"
  code=0
  "$foregate" "$@" || code=$?
  [ "$code" = "$expected" ] || { echo "demo: exit code $code, expected $expected" >&2; exit 1; }
}

say "A shop of fourteen workloads. Somebody proposes one more policy: only the order service may talk to the order database."
sed -n '/^#/!s/^/    /p' examples/shop-change/orders-db.yaml

say "It reads well. What would it do?"
run 1 diff -f examples/shop --apply examples/shop-change/orders-db.yaml

say "Prometheus would no longer see the database. Why?"
run 0 query platform/sts/prometheus shop-data/sts/orders-db --port 9100 -f examples/shop --apply examples/shop-change/orders-db.yaml

say "The same on your own cluster, reading only:"
cat <<'TEXT'

  kubectl get ns,nodes,pods,deploy,sts,ds,rs,rc,jobs,cronjobs,svc,endpointslices,ing,netpol -A -o json > cluster.json
  foregate diff -f cluster.json --apply your-change.yaml

or without a file between:

  kubectl get ns,nodes,pods,deploy,sts,ds,rs,svc,ing,netpol -A -o json | foregate diff -f - --apply your-change.yaml

(add anp,banp or cnp to the list where the cluster has those policies).
TEXT
