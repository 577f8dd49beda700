// Model files that cannot answer, and split ones: what is said of them where they are chosen, listed and measured.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { createHost } from '../../src/host/host.ts'
import { inspect, whyUnfit } from '../../src/host/models/gguf/header.ts'
import { createModels } from '../../src/host/models/index.ts'
import { Gguf, u32 } from '../fixtures/gguf-writer.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'
import { FIT, headerOf, UNFIT } from './kinds.ts'

const WAY_OUT = 'Choose a model that writes text; see those that there are with: orrery model list'
const BERT = headerOf(must(UNFIT[0])[2])
const REFUSED = `"bert.gguf" is an embedding model (architecture bert): it turns text into numbers and cannot write any. ${WAY_OUT}`

async function fileOf(bytes: Buffer, name = 'model.gguf'): Promise<string> {
  const path = join(await folder(), name)
  await writeFile(path, bytes)
  return path
}

describe('a file that is no model that writes text is refused by what it is', () => {
  it.each(UNFIT)('%s is %s', async (_, kind, header) => {
    const path = await fileOf(headerOf(header))
    const { architecture } = header
    const named = architecture === undefined ? '' : ` (architecture ${architecture})`
    const error = await inspect(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'OrreryError', code: 'invalid-input' })
    expect(String(error)).toContain(`"model.gguf" is ${kind}${named}: `)
    expect(String(error).endsWith(WAY_OUT)).toBe(true)
    expect(await whyUnfit(path)).toContain(`It is ${kind}${named}: `)
  })

  it.each(FIT)('%s is none of them', async (_, header) => {
    expect(await whyUnfit(await fileOf(headerOf(header)))).toBe(null)
  })
})

it('a file with layers and no table of tokens is a part of a model, or a broken one', async () => {
  const path = await fileOf(headerOf({ architecture: 'llama', tensors: ['blk.0.attn_q.weight'] }))
  await expect(inspect(path)).rejects.toMatchObject({
    code: 'model-broken',
    message: `"${path}" is not a usable GGUF model file: it is a part of a model (architecture llama): it has no table of tokens to read and write with. Download it again, or choose another file.`
  })
})

it('it is refused wherever a model is chosen, measured or looked into, and what was chosen stays', async () => {
  const home = await folder()
  const path = await fileOf(BERT, 'bert.gguf')
  await mkdir(join(home, 'models'))
  const host = await createHost({ home, resources: 'resources' })
  onTestFinished(() => host.dispose())
  const refused = { code: 'invalid-input', message: REFUSED }
  await expect(host.calls['models.use']({ model: path })).rejects.toMatchObject(refused)
  await expect(host.calls['models.info']({ model: path })).rejects.toMatchObject(refused)
  await writeFile(join(home, 'models', 'bert.gguf'), BERT)
  await expect(host.calls['models.configure']({ model: 'bert.gguf', sampling: null })).rejects.toMatchObject(refused)
  await expect(host.calls['models.fit']({ model: path, options: LoadOptions.parse({}) })).rejects.toMatchObject(refused)
  expect((await host.calls['models.status']({})).model).toBe('orrery-lwm-135m')
  await expect(createHost({ home: await folder(), resources: 'resources', model: path })).rejects.toMatchObject(refused)
})

it('it is not offered where other programs keep it, and says why in the list of models', async () => {
  const [home, person, resources] = [await folder(), await folder(), await folder()]
  await writeFile(join(resources, 'models.json'), JSON.stringify({ version: 1, models: [] }))
  const lmStudio = join(person, '.lmstudio', 'models', 'someone', 'things')
  for (const place of [lmStudio, join(home, 'models')]) {
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'bert.gguf'), BERT)
    await writeFile(join(place, 'writer.gguf'), ggufFile())
  }
  const models = createModels({ home, resources, places: { env: {}, home: person, platform: 'darwin' } })
  expect((await models.found()).map(({ title }) => title)).toEqual(['writer'])
  const unfit = 'It is an embedding model (architecture bert): it turns text into numbers and cannot write any.'
  expect((await models.list()).map(({ title, unfit }) => ({ title, unfit }))).toEqual([
    { title: 'bert', unfit },
    { title: 'writer', unfit: undefined }
  ])
  // Another file by the same name is judged anew.
  await writeFile(join(home, 'models', 'bert.gguf'), ggufFile())
  expect((await models.list()).map(({ unfit }) => unfit)).toEqual([undefined, undefined])
})

/** A model of three parts of which the first has no weights, as the largest are published. */
async function split(): Promise<{ home: string; parts: string[]; sizes: number[] }> {
  const home = await folder()
  await mkdir(join(home, 'models'))
  const parts = [1, 2, 3].map((number) => join(home, 'models', `big-0000${number}-of-00003.gguf`))
  const tensors = [[], ['token_embd.weight', 'blk.0.attn_q.weight'], ['output.weight']]
  const sizes = await Promise.all(
    parts.map(async (path, index) => {
      const file = new Gguf()
      if (index === 0) file.set('general.architecture', 'llama')
      file.set('split.no', u32(index))
      file.set('split.count', u32(3))
      for (const name of must(tensors[index])) file.tensor(name, [64, 64])
      await writeFile(path, file.bytes())
      return file.bytes().length
    })
  )
  return { home, parts, sizes }
}

it('a split model has the size, the memory and the parameters of all of its parts, also with an empty first one', async () => {
  const { home, parts, sizes } = await split()
  const models = createModels({ home, resources: 'resources', places: { env: {}, home: await folder() } })
  const path = must(parts[0])
  const size = sizes.reduce((a, b) => a + b)
  const shown = { path, size, memory: Math.round(size * 1.2 + 3e8) }
  expect(await models.one(path)).toMatchObject(shown)
  expect((await models.list()).filter(({ id }) => parts.includes(id))).toMatchObject([shown])
  expect(await models.info(path)).toMatchObject({ model: shown, parameters: 3 * 64 * 64 })
})

it('a part that is missing or broken is named, in the list too', async () => {
  const { home, parts } = await split()
  const models = createModels({ home, resources: 'resources', places: { env: {}, home: await folder() } })
  const [path, second] = [must(parts[0]), must(parts[1])]
  await writeFile(second, '')
  await expect(models.info(path)).rejects.toMatchObject({
    code: 'model-broken',
    message: `"${path}" is not a usable GGUF model file: its part 2 of 3 cannot be read (${second}): its header is damaged. Download it again, or choose another file.`
  })
  await rm(second)
  await expect(models.resolve(path)).rejects.toMatchObject({
    code: 'model-broken',
    message: `"${path}" is not a usable GGUF model file: its part 2 of 3 is missing: ${second}. Download it again, or choose another file.`
  })
  expect(await models.one(path)).toMatchObject({ unfit: `It is not complete: its part 2 of 3 is missing: ${second}.` })
})

it('a later part is said to be one, and the first is named', async () => {
  const { home, parts } = await split()
  const models = createModels({ home, resources: 'resources', places: { env: {}, home: await folder() } })
  const refused = {
    code: 'invalid-input',
    message: `"big-00002-of-00003.gguf" is part 2 of 3 of a split model, which is opened by its first part. Choose that one: ${parts[0]}`
  }
  const later = must(parts[1])
  await expect(models.resolve(later)).rejects.toMatchObject(refused)
  await expect(models.info(later)).rejects.toMatchObject(refused)
  await expect(models.measure(later)).rejects.toMatchObject(refused)
  // By another name only its header tells.
  const file = new Gguf()
  file.set('split.no', u32(1))
  file.set('split.count', u32(3))
  file.tensor('output.weight', [64])
  expect(await whyUnfit(await fileOf(file.bytes()))).toBe(
    'It is part 2 of 3 of a split model, which is opened by its first part. Choose that one: its name ends in -00001-of-00003.gguf.'
  )
})

it('deleting a split model deletes all of it, and a later part by itself only that', async () => {
  const { home, parts } = await split()
  const models = createModels({ home, resources: 'resources', places: { env: {}, home: await folder() } })
  await models.delete(must(parts[2]))
  expect((await models.one(must(parts[0]))).unfit).toBe(`It is not complete: its part 3 of 3 is missing: ${parts[2]}.`)
  await models.delete(must(parts[0]))
  await expect(models.one(must(parts[1]))).rejects.toMatchObject({ code: 'not-found' })
})
