// What keeps a machine from showing the contrary of what its world's text says, where no rule has understood the text: the model answers.
import { findDomain } from '../../../core/domains/index.ts'
import type { Simple } from '../../../core/domains/shell/commands.ts'
import type { Claim } from '../../../core/grounds/effects/claims.ts'
import { clausesIn } from '../../../core/grounds/effects/clauses.ts'
import { type Denial, denialIn, type NamingText } from '../../../core/grounds/effects/denial.ts'
import type { Doubt } from '../../../core/grounds/effects/doubt-topic.ts'
import { doubtsIn } from '../../../core/grounds/effects/doubts.ts'
import { type GuardedText, unshownBy } from '../../../core/grounds/effects/guard.ts'
import { restsIn } from '../../../core/grounds/effects/rests.ts'
import { unknownIn } from '../../../core/grounds/effects/unknown.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { readOf } from './genesis.ts'
import type { MachineAnswer } from './working.ts'

export interface Misread extends NamingText, GuardedText {
  doubts: readonly Doubt[]
}

// Asked for each turn of a world, and the same each time.
const known = new Map<string, Misread>()
const MOST_KNOWN = 16
// Each time the machine is given what it has just denied.
const MOST_GIVEN = 3

/** What a world's text names, and what of it was not read. */
export function misreadOf(setup: Setup): Misread {
  const key = JSON.stringify([setup.domain, setup.initialState])
  const found = known.get(key)
  if (found) return found
  const initial = readOf(setup)
  const { effects, cwd } = initial
  const terminal = findDomain(setup.domain).surface === 'terminal'
  const made = {
    clauses: clausesIn(setup.initialState, effects),
    effects,
    cwd,
    doubts: doubtsIn(setup.initialState, initial, { terminal }),
    rests: restsIn(setup.initialState, effects),
    made: JSON.stringify(effects),
    ...unknownIn(setup.initialState, initial, { terminal })
  }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, made)
  return made
}

/**
 * A turn that the machine computed, done again with the files that it denied and the text names; by the model where it denies anything else.
 * @param play does the turn from the state before it, with more that is claimed; by `whole` the model answers all of it
 */
export async function withoutDenials(
  first: MachineAnswer,
  {
    setup,
    commands,
    printed,
    cwd,
    home,
    earlier,
    play
  }: {
    setup: Setup
    commands: readonly Simple[]
    printed(answer: MachineAnswer): string
    cwd: string
    home: string
    earlier(): readonly Simple[]
    play(of: { claims: readonly Claim[]; whole: boolean }): Promise<MachineAnswer>
  }
): Promise<{ played: MachineAnswer; claims: readonly Claim[]; denied: string | null }> {
  const text = misreadOf(setup)
  const claims: Claim[] = []
  let played = first
  const denialOf = (): Denial | null => {
    if (played.dreams.length > 0 || commands.length === 0) return null
    const turn = { commands, output: printed(played), cwd, home }
    const unshown = (): Denial | null => {
      const name = unshownBy(turn, text, earlier)
      return name === null ? null : { name, claims: [] }
    }
    return denialIn(turn, text, earlier) ?? unshown()
  }
  let denial = denialOf()
  for (let given = 0; denial && given < MOST_GIVEN; given++) {
    const more = denial.claims.filter(({ path }) => !claims.some((one) => one.path === path))
    if (!more.length) break
    for (const one of more) claims.push(one)
    played = await play({ claims, whole: false })
    denial = denialOf()
  }
  if (!denial) return { played, claims, denied: null }
  return { played: await play({ claims: [], whole: true }), claims: [], denied: denial.name }
}

/** What was not read, by its line (from 1), in words for a person. */
export const unreadIn = (setup: Setup): { line: number; why: string }[] =>
  misreadOf(setup).doubts.map(({ at, what, path }) => ({
    line:
      Math.max(
        0,
        setup.initialState.split('\n').findIndex((line) => line.includes(at.slice(0, 30)))
      ) + 1,
    why: `${what}${path === undefined ? '' : ` (${path})`}; no rule reads it, and the model answers for the commands that show it.`
  }))
