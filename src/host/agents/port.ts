// The port on which agents were let in last time, so that addresses that they were given stay true.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function createKeptPort(home: string): { get(): number | null; keep(port: number): void } {
  const path = join(home, 'agents.port')
  return {
    get() {
      try {
        const port = Number(readFileSync(path, 'utf8'))
        return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
      } catch {
        return null
      }
    },
    keep: (port) => writeFileSync(path, `${port}\n`, { mode: 0o600 })
  }
}
