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
    async busy(): Promise<number | null> {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The name before them may have blanks. Linux counts in hundredths of a second.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      return user === undefined || system === undefined ? null : (user + system) * 10
    }
  }
}
