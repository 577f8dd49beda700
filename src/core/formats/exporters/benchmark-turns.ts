// Which turns of a branch are evaluated, as AgentWorldBench chose its own: both ends and some between, then perhaps half of them.

import { isEmptyAction } from '../../control/evaluate/categories.ts'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { draw } from '../../tree/history.ts'
import type { ExportedTurn, ExportSource } from '../exporting.ts'

/** Turns between the first and the last. */
const BETWEEN = 3

/**
 * Numbers of the turns. On screens those are passed over first that say little of a world model: typing, waiting, and a screen that stayed
 * as it was. The benchmark says of its choice there only that it took the harder turns.
 */
export async function benchmarkTurns(
  source: ExportSource,
  { seed, half }: { seed: number; half: boolean }
): Promise<Set<number>> {
  const all: { number: number; id: string }[] = []
  let before: string | null = null
  for await (const turn of source.chain()) {
    const seen: string = before ?? turn.setup.initialState
    if (!isSimple(turn, seen)) all.push({ number: turn.number, id: turn.step.id })
    before = unmarked(turn.step.observation.text)
  }
  const placed = await Promise.all(
    all.slice(1, -1).map(async (one) => ({ one, at: await draw(`bench|${seed}|${one.id}`) }))
  )
  const between = placed.sort((one, two) => one.at - two.at).slice(0, BETWEEN)
  const ends = [...new Set([all.at(0), all.at(-1)])].filter((one) => one !== undefined)
  const drawn = new Set<number>()
  for (const { number, id } of [...ends, ...between.map(({ one }) => one)]) {
    if (!half || (await draw(`half|${seed}|${id}`)) < 0.5) drawn.add(number)
  }
  return drawn
}

const SIMPLE = new Set(['fill', 'type', 'input_text', 'write', 'typewrite', 'wait', 'sleep'])

function isSimple({ step, setup }: ExportedTurn, before: string): boolean {
  const domain = findDomain(setup.domain)
  if (domain.surface !== 'screen') return false
  const name = domain.toolOf(step.action)
  if (isEmptyAction(domain.format(step.action)) || (name !== null && SIMPLE.has(name.split('.').at(-1) ?? '')))
    return true
  return before.trim() === unmarked(step.observation.text).trim()
}
