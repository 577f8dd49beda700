// A machine that says the hardware of its world: the emulated one has one processor, 256 MB and a disk in memory. As in a container (lxcfs),
// the kernel's own tables are covered by others, which every program reads; what asks the kernel itself is a script around the real program.
import type { Hardware } from '../../../core/grounds/effects/facts/hardware.ts'
import { quoted } from '../emulator/quoted.ts'
import { diskScript } from './disk.ts'

// The shell and its programs see mounts of their own.
const SETUP = `hw=/run/dream/hardware; real=/usr/lib/dream/real; mkdir -p $hw $real
mine=$(readlink /proc/self/ns/mnt)
for each in /proc/[0-9]*; do [ ! -e $each/exe ] || [ "$(readlink $each/ns/mnt)" = "$mine" ] || { shell=$each; break; }; done
covers=
cover() { covers="$covers mount --bind $hw/$1 $2;"; }
covered() { [ -z "$covers" ] || nsenter --mount=$shell/ns/mnt --root=$shell/root sh -c "$covers"; covers=; }
around() { mv -n "/usr/bin/$1" $real/; cat > "/usr/bin/$1"; chmod 755 "/usr/bin/$1"; }`

const SWAPS = (size: number): string =>
  `printf 'Filename\\t\\t\\t\\tType\\t\\tSize\\t\\tUsed\\t\\tPriority\\n/swapfile                               file\\t\\t%d\\t\\t0\\t\\t-2\\n' ${size - 4} > $hw/swaps; cover swaps /proc/swaps`

/** Lines of a script that runs once, before the first prompt. */
export function hardwareScript({ cores, memory, swap, disk, kernel, bits }: Hardware): string[] {
  return [
    SETUP,
    ...(cores ? [processors(cores)] : []),
    ...(bits ? [LONG] : []),
    ...(cores || bits ? [lscpu(cores, bits)] : []),
    ...(memory || swap ? [ram({ ...memory, swap })] : []),
    ...(swap ? [SWAPS(swap)] : []),
    ...(disk ? [diskScript(disk)] : []),
    ...(kernel ? [running(kernel)] : []),
    'covered'
  ]
}

const listOf = (count: number): string => (count === 1 ? '0' : `0-${count - 1}`)

const processors = (count: number): string => {
  return `awk -v count=${count} -v RS= '{ for (n = 0; n < count; n++) { text = $0; sub(/processor\\t: 0/, "processor\\t: " n, text); print text "\\n" } }' /proc/cpuinfo > $hw/cpuinfo
echo ${listOf(count)} > $hw/cpus; cover cpuinfo /proc/cpuinfo
for each in online present possible; do cover cpus /sys/devices/system/cpu/$each; done
around nproc <<'END'
#!/bin/bash
[ "$1" != --all ] || shift
export OMP_NUM_THREADS=${count}
exec -a nproc /usr/lib/dream/real/nproc "$@"
END`
}

function lscpu(count: number | undefined, bits: number | undefined): string {
  const counted = `s/^( *(CPU|Core)\\(s\\)( per socket)?: +)1$/\\1${count}/; s/^( *On-line CPU\\(s\\) list: +)0$/\\1${listOf(count ?? 1)}/`
  const long =
    's/^( *CPU op-mode\\(s\\): +)32-bit$/\\132-bit, 64-bit/; s/36 bits physical, 32 bits/46 bits physical, 48 bits/'
  return `around lscpu <<'END'
#!/bin/bash
set -o pipefail
(exec -a lscpu /usr/lib/dream/real/lscpu "$@") | sed -E '${[count && counted, bits && long].filter(Boolean).join('; ')}'
END`
}

// What a system of 64 bits says of itself; its programs are those of the image, which are built for 32.
const LONG = `around getconf <<'END'
#!/bin/bash
case "$*" in LONG_BIT) echo 64 ;; *) exec -a getconf /usr/lib/dream/real/getconf "$@" ;; esac
END
around dpkg <<'END'
#!/bin/bash
case "$*" in --print-architecture) echo amd64 ;; *) exec -a dpkg /usr/lib/dream/real/dpkg "$@" ;; esac
END`

// The kernel says its release to whoever asks it by a system call: uname is a script around the real one, and Python is told at its start.
const running = (release: string): string => `mine=$(uname -r)
awk -v mine="$mine" -v release=${quoted(release)} '{ at = index($0, mine); if (at) $0 = substr($0, 1, at - 1) release substr($0, at + length(mine)); print }' /proc/version > $hw/version
echo ${quoted(release)} > $hw/osrelease; cover version /proc/version; cover osrelease /proc/sys/kernel/osrelease
around uname <<END
#!/bin/bash
set -o pipefail
(exec -a uname /usr/lib/dream/real/uname "\\$@") | sed "s/$(printf %s "$mine" | sed 's/[.]/\\\\./g')/"${quoted(release)}/
END
for each in /usr/lib/python3*/sitecustomize.py; do cat >> "$each" <<'END'


def _kernel(uname, release):
    import os
    os.uname = lambda: os.uname_result([*uname()[:2], release, *uname()[3:]])


_kernel(__import__('os').uname, '${release}')
END
done`

// What the system itself takes stays taken, beside what the text says is in use.
const ram = ({ size, free, swap }: { size?: number; free?: number; swap: number | undefined }): string =>
  `awk -v size=${size ?? -1} -v free=${free ?? -1} -v swap=${swap ?? 0} '{ kib[$1] = $2; name[NR] = $1; unit[NR] = $3 } END {
  if (size < 0) size = kib["MemTotal:"]
  kib["SwapTotal:"] = swap; kib["SwapFree:"] = swap
  if (free < 0) free = size - kib["MemTotal:"] + kib["MemAvailable:"]
  cached = kib["Buffers:"] + kib["Cached:"] + kib["SReclaimable:"]
  kib["MemTotal:"] = size; kib["MemAvailable:"] = free; kib["MemFree:"] = free > cached ? free - cached : free
  for (n = 1; n <= NR; n++) printf unit[n] ? "%-15s %8d kB\\n" : "%-15s %8d\\n", name[n], kib[name[n]]
}' /proc/meminfo > $hw/meminfo
cover meminfo /proc/meminfo`
