// Rules for a recording: what each of its turns shows that any right answer has to, as checks on the three axes of Qwen-AgentWorld (appendix C).
import { OrreryError } from '../../errors.ts'
import type { Check, Condition } from '../../tree/conditions.ts'
import type { Step } from '../../tree/model.ts'
import { isAdmitted } from './admitted.ts'
import { createCarried } from './carried.ts'
import { type Control, controlCondition } from './controlled.ts'
import { errorCondition } from './errors.ts'
import { countsOf, type RuleCandidate, type RuleCounts } from './report.ts'
import { answered, type RuledTurn, type RuledWorld } from './turn.ts'

export interface Ruled {
  /** Of each turn, in their order. Each check is of that turn. */
  checks: Check[][]
  counts: RuleCounts
}

interface Options {
  /** What other recordings showed, for answers that are wrong as a whole; one is drawn for each turn. */
  foreign: readonly string[]
  /** Of each turn, what parts it from the same action on the same screen in another hidden state (`pairs.ts`). */
  pairs?: ReadonlyMap<number, readonly RuleCandidate[]>
  seed: number
  /** Only from this turn on, from 1; those before are still looked at. */
  from?: number
  /** Awaited between pieces of some milliseconds, so that whoever drives it may do something else. */
  pause?: () => Promise<void>
}

// A refusal is short, and given to more than one action.
const LONGEST_REFUSAL = 200

/** The rules of every turn that can be had from what the recording itself shows, those alone that can be trusted (`admitted.ts`). */
export async function rulesOf(world: RuledWorld, turns: readonly RuledTurn[], options: Options): Promise<Ruled> {
  const { foreign, pairs, seed, from = 1, pause } = options
  const carried = createCarried(world)
  const refusals = refusalsIn(world, turns)
  const checks: Check[][] = []
  const all: RuleCounts[] = []
  const past: Step[] = []
  for (const [index, turn] of turns.entries()) {
    const number = index + 1
    const { step, state, before, call } = turn
    const { action, observation } = step
    const exitCode = call?.result?.exitCode
    const seen = answered(world, { past, action, state }, { text: observation.text, exitCode })
    const error = errorCondition(seen, { before, refusals })
    const kept = carried(turn, number, error !== null)
    const taken: Check[] = []
    if (number >= from && !call?.firings.length) {
      const candidates = [...candidatesOf(world, turn, { number, error, kept }), ...(pairs?.get(number) ?? [])]
      const others = foreign.length ? foreign : turns.flatMap((one) => (one === turn ? [] : one.step.observation.text))
      const trial = {
        ...{ past, action, state, before, exitCode, truth: observation.text, seed: seed + number },
        foreign: others[(seed + number) % Math.max(1, others.length)] ?? null
      }
      for (const candidate of candidates) {
        const admitted = await isAdmitted(candidate, world, trial)
        await pause?.()
        if (admitted) taken.push(candidate.check)
        all.push({ [candidate.check.axis]: { made: 1, taken: admitted ? 1 : 0 } })
      }
    }
    checks.push(taken)
    past.push(step)
    await pause?.()
  }
  return { checks, counts: countsOf(all) }
}

function candidatesOf(
  { domain, setup }: RuledWorld,
  { step, before, call }: RuledTurn,
  {
    number,
    error,
    kept
  }: { number: number; error: Condition | null; kept: ReturnType<ReturnType<typeof createCarried>> }
): RuleCandidate[] {
  const truth = step.observation.text
  const control = controlCondition(domain, {
    ...{ instruction: call?.instruction ?? '', action: step.action, truth, before },
    standing: `${setup.instruction}\n${setup.hidden ?? ''}`
  })
  const check = (axis: Check['axis'], name: string, expect: Condition): Check => ({ name, axis, at: number, expect })
  return [
    ...(error ? [{ check: check('Err', `turn ${number}: the error that belongs to it`, error), wrong: [] }] : []),
    ...kept.map(({ from, expect, already }) => ({
      check: check('LC', `turn ${number}: what turn ${from} set`, expect),
      wrong: already.trim() ? [already] : []
    })),
    ...(control
      ? [{ check: check('Ctrl', `turn ${number}: its instruction`, control.expect), wrong: against(truth, control) }]
      : [])
  ]
}

/** Answers that do not obey: the truth without what was to be shown, and with what was to be kept back. */
function against(truth: string, { shows, withholds }: Control): string[] {
  const without = shows.reduce((text, value) => text.replaceAll(value, ''), truth)
  return [...(shows.length ? [without] : []), ...withholds.map((value) => `${truth}\n${value}`)]
}

/** Short answers to several different actions of a world without exit codes, such as `Nothing happens.` */
function refusalsIn({ domain }: RuledWorld, turns: readonly RuledTurn[]): Set<string> {
  const actions = new Map<string, Set<string>>()
  if (domain.shell || domain.tools || domain.surface === 'screen') return new Set()
  for (const { step } of turns) {
    const { text } = step.observation
    if (text.length > LONGEST_REFUSAL) continue
    actions.set(text, (actions.get(text) ?? new Set()).add(JSON.stringify(step.action)))
  }
  return new Set([...actions].flatMap(([text, asked]) => (asked.size > 1 && text.trim() ? [text] : [])))
}

/**
 * Of checks that a person wrote, those that are of a turn.
 * @throws OrreryError invalid-input for what is asked of a whole run
 */
export function writtenFor(checks: readonly Check[], { turn, of }: { turn: number; of: number }): Check[] {
  return checks.flatMap((check) => {
    const { at, name, expect } = check
    if (at === 'some' || 'rubric' in expect)
      throw new OrreryError(
        'invalid-input',
        `The rule "${name}" is of a whole run. Give it a turn: "at: every" with "when", "at: end" or a number.`
      )
    const place = at === 'end' ? of : at === 'every' ? turn : at < 0 ? of + 1 + at : at
    return place === turn ? [check] : []
  })
}
