// A little room on the disk that is held back, so that on a full one there is enough to open the database and to delete from it.
import { randomFillSync } from 'node:crypto'
import { closeSync, fstatSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Reserve {
  /** Takes the room, unless too little is left for anything else. Never throws. */
  keep(): void
  /** Gives it back for a change that frees more. `false`: there is none. */
  give(): boolean
  /** Takes again what was given, as far as it is still there. */
  restore(): void
}

// The index of the log has 32 kB, and deleting a world of a thousand steps writes 300 kB of log (measured).
const BYTES = 512 * 1024
const PIECE = 16 * 1024
// Below this, it would itself be what fills the disk.
const LEFT_OVER = 2 * BYTES

export function createReserve(home: string): Reserve {
  const path = join(home, 'reserve')
  let given = false

  function take(): void {
    try {
      const file = openSync(path, 'a', 0o600)
      try {
        // Noise: some disks keep nothing of what repeats itself.
        const noise = Buffer.alloc(PIECE)
        for (let size = fstatSync(file).size; size < BYTES; ) size += writeSync(file, randomFillSync(noise))
      } finally {
        closeSync(file)
      }
    } catch {
      // The disk is full now: the reserve keeps the size that it has reached.
    }
  }

  return {
    keep() {
      try {
        const { bavail, bsize } = statfsSync(home)
        if (bavail * bsize >= LEFT_OVER) take()
      } catch {
        // Not every file system says what is left.
      }
    },
    give() {
      try {
        rmSync(path)
        given = true
        return true
      } catch {
        return false
      }
    },
    restore() {
      if (given) take()
      given = false
    }
  }
}
