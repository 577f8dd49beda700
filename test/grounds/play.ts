// Acts recorded sessions on the machine, without a model and without a host around it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import type { Ground } from '../../src/core/tree/ports.ts'
import { turnOptions } from '../core/turn-options.ts'
import { Session } from './session.ts'

// What a turn that needs a model is answered here. No turn that is determined does.
const UNKNOWN = 'Temporary failure in name resolution'

/** The recorded sessions of a folder beside this file. */
export function recorded(folder: 'open' | 'held'): Session[] {
  const at = join(import.meta.dirname, 'sessions', folder)
  return readdirSync(at)
    .sort()
    .map((name) => Session.parse(JSON.parse(readFileSync(join(at, name), 'utf8'))))
}

/** Acts a session turn by turn, so that several can be acted by turns. Gives what each turn showed. */
export async function* play(ground: Ground, { turns }: Session): AsyncGenerator<string> {
  // They were recorded where `awk` is gawk.
  const setup = Setup.parse({ domain: 'terminal', grounding: 'grounded', initialState: 'gawk is installed.' })
  const chain: Step[] = []
  const calls = new Map<string, Call>()
  for (const { action } of turns) {
    const callOf = (id: string) => calls.get(id) ?? null
    const asked = { setup, chain, callOf, action, instruction: '' }
    const { text, grounded, keep } = await ground.turn(
      asked,
      turnOptions(() => UNKNOWN)
    )
    const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
    await keep(step.id)
    chain.push(step)
    // `as`: what the ground reads of a call.
    calls.set(step.id, { engine: 'machine', grounded, firings: [] } as unknown as Call)
    yield text
  }
}

/** A text without the blanks at the ends of its lines and around it. */
export const bare = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
