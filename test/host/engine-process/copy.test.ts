import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { type Costs, createCopier, measureCosts } from '../../../src/host/engine-process/copy.ts'

// `as`: a token is a number with a brand.
const tokens = (numbers: number[]) => numbers as Token[]
const range = (from: number, to: number) => tokens(Array.from({ length: to - from }, (_, index) => from + index))
/** A machine that evaluates sixty-five tokens in the time of one. */
const free: Costs = () => 1
/** A machine that takes as long for each token of a batch as for one alone. */
const linear: Costs = (count) => count
const END = 999 as Token
const ends = (token: Token) => token === END

/** Says `said` one token at a time. */
function saying(source: Token[], costs: Costs, said: Token[]) {
  const copier = createCopier(source, costs, { ends })
  for (const token of said) copier.push(token)
  return copier
}

describe('a copier', () => {
  it('drafts what follows in the prompt once an answer is seen to copy it', () => {
    const copier = saying(range(0, 100), free, range(10, 20))
    expect(copier.draft(200)).toEqual(range(20, 84))
  })

  it('drafts nothing before three tokens place the copy', () => {
    expect(saying(range(0, 100), free, range(10, 12)).draft(200)).toEqual([])
    expect(saying(range(0, 100), free, range(200, 220)).draft(200)).toEqual([])
  })

  it('drafts no more than is asked for, nor past the end of the prompt', () => {
    expect(saying(range(0, 100), free, range(10, 20)).draft(3)).toEqual(range(20, 23))
    expect(saying(range(0, 100), free, range(10, 20)).draft(0)).toEqual([])
    expect(saying(range(0, 30), free, range(10, 20)).draft(200)).toEqual(range(20, 30))
  })

  it('never drafts a token that ends the turn, nor what follows it', () => {
    const source = [...range(0, 25), END, ...range(30, 60)]
    expect(saying(source, free, range(10, 20)).draft(200)).toEqual(range(20, 25))
  })

  it('drafts nothing where a batch costs as much as its tokens one by one', () => {
    expect(saying(range(0, 200), linear, range(10, 150)).draft(200)).toEqual([])
  })

  it('drafts shorter and then not at all when copies keep breaking', () => {
    const source = range(0, 1000)
    // Four tokens of a copy, then one that is elsewhere: the next place is found only after three more.
    const broken = (times: number) => Array.from({ length: times }, (_, at) => range(at * 40, at * 40 + 4)).flat()
    const costs: Costs = (count) => 1 + count / 2
    const trusting = saying(source, costs, range(0, 60)).draft(200).length
    const wary = saying(source, costs, broken(20)).draft(200).length
    expect(trusting).toBeGreaterThan(wary)
    expect(wary).toBe(0)
  })

  it('follows the likeliest of several places: the one that most of what was said leads to', () => {
    // 5 6 7 stands twice; what came before tells which.
    const source = tokens([1, 2, 5, 6, 7, 70, 71, 72, 73, 3, 4, 5, 6, 7, 80, 81, 82, 83])
    expect(saying(source, free, tokens([3, 4, 5, 6, 7, 80])).draft(2)).toEqual([81, 82])
    expect(saying(source, free, tokens([1, 2, 5, 6, 7, 70])).draft(2)).toEqual([71, 72])
  })
})

describe('what a batch costs', () => {
  /** A sequence that takes note of the batches it was given. */
  function recording() {
    const batches: number[] = []
    let cleared = false
    const sequence = {
      evaluateWithoutGeneratingNewTokens: async (given: Token[]) => void batches.push(given.length),
      clearHistory: async () => {
        cleared = true
      }
    }
    // `as`: what a measurement uses of a sequence.
    return { sequence: sequence as unknown as LlamaContextSequence, batches, cleared: () => cleared }
  }

  it('is measured from one token to sixty-five, and the sequence left empty', async () => {
    const { sequence, batches, cleared } = recording()
    const costs = await measureCosts(sequence, 1 as Token)
    expect(batches).toEqual([2, 1, 1, 1, 8, 32, 65])
    expect(cleared()).toBe(true)
    // Between the samples and beyond them it is a straight line, and more tokens never cost less than one.
    for (const count of [1, 2, 8, 20, 65, 100]) expect(costs(count)).toBeGreaterThanOrEqual(costs(1))
  })
})
