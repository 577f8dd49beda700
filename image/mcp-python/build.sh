#!/bin/bash
# Packs MCP's Python reference servers for the machine, from the package index that pip is set up with: image/mcp-python/build.sh OUT
# Needs CPython 3.11 (the machine's; compiled modules are of one version) as python3, or as named in PYTHON, and: tar, zstd.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { sed -n '2,3p' "$0" >&2; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
python=${PYTHON:-python3}
[ "$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')" = 3.11 ] ||
  { echo 'image/mcp-python/build.sh: this needs Python 3.11, the version on the machine. Name one in PYTHON.' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/servers" "$work/licences"
cd "$work/servers"

# The machine's processor is an i686. Dependencies are listed one by one, so that what only servers on the network need stays away (serve.py).
for part in shared sdk-1 sdk-2; do
  "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --no-compile --only-binary=:all: --require-hashes \
    --platform manylinux2014_i686 --platform manylinux_2_5_i686 --platform manylinux1_i686 --python-version 3.11 --implementation cp \
    --target "$part" -r "$here/$part.txt"
done
cp "$here/serve.py" .
# Command lines, older interfaces and test helpers that no server imports.
rm -rf ./*/bin shared/pydantic/{v1,mypy.py} sdk-1/mcp/{cli,client/__main__.py} sdk-2/mcp/cli sdk-1/jsonschema/{tests,benchmarks} sdk-1/referencing/tests
find . '(' -name __pycache__ -o -path '*/git*/test' -o -path '*/smmap/test' ')' -prune -exec rm -rf {} +
find . '(' -name '*.pyi' -o -name py.typed -o -name direct_url.json -o -name INSTALLER -o -name REQUESTED -o -name RECORD ')' -delete

for info in */*.dist-info; do
  name=$(basename "$info" .dist-info)
  mkdir -p "$work/licences/$name"
  find "$info" -type f -iregex '.*/[^/]*\(licen[cs]e\|copying\|notice\|authors\)[^/]*' -exec cp -t "$work/licences/$name" {} +
done
# These name MIT in their description and carry no text of it; they are of the same repository as the third.
for name in mcp_server_sqlite mcp_server_time; do cp "$work"/licences/mcp_server_git-*/LICENSE "$work"/licences/$name-*/; done
missing=$(find "$work/licences" -type d -empty)
[ -z "$missing" ] || { echo "image/mcp-python/build.sh: no licence text in $missing" >&2; exit 1; }

# Compiled modules alone: half the memory in the guest. They name no folder of this computer.
"$python" -m compileall -q -b -j 1 --invalidation-mode unchecked-hash -s . -p servers .
find . -name '*.py' -delete
find . -type d -empty -delete
pack() { tar c --sort=name --mtime=@1767225600 --owner=0 --group=0 --numeric-owner --mode=go-w,a+rX "$@"; }
pack . | zstd -q --ultra -22 -f -o "$out/servers.tar.zst"
pack -C "$work" licences | zstd -q -19 -f -o "$out/licences.tar.zst"
cat "$here"/{shared,sdk-1,sdk-2}.txt | sed 's/ .*//; s/==/ /' | sort > "$out/packages.txt"
cd "$out"
sha256sum servers.tar.zst > SHA256SUMS
ls -l
