#!/bin/sh
# usage: readme_session.sh [--check | --write]
# Runs the commands of README.md's session and prints the session; --check compares it with what README.md shows, --write puts it there.
# FOREGATE names the program (default build/release/foregate).
set -eu
cd "$(dirname "$0")/.."
foregate=$(realpath "${FOREGATE:-build/release/foregate}")

session() {
  while read -r command; do
    printf '$ %s\n' "$command"
    # What README shows is what a pipe gets: no colours, 100 columns. Exit code 1 (differences) is part of the session.
    NO_COLOR=1 sh -c "foregate() { '$foregate' \"\$@\"; }; $command" </dev/null 2>&1 || [ $? = 1 ]
    echo
  done <<'COMMANDS'
foregate diff -f examples/shop --apply examples/shop-change/orders-db.yaml
foregate query platform/sts/prometheus shop-data/sts/orders-db --port 9100 -f examples/shop --apply examples/shop-change/orders-db.yaml
foregate query shop-front/deploy/web svc/shop-core/api:80 -f examples/shop
COMMANDS
}

# README.md with the text between the two marks replaced by the session.
with_session() {
  awk -v session_file="$1" '
    /<!-- session begins/ { print; print "```"; while ((getline line < session_file) > 0) print line; print "```"; skipping = 1; next }
    /<!-- session ends/ { skipping = 0 }
    !skipping { print }' README.md
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
session | sed -e '$d' >"$folder/session"
case "${1:-}" in
  --check)
    with_session "$folder/session" >"$folder/README.md"
    diff -u README.md "$folder/README.md" || { echo "README.md shows another session; run scripts/readme_session.sh --write and look at it" >&2; exit 1; }
    ;;
  --write)
    with_session "$folder/session" >"$folder/README.md"
    cp "$folder/README.md" README.md
    ;;
  *) cat "$folder/session" ;;
esac
