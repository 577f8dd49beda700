import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFacts } from '../../../src/host/engines/llama-server/facts.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { folder } from '../folder.ts'

const SCRIPTS = [{ pieces: ['§', 'Hello'], after: 'end' as const }]

test('a hybrid mixture is taken apart: experts, attention with keys and values, recurrent layers with state', async () => {
  const path = join(await folder(), 'hybrid.gguf')
  writeTinyModel(path, { scripts: SCRIPTS, architecture: 'qwen35moe' })
  const { layers, ...facts } = await readFacts(path)
  // Two experts of three matrices of 64 x 32 numbers, 4 bytes each.
  expect(layers.map(({ experts }) => experts)).toEqual(Array(4).fill(2 * 3 * 64 * 32 * 4))
  expect(layers.map(({ cachePerToken }) => cachePerToken)).toEqual([0, 0, 0, 2 * 64 * 2])
  const state = 4 * (128 * 128 + 3 * (128 + 2 * 128))
  expect(layers.map((layer) => layer.state)).toEqual([state, state, state, 0])
  expect(facts).toEqual({
    chatTemplate: expect.stringContaining('<|im_start|>'),
    contextLength: 32_768,
    predictors: 0,
    vocabulary: facts.vocabulary,
    embedding: facts.vocabulary * 64 * 4,
    // A matrix as large as the embedding, and a norm.
    output: facts.vocabulary * 64 * 4 + 64 * 4
  })
})

test('the parts of a dense model add up to its file but for the header', async () => {
  const path = join(await folder(), 'dense.gguf')
  writeTinyModel(path, { scripts: SCRIPTS })
  const { layers, embedding, output } = await readFacts(path)
  const sum = layers.reduce((all, { weights, experts }) => all + weights + experts, embedding + output)
  const { size } = statSync(path)
  expect(layers.map(({ experts, state }) => [experts, state])).toEqual([[0, 0]])
  expect(sum).toBeLessThan(size)
  expect(sum).toBeGreaterThan(size * 0.8)
})

test('a file that is no model is refused', async () => {
  const path = join(await folder(), 'no.gguf')
  writeFileSync(path, 'nothing of the kind')
  await expect(readFacts(path)).rejects.toMatchObject({ code: 'model-broken' })
})
