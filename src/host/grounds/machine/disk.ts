// A machine that says the disk of its world: the emulated one has a file system in memory. What programs ask the kernel is told by scripts around
// the real ones, and by Python's own start.
import type { Hardware } from '../../../core/grounds/effects/facts/hardware.ts'
import { asks } from './programs.ts'

// Where the text does not say it, a system takes two GiB and so many files.
const SYSTEM_KIB = 2 << 20
const SYSTEM_FILES = 48_000
// As `mkfs.ext4` makes it: a file for each 16 KiB.
const KIB_A_FILE = 16

/** Lines of the script of `hardware.ts`, which has `$hw`, `cover`, `covered` and `around`. */
export function diskScript({
  size,
  free = Math.max(0, size - SYSTEM_KIB),
  used = size - free,
  device = '/dev/sda1'
}: NonNullable<Hardware['disk']>): string {
  const part = device.slice(device.lastIndexOf('/') + 1)
  const whole = part.replace(/(?<=\d)p\d{1,3}$|(?<!\d)\d{1,3}$/, '')
  const row = (bytes: boolean, wide: number) =>
    [
      [whole, '8:0', 'disk', ''],
      [`└─${part}`, '8:1', 'part', '/']
    ]
      .map(([name = '', number = '', kind = '', at = '']) => {
        const shown = String(bytes ? size * 1024 : gib(size)).padStart(wide)
        return `${name.padEnd(part.length + 2)} ${number.padEnd(7)}  0 ${shown}  0 ${kind} ${at}`
      })
      .join('\n')
  const head = (wide: number) =>
    `${'NAME'.padEnd(part.length + 2)} MAJ:MIN RM ${'SIZE'.padStart(wide)} RO TYPE MOUNTPOINTS`
  const listing = (bytes: boolean, wide: number) => `printf '%s\\n' '${head(wide)}\n${row(bytes, wide)}'`
  return `cat > $hw/df.awk <<'END'
${DF}
END
around df <<'END'
#!/bin/bash
set -o pipefail
real=/usr/lib/dream/real/df rest=() step=1024
for each; do
  case "$each" in --output* | --inodes | --print-type | --portability) continue ;; --si | -[!-]*H* | -H*) step=1000 ;; esac
  case "$each" in -B* | -t* | -x* | --*) ;; -*) each=\${each//[TPi]/}; [ "$each" != - ] || continue ;; esac
  rest+=("$each")
done
{ read -r unit; read -r cell; } < <($real "\${rest[@]}" --output=size 2>/dev/null)
rows=$($real "\${rest[@]}" -k --output=size,used,avail,itotal,iused,target 2>/dev/null | tail -n +2)
(exec -a df $real "$@") | rows="$rows" awk -v size=${size} -v free=${free} -v used=${used} -v device=${device} -v step=$step -v unit="$unit" -v suffix="\${cell//[0-9.]/}" -f /run/dream/hardware/df.awk
END
around stat <<'END'
#!/bin/bash
real=/usr/lib/dream/real/stat
case " $*" in *' -f'* | *' -Lf'* | *' --file-system'*) ;; *) exec -a stat $real "$@" ;; esac
own= files=() formats=()
while [ $# -gt 0 ]; do
  case "$1" in
    -c | --printf | --format) formats+=("$1" "$2"); shift ;;
    -fc) formats+=(-c "$2"); shift ;;
    -c* | --printf=* | --format=*) formats+=("$1") ;;
    -*) ;;
    *) files+=("$1") ;;
  esac
  shift
done
read -r total left itotal ileft < <(df -k --output=size,avail,itotal,iavail / | tail -n 1)
total=$((total / 4)) left=$((left / 4))
for each in "\${files[@]}"; do
  if [ "$(df --output=target "$each" 2>/dev/null | tail -n 1)" != / ]; then
    (exec -a stat $real -f "\${formats[@]}" "$each") || own=1
  elif [ \${#formats[@]} -gt 0 ]; then
    told=("\${formats[@]}")
    for n in "\${!told[@]}"; do
      text=\${told[n]//%b/$total}; text=\${text//%f/$left}; text=\${text//%a/$left}; text=\${text//%c/$itotal}
      text=\${text//%d/$ileft}; text=\${text//%T/ext2\\/ext3}; told[n]=\${text//%t/ef53}
    done
    (exec -a stat $real -f "\${told[@]}" "$each") || own=1
  else
    (exec -a stat $real -f "$each") | sed -E "s/Type: .*/Type: ext2\\/ext3/; s/^(Blocks: Total: ).*/\\1$(printf '%-10s Free: %-10s Available: %s' $total $left $left)/; s/^(Inodes: Total: ).*/\\1$(printf '%-10s Free: %s' $itotal $ileft)/"
  fi
done
exit \${own:-0}
END
around lsblk <<'END'
#!/bin/bash
case "$*" in '') ${listing(false, 6)} ;; -b | --bytes) ${listing(true, Math.max(4, String(size * 1024).length))} ;; *) ${asks('lsblk')} ;; esac
END
printf 'major minor  #blocks  name\\n\\n%4d %8d %10s %s\\n%4d %8d %10s %s\\n' 8 0 ${size} ${whole} 8 1 ${size} ${part} > $hw/partitions; cover partitions /proc/partitions
for each in findmnt fdisk sfdisk blockdev; do at=$(command -v $each || echo /usr/sbin/$each); dream $at; done
around mount <<'END'
#!/bin/bash
[ $# -eq 0 ] || exec -a mount /usr/lib/dream/real/mount "$@"
/usr/lib/dream/real/mount | sed -e '/^tmpfs on .proc./d; /^tmpfs on .sys./d' -e 's|^overlay on / type overlay .*|${device} on / type ext4 (rw,relatime)|'
END
covered
sed -e '/^tmpfs .\\(proc\\|sys\\)./d' -e 's|^overlay / overlay [^ ]*|${device} / ext4 rw,relatime|' $shell/mounts > $hw/mounts
nsenter --mount=$shell/ns/mnt --root=$shell/root perl -e '${COVER_LINK}' $hw/mounts /proc/mounts
for each in /usr/lib/python3*/sitecustomize.py; do cat >> "$each" <<'END'


def _disk(statvfs, size, free, used):
    import os

    def told(path):
        found = statvfs(path)
        if found.f_fsid != own.f_fsid or found.f_fsid == 0 and found.f_blocks != own.f_blocks:
            return found
        taken = (found.f_blocks - found.f_bfree) * found.f_frsize // 1024
        left = max(0, free - taken) // 4 if found.f_bavail else 0
        files = size // ${KIB_A_FILE}
        names = max(0, files - ${SYSTEM_FILES} - (found.f_files - found.f_ffree))
        rest = max(left, (size - used - taken) // 4) if left else 0
        return os.statvfs_result([4096, 4096, size // 4, rest, left, files, names, names, *found[8:]])

    own = statvfs('/')
    os.statvfs = told


_disk(__import__('os').statvfs, ${size}, ${free}, ${used})
END
done`
}

// /proc/mounts is a link, and mount(8) would cover what it leads to: open_tree (a copy), then move_mount, which does not follow it.
const COVER_LINK =
  'my ($from, $to, $here) = (@ARGV, ""); my $tree = syscall(428, -100, $from, 1); syscall(429, $tree, $here, -100, $to, 4)'

const gib = (kib: number): string => `${Math.round((kib / 2 ** 20) * 10) / 10}G`

// Columns are known by their heads: options choose them. mawk's `%d` ends at 2^31.
const DF = `function rounded(n) { return n == int(n) ? n : int(n) + 1 }
function plain(n) { return sprintf("%.0f", n) }
function human(n,  at) {
  for (at = 0; n >= step; at++) n /= step
  if (!at) return plain(n)
  n = n < 10 ? rounded(n * 10) / 10 : rounded(n)
  return sprintf(n < 10 ? "%.1f%s" : "%.0f%s", n, substr(step == 1000 ? "kMGTP" : "KMGTP", at, 1))
}
function put(name, text) { if (column[name]) cell[NR, column[name]] = text }
function sized(name, kib) { put(name, block ? plain(rounded(kib * 1024 / block)) suffix : human(kib * 1024)) }
function counted(name, n) { put(name, block ? plain(n) : human(n)) }
function shown(size, used, left, files, named) {
  sized("size", size); sized("used", used); sized("avail", left)
  if (used + left > 0) put("pcent", plain(rounded(used * 100 / (used + left))) "%")
  counted("itotal", files); counted("iused", named); counted("iavail", files - named)
  if (files > 0) put("ipcent", plain(rounded(named * 100 / files)) "%")
}
BEGIN {
  count = split("Filesystem source Type fstype Inodes itotal IUsed iused IFree iavail IUse% ipcent Size size Used used Avail avail Available avail Use% pcent Capacity pcent File file Mounted_on target", names, " ")
  for (n = 1; n < count; n += 2) kind[names[n]] = names[n + 1]
  split("source 14 fstype 4 itotal 5 iused 5 iavail 5 ipcent 4 size 5 used 5 avail 5 pcent 4 file 0 target 0", least, " ")
  for (n = 1; n in least; n += 2) narrow[least[n]] = least[n + 1]
  left["source"] = left["fstype"] = left["file"] = left["target"] = 1
  block = unit + 0
  if (match(unit, /[KMGTP]/) && block) block *= (unit ~ /[MGTP]B/ ? 1000 : 1024) ^ index("KMGTP", substr(unit, RSTART, 1))
  if (unit ~ /^[0-9]+kB/) block *= 1000
  split(ENVIRON["rows"], rows, "\\n")
}
NR == 1 { sub(/Mounted on/, "Mounted_on"); columns = NF }
{ for (n = 1; n <= columns; n++) cell[NR, n] = $n }
NR == 1 {
  for (n = 1; n <= columns; n++) {
    name[n] = $n in kind ? kind[$n] : "size"
    column[name[n]] = n
    if ($n == "Mounted_on") cell[1, n] = "Mounted on"
  }
}
NR > 1 {
  split(rows[NR - 1], is, " ")
  if (is[6] == "/") {
    put("source", device); put("fstype", "ext4")
    taken = is[3] > 0 ? used + is[2] : used + free
    rest = free > is[2] && is[3] > 0 ? free - is[2] : 0
    files = int(size / ${KIB_A_FILE}); named = ${SYSTEM_FILES} + is[5]
    if (named > files) named = files
    shown(size, taken, rest, files, named)
    more["size"] += size - is[1]; more["used"] += taken - is[2]; more["left"] += rest - is[3]
    more["files"] += files - is[4]; more["named"] += named - is[5]
  } else if (is[6] == "total")
    shown(is[1] + more["size"], is[2] + more["used"], is[3] + more["left"], is[4] + more["files"], is[5] + more["named"])
}
END {
  for (n = 1; n <= columns; n++) {
    width[n] = narrow[name[n]]
    for (row = 1; row <= NR; row++) if (length(cell[row, n]) > width[n]) width[n] = length(cell[row, n])
  }
  for (row = 1; row <= NR; row++) {
    for (n = 1; n <= columns; n++) {
      wide = name[n] in left ? (n < columns ? -width[n] : 0) : width[n]
      printf "%" wide "s%s", cell[row, n], n < columns ? " " : "\\n"
    }
  }
}`
