// Which rules are taken: those that hold on the truth, also in another layout, and are broken by answers of which nothing can be relied on.

import type { DerivedState } from '../../domains/capabilities.ts'
import { holds, Undecided } from '../../faults/holds.ts'
import type { Condition } from '../../tree/conditions.ts'
import type { Action, Step } from '../../tree/model.ts'
import { corrupted } from './corruptions.ts'
import type { RuleCandidate } from './report.ts'
import { answered, type RuledWorld } from './turn.ts'

/** A true turn with what is known of it. */
interface Trial {
  past: readonly Step[]
  action: Action
  state: DerivedState
  before: string
  truth: string
  exitCode: number | null | undefined
  /** What another turn, of another recording where there is one, showed. */
  foreign: string | null
  seed: number
}

// A rubric gives these the lowest marks: they are answers, and wrong as a whole.
const WRONG = 3
// Fewer tell by chance.
const LEAST_WRONG = 2

/**
 * Whether a rule agrees with what a rubric says of known answers (appendix C): it holds on the truth and on the truth in another layout, and
 * most of the wrong answers break it, of which there have to be two: another session's, praise in the place of content, what was seen before,
 * and those that the rule itself brings. An answer that leaves it undecided does not break it.
 */
export async function isAdmitted({ check, wrong }: RuleCandidate, world: RuledWorld, trial: Trial): Promise<boolean> {
  const { truth, before, foreign, seed, exitCode, ...turn } = trial
  const verdict = (text: string, code?: number | null) =>
    decided(check.expect, () => answered(world, turn, { text, exitCode: code }))
  if ((await verdict(truth, exitCode)) !== true) return false
  const made = corrupted(truth, { seed, foreign })
  for (const { severity, text } of made)
    if (severity === 1 && isFree(world) && (await verdict(text, exitCode)) === false) return false
  const bad = new Set([...made.flatMap(({ severity, text }) => (severity >= WRONG ? [text] : [])), before, ...wrong])
  bad.delete(truth)
  bad.delete('')
  let broken = 0
  for (const text of bad) if ((await verdict(text)) === false) broken++
  // What a rule brings is its own meaning, and always has to break it.
  for (const text of wrong) if ((await verdict(text)) !== false) return false
  return bad.size >= LEAST_WRONG && broken * 2 > bad.size
}

/** Another layout of a terminal or a screen is another answer. */
const isFree = ({ domain }: RuledWorld): boolean => domain.surface === 'document'

/** `null`: it cannot be decided. */
export async function decided(condition: Condition, seen: () => Parameters<typeof holds>[1]): Promise<boolean | null> {
  try {
    return await holds(condition, seen())
  } catch (error) {
    if (error instanceof Undecided) return null
    throw error
  }
}
