// How much of a model's memory is taken when: contexts as they are made by llama.cpp, and what is done when one cannot be.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LlamaContext, Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Bytes } from '../../../src/core/tree/engine-status.ts'
import { type ContextOptions, openContexts } from '../../../src/host/engine-process/contexts.ts'
import { createPace } from '../../../src/host/engine-process/pace.ts'
import { createSequences } from '../../../src/host/engine-process/sequences.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { createFits } from '../../../src/host/models/fits.ts'
import { sum } from '../../../src/host/models/gguf/estimate.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { type Asked, ask } from '../../model/conversation.ts'
import { must } from '../../must.ts'

const SHAPES = ['llama', 'qwen35moe'] as const
const MOST = 16_384

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-contexts-'))
  for (const architecture of SHAPES) writeTinyModel(join(folder, `${architecture}.gguf`), { architecture, random: 5 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the model as the window does; `taken` is what its contexts take by now, `fit` what was said of it before. */
async function open(shape: string, decided: Partial<LoadOptions> = {}) {
  const path = join(folder, `${shape}.gguf`)
  const load = LoadOptions.parse({ contextSize: MOST, ...decided })
  const fits = createFits()
  const fit = await fits.fit({ of: { path }, contextSize: null, options: load, held: { ram: 0, vram: 0 } })
  await fits.dispose()
  let taken = 0
  const engine = createLlamaEngine({
    modelPath: path,
    name: shape,
    hash: null,
    template: 'small',
    load,
    onStatus: ({ memory }: { memory: Bytes | null }) => {
      taken = memory?.ram ?? taken
    }
  })
  for await (const _ of must(engine.load).call(engine, { signal: AbortSignal.timeout(60_000) }));
  const say = async (owner: string, content: string, over: Partial<Asked> = {}) => {
    const messages = over.messages ?? [{ role: 'user' as const, content }]
    const answer = await ask(engine, { messages, prefill: '', maxTokens: 8, owner, ...over })
    if ('code' in answer) throw new Error(`The answer ended in ${answer.code}.`)
    return answer
  }
  return { engine, fit, say, taken: () => taken, weights: fit.weights.ram }
}

const letters = (length: number, from = 0) =>
  Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3) + from) % 26))).join('')
const near = (value: number, other: number) => Math.abs(value / other - 1) < 0.1

describe('memory grows with use', () => {
  test('by a context for each world, and by larger ones for longer histories, up to what the fit said', async () => {
    const { engine, fit, say, taken, weights } = await open('llama')
    try {
      const first = fit.first.ram - weights
      const most = sum(fit).ram - weights
      expect(fit.options).toMatchObject({ contextSize: MOST, sequences: 4 })
      expect(near(taken(), first), `${taken()} taken at load, ${first} told`).toBe(true)
      await say('one', letters(500))
      await say('one', letters(510))
      expect(taken()).toBe(first)
      await say('two', letters(500, 3))
      expect(taken()).toBe(2 * first)
      await say('two', letters(520, 3))
      expect(taken()).toBe(2 * first)

      // A history that outgrows its context moves to a larger one, and is not read again.
      const content = letters(3500, 5)
      const { text } = await say('one', content)
      const messages = [
        { role: 'user' as const, content },
        { role: 'assistant' as const, content: text },
        { role: 'user' as const, content: letters(1000, 9) }
      ]
      const grown = await say('one', '', { messages })
      expect(grown.tokens.cached).toBeGreaterThan(3500)
      expect(taken()).toBeGreaterThan(2 * first)
      expect(taken()).toBeLessThan(3.5 * first)

      // Room is made for all that an answer may take; nobody waits for it here.
      for (const owner of ['one', 'two', 'three', 'four', 'five']) {
        const controller = new AbortController()
        const asked = { messages: [{ role: 'user' as const, content: owner }], prefill: '', maxTokens: MOST, owner }
        await ask(engine, asked, {
          signal: controller.signal,
          onEvent: ({ type }) => type === 'text' && controller.abort()
        })
      }
      await say('one', 'more')
      expect(near(taken(), most), `${taken()} taken at last, ${most} told`).toBe(true)
    } finally {
      await engine.dispose()
    }
  })

  test('by whole contexts where a history cannot be moved', async () => {
    const { engine, fit, say, taken, weights } = await open('qwen35moe')
    try {
      expect(near(taken(), fit.first.ram - weights)).toBe(true)
      const first = taken()
      await say('one', letters(6000))
      expect(taken()).toBe(first)
      await say('two', letters(500, 3))
      expect(taken()).toBe(2 * first)
    } finally {
      await engine.dispose()
    }
  })

  test('but not where a person decided how many worlds run at once: they share a context', async () => {
    const { engine, fit, say, taken, weights } = await open('llama', { sequences: 3 })
    try {
      expect(fit.first).toEqual(sum(fit))
      const first = taken()
      expect(near(first, fit.first.ram - weights)).toBe(true)
      for (const owner of ['one', 'two', 'three']) await say(owner, letters(5000, owner.length))
      expect(taken()).toBe(first)
    } finally {
      await engine.dispose()
    }
  })
})

describe('a context that cannot be made', () => {
  /** Contexts that only have a size; `fails` says which cannot be made. */
  function making(over: Partial<ContextOptions> & { fails?: (size: number, made: number) => boolean }): ContextOptions {
    let made = 0
    return {
      lanes: [1, 1, 1],
      first: 4096,
      most: 16_384,
      hasRoom: async () => true,
      async open(contextSize, totalSequences) {
        if (over.fails?.(contextSize, made)) throw new Error('no memory')
        made++
        const context = {
          contextSize,
          totalSequences,
          memoryUsage: { ram: contextSize, vram: 0 },
          disposed: false,
          dispose: async () => {
            context.disposed = true
          },
          getSequence: () => ({ context, nextTokenIndex: 0, contextTokens: [], clearHistory: async () => {} })
        }
        // `as`: what is used of a context.
        return context as unknown as LlamaContext
      },
      ...over
    }
  }

  test('is a world less at the same time', async () => {
    for (const over of [{ fails: (_: number, made: number) => made === 1 }, { hasRoom: async () => false }]) {
      const contexts = await openContexts(making(over))
      expect(contexts.sequences).toBe(3)
      expect(await contexts.more()).toBeNull()
      expect([contexts.sequences, contexts.memory.ram]).toEqual([1, 4096])
    }
  })

  test('fails the step that needs a longer one, and is tried again by the next', async () => {
    const contexts = await openContexts(making({ lanes: [1], fails: (size, made) => size > 4096 && made === 1 }))
    await expect(contexts.enlarge(must(contexts.first[0]), 5000)).rejects.toThrow('no memory')
    expect(contexts.memory.ram).toBe(0)
    const [again] = must(await contexts.more())
    expect((await contexts.enlarge(must(again), 5000)).context.contextSize).toBe(8192)
    expect(await contexts.more()).toBeNull()
  })

  test('leaves the engine as good as new', async () => {
    const contexts = await openContexts(making({ lanes: [1], fails: (size, made) => size > 4096 && made === 1 }))
    const sequences = createSequences(contexts, { states: null, pace: createPace({ batchSize: 128, gpu: false }) })
    // `as`: tokens are numbers that the library marks as its own.
    const tokens = [1, 2, 3] as Token[]
    const wanted = { owner: 'one', cells: 5000, fresh: false, signal: AbortSignal.timeout(10_000) }
    await expect(sequences.take(tokens, wanted)).rejects.toThrow('no memory')
    const seat = await sequences.take(tokens, wanted)
    expect([seat.sequence.context.contextSize, seat.cached]).toEqual([8192, 0])
  })
})
