// What checks ask to see turn by turn, so that an agent can show it without doing the work.

import type { TextMatch } from '../../text/match.ts'
import { exampleOf } from '../../text/pattern-example.ts'
import type { Check, Condition, ValueMatch } from '../../tree/conditions.ts'
import type { Json } from '../../tree/ports.ts'

/** What is to be seen in one turn. */
export interface WantedTurn {
  /** Texts of the answer. */
  texts: string[]
  /** Files of the machine; `null` for one that must not be there. */
  files: { path: string; text: string | null }[]
  /** Values of the answer's JSON or of the state, by the last name of their path. */
  values: { name: string; value: Json }[]
  /** The action is to fail. */
  fails: boolean
}

/**
 * What the checks ask for, turn 1 first; as many turns as they look at. What they ask of actions is left out: to do what is asked for is
 * not to be lazy.
 */
export function wantedBy(checks: readonly Check[]): WantedTurn[] {
  const turns: WantedTurn[] = Array.from({ length: lastTurn(checks) }, () => ({
    ...{ texts: [], files: [], values: [] },
    fails: false
  }))
  for (const { at, when, expect } of checks) {
    const asked = when ? { all: [when, expect] } : expect
    if (at === 'every') turns.forEach((_, index) => void want(asked, index, turns))
    else
      want(asked, typeof at === 'number' && at > 0 ? at - 1 : turns.length + (typeof at === 'number' ? at : -1), turns)
  }
  return turns
}

/** The last turn that a check names. */
export function lastTurn(checks: readonly Check[]): number {
  return checks.reduce((last, { at }) => (typeof at === 'number' ? Math.max(last, Math.abs(at)) : last), 1)
}

/** Whether anything of the condition can be shown. */
function want(condition: Condition, index: number, turns: WantedTurn[], wanted = true): boolean {
  const turn = turns[index]
  if (!turn) return false
  if ('not' in condition) return want(condition.not, index, turns, !wanted)
  if ('all' in condition && wanted) return condition.all.filter((one) => want(one, index, turns)).length > 0
  // One of them is enough, and of a list that must not hold as a whole too.
  if ('any' in condition || 'all' in condition) {
    const parts = 'any' in condition ? condition.any : condition.all
    if ('any' in condition && !wanted) return parts.filter((one) => want(one, index, turns, false)).length > 0
    return parts.some((one) => want(one, index, turns, wanted))
  }
  if ('turn' in condition)
    return want(condition.holds, condition.turn < 0 ? index + condition.turn : condition.turn - 1, turns, wanted)
  if ('file' in condition) {
    const { file, text, exists = true } = condition
    // Anything else than what must not be in it will do.
    const inIt = text === undefined ? (exists ? '' : null) : textLike(text)
    turn.files.push({
      path: file,
      text: wanted ? (exists ? inIt : null) : text === undefined ? (exists ? null : '') : ''
    })
    return true
  }
  if ('error' in condition) {
    turn.fails = condition.error === wanted
    return true
  }
  // What must not be seen is not there by itself.
  if (!wanted) return false
  if ('told' in condition) return shows(turn, condition.told)
  if ('observation' in condition || 'printed' in condition)
    return shows(turn, 'observation' in condition ? condition.observation : condition.printed)
  if ('screen' in condition) {
    const { text, value } = condition.screen
    return [text, value].filter((one) => one !== undefined && shows(turn, one)).length > 0
  }
  if ('json' in condition || 'state' in condition || 'program' in condition) {
    const path = 'json' in condition ? condition.json : 'state' in condition ? condition.state : condition.program
    const name = path.split(/\W/).findLast(Boolean)
    const value = valueLike(condition)
    if (name === undefined || value === undefined) return false
    turn.values.push({ name, value })
    return true
  }
  return false
}

function shows(turn: WantedTurn, wanted: TextMatch): boolean {
  const text = textLike(wanted)
  if (text) turn.texts.push(text)
  return text !== ''
}

/** A text that is like this; `''` where none is known. */
function textLike(wanted: TextMatch): string {
  if (typeof wanted === 'string') return wanted
  const { is, contains, matches, longer } = wanted
  return is ?? contains ?? (matches === undefined ? null : exampleOf(matches)) ?? 'x'.repeat(longer ? longer + 1 : 0)
}

function valueLike({ is, contains, matches, least, most, exists, count }: ValueMatch): Json | undefined {
  if (is !== undefined) return is
  if (contains !== undefined) return contains
  if (matches !== undefined) return exampleOf(matches) ?? undefined
  if (least !== undefined || most !== undefined) return least ?? most
  // Any will do where it is enough that one is there.
  return exists === false || count !== undefined ? undefined : 'x'
}
