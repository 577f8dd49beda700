#!/bin/bash
# One shell of a recording: in namespaces of its own, over a copy-on-write view of the root file system.
#   shell.sh ROOT WORK
# Everything that is mounted here goes with the last process.
set -euo pipefail
if [ "${3:-}" != inside ]; then
  exec unshare --mount --pid --fork --kill-child --uts --net --ipc --mount-proc "$0" "$1" "$2" inside
fi
root=$1 work=$2 new=$2/new
mkdir -p "$work/upper" "$work/layer" "$new"
mount -t overlay overlay -o "lowerdir=$root,upperdir=$work/upper,workdir=$work/layer" "$new"
mount -t proc proc "$new/proc"
mount -t tmpfs -o mode=755 tmpfs "$new/dev"
mount -t tmpfs -o mode=755 tmpfs "$new/run"
mkdir "$new/dev/pts" "$new/dev/shm"
mount --bind /dev/pts "$new/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$new/dev/shm"
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$new/dev/${node%:*}" c 1 "${node#*:}"; done
mknod -m 666 "$new/dev/tty" c 5 0
ln -s /proc/self/fd "$new/dev/fd"
for fd in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${fd%:*}" "$new/dev/${fd#*:}"; done
hostname box
chroot "$new" ip link set lo up
# Another start of the process numbers in each run, so that a recording which depends on them is found out.
echo $((1000 + RANDOM % 20000)) > /proc/sys/kernel/ns_last_pid
exec env -i HOME=/root TERM=xterm-256color LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  chroot "$new" /bin/bash -c 'cd; /bin/bash --rcfile /etc/recorded.bashrc -i; exit 0'
