import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { describe, expect, test } from 'vitest'
import { generate, type Ready } from '../../../src/host/engine-process/generate.ts'
import { createPace, type ReadingPace } from '../../../src/host/engine-process/pace.ts'
import type { ToEngine } from '../../../src/host/engine-process/protocol.ts'

// What cancelling may take, less what winds up after a piece.
const MOST_MS = 70
const LEAST = 8

describe('a prompt is read in pieces that take no longer than cancelling can wait', () => {
  test('from the first one on', () => {
    const pace = createPace({ batchSize: 512, gpu: false })
    expect([pace.size, pace.fixed]).toEqual([LEAST, 16])
    for (let times = 0; times < 9; times++) pace.took(pace.size, pace.size / 100)
    expect([pace.size, pace.fixed]).toEqual([512, 16])
  })

  test('on a machine that slows down, for as long as it may do so again', () => {
    const pace = createPace({ batchSize: 512, gpu: false })
    const read = (each: number) => {
      const { size } = pace
      pace.took(size, size * each)
      return size
    }
    for (let times = 0; times < 9; times++) read(1)
    expect(pace.size).toBe(70)
    read(3)
    expect(pace.size).toBe(23)
    expect(Array.from({ length: 7 }, () => read(1))).toEqual(Array(7).fill(23))
    read(1)
    expect(pace.size).toBe(46)
    // Smaller pieces would take more time than they save.
    read(100)
    expect(pace.size).toBe(LEAST)
    // One of a few tokens says nothing.
    pace.took(5, 1)
    expect([pace.size, pace.ms]).toEqual([LEAST, 100])
  })

  test('and a GPU begins with whole batches', () => {
    const pace = createPace({ batchSize: 512, gpu: true })
    expect([pace.size, pace.fixed]).toEqual([512, 512])
  })
})

describe('cancelling while a prompt is read', () => {
  /** Reads a prompt of 1,000 tokens at `each` ms a token and is stopped in the fifth piece; the sizes of the pieces that were read. */
  async function stopped(each: number, { strict = false } = {}): Promise<number[]> {
    const pieces: number[] = []
    const controller = new AbortController()
    const tokens = Array.from({ length: 1000 }, (_, index) => index as Token) // `as`: tokens are numbers that the library marks as its own.
    const pace = createPace({ batchSize: 128, gpu: false })
    // Time as it would be on that machine, not as it is on this one.
    const slow: ReadingPace = {
      get size() {
        return pace.size
      },
      get ms() {
        return pace.ms
      },
      fixed: pace.fixed,
      took: (count) => pace.took(count, count * each)
    }
    const sequence = {
      async evaluateWithoutGeneratingNewTokens(piece: Token[]) {
        pieces.push(piece.length)
        if (pieces.length === 5) controller.abort()
      },
      clearHistory: async () => {}
    }
    const seat = {
      sequence,
      cached: 0,
      shared: () => false,
      read: async () => {},
      checkpoint: async () => {},
      leave: () => {}
    }
    // `as`: what reading a prompt uses of an engine.
    const ready = {
      model: {} as LlamaModel,
      prompter: { prompt: () => ({ tokens, begun: '', checkpoints: [], stop: { texts: [], tokens: new Set() } }) },
      sequences: {
        needsCheckpoints: false,
        take: async () => ({ ...seat, sequence: sequence as unknown as LlamaContextSequence })
      },
      pace: slow,
      contextSize: 4096,
      costs: null
    } as unknown as Ready
    const ask = { strict, sampling: { maxTokens: 100 }, shape: { tags: false, schema: null } } as ToEngine
    const answerNow = new AbortController().signal
    const listener = { signal: controller.signal, answerNow, onRead: () => {}, onText: () => {}, onMeter: () => {} }
    await expect(generate(ready, ask, listener)).rejects.toMatchObject({ code: 'cancelled' })
    return pieces
  }

  test.each([0.1, 1, 3, 5, 7.5])('waits for the piece under way and no other, at %d ms a token', async (each) => {
    const pieces = await stopped(each)
    expect(pieces).toHaveLength(5)
    for (const piece of pieces) expect(piece * each).toBeLessThanOrEqual(MOST_MS)
  })

  test('in strict mode too, where pieces are of one size', async () => {
    expect(await stopped(5, { strict: true })).toEqual(Array(5).fill(16))
  })
})
