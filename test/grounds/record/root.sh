#!/bin/bash
# Makes the Debian root file system that sessions are recorded in:  test/grounds/record/root.sh ROOT
# Needs root and mmdebstrap. Packages come from the system's own apt sources, or from the file named in SOURCES.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,3p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [ -s "$file" ] && SOURCES=${SOURCES:-$file}
done
root=$1
mmdebstrap --quiet --architectures=amd64 --variant=apt --mode=root --aptopt='Apt::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/info/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --include="$(grep -v '^#' "$here/../../../image/packages.txt" | paste -sd,),iproute2" bookworm "$root" ${SOURCES:+"$SOURCES"}
echo box > "$root/etc/hostname"
printf '127.0.0.1\tlocalhost box\n::1\tlocalhost\n' > "$root/etc/hosts"
: > "$root/etc/resolv.conf"
rm -rf "$root"/root/.[a-z]* "$root"/tmp/* "$root"/etc/apt/sources.list.d/* "$root"/var/lib/apt/lists/*
: > "$root/etc/apt/sources.list"
# The shell that people get: the prompt and the pagers of the machine's image.
grep -v PROMPT_COMMAND "$here/../../../image/bashrc" | grep -v '^#' > "$root/etc/recorded.bashrc"
