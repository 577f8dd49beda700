// The sample worlds that come with Orrery, and the engines that play them.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutput } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { SessionTree } from '../../core/formats/importing.ts'
import { readText } from '../../core/formats/importing-text.ts'
import type { Clock, Engine } from '../../core/tree/ports.ts'
import type { ReplayEngine } from '../engines/declare.ts'
import { findRecordingEngine } from '../engines/index.ts'

export interface Recordings {
  list(): Promise<CallOutput<'worlds.samples'>>
  /** @throws OrreryError not-found */
  tree(name: string): Promise<SessionTree>
  /** The engine that plays the recording; `otherwise` answers what it does not hold. @throws OrreryError not-found */
  replay(name: string, otherwise: Engine | null): Promise<ReplayEngine>
}

type Row = CallOutput<'worlds.samples'>[number]

// They are the same for every host of a process, and each is read whole for its row.
const rows = new Map<string, { changed: number; row: Row }>()

/** `tempo`: how fast they are played; 1 as they were made, 0 at once. */
export function createRecordings({
  resources,
  clock,
  tempo
}: {
  resources: string
  clock: Clock
  tempo: number
}): Recordings {
  const folder = join(resources, 'samples')
  const made = new Map<string, { engine: ReplayEngine; otherwise: Engine | null }>()

  async function tree(name: string): Promise<SessionTree> {
    // The name becomes a file name: one that holds anything else names no sample.
    const file = /^[\w-]+$/.test(name) ? join(folder, `${name}.jsonl`) : ''
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new OrreryError('not-found', `There is no sample recording "${name}".`, { cause })
    })
    const { trees } = await readText(text, { format: 'orrery', now: clock.now() })
    if (!trees[0]) throw new OrreryError('internal', `The sample recording "${name}" holds no session.`)
    return trees[0]
  }

  return {
    tree,

    async list() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).sort()
      return Promise.all(
        files.map(async (file) => {
          const path = join(folder, file)
          const changed = (await stat(path)).mtimeMs
          const known = rows.get(path)
          if (known?.changed === changed) return known.row
          const name = file.replace(/\.jsonl$/, '')
          const { session, steps, calls } = await tree(name)
          const { title, notes: description, domain } = session
          const origin = calls.every(({ engine }) => engine === 'recorded') ? 'recorded' : 'authored'
          const row: Row = { name, title, description, domain, origin, steps: steps.length }
          rows.set(path, { changed, row })
          return row
        })
      )
    },

    async replay(name, otherwise) {
      const known = made.get(name)
      if (known?.otherwise === otherwise) return known.engine
      const engine = findRecordingEngine().open({ trees: [await tree(name)], otherwise }, { tempo })
      made.set(name, { engine, otherwise })
      return engine
    }
  }
}
