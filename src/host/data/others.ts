// Who is in which world just now: windows that look at it, agents that act in it. A file each, so that every Orrery on the same data sees all.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Present } from '../../core/contract/presence.ts'
import { parseJson } from '../../core/text/json.ts'

export interface Others {
  /** Says that somebody is in a world, for `STAYS_MS` from now; said again in time, it holds on. `null`: they have left. */
  say(id: string, present: Present | null): void
  /** Everybody, that one aside. */
  but(id: string): Present[]
}

/** A window says it each second; an agent thinks between its calls. Milliseconds. */
export const STAYS_MS = { window: 5_000, agent: 30_000 }
// What is said again unchanged is written this often.
const RENEWED = 0.4
const NAME = /^[\w-]{1,100}\.json$/

/** @param folder made when somebody is there; `null` where nothing can be written: then nobody sees anybody */
export function createOthers(folder: string | null, now: () => number): Others {
  const written = new Map<string, { text: string; at: number }>()
  return {
    say(id, present) {
      const name = `${id.replace(/[^\w-]/g, '_').slice(0, 100)}.json`
      if (folder === null) return
      const text = present ? JSON.stringify(present) : ''
      const last = written.get(name)
      if (!present) {
        if (last) drop(join(folder, name))
        written.delete(name)
        return
      }
      if (last?.text === text && now() - last.at < STAYS_MS[present.kind] * RENEWED) return
      written.set(name, { text, at: now() })
      // It is a courtesy: what cannot be told holds nothing up.
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(join(folder, name), text, { mode: 0o600 })
      } catch {}
    },
    but(id) {
      if (folder === null) return []
      return namesIn(folder).flatMap((name) => {
        if (name.startsWith(`${id}.`)) return []
        const present = presentIn(join(folder, name), now())
        return present ? [present] : []
      })
    }
  }
}

/** `null` for who has gone, whose file goes too, and for a file that is just being written. */
function presentIn(path: string, now: number): Present | null {
  try {
    const { mtimeMs } = statSync(path)
    const read = Present.safeParse(parseJson(readFileSync(path, 'utf8')))
    const stays = read.success ? STAYS_MS[read.data.kind] : STAYS_MS.agent
    if (now - mtimeMs <= stays) return read.success ? read.data : null
    drop(path)
  } catch {}
  return null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name))
  } catch {
    return []
  }
}

function drop(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
