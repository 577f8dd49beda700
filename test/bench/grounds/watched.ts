// A process that a ground starts, seen from outside.
import { readFile } from 'node:fs/promises'
import { residentBytes } from '../engine/memory.ts'

/** Starts processes by `start` and knows the last of them. */
export function watched<Args extends unknown[], Port extends { pid?: number | undefined }>(
  start: (...args: Args) => Port
) {
  let pid: number | undefined
  return {
    spawn(...args: Args): Port {
      const port = start(...args)
      pid = port.pid
      return port
    },
    /** Resident bytes; `null` where the platform does not tell. */
    resident: async (): Promise<number | null> => (pid === undefined ? null : residentBytes(pid)),
    /** Milliseconds of the processor so far; `null` without /proc. */
    busy: async (): Promise<number | null> => (pid === undefined ? null : busyOf(pid))
  }
}

/** Starts processes by `start` and knows all of them. */
export function watchedAll<Args extends unknown[], Port extends { pid?: number | undefined }>(
  start: (...args: Args) => Port
) {
  const pids: number[] = []
  const all = async (one: (pid: number) => Promise<number | null>): Promise<number | null> => {
    const known = await Promise.all(pids.map(one))
    return known.some((value) => value === null) ? null : known.reduce((sum: number, value) => sum + (value ?? 0), 0)
  }
  return {
    spawn(...args: Args): Port {
      const port = start(...args)
      if (port.pid !== undefined) pids.push(port.pid)
      return port
    },
    resident: () => all(residentBytes),
    busy: () => all(busyOf)
  }
}

async function busyOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before them may have blanks. Linux counts in hundredths of a second.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user === undefined || system === undefined ? null : (user + system) * 10
}
