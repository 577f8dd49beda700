#!/bin/bash
# Builds the machine's disk and kernel from Debian's packages. See README.md here.
#   image/build.sh OUT [PACKAGE...]      PACKAGE: more of Debian's packages (g++, golang-go) on the disk
# Needs root, and: apt-get install mmdebstrap arch-test squashfs-tools zstd bc bison flex gcc-i686-linux-gnu icu-devtools libelf-dev linux-source lz4 make
# Packages come from the system's own apt sources, or from the file named in SOURCES. Nothing outside OUT is written.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,5p' "$0" >&2; exit 2; }
for tool in mmdebstrap arch-test mksquashfs zstd bc bison flex i686-linux-gnu-gcc icupkg lz4 make; do
  command -v "$tool" >/dev/null || { echo "image/build.sh: $tool is missing. Install the packages named at the top of this file." >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo 'image/build.sh: run it as root, because the disk holds files that belong to root.' >&2; exit 1; }
mkdir -p "$1"
out=$(realpath "$1"); shift
more=$(IFS=,; echo "$*")
suite=${SUITE:-bookworm}
for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [ -s "$file" ] && SOURCES=${SOURCES:-$file}
done
export SOURCE_DATE_EPOCH=1767225600 # 2026-01-01: the date of everything on the disk
work=$out/work root=$out/work/root
rm -rf "$work"
mkdir -p "$work/apt"
[ -n "${SOURCES:-}" ] || { echo 'image/build.sh: there is no list of apt sources. Name one: SOURCES=FILE' >&2; exit 1; }
sources=$("$here/sources.sh" "$SOURCES" "$work/apt")

echo 'disk: packages'
mmdebstrap --logfile="$work/disk.log" --architectures=i386 --variant=apt --mode=root --skip=cleanup/apt/lists \
  --aptopt='Apt::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --include="$(grep -v '^#' "$here/packages.txt" | paste -sd,),seabios${more:+,$more}" \
  "$suite" "$root" "$sources" || {
  grep -E '^(Err|E):|^ ' "$work/disk.log" >&2
  echo "image/build.sh: the packages could not be installed from $sources. Try again later, or name another list of sources: SOURCES=FILE" >&2
  exit 1
}
# shellcheck disable=SC2016
chroot "$root" dpkg-query -W -f='${Package} ${Version} ${source:Package} ${source:Version}\n' | sort > "$out/packages.txt"
# The texts that every copy carries: each package's notice, and the licences that the notices name.
(cd "$root/usr/share" && find -L doc common-licenses -type f '(' -name copyright -o -path 'common-licenses/*' ')' -print0) | sort -z |
  tar c -C "$root/usr/share" --null -T - --mtime=@$SOURCE_DATE_EPOCH --owner=0 --group=0 --hard-dereference -h |
  zstd -q -19 -f -o "$out/licences.tar.zst"
cp "$root/usr/share/seabios/bios.bin" "$out/bios.bin"
cp "$root/usr/share/seabios/vgabios-stdvga.bin" "$out/vgabios.bin"

echo 'disk: the machine itself'
"$here/icu.sh" "$(realpath "$root"/usr/lib/i386-linux-gnu/libicudata.so.[0-9][0-9])"
chroot "$root" update-alternatives --quiet --set awk /usr/bin/mawk # as where nobody installed gawk
i686-linux-gnu-gcc -static -Os -Wall -Wextra -Werror -o "$root/sbin/machine-init" "$here/init.c"
cp "$here/bashrc" "$root/etc/machine.bashrc"
# Beside the disk, since it is given to machines whose image was made before.
"$here/node/build.sh" "$out/node"

# Programs that ask the host. Their real ones, where there are any, stand aside: git and the clients of local servers run them.
mkdir -p "$root/usr/lib/dream/real"
i686-linux-gnu-gcc -Os -Wall -Wextra -Werror -s -o "$root/usr/lib/dream/dream" "$here/dream.c"
grep -v '^#' "$here/dreams.txt" | while read -r name; do
  at=$root/usr/bin/$name
  [ ! -e "$root/usr/sbin/$name" ] || at=$root/usr/sbin/$name
  [ ! -L "$at" ] && [ ! -e "$at" ] || mv "$at" "$root/usr/lib/dream/real/$name"
  ln "$root/usr/lib/dream/dream" "$at"
done
# What the machine has no room for asks as well.
find "$root/usr/bin" '(' -name '*lto-dump*' -o -name '*gprofng*' -o -name '*gp-*' -o -name '*gold' -o -name '*dwp' ')' -exec ln -f "$root/usr/lib/dream/dream" {} ';'
install -m 755 "$here/npm.py" "$root/usr/lib/dream/real/npm"
ln -sf npm "$root/usr/lib/dream/real/npx"
# They run what their own name says.
for name in git-receive-pack git-upload-archive git-upload-pack; do ln -sf ../lib/git-core/git "$root/usr/bin/$name"; done
cp "$here/pip.py" "$root/usr/lib/python3/dist-packages/pip/__main__.py"
cp "$here/ensurepip.py" "$root/usr/lib/python3.11/ensurepip/__init__.py"
# As on the 64-bit system that it says it is.
sed -i 's/(sys.maxsize > 2\*\*32) and //' "$root/usr/lib/python3.11/venv/__init__.py"

# Compiled modules that hold the date of their source, as on any Debian: for a fixed date apt makes some that read and hash it at each start.
find "$root"/usr/lib/python3* -newermt @$SOURCE_DATE_EPOCH -exec touch -h -d @$SOURCE_DATE_EPOCH {} +
env -u SOURCE_DATE_EPOCH chroot "$root" python3 -m compileall -q -f --invalidation-mode timestamp /usr/lib/python3 /usr/lib/python3.11

echo box > "$root/etc/hostname"
printf '127.0.0.1\tlocalhost box\n::1\tlocalhost\n' > "$root/etc/hosts"
: > "$root/etc/resolv.conf"
: > "$root/etc/apt/sources.list"
rm -rf "$root"/etc/apt/sources.list.d/* "$root"/var/lib/apt/lists/* "$root"/var/cache/* "$root"/var/log/* "$root"/tmp/* "$root"/run/*
rm -f "$root/etc/machine-id" "$root/root/.bashrc" "$root/root/.profile"
rm -f "$out/disk.img"
mksquashfs "$root" "$out/disk.img" -noI -noD -noF -noX -noappend -quiet -no-progress -wildcards \
  -ef "$here/left-out.txt"

echo 'kernel'
archive=$(ls /usr/src/linux-source-*.tar.xz | sort -V | tail -1)
mkdir "$work/linux"
tar xf "$archive" -C "$work/linux" --strip-components=1
cd "$work/linux"
build=(make -s ARCH=i386 CROSS_COMPILE=i686-linux-gnu- KBUILD_BUILD_TIMESTAMP='2026-01-01' KBUILD_BUILD_USER=orrery KBUILD_BUILD_HOST=orrery KBUILD_BUILD_VERSION=1)
# Programs ask for the machine's name: they are to hear what a server of today says.
sed -i '/init_utsname()->machine\[1\] =/,/;/c\		strcpy(init_utsname()->machine, "x86_64");' arch/x86/kernel/cpu/common.c
grep -q 'machine, "x86_64"' arch/x86/kernel/cpu/common.c
"${build[@]}" tinyconfig >/dev/null
scripts/kconfig/merge_config.sh -m .config "$here/kernel.config" >/dev/null
"${build[@]}" olddefconfig 2>/dev/null
grep -E '^CONFIG_[A-Z0-9_]+=[y"]' "$here/kernel.config" | while read -r line; do
  grep -qxF "$line" .config || { echo "image/build.sh: the kernel has no $line" >&2; exit 1; }
done
"${build[@]}" -j"$(nproc)" bzImage
cp arch/x86/boot/bzImage "$out/kernel"
dpkg-query -S "$archive" | cut -d: -f1 | xargs dpkg-query -W -f='kernel ${Version} ${source:Package} ${source:Version}\n' >> "$out/packages.txt"
rm -rf "$work"

echo 'compressing'
cp "$here/warm-up.txt" "$out/warm-up.txt"
cd "$out"
sha256sum bios.bin vgabios.bin kernel disk.img > SHA256SUMS
zstd -q -19 --long=27 -T0 -f disk.img -o disk.img.zst
rm -f disk.img base.snap.zst snapshot.zst node.kept.zst
ls -l
