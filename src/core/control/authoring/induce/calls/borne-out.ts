// Verbs are held against the shown turns: those without which more is right are left out.
import { readData } from '../../../../grounds/programs/data/read-data.ts'
import { answerOf } from '../../../../grounds/programs/event.ts'
import type { ProgramStep } from '../../../../grounds/programs/program.ts'
import { readJson } from '../../../../observations/documents/value.ts'
import { canonical } from '../../../../tree/history.ts'
import type { Json } from '../../../../tree/ports.ts'
import { isNear } from '../../turns.ts'
import { type Called, type Fields, onlyReads } from './called.ts'
import type { PlacedCall } from './entities.ts'
import { remembered } from './remembered.ts'
import { worded } from './worded.ts'

export interface Made {
  version: 1
  clock?: string
  tick?: number
  tables: Record<string, Fields>
  verbs: Record<string, Fields>
}

/**
 * Without verbs that are wrong where they can be held against what was shown; what is answered the same each time is remembered.
 * @param instead verbs that ask for their answer, by tool, the one that says most first
 */
export function borneOut(
  made: Made,
  recorded: readonly Called[][],
  calls: readonly PlacedCall[],
  taken: (name: string) => readonly string[],
  instead: ReadonlyMap<string, readonly Fields[]>
): Json | null {
  const without = (name: string): Made => {
    const { [name]: _, ...verbs } = made.verbs
    return { ...made, verbs }
  }
  let best = made
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { faults } = readData(best)
    const broken = faults.find(({ path }) => path[0] === 'verbs')
    if (faults.length && !broken) return null
    made = best
    if (broken) {
      best = without(String(broken.path[1]))
      continue
    }
    const counts = tried(made, recorded)
    const wrong = [...counts].filter(([name, count]) => count.wrong && Object.hasOwn(made.verbs, name))
    const ways = wrong.flatMap(([name]) =>
      [
        ...(instead.get(name) ?? [])
          .filter((verb) => verb !== made.verbs[name])
          .map((verb) => withVerb(made, name, verb)),
        without(name)
      ].map((one) => ({ made: one, worth: worthOf(tried(one, recorded)) }))
    )
    const [way] = ways.sort((a, b) => b.worth - a.worth)
    if (!way || way.worth <= worthOf(counts)) break
    best = way.made
  }
  const kept = { ...made, tables: { ...made.tables }, verbs: { ...made.verbs } }
  worded(kept, calls, taken)
  remembered(kept, calls, taken)
  // What a look shows is taken in, where nothing else is known of its answer.
  for (const [name, [verb]] of instead)
    if (verb && onlyReads(name) && !Object.hasOwn(kept.verbs, name)) kept.verbs[name] = verb
  if (!Object.keys(kept.verbs).length) return null
  return readData(kept).faults.length ? null : (kept as unknown as Json)
}

const withVerb = (made: Made, name: string, verb: Fields): Made => ({ ...made, verbs: { ...made.verbs, [name]: verb } })

// Each round takes the verb without which most is right.
const MOST_ROUNDS = 12

/** A turn that is wrong costs half of one that is right: the model can be asked. */
const worthOf = (counts: ReadonlyMap<string, { right: number; wrong: number }>): number =>
  [...counts.values()].reduce((sum, { right, wrong }) => sum + right - wrong / 2, 0)

/** By tool, in how many of the shown turns the data is right and wrong. */
function tried(made: Made, recorded: readonly Called[][]): Map<string, { right: number; wrong: number }> {
  const counts = new Map<string, { right: number; wrong: number }>()
  const { program } = readData(made)
  for (const recording of program ? recorded : []) {
    let state: Json = program?.init('0') ?? {}
    for (const { name, given, text } of recording) {
      const event = { door: 'tools', tool: name, arguments: given } as const
      const first: ProgramStep | undefined = program?.step(state, event)
      const step: ProgramStep | undefined = first?.ask ? program?.step(state, { ...event, answers: [text] }) : first
      if (!step) continue
      if (step.state !== undefined && step.error === undefined) state = step.state
      if (first?.ask) continue
      const count = counts.get(name) ?? { right: 0, wrong: 0 }
      counts.set(name, count)
      if (alike(answerOf('tools', step, {}).text, text)) count.right++
      else count.wrong++
    }
  }
  return counts
}

function alike(said: string, text: string): boolean {
  const [one, other] = [readJson(said), readJson(text)]
  // `as`: what was read is JSON.
  if (one && other) return canonical(one.value as Json) === canonical(other.value as Json)
  return isNear(said.trim(), text.trim())
}
