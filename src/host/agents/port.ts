// The port on which agents were let in last time, so that addresses that they were given stay true.
import { join } from 'node:path'
import { replaceFile, textIn } from '../data/text-file.ts'

export interface KeptPort {
  get(): number | null
  keep(port: number): void
}

export function createKeptPort(home: string): KeptPort {
  const path = join(home, 'agents.port')
  function get(): number | null {
    try {
      const port = Number(textIn(path))
      return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
    } catch {
      return null
    }
  }
  return {
    get,
    keep(port) {
      if (get() === port) return
      try {
        replaceFile(path, `${port}\n`)
      } catch {
        // On a full disk, or where nothing may be written, agents are let in all the same; next time elsewhere.
      }
    }
  }
}
