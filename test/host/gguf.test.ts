import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inspect } from '../../src/host/models/gguf/header.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'

async function file(bytes: Buffer | string): Promise<string> {
  const path = join(await folder(), 'model.gguf')
  await writeFile(path, bytes)
  return path
}

it('a model file says what it is', async () => {
  const texts = { 'general.name': 'Tiny One', 'general.license': 'mit' }
  expect(await inspect(await file(ggufFile({ texts })))).toEqual({
    name: 'Tiny One',
    license: 'mit',
    architecture: 'llama',
    parameters: 64,
    contextLength: 2048,
    quantization: 'Q4_1',
    template: 'small',
    chatTemplate: '{{ messages }}'
  })
})

it('a model file need not say its name or license', async () => {
  expect(await inspect(await file(ggufFile()))).toMatchObject({ name: null, license: null })
})

it('a model of a billion parameters gets the standard template', async () => {
  const header = await inspect(await file(ggufFile({ dimensions: [32_768, 32_768] })))
  expect([header.parameters, header.template]).toEqual([2 ** 30, 'standard'])
})

it.each([
  'WorldModel-Alfworld-Qwen2.5-7B',
  'WorldModel Sciworld Llama3.1 8B',
  'worldmodel_webshop_qwen2.5_7b',
  'WorldModel-Textworld-Qwen2.5-7B-Q4_K_M'
])('a checkpoint of Word2World is asked in its own form: %s', async (name) => {
  const header = await inspect(await file(ggufFile({ texts: { 'general.name': name } })))
  expect(header.template).toBe('word2world')
})

it.each([
  ['no GGUF at all', '<html>Not found</html>'],
  ['empty', ''],
  ['text that begins like one', 'GGUF and nothing else'],
  ['cut off in the header', ggufFile().subarray(0, 60)],
  ['cut off before the weights', ggufFile({ weights: 0 })]
])('a file that is %s is broken, and the message says which file and what to do', async (_, bytes) => {
  const path = await file(bytes)
  const error = await inspect(path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'OrreryError', code: 'model-broken' })
  expect(String(error)).toContain(`"${path}" is not a usable GGUF model file`)
  expect(String(error)).toContain('Download it again, or choose another file.')
})

it('a path without a file is not found, and neither is a folder', async () => {
  const home = await folder()
  for (const path of [join(home, 'gone.gguf'), home]) {
    await expect(inspect(path)).rejects.toMatchObject({
      code: 'not-found',
      message: `There is no model file at "${path}". Check the path.`
    })
  }
})
