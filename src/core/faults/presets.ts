// Ready lists of perturbations: how hard a world is (OccuBench's E0 to E3), as far as its domain can be disturbed.

import type { Domain } from '../domains/domain.ts'
import type { PerturbationUse } from '../tree/model.ts'
import { perturbations } from './perturbations/index.ts'

export const PRESETS = [
  { name: 'E0', title: 'Clean', description: 'Nothing is disturbed.' },
  { name: 'E1', title: 'Explicit', description: 'Now and then an action fails, and the world says so.' },
  {
    name: 'E2',
    title: 'Implicit',
    description: 'Now and then an answer looks right, and is stale, incomplete or of another thing.'
  },
  { name: 'E3', title: 'Mixed', description: 'Explicit and implicit faults in turns.' }
] as const

export type PresetName = (typeof PRESETS)[number]['name']

// The most telling first. Those that break a machine for good are for scenarios of their own.
const EXPLICIT = [
  ...['api-error', 'unexpected-dialog', 'time-out', 'rate-limit'],
  ...['logged-out', 'permission-denied', 'hang', 'still-running', 'dead-link']
]
const IMPLICIT = [
  ...['stale-read', 'moved-element', 'partial-results', 'slow-gui', 'wrong-entity'],
  ...['error-in-success', 'truncated', 'cookie-banner']
]

/** So many kinds of fault. */
const KINDS = 3
/** OccuBench's fault_count: how often each kind comes. */
const COUNT = 2
/** OccuBench's fault_duration: how many turns an explicit fault lasts. */
const DURATION = 2
/** The first turn that may be disturbed: an agent sees the world as it is once. */
const FIRST = 2
/** Turns that the faults take in rotation; a run may be longer, and is clean from there on. */
const TURNS = 200

/** The presets for worlds of this domain: the same every time, whatever a world's seed is. */
export function presetsOf(domain: Domain): Record<PresetName, PerturbationUse[]> {
  const able = (names: string[]) => names.filter((name) => serves({ name }, domain))
  const [explicit, implicit] = [able(EXPLICIT), able(IMPLICIT)]
  const mixed = explicit.flatMap((name, at) => [name, ...implicit.slice(at, at + 1)])
  return {
    E0: [],
    E1: inTurns(explicit.slice(0, KINDS)),
    E2: inTurns(implicit.slice(0, KINDS)),
    E3: inTurns((mixed.length ? mixed : implicit).slice(0, KINDS + 1))
  }
}

/** Each takes every so many turns, and fires in the first of them where it can. */
function inTurns(names: string[]): PerturbationUse[] {
  return names.map((name, at): PerturbationUse => {
    const turn = Array.from(
      { length: Math.ceil(TURNS / names.length) },
      (_, round) => FIRST + at + round * names.length
    )
    const lasts = EXPLICIT.includes(name) && !ENDED_BY_ACTION.has(name)
    return {
      name,
      options: {},
      when: lasts ? { turn, for: DURATION, times: COUNT * DURATION } : { turn, times: COUNT }
    }
  })
}

// Their end is up to the agent.
const ENDED_BY_ACTION = new Set(['unexpected-dialog', 'logged-out'])

/** Whether the perturbation, with these options, can do anything in worlds of the domain. */
export function serves(
  { name, options = {} }: Pick<PerturbationUse, 'name'> & Partial<PerturbationUse>,
  domain: Domain
): boolean {
  const found = perturbations.find((one) => one.name === name)
  return found?.options.safeParse(options).success === true && (found.serves?.(domain) ?? true)
}
