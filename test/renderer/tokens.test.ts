import { describe, expect, test } from 'vitest'
import type { TracedToken } from '../../src/core/tree/model.ts'
import { alternatives, tracedParts, tracedWhole, visible } from '../../src/renderer/worlds/tokens.ts'

const token = (text: string, probability = 1, top: TracedToken['top'] = []): TracedToken => ({ text, probability, top })
const parts = (...texts: string[]) =>
  tracedParts(texts.map((text) => token(text))).map(({ name, from, tokens }) => [
    name,
    from,
    tokens.map((one) => one.text)
  ])

describe('the parts of a traced answer', () => {
  test.each([
    ['an answer without thinking', ['ls', '\n'], [['Answer', 0, ['ls', '\n']]]],
    [
      'thinking before it',
      ['<think>', 'hm', '</think>', 'ls'],
      [
        ['Thinking', 0, ['<think>', 'hm', '</think>']],
        ['Answer', 3, ['ls']]
      ]
    ],
    [
      'thinking that the template opened',
      ['hm', '</th', 'ink>', 'ls'],
      [
        ['Thinking', 0, ['hm', '</th', 'ink>']],
        ['Answer', 3, ['ls']]
      ]
    ],
    ['thinking that never ends', ['<think>', 'hm'], [['Thinking', 0, ['<think>', 'hm']]]],
    [
      'a token that ends the thinking and begins the answer',
      ['hm', '</think>l', 's'],
      [
        ['Thinking', 0, ['hm', '</think>l']],
        ['Answer', 2, ['s']]
      ]
    ],
    ['nothing', [], []]
  ])('%s', (_, texts, expected) => {
    expect(parts(...texts)).toEqual(expected)
  })
})

describe('a traced token', () => {
  test('stands among its alternatives, likeliest first, and is added where it was not among them', () => {
    const top = [
      { text: 'a', probability: 0.6 },
      { text: 'b', probability: 0.3 }
    ]
    expect(alternatives(token('b', 0.3, top))).toEqual([
      { text: 'a', probability: 0.6, taken: false },
      { text: 'b', probability: 0.3, taken: true }
    ])
    expect(alternatives(token('c', 0.4, top)).map(({ text, taken }) => [text, taken])).toEqual([
      ['a', false],
      ['c', true],
      ['b', false]
    ])
  })

  test('shows what cannot be seen', () => {
    expect([' ls', '\n\t', ''].map(visible)).toEqual(['␣ls', '⏎⇥', '∅'])
  })
})

test('a trace comes to its mean and the places of doubt', () => {
  expect(tracedWhole([token('a', 1), token('b', 0.25), token('c', 0.5), token('d', 0.25)])).toEqual({
    mean: 0.5,
    doubtful: [1, 3]
  })
  expect(tracedWhole([])).toEqual({ mean: 0, doubtful: [] })
})
