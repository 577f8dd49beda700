// What a format does not hold, or what its importer does not read, in words: the same words in every format.
import type { ExportSource } from '../exporting.ts'

/** Kinds of content that a format may keep. */
export type ExportedContent =
  | 'branches'
  | 'notes'
  | 'setup'
  | 'settings'
  | 'instructions'
  | 'origin'
  | 'thinking'
  | 'raw'
  | 'traces'
  | 'firings'
  | 'drafts'
  | 'facts'

/** One sentence for each kind of content that the session has and the format does not keep. */
export function lost(source: ExportSource, kept: readonly ExportedContent[]): string[] {
  const holds = source.holds()
  const { session, branches } = source
  const others = branches.length - 1
  const all: [kind: ExportedContent, has: boolean, words: () => string][] = [
    ['branches', others > 0, () => `Other branches (${others}): only "${source.branch.title}" is exported.`],
    ['notes', session.notes !== '', () => 'The notes of the world.'],
    ['setup', true, () => 'The initial state, the simulation instruction and the tools.'],
    ['settings', true, () => 'The sampling, seed and perturbation settings.'],
    ['instructions', holds.instructions, () => 'Instructions given for single turns.'],
    ['origin', holds.calls > 0, () => 'Which model made each step, with its token counts and times.'],
    ['thinking', holds.thinking, () => "The model's thinking."],
    ['raw', holds.calls > 0, () => 'The raw model output that each observation was read from.'],
    ['traces', holds.traces, () => 'Token probabilities.'],
    ['firings', holds.firings, () => 'Which perturbations fired, and the numbers drawn.'],
    ['facts', branches.some(({ setup }) => setup.fiction), () => 'The tables of the fictional world.'],
    ['drafts', holds.drafts, () => 'Unfinished steps (drafts).']
  ]
  return all.filter(([kind, has]) => has && !kept.includes(kind)).map(([, , words]) => words())
}

/** Of formats that can be imported and make a world of their own. A copy that holds less must not take the place of the original. */
export const ANOTHER = 'Ids, and the seed, template and times of each step: a re-import creates a new world.'
