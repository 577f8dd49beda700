// A guard ends a program with everything it started, also when Orrery was killed and cannot. It is a process of its own that
// waits on a pipe whose other end Orrery holds: whatever ends Orrery closes it.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Guard {
  /** The program must be started with these: whatever it starts inherits them, and is known by them. */
  env: Record<string, string>
  /** Names the program, which must be the head of a process group. */
  watch(pid: number): void
  /** Kills everything that is left of it; resolved when it is gone. */
  end(): Promise<void>
}

const NAME = 'ORRERY_GUARDED'
// Killing takes milliseconds. What the kernel does not let go of (a dead network disk) is not waited for.
const END_MS = 10_000

// Told in lines: the mark, the program's process id, and `calm` when Orrery itself ends the program. A process that was forked keeps the mark,
// in whatever session and group, with a living parent or none. One that was given another environment is found as a descendant, or in the
// program's group. Looks until nothing is found; after a sudden end once more a little later, because Orrery may have died between fork and
// exec. The mark comes by the pipe because command lines are searched too: macOS has no /proc, and its ps shows both.
const SCRIPT = `
trap '' HUP INT TERM
read -r mark || exit 0
while read -r word; do
  case $word in calm) calm=1 ;; *) pid=$word ;; esac
done
marked() {
  if [ -r /proc/self/environ ]; then
    grep -ls "$mark" /proc/[0-9]*/environ | tr -cd '0-9\\n'
  else
    ps -Aww -E -o pid= -o command= | while read -r one rest; do
      case $rest in *"$mark"*) echo "$one" ;; esac
    done
  fi
}
below() {
  ps -A -o pid= -o ppid= | awk -v roots="$*" '
    BEGIN { n = split(roots, root, " "); for (i = 1; i <= n; i++) found[root[i]] = 1 }
    { parent[$1] = $2 }
    END {
      do { more = 0; for (p in parent) if (!(p in found) && (parent[p] in found)) { found[p] = 1; more = 1 } } while (more)
      for (p in found) if (p in parent) print p
    }'
}
sweep() {
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    set -- $(marked)
    all="$* $(below "$@")"
    [ -z "$pid" ] || kill -KILL -- "-$pid"
    pid=
    [ $# -gt 0 ] || return
    kill -KILL $all
    [ $try -lt 3 ] || sleep 0.1
  done
}
sweep
[ -n "$calm" ] || { sleep 0.5; sweep; }
`

/** Starts a guard. Windows needs none: Node's children, and theirs, are in a job that ends with Orrery. */
export function startGuard(): Guard {
  if (process.platform === 'win32') return { env: {}, watch: () => {}, end: async () => {} }
  const mark = `${NAME}=${randomUUID()}`
  // A session of its own: what is sent to Orrery's group, from Ctrl-C to SIGKILL, must not reach it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'orrery-guard'], {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true
  })
  const over = new Promise<void>((resolve) => {
    child.on('error', () => resolve()).on('exit', () => resolve())
  })
  const say = (line: string) => child.stdin.write(`${line}\n`)
  child.stdin.on('error', () => {})
  say(mark)
  return {
    env: Object.fromEntries([mark.split('=')]),
    watch: (pid) => void say(String(pid)),
    async end() {
      if (child.stdin.writable) {
        say('calm')
        child.stdin.end()
      }
      await Promise.race([over, sleep(END_MS, undefined, { ref: false })])
    }
  }
}
