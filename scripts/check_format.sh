#!/bin/sh
# Fails where a C++ source under src/, tests/ or bench/ is not as .clang-format has it. Exit code 77 where clang-format-19 is missing.
set -eu
cd "$(dirname "$0")/.."
command -v clang-format-19 >/dev/null || { echo "clang-format-19 is not installed"; exit 77; }
find src tests bench \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 -r -n 20 -P 2 clang-format-19 --dry-run -Werror
