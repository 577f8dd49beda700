// Where runs lie in the data folder, and who works on one right now.
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RunName } from '../../../core/contract/runs.ts'
import { OrreryError } from '../../../core/errors.ts'
import { makeFolder } from '../../data/home.ts'
import { checkPlain, isPlain } from '../../data/regular-file.ts'
import { lock } from '../../database/locks.ts'
import type { RunKindPlugin } from './kind.ts'

export interface RunFiles {
  record: string
  results: string
  lock: string
}

// Locks of this process: nobody waits for one of them, and looking costs nothing.
const ours = new Set<string>()

// Whoever lists runs holds each lock for a moment; a start waits that long.
const LISTING_MS = 200

type Named = Pick<RunKindPlugin, 'name' | 'folder'>

export function placeOf(home: string, kind: Named, name: string): RunFiles {
  const folder = join(home, 'runs', kind.name)
  return {
    record: join(folder, `${name}.json`),
    results: join(kind.folder ? join(home, kind.folder) : folder, `${name}.jsonl`),
    lock: join(folder, `${name}.lock`)
  }
}

/** The names of all runs of a kind: those with a record, and results from before there were records. */
export function namesOf(home: string, kind: Named): string[] {
  const { record, results } = placeOf(home, kind, '')
  const found = [...namesIn(dirname(record), '.json'), ...namesIn(dirname(results), '.jsonl')]
  return [...new Set(found)].sort()
}

/**
 * Keeps the run for this process until `release`, or until the process ends.
 * @throws OrreryError busy when another one has it; forbidden when nothing can be written there
 */
export function hold(place: RunFiles, name: string): { release(): void } {
  for (const path of [place.record, place.results]) makeFolder(dirname(path))
  checkPlain(place.lock)
  const take = () => (ours.has(place.lock) ? null : lock(place.lock, LISTING_MS))
  for (let held = take(); held; held = take()) {
    const taken = held
    if (isHeld(place)) {
      ours.add(place.lock)
      return {
        release() {
          // A run that was stopped before its first result leaves nothing.
          if (!isPlain(place.record) && !isPlain(place.results)) rmSync(place.lock, { force: true })
          ours.delete(place.lock)
          taken.close()
        }
      }
    }
    // Whoever had it has deleted the run meanwhile: this lock is on a file that nobody can see.
    taken.close()
  }
  throw new OrreryError('busy', `The run "${name}" is in progress. Wait for it, cancel it, or choose another name.`)
}

/** Whether a process works on the run. */
export function isHeld(place: RunFiles): boolean {
  if (ours.has(place.lock)) return true
  if (!isPlain(place.lock)) return false
  const held = lock(place.lock, 0)
  held?.close()
  return !held
}

/** Removes the run's files. The lock must be held. */
export function remove(place: RunFiles): void {
  for (const path of [place.record, place.results, place.lock]) rmSync(path, { force: true, recursive: true })
}

function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter((name) => RunName.safeParse(name).success)
  } catch {
    // No run of this kind yet.
    return []
  }
}
