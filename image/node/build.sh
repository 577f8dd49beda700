#!/bin/bash
# Builds the machine's program `node` to the file OUT: image/node/build.sh OUT
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
i686-linux-gnu-gcc -Os -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden -fno-strict-aliasing -Wno-array-bounds -Wl,--build-id=none -s -o "$work/keep.so" keep.c
cp main.cjs "$work"
i686-linux-gnu-gcc -Os -Wall -Wextra -Werror -ffreestanding -nostdlib -static -no-pie -fno-pie -fno-stack-protector -fno-asynchronous-unwind-tables \
  -fomit-frame-pointer -Wa,-I"$work" -Wl,-Ttext-segment=0x10000000 -Wl,--build-id=none -Wl,-z,noseparate-code -s -o "$out" start.c
