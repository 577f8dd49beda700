import { describe, expect, it } from 'vitest'
import { OrreryError } from '../../../src/core/errors.ts'
import { countLeftOut, type TurnTokens } from '../../../src/core/step/compact.ts'
import type { StepEvent } from '../../../src/core/tree/model.ts'
import type { Engine, Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { act, committed, failed, ls, scripted, start, tagged } from '../acting.ts'

/** A token a character, and a note of every text that was counted. */
function counting() {
  const texts: string[] = []
  const count: Engine['countTokens'] = async (asked) => {
    texts.push(...asked)
    return asked.map(({ length }) => length)
  }
  return { count, texts }
}
const turnsOf = ({ messages }: Request) =>
  messages.filter(({ role }) => role === 'user').map(({ content }) => Number(/^### Turn (\d+)/.exec(content)?.[1]))
const sampling = { temperature: 0, topK: 1, topP: 1, maxTokens: 100 }

describe('3.4 the rule compact leaves out the oldest turns', () => {
  const turn = (size: number): TurnTokens => ({ ask: size / 2, answer: size / 2 })

  it('none while they fit, then down to half of the room at once', () => {
    const left = Array.from({ length: 14 }, (_, count) => countLeftOut(Array(count).fill(turn(10)), 5, 65))
    // Six turns and a question fit into 65; three turns are less than half of it.
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8])
  })

  it('is the same when the world is replayed: a longer past never takes back what a shorter one left out', () => {
    const sizes = Array.from({ length: 200 }, (_, index) => turn(2 + ((index * 37) % 41)))
    let before = 0
    let changes = 0
    for (let count = 1; count <= sizes.length; count++) {
      const left = countLeftOut(sizes.slice(0, count), 20, 200)
      expect(left).toBeGreaterThanOrEqual(before)
      const kept = sizes.slice(left, count).reduce((sum, { ask, answer }) => sum + ask + answer, 0)
      expect(kept + 20).toBeLessThanOrEqual(200)
      if (left > before) changes++
      before = left
    }
    // About nine turns go each time: the prefix of the prompt holds for as many steps.
    expect(changes).toBeLessThan(40)
  })

  it('the last turn stays as long as it fits, however large it is', () => {
    expect(countLeftOut([turn(20), turn(60)], 5, 65)).toBe(1)
    expect(countLeftOut([turn(20), turn(60)], 6, 65)).toBe(2)
    expect(countLeftOut([turn(10), turn(10)], 100, 65)).toBe(2)
  })

  it('the system prompt stays, the turns keep their numbers, and the call says which are gone', async () => {
    const { count, texts } = counting()
    let answers = 0
    const { engine, requests } = scripted(() => [tagged(`${'x'.repeat(400)} ${++answers}`)], {
      count,
      info: { contextSize: 8000 }
    })
    start(engine, { compact: true, sampling })
    const warnings: string[][] = []
    for (let step = 0; step < 9; step++) warnings.push(committed(await act()).call.warnings)
    const told = requests.map(turnsOf)
    // Every prompt is its own turn and those kept; the beginning stays for as long as it can.
    const lost = told.map((turns) => must(turns[0]) - 1)
    const at = lost.findIndex((turns) => turns > 0)
    expect(at).toBeGreaterThan(2)
    expect(told).toEqual(lost.map((turns, index) => Array.from({ length: index + 1 - turns }, (_, n) => turns + n + 1)))
    expect(new Set(lost.slice(at, at + 2))).toEqual(new Set([lost[at]]))
    expect(new Set(requests.map(({ messages }) => messages[0]?.content)).size).toBe(1)
    for (const { messages } of requests) {
      expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(8000 - 100)
    }
    expect(warnings.map(([first]) => first)).toEqual(
      lost.map((turns) =>
        turns
          ? `Turns 1 to ${turns} were left out of the prompt, which would not have fit the context of 8,000 tokens.`
          : undefined
      )
    )
    // Each answer is counted once, however many prompts it stands in.
    const counted = texts.filter((text) => text.startsWith('**Environment Observation:**'))
    expect(counted.map((text) => text.split(' ').at(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  })

  it('without the rule nothing is left out', async () => {
    const { count, texts } = counting()
    const { engine, requests } = scripted(() => [tagged('x'.repeat(3000))], { count, info: { contextSize: 8000 } })
    start(engine, { sampling })
    for (let step = 0; step < 5; step++) await act()
    expect(requests.map(turnsOf)).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]])
    expect(texts).toEqual([])
  })

  it('an engine that cannot count is estimated for, and the call says so', async () => {
    const { engine, requests } = scripted(() => [tagged('x'.repeat(3000))], { info: { contextSize: 5000 } })
    start(engine, { compact: true, sampling })
    let last: string[] = []
    for (let step = 0; step < 3; step++) last = committed(await act()).call.warnings
    expect(requests.map(turnsOf)).toEqual([[1], [1, 2], [2, 3]])
    expect(last).toEqual([
      'Turn 1 was left out of the prompt, which would not have fit the context of 5,000 tokens. This engine cannot count tokens: 2 characters were taken for one.'
    ])
  })

  it('loads the model first where only then its context is known', async () => {
    let contextSize: number | null = null
    const load = async function* () {
      yield 0.5
      contextSize = 8000
      yield 1
    }
    const { engine } = scripted(() => [tagged('a')], { count: counting().count, load })
    start({ ...engine, info: () => ({ ...engine.info(), contextSize }) }, { compact: true })
    const progress = (events: StepEvent[]) => events.filter(({ type }) => type === 'progress')
    expect(progress(await act())).toEqual([0.5, 1].map((done) => ({ type: 'progress', phase: 'load', done, total: 1 })))
    expect(progress(await act())).toEqual([])
  })
})

describe('3.5 a full context names the ways out', () => {
  const full = (contextSize: number | null = 1000) => {
    let calls = 0
    return scripted(
      function* () {
        if (calls++)
          throw new OrreryError(
            'context-full',
            'The prompt has 900 tokens and the context holds 1000. Go on from an earlier step, or load a larger context.'
          )
        yield tagged('a')
      },
      { info: { contextSize } }
    ).engine
  }
  const message = async () => {
    committed(await act())
    const { error, draft } = failed(await act({ action: ls }))
    expect(draft?.reason).toBe(error.message)
    return [error.code, error.message]
  }
  const engines =
    'The prompt has 900 tokens and the context holds 1000. Go on from an earlier step, or load a larger context.'

  it('the rule among them', async () => {
    start(full())
    expect(await message()).toEqual([
      'context-full',
      `${engines} Or turn on the rule "compact", which leaves the oldest turns out of the prompt.`
    ])
  })

  it('and says why the rule did not help', async () => {
    start(full(null), { compact: true })
    expect(await message()).toEqual([
      'context-full',
      `${engines} The rule "compact" left out nothing: this engine does not say how large its context is.`
    ])
    start(full(), { compact: true })
    expect(await message()).toEqual(['context-full', engines])
  })

  it('a first turn that does not fit has no turns to leave out', async () => {
    start(
      scripted(() => {
        throw new OrreryError('context-full', engines)
      }).engine
    )
    expect(failed(await act()).error.message).toBe(engines)
  })
})
