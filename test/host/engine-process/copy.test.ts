import type { Token } from 'node-llama-cpp'
import { describe, expect, test } from 'vitest'
import { createCopier, createCosts } from '../../../src/host/engine-process/copy.ts'
import { must } from '../../must.ts'

// `as`: tokens are numbers that the library marks as its own.
const tokens = (numbers: number[]) => numbers as Token[]
const count = (from: number, length: number) => tokens(Array.from({ length }, (_, index) => from + index))
/** Checking many tokens at once costs hardly more than one, as on a GPU. */
const cheap = createCosts((size) => 1 + size / 100)
const never = () => false

/** Feeds an answer and returns all that was drafted before each of its tokens. */
function drafts(source: Token[], answer: Token[], { costs = cheap, ends = never as (token: Token) => boolean } = {}) {
  const copier = createCopier(source, costs, { ends })
  return answer.map((token) => {
    const draft = copier.draft(1000)
    copier.push(token)
    return draft
  })
}

describe('a copier', () => {
  const source = tokens([...count(5000, 40), ...count(1, 200), ...count(6000, 40)])

  test('drafts what follows in the prompt once a copy has held for a while', () => {
    const all = drafts(source, count(1, 120))
    expect(all.slice(0, 3)).toEqual([[], [], []])
    const at = all.findIndex(({ length }) => length > 0)
    expect(all[at]).toEqual(count(1 + at, must(all[at]).length))
    expect(all.at(-1)).toEqual(count(120, 64))
  })

  test('drafts nothing where nothing is copied', () => {
    expect(drafts(source, count(9000, 50)).flat()).toEqual([])
  })

  test('drafts nothing where copies break before a draft pays', () => {
    const broken = Array.from({ length: 200 }, (_, index) => (index % 5 === 4 ? 9000 + index : 1 + index))
    const costly = createCosts((size) => 1 + size * 0.6)
    expect(drafts(source, tokens(broken), { costs: costly }).flat()).toEqual([])
  })

  test('finds its way back after an edit, to the place after the copy it left', () => {
    const twice = tokens([...count(1, 60), ...count(1, 60), ...count(300, 60)])
    const answer = tokens([...count(1, 60), ...count(1, 20), 9999, ...count(22, 30)])
    expect(drafts(twice, answer).at(-1)?.slice(0, 3)).toEqual(count(51, 3))
  })

  test('drafts no token that ends a turn, and no more than there is room for', () => {
    const at = (token: Token) => token === 100
    expect(drafts(source, count(1, 90), { ends: at }).at(-1)).toEqual(count(90, 10))
    const copier = createCopier(source, cheap, { ends: never })
    for (const token of count(1, 90)) copier.push(token)
    expect(copier.draft(7)).toEqual(count(91, 7))
    expect(copier.draft(0)).toEqual([])
  })

  test('drafts nothing where checking many tokens costs as much as saying them', () => {
    expect(drafts(source, count(1, 150), { costs: createCosts((size) => size) }).flat()).toEqual([])
  })

  test('learns what a long history makes of the costs: a token on its own gets dearer, and a draft pays that did not', () => {
    const costs = createCosts((size) => size)
    expect(drafts(source, count(1, 150), { costs }).flat()).toEqual([])
    for (let times = 0; times < 50; times++) costs.took(1, 4)
    expect([costs.of(1), costs.of(17)].map(Math.round)).toEqual([4, 34])
    expect(drafts(source, count(1, 150), { costs }).at(-1)).not.toEqual([])
    // A draft shows that it costs as much as its tokens one by one.
    costs.took(17, 17 * 4)
    expect(Math.round(costs.of(17))).toBe(68)
    expect(drafts(source, count(1, 150), { costs }).flat()).toEqual([])
  })
})
