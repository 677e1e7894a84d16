#!/bin/sh
# usage: install_packages.sh SECTION...
# Installs the packages of those sections of packages.txt that are missing. Does nothing, and needs no network, when all are there.
# Environment: SUDO (the command that makes one root; default `sudo` where not root).
set -eu

list=$(dirname "$0")/packages.txt

packages_of() {
  awk -v wanted="[$1]" '/^\[/ { inside = ($0 == wanted); next } inside && NF && !/^#/ { print $1 }' "$list"
}

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = "ii " ]
}

give_up() {
  printf 'install_packages: %s\nInstall these by hand, then try again: %s\n' "$1" "$missing" >&2
  exit 1
}

if ! command -v dpkg-query >/dev/null; then
  echo "install_packages: not a Debian system, so packages are not checked; what is needed is listed in $list" >&2
  exit 0
fi

missing=""
for section in "$@"; do
  packages=$(packages_of "$section")
  [ -n "$packages" ] || { echo "install_packages: $list has no section [$section]" >&2; exit 2; }
  for package in $packages; do
    installed "$package" || missing="$missing $package"
  done
done
missing=${missing# }
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  as_root=${SUDO-sudo}
  command -v "${as_root%% *}" >/dev/null || give_up "not root, and there is no sudo"
fi

echo "install_packages: installing $missing" >&2
# shellcheck disable=SC2086
$as_root apt-get update -q >&2 || give_up "'apt-get update' failed (is the network there?)"
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing </dev/null >&2 || give_up "'apt-get install' failed"
