// What holds in a story whatever is done in it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../../../src/core/tree/ports.ts'
import { shipped, story } from './telling.ts'

// As many as take a second or so.
const RUNS = { numRuns: 100 }

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

/** What is done: the line of this number among those that are listed, or a line of anybody's. */
const lines = fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(1000) }, { weight: 1, arbitrary: fc.string() }), {
  maxLength: 40
})

function walk(program: ReturnType<typeof story>, choices: readonly (number | string)[]) {
  let state = frozen(program.init('seed'))
  return choices.map((choice) => {
    const { commands = [] } = program.actions(state)
    const text = typeof choice === 'string' ? choice : (commands[choice % (commands.length || 1)] ?? 'look')
    const step = program.step(state, { door: 'text', text: text.replace('<your words>', 'jacket') })
    state = frozen(step?.state ?? state)
    return { step, state, commands, text }
  })
}

it.each(['household', 'house', 'shop'])(
  '%s: the same actions give the same bytes, and no state is written to',
  (name) => {
    const program = story(shipped(name))
    fc.assert(
      fc.property(lines, (choices) => {
        expect(JSON.stringify(walk(program, choices))).toBe(JSON.stringify(walk(program, choices)))
      }),
      RUNS
    )
  }
)

it('a household loses nothing, and what it lists can be done', () => {
  const program = story(shipped('household'))
  fc.assert(
    fc.property(lines, (choices) => {
      for (const { step, state, commands, text } of walk(program, choices)) {
        const { places, held } = state as { places: Record<string, { holds: Json[] }>; held: Json }
        const things = Object.values(places).flatMap(({ holds }) => holds)
        expect([...things, ...(held === null ? [] : [held])].sort()).toEqual([
          ...['apple 1', 'egg 1', 'knife 1', 'milk 1', 'mug 1', 'plate 1', 'plate 2', 'spoon 1']
        ])
        if (commands.includes(text)) expect(step?.answer).not.toBe('Nothing happens.')
      }
    }),
    RUNS
  )
})
