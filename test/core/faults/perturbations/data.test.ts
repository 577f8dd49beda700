// What holds of every perturbation that alters or withholds data.
import { describe, expect, it, test } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { data, show } from './worlds.ts'

const examples = data.flatMap(({ name, examples }) =>
  examples.map((example, index) => ({ name, index, domain: example.domain, example }))
)

test.each(data)('$name has options that all have defaults, and says what it shows', (one) => {
  expect(one.options.safeParse({}).success).toBe(true)
  expect([one.title, one.description, one.weakness].every((text) => text.length > 4)).toBe(true)
})

describe('every example fires in its domain, says so, and gives the same again', () => {
  it.each(examples)('$name $index in $domain', async ({ name, example, domain }) => {
    const served = data.find((one) => one.name === name)?.serves?.(findDomain(domain)) ?? true
    expect(served).toBe(true)
    for (const seed of [0, 1, 2, 3, 4]) {
      const { text, firings } = await show(name, example, seed)
      expect(firings.map((firing) => firing.name)).toEqual([name])
      expect(firings[0]?.detail).not.toBe('')
      const before = firings[0]?.before ?? example.turns.at(-1)?.observation
      expect(text).not.toBe(before)
      expect((await show(name, example, seed)).text).toBe(text)
    }
  })
})

describe('a terminal keeps its echo and its prompt', () => {
  const shown = examples.filter(({ domain }) => domain === 'terminal')
  it.each(shown)('$name $index', async ({ name, example }) => {
    const before = example.turns.at(-1)?.observation ?? ''
    const { text } = await show(name, example, 3)
    expect(text.split('\n')[0]?.trimEnd()).toBe(before.split('\n')[0]?.trimEnd())
    const terminal = findDomain('terminal')
    const state = terminal.initial(Setup.parse({ domain: 'terminal' }))
    const fold = (observed: string) => terminal.fold(state, { action: [], observation: { text: observed } })
    expect(fold(text)).toEqual(fold(before))
  })
})
