// How an answer is drawn, end to end with a model of random weights: held to a form, traced, or cut off for repeating itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Engine, Request } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { type Asked, ask } from '../../model/conversation.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-draw-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function engineOn(path: string): Engine {
  const load = LoadOptions.parse({ contextSize: 4096, sequences: 2 })
  return createLlamaEngine({ modelPath: path, name: 'tiny', hash: null, template: 'small', load })
}

const asked = (over: Partial<Asked> = {}): Asked => ({
  messages: [{ role: 'user', content: 'what now' }],
  prefill: '',
  maxTokens: 60,
  owner: 'test',
  ...over
})

describe.each(['llama', 'qwen35moe'] as const)('an answer of a %s', (architecture) => {
  let engine: Engine
  beforeAll(() => {
    const path = join(folder, `${architecture}.gguf`)
    writeTinyModel(path, { architecture, random: 5 })
    engine = engineOn(path)
  })
  afterAll(() => engine.dispose())

  async function answer(over: Partial<Request> = {}, what: Partial<Asked> = {}) {
    const answered = await ask(engine, asked(what), over)
    if ('code' in answered) throw new Error(`The answer ended in ${answered.code}.`)
    return answered
  }

  test('is the same greedy text with its token view and without, and the view tells each token', async () => {
    const plain = await answer()
    const { text, trace } = await answer({ trace: true })
    expect(plain.trace).toBeNull()
    expect(text).toBe(plain.text)
    expect(trace?.map((token) => token.text).join('')).toBe(text)
    for (const { text: said, probability, top } of trace ?? []) {
      expect(top[0]).toEqual({ text: said, probability })
      const probabilities = top.map((one) => one.probability)
      expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a))
      expect(probabilities.reduce((a, b) => a + b)).toBeLessThanOrEqual(1.0001)
      expect(probability).toBeGreaterThan(0)
    }
  })

  test('draws what was traced when it is not greedy', async () => {
    const sampling = { temperature: 1.5, topK: 10, topP: 0.9, maxTokens: 40 }
    const { text, trace } = await answer({ trace: true, sampling, seed: 11 })
    expect(trace?.map((token) => token.text).join('')).toBe(text)
    expect(trace?.every(({ probability }) => probability > 0 && probability <= 1)).toBe(true)
  })

  test('is JSON of the schema that was asked for', async () => {
    const schema = {
      type: 'object',
      properties: { ok: { type: 'boolean' }, kind: { enum: ['file', 'folder'] } },
      required: ['ok', 'kind'],
      additionalProperties: false
    }
    const { text, cut } = await answer({ shape: { tags: false, schema } })
    expect(cut).toBeNull()
    expect(JSON.parse(text)).toEqual({ ok: expect.any(Boolean), kind: expect.stringMatching(/^(file|folder)$/) })
    const either = await answer({ shape: { tags: false, schema: { anyOf: [{ const: 'this' }, { const: 'that' }] } } })
    expect(JSON.parse(either.text)).toMatch(/^th(is|at)$/)
  })

  test('thinks or opens the observation, and says nothing else, when tags are asked for', async () => {
    // To this model all that it never says by itself is as likely: it is drawn, so that it gets past the blank lines it may begin with.
    const sampling = { temperature: 1, topK: 0, topP: 1, maxTokens: 80 }
    const { text } = await answer({ thinking: true, shape: { tags: true, schema: null }, sampling })
    expect(text.trimStart()).toMatch(/^(<think>|<predicted_observation>)/)
  })

  test('that is held to a form leaves the context as good as any other', async () => {
    const before = await answer({ strict: true }, { maxTokens: 20 })
    await answer({ shape: { tags: false, schema: { type: 'boolean' } } })
    const after = await answer({}, { maxTokens: 20 })
    expect(after.text).toBe(before.text)
  })

  test('whose schema no grammar can express is refused in words', async () => {
    const refused = await ask(engine, asked(), { shape: { tags: false, schema: 'no schema' } })
    expect(refused).toEqual({ code: 'invalid-input' })
  })
})

describe('an answer that goes round in circles', () => {
  let engine: Engine
  beforeAll(() => {
    const path = join(folder, 'circle.gguf')
    writeTinyModel(path, { scripts: [{ pieces: ['¶', 'la ', 'li ', 'lu\n'], after: 'again' }] })
    engine = engineOn(path)
  })
  afterAll(() => engine.dispose())

  test('is cut off after as many rounds as its template allows, and says so', async () => {
    const circling = asked({ prefill: '¶', maxTokens: 500 })
    // Three tokens a round, and at least forty-eight.
    expect(await ask(engine, circling, { repeats: 6 })).toMatchObject({
      text: `¶${'la li lu\n'.repeat(16)}`,
      cut: 'repetition',
      tokens: { generated: 48 }
    })
    expect(await ask(engine, circling, { repeats: 0 })).toMatchObject({ cut: 'length', tokens: { generated: 500 } })
  })
})
