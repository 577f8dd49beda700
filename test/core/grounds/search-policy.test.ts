import { describe, expect, it } from 'vitest'
import { beginningOf } from '../../../src/core/control/agents/beginning.ts'
import { mixed, teased } from '../../../src/core/grounds/fiction/mix.ts'
import { policyTold } from '../../../src/core/grounds/search/policy.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { HitMix, SearchPolicy } from '../../../src/core/tree/search.ts'

const found = (texts: string[]) => texts.map((text) => ({ hit: text, text }))

describe('a mix of hits', () => {
  const all = {
    found: found(['red tower height', 'a tower', 'tower height of old', 'the height']),
    others: ['x', 'y', 'z']
  }

  it('has good fits first, then partial ones, then others, as many as are asked for', () => {
    const made = mixed('red tower height', all, { high: 1, middle: 2, background: 1 }, 1)
    expect(made.slice(0, 3)).toEqual(['red tower height', 'a tower', 'the height'])
    expect(made).toHaveLength(4)
    expect(all.others).toContain(made[3])
  })

  it('goes on with the next ones on the next page, and has fewer where there are no more', () => {
    expect(mixed('red tower height', all, { high: 1, middle: 1, background: 0 }, 2)).toEqual([
      'tower height of old',
      'the height'
    ])
    expect(mixed('red tower height', all, { high: 1, middle: 1, background: 2 }, 9)).toEqual([])
  })

  it.each([
    [{ high: 0, middle: 0, background: 0 }],
    [{ high: -1, middle: 1, background: 1 }],
    [{ high: 1, middle: 1 }],
    [{ high: 21, middle: 1, background: 1 }]
  ])('cannot be %j', (mix) => expect(HitMix.safeParse(mix).success).toBe(false))
})

it('a teaser ends before a figure, and before a name that nobody asked for', () => {
  expect(teased('The tower was raised in 2030 and is 34 m tall.', 'Tarn Light')).toBe('The tower was raised in ...')
  expect(teased('It was built by Ada Ries, an engineer.', 'tower')).toBe('It was built by ...')
  expect(teased('It was built by Ada Ries, an engineer.', 'Ada Ries')).toBe('It was built by Ada Ries, an engineer ...')
  expect(teased('34 m', 'x')).toBe('...')
})

it('a model is told the policy and the answer that it must not give away', () => {
  const search = SearchPolicy.parse({
    snippets: 'none',
    mix: { high: 1, middle: 2, background: 3 },
    reference: { question: 'How tall?', answer: '34 m', reveal: ['https://a.example/b'] }
  })
  const told = policyTold({ search })
  for (const part of ['no snippet', '1 that fit', '3 that are', '34 m', 'https://a.example/b'])
    expect(told).toContain(part)
  expect(policyTold({})).toBe('')
})

it('an agent is not shown the guarded answer before its first turn', () => {
  const setup = Setup.parse({
    domain: 'search',
    initialState: 'Today is 2031-05-04.\n\nThe tower is 34 m tall. It is red.',
    search: { reference: { question: 'How tall?', answer: '34 m', reveal: ['https://a.example/b'] } }
  })
  expect(beginningOf(setup)).toBe('Today is 2031-05-04.\n\n... It is red.')
})
