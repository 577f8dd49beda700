// The part of the contract that is about runs: starting, resuming, listing and deleting them.

import { createReadStream } from 'node:fs'
import type { Handlers } from '../../core/contract/index.ts'
import type { RunEvent, RunRow } from '../../core/contract/runs.ts'
import { OrreryError } from '../../core/errors.ts'
import { ended, sentenceOf } from '../../core/text/issues.ts'
import type { Clock, Names } from '../../core/tree/ports.ts'
import { kinds as all, findKind } from '../control/runs/index.ts'
import type { JobResult, RunContext, RunKindPlugin } from '../control/runs/kind.ts'
import { hold, isHeld, namesOf, placeOf, remove } from '../control/runs/places.ts'
import { readRecord } from '../control/runs/record.ts'
import { entriesIn } from '../control/runs/results.ts'
import { run } from '../control/runs/run.ts'
import { isPlain } from '../data/regular-file.ts'

export interface RunsOptions {
  home: string
  clock: Pick<Clock, 'now'>
  names: Names
  /** What jobs work with, from when a run starts to its end. Until `release` the engine must stay. */
  enter(): Promise<{ context: RunContext; release(): void }>
  kinds?: RunKindPlugin[]
}

export interface Runs {
  calls: Pick<Handlers['calls'], 'runs.list' | 'runs.delete'>
  streams: Pick<Handlers['streams'], 'runs.start'>
}

export function createRuns({ home, clock, names, enter, kinds = all }: RunsOptions): Runs {
  return {
    calls: {
      async 'runs.list'({ kind: wanted }) {
        const rows: RunRow[] = []
        for (const kind of wanted === undefined ? kinds : [findKind(wanted, kinds)])
          for (const name of namesOf(home, kind)) rows.push(await rowOf(home, kind, name))
        return rows.sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0))
      },
      'runs.delete'({ kind: kindName, name }) {
        const kind = findKind(kindName, kinds)
        if (!namesOf(home, kind).includes(name)) throw noSuchRun(kind, name)
        const place = placeOf(home, kind, name)
        const { release } = hold(place, name)
        try {
          remove(place)
        } finally {
          release()
        }
        return null
      }
    },
    streams: {
      async *'runs.start'({ kind: kindName, name, options, atOnce }, { signal }) {
        const kind = findKind(kindName, kinds)
        const read = readOptions(kind, options)
        const place = placeOf(home, kind, name)
        const { context, release } = await enter()
        try {
          const held = hold(place, name)
          try {
            const events = run({ kind, name, options: read, atOnce }, { place, context, clock, names }, { signal })
            // The list of kinds is held to `RunEvent` by its type; a test's own kind passes through.
            yield* events as AsyncGenerator<RunEvent>
          } finally {
            held.release()
          }
        } finally {
          release()
        }
      }
    }
  }
}

/** The results that a run has, in the order they came. @throws OrreryError not-found */
export function entriesOf<Result>(
  home: string,
  kind: Pick<RunKindPlugin<never, Result>, 'name' | 'folder' | 'result'>,
  name: string
): AsyncGenerator<JobResult<Result | null>> {
  if (!namesOf(home, kind).includes(name)) throw noSuchRun(kind, name)
  return entriesIn(placeOf(home, kind, name).results, kind.result)
}

function noSuchRun(kind: Pick<RunKindPlugin, 'name'>, name: string): OrreryError {
  return new OrreryError('not-found', `There is no ${kind.name} run "${name}".`)
}

/** @throws OrreryError invalid-input, naming each option that does not fit */
function readOptions({ name, options }: RunKindPlugin, given: Record<string, unknown>): unknown {
  const read = options.safeParse(given)
  if (read.success) return read.data
  const why = ended(sentenceOf(read.error, { value: given, schema: options }))
  throw new OrreryError('invalid-input', `The options of this ${name} run are not valid: ${why}`)
}

async function rowOf(home: string, kind: RunKindPlugin, name: string): Promise<RunRow> {
  const place = placeOf(home, kind, name)
  const row = { kind: kind.name, name, done: await linesIn(place.results), output: place.results }
  try {
    const record = readRecord(place.record, row)
    const state = isHeld(place) ? 'running' : record?.finishedAt == null ? 'stopped' : 'finished'
    const { total = null, startedAt = null } = record ?? {}
    return { ...row, state, total, startedAt, problem: null }
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return { ...row, state: 'broken', total: null, startedAt: null, problem: error.message }
  }
}

/** Whole lines of a file; 0 where there is none. */
async function linesIn(path: string): Promise<number> {
  if (!isPlain(path)) return 0
  let count = 0
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = chunk
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  }
  return count
}
