// Watches processes of Linux from outside while something runs in them: their children, files, sockets and memory.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What was seen of a process at any moment of the watch. */
export interface Seen {
  /** Command lines of children. */
  children: Set<string>
  /** Files that were open, by their paths. */
  read: Set<string>
  written: Set<string>
  /** Sockets of any network, as the kernel's tables list them. */
  sockets: Set<string>
  /** Bytes. */
  peak: number
}

// A file or a socket that is used is open for longer.
const EVERY_MS = 20

/** Looks at each process again and again. @returns what ends the watch */
export function watch(pids: number[]): () => Map<number, Seen> {
  const all = new Map(pids.map((pid): [number, Seen] => [pid, nothing()]))
  const look = (): void => {
    for (const [pid, seen] of all) lookAt(pid, seen)
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return all
  }
}

const nothing = (): Seen => ({
  children: new Set(),
  read: new Set(),
  written: new Set(),
  sockets: new Set(),
  peak: 0
})

function lookAt(pid: number, seen: Seen): void {
  const own = `/proc/${pid}`
  for (const task of names(`${own}/task`)) {
    for (const child of text(`${own}/task/${task}/children`).split(' ').filter(Boolean)) {
      seen.children.add(text(`/proc/${child}/cmdline`).replaceAll('\0', ' ').trim())
    }
  }
  const sockets = new Set<string>()
  for (const fd of names(`${own}/fd`)) {
    const path = link(`${own}/fd/${fd}`)
    const socket = /^socket:\[(\d+)\]$/.exec(path)?.[1]
    if (socket) sockets.add(socket)
    if (!path.startsWith('/') || path.startsWith('/dev/')) continue
    // The last two bits of the flags: 0 reads, 1 writes, 2 does both.
    const flags = Number.parseInt(/^flags:\s+([0-7]+)$/m.exec(text(`${own}/fdinfo/${fd}`))?.[1] ?? '0', 8)
    ;(flags & 3 ? seen.written : seen.read).add(path)
  }
  // Sockets between processes of this machine are of no network. The kernel takes milliseconds to list those of TCP.
  for (const line of sockets.size > 0 ? text(`${own}/net/unix`).split('\n').slice(1) : []) {
    sockets.delete(line.split(/\s+/)[6] ?? '')
  }
  for (const kind of sockets.size > 0 ? NETWORKS : []) {
    for (const line of text(`${own}/net/${kind}`).split('\n').slice(1)) {
      if (line.split(/\s+/).some((word) => sockets.has(word))) seen.sockets.add(`${kind} ${line.trim()}`)
    }
  }
  seen.peak = Math.max(seen.peak, Number(/^VmRSS:\s+(\d+) kB/m.exec(text(`${own}/status`))?.[1] ?? 0) * 1024)
}

const NETWORKS = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6', 'icmp', 'packet', 'netlink']

// What ends between two looks is not there any more.
function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}

const names = (folder: string): string[] => attempt(() => readdirSync(folder), [])
const text = (path: string): string => attempt(() => readFileSync(path, 'utf8'), '')
const link = (path: string): string => attempt(() => readlinkSync(path), '')
