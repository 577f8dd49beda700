// Vectors of texts by the engine process, with a model whose numbers hang on every token before them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cosineDistance } from '../../../src/core/control/rewards.ts'
import type { Engine } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { ask } from '../../model/conversation.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'

let folder: string
let engine: Engine
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-embed-'))
  const modelPath = join(folder, 'tiny.gguf')
  writeTinyModel(modelPath, { random: 5 })
  engine = createLlamaEngine({ modelPath, name: 'tiny', hash: null, template: 'small' })
})
afterAll(async () => {
  await engine.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const embed = (texts: string[], signal = UNTIL_DONE) => must(engine.embed)(texts, { signal })

test('a text has a vector of length 1, the same each time, also once the model answers', async () => {
  const { vectors, tokens } = await embed(['a file', 'a folder', 'a file', ''])
  const [file = [], folder = [], again = [], empty] = vectors
  expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64, 0])
  expect(Math.hypot(...file)).toBeCloseTo(1, 6)
  expect(again).toEqual(file)
  expect(cosineDistance(file, folder)).toBeGreaterThan(0.001)
  expect(empty).toEqual([])
  expect(tokens).toBeGreaterThan(2)
  await ask(engine, {
    messages: [{ role: 'user', content: 'ls' }],
    ...{ prefill: '', maxTokens: 4, owner: 'world' }
  })
  expect((await embed(['a file'])).vectors[0]).toEqual(file)
})

test('of a text that is longer than a window both ends count', async () => {
  const long = 'abcdefghij '.repeat(200)
  const [plain = [], first = [], last = []] = (await embed([long, `start ${long}`, `${long}the end`])).vectors
  expect(cosineDistance(plain, first)).toBeGreaterThan(1e-6)
  expect(cosineDistance(plain, last)).toBeGreaterThan(1e-6)
})

test('it can be stopped, and goes on with the next question', async () => {
  const controller = new AbortController()
  const asked = embed(
    Array.from({ length: 50 }, (_, at) => `${at} ${'text '.repeat(300)}`),
    controller.signal
  )
  controller.abort()
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  expect((await embed(['a file'])).vectors[0]).toHaveLength(64)
})
