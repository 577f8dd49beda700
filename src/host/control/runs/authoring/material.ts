// What a world is written from, split before anything is written: recordings with the turns that are shown, and those that are held back.
import type { AuthorOptions } from '../../../../core/control/authoring/report.ts'
import { type SeenRecording, type SeenTurn, shownOf } from '../../../../core/control/authoring/turns.ts'
import type { Domain } from '../../../../core/domains/domain.ts'
import { findDomain } from '../../../../core/domains/index.ts'
import { GENERAL } from '../../../../core/domains/usual.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { unmarked } from '../../../../core/tree/cut.ts'
import type { Tool } from '../../../../core/tree/model.ts'
import type { Store } from '../../../../core/tree/store.ts'
import { recordingOf, type TrueRecording } from '../../compare/recordings.ts'

/** A recording with all of its turns, of which the first `shown` may be seen. */
export interface WholeRecording extends SeenRecording {
  source: TrueRecording
  shown: number
}

export interface Material {
  domain: Domain
  /** The tools of the world: of its recordings, else those that were given. */
  tools: readonly Tool[]
  recordings: WholeRecording[]
}

/** @throws OrreryError not-found for a world that there is not; invalid-input for worlds of several kinds, and for nothing at all */
export function materialOf(store: Store, { worlds, hold, tools, domain: named, description }: AuthorOptions): Material {
  const sources = worlds.map((world) => recordingOf(store, world, { most: undefined }))
  const kinds = [...new Set(sources.map(({ domain }) => domain.id))]
  if (kinds.length > 1)
    throw new OrreryError(
      'invalid-input',
      `One world is written at a time, and these recordings are of several kinds: ${kinds.join(', ')}. Name those of one.`
    )
  if (!sources.length && !description.trim() && !tools.length)
    throw new OrreryError(
      'invalid-input',
      'There is nothing to write a world from. Give a recording, a description or tools.'
    )
  const domain = findDomain(kinds[0] ?? named ?? (tools.length ? GENERAL.calls : GENERAL.lines))
  const recordings = sources.map((source): WholeRecording => {
    const turns = source.turns.map(
      ({ step, label }): SeenTurn => ({ action: step.action, label, text: unmarked(step.observation.text) })
    )
    const { setup } = source.branch
    return {
      ...{ source, turns, shown: shownOf(turns.length, hold) },
      initial: source.initial,
      task: setup.task ?? null,
      tools: setup.tools.length ? setup.tools : tools
    }
  })
  const own = recordings.find((one) => one.tools.length)?.tools ?? tools
  return { domain, tools: own, recordings }
}

/** The recordings as whoever writes the world sees them. */
export const seen = ({ recordings }: Material): SeenRecording[] =>
  recordings.map(({ initial, task, tools, turns, shown }) => ({ initial, task, tools, turns: turns.slice(0, shown) }))
