// Joins data folders: worlds and results of runs that were done on several machines. Steps are named by content, worlds of runs by the run
// and theirs, so nothing clashes; what is there already is left as it is.

import { existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import { parseJson } from '../../core/text/json.ts'
import type { Clock } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import { kinds } from '../control/runs/index.ts'
import type { RunKindPlugin } from '../control/runs/kind.ts'
import { hold, namesOf, placeOf } from '../control/runs/places.ts'
import { type RunRecord, readRecord, writeRecord } from '../control/runs/record.ts'
import { openResults } from '../control/runs/results.ts'
import { openStore } from '../database/store.ts'

export interface Merged {
  worlds: number
  /** Runs by the name they have now, with their results in the target. */
  runs: { kind: string; name: string; output: string }[]
}

/**
 * Adds the worlds and finished jobs of `from` to the data folder `into`. Runs of one kind that were made with the same settings but for their
 * shard become one run.
 * @throws OrreryError not-found when there is no data in a folder; busy, disk-full as the store
 */
export async function mergeFolders(
  from: readonly string[],
  into: string,
  { clock, onWorld }: { clock: Clock; onWorld(done: number, total: number): void }
): Promise<Merged> {
  for (const folder of from) {
    if (!existsSync(join(folder, 'orrery.db'))) {
      throw new OrreryError(
        'not-found',
        `There is no Orrery data in "${folder}". Name the folder that ORRERY_HOME was set to.`
      )
    }
  }
  await mkdir(into, { recursive: true })
  const target = openStore(join(into, 'orrery.db'), { clock })
  let worlds = 0
  try {
    for (const folder of from) {
      const source = openStore(join(folder, 'orrery.db'), { clock })
      try {
        await copyFolders(join(folder, 'folders'), join(into, 'folders'))
        await copyFolders(join(folder, 'fictions', 'versions'), join(into, 'fictions', 'versions'))
        const sessions = source.sessions()
        for (const [index, { id }] of sessions.entries()) {
          await copy(source, target, id)
          onWorld(index + 1, sessions.length)
        }
        worlds += sessions.length
      } finally {
        await source.close()
      }
    }
  } finally {
    await target.close()
  }
  const runs = new Map<string, Merged['runs'][number]>()
  // Evaluations keep their results in a format of their own.
  for (const folder of from)
    for (const kind of kinds.filter(({ folder: own }) => own === undefined))
      for (const name of namesOf(folder, kind)) {
        const merged = await joinRun(kind, name, folder, into)
        if (merged) runs.set(`${kind.name}/${merged.name}`, { kind: kind.name, ...merged })
      }
  return { worlds, runs: [...runs.values()] }
}

/** Copied folders and versions of fictions are named by content. */
async function copyFolders(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true, force: false, errorOnExist: false })
}

async function copy(source: Store, target: Store, id: string): Promise<void> {
  const known = new Set(target.sessions().some((one) => one.id === id) ? target.callIds(id) : [])
  const calls = source.callIds(id).filter((call) => !known.has(call))
  const steps = source.stepIds(id).map(source.step)
  await target.importSession(source.session(id), source.branches(id), steps, calls.map(source.call))
}

/** Adds the results of a run to the run of the same settings. */
async function joinRun(
  kind: RunKindPlugin,
  name: string,
  folder: string,
  into: string
): Promise<{ name: string; output: string } | null> {
  const from = placeOf(folder, kind, name)
  const record = readRecord(from.record, { kind: kind.name, name })
  if (!record || !existsSync(from.results)) return null
  const wanted = untaken(kind, into, record)
  const place = placeOf(into, kind, wanted.name)
  await mkdir(dirname(place.record), { recursive: true })
  const held = hold(place, wanted.name)
  try {
    // Whatever a result says, it is copied as it is.
    const results = await openResults(place.results, { result: z.json(), check: () => {} })
    let added = 0
    try {
      for (const line of (await readFile(from.results, 'utf8')).split('\n')) {
        if (!line.trim()) continue
        const { job, result, error } = Object(parseJson(line))
        if (typeof job !== 'string' || results.find(job)) continue
        await results.add(job, { result, error })
        added++
      }
    } finally {
      await results.close()
    }
    const before = wanted.record
    const finishedAt = before && before.finishedAt === null ? null : record.finishedAt
    const total = (before?.total ?? 0) + added
    writeRecord(place.record, { ...record, name: wanted.name, settings: settingsOf(record), total, finishedAt })
    return { name: wanted.name, output: place.results }
  } finally {
    held.release()
  }
}

/** The run's settings without its `shard`: runs that differ in that alone are parts of one run. */
function settingsOf({ settings }: RunRecord): RunRecord['settings'] {
  const { shard: _, ...rest } = settings
  return rest
}

/** The name under which the run is kept: its own, unless another run has that name. */
function untaken(kind: RunKindPlugin, into: string, record: RunRecord): { name: string; record: RunRecord | null } {
  const settings = JSON.stringify(settingsOf(record))
  const names = namesOf(into, kind)
  for (const name of names) {
    const there = readRecord(placeOf(into, kind, name).record, { kind: kind.name, name })
    if (there && JSON.stringify(there.settings) === settings) return { name, record: there }
  }
  for (let count = 1; ; count++) {
    const name = count === 1 ? record.name : `${record.name}-${count}`
    if (!names.includes(name)) return { name, record: null }
  }
}
