// Checks that the typed line alone satisfies: a terminal shows it again, whatever is printed.

import { matches } from '../text/match.ts'
import type { Check, Condition } from '../tree/conditions.ts'
import type { Scene } from './scene.ts'

export function checkTyped({ file, domain, script, say }: Scene): void {
  const { shell } = domain
  if (!shell || !script.length) return
  const typed = script.map(({ action }) => shell.typed(action))
  for (const [index, check] of file.checks.entries()) {
    const lines = lookedAt(check, typed)
    for (const { path, condition, turn } of shown(check.expect)) {
      // Of another turn than those that are looked at.
      const seen = turn === null ? lines : lookedAt({ at: turn }, typed)
      const satisfies = (line: string | null) => line !== null && matches(condition, line)
      const enough = check.at === 'some' && turn === null ? seen.some(satisfies) : seen.every(satisfies)
      if (!seen.length || !enough) continue
      const message = 'What is typed has this text too, so it is shown whatever is printed. Write "printed" instead.'
      say(['checks', index, 'expect', ...path], message, { warning: true })
    }
  }
}

function lookedAt({ at }: Pick<Check, 'at'>, typed: (string | null)[]): (string | null)[] {
  if (at === 'every' || at === 'some') return typed
  const line = at === 'end' ? typed.at(-1) : typed.at(at > 0 ? at - 1 : at)
  return line === undefined ? [] : [line]
}

interface Shown {
  path: PropertyKey[]
  condition: Extract<Condition, { observation: unknown }>['observation']
  /** The turn by its number, where it is another one. */
  turn: number | null
}

/** The texts that have to be shown. A whole text is more than what is typed. */
function shown(condition: Condition, turn: number | null = null): Shown[] {
  if ('observation' in condition) {
    const wanted = condition.observation
    const { is, contains, matches: pattern } = typeof wanted === 'string' ? { contains: wanted } : wanted
    const some = is === undefined && (contains !== undefined || pattern !== undefined)
    return some ? [{ path: ['observation'], condition: wanted, turn }] : []
  }
  if ('turn' in condition) return condition.turn > 0 ? under(['holds'], shown(condition.holds, condition.turn)) : []
  if ('all' in condition) return condition.all.flatMap((one, index) => under(['all', index], shown(one, turn)))
  return 'any' in condition ? condition.any.flatMap((one, index) => under(['any', index], shown(one, turn))) : []
}

const under = (path: PropertyKey[], all: Shown[]): Shown[] =>
  all.map((one) => ({ ...one, path: [...path, ...one.path] }))
