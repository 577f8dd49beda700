import { createHash } from 'node:crypto'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Entry, readCatalogue } from '../../src/host/catalogue.ts'
import { createModels } from '../../src/host/models.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'
import { startHub } from './hub.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const TINY = ggufFile()
const SHA256 = createHash('sha256').update(TINY).digest('hex')
const ENTRY: Entry = Entry.parse({
  id: 'tiny',
  title: 'Tiny',
  description: 'For tests.',
  license: 'none',
  size: TINY.length,
  memory: 1000,
  template: 'standard',
  context: 128,
  sources: [{ type: 'hf', uri: 'hf:someone/tiny-GGUF/tiny.gguf', sha256: SHA256 }]
})

async function setUp() {
  const home = await folder()
  const resources = await folder()
  await writeFile(join(resources, 'models.json'), JSON.stringify({ version: 1, models: [ENTRY] }))
  await mkdir(join(home, 'models'))
  return {
    home,
    resources,
    models: createModels({ home, resources }),
    inFolder: (name: string) => join(home, 'models', name)
  }
}

const listed = {
  id: 'tiny',
  title: 'Tiny',
  description: 'For tests.',
  license: 'none',
  size: TINY.length,
  memory: 1000,
  sha256: SHA256,
  path: null,
  partial: 0,
  active: false
}

it('the shipped catalogue begins with the model Orrery is for and ends with the smallest', async () => {
  const models = await readCatalogue(RESOURCES)
  expect(models.map(({ id }) => id)).toEqual([
    'qwen-agentworld-35b-a3b',
    'qwen3-8b',
    'qwen3-4b-instruct',
    'llama-3.2-3b-instruct',
    'smollm2-135m'
  ])
  for (const { memory, size, sources } of models) {
    expect(memory).toBeGreaterThan(size)
    // One name, one file: a recording made with the model means the same thing wherever the file came from.
    expect(new Set(sources.map(({ sha256 }) => sha256)).size).toBe(1)
  }
})

it('a malformed catalogue is told of by its path', async () => {
  const resources = await folder()
  await writeFile(join(resources, 'models.json'), '{"version": 1, "models": [{}]}')
  const models = createModels({ home: await folder(), resources })
  await expect(models.list()).rejects.toMatchObject({
    code: 'internal',
    message: `The model catalogue ${join(resources, 'models.json')} cannot be read. Reinstall Orrery.`
  })
})

it('a fresh machine lists the catalogue, nothing of it on disk', async () => {
  const { models } = await setUp()
  expect(await models.list()).toEqual([listed])
  expect(models.active()).toBe(null)
})

it('files of the models folder and files used elsewhere are listed after the catalogue', async () => {
  const { models, inFolder } = await setUp()
  const elsewhere = join(await folder(), 'mine.gguf')
  for (const path of [elsewhere, inFolder('tiny.gguf'), inFolder('own.gguf'), inFolder('big-00001-of-00002.gguf')]) {
    await writeFile(path, TINY)
  }
  for (const name of ['big-00002-of-00002.gguf', 'other.gguf.part', 'notes.txt']) await writeFile(inFolder(name), 'x')
  await models.setActive({ model: elsewhere })
  await models.setActive({ model: 'tiny' })
  const local = (path: string, title: string) => ({
    id: path,
    title,
    description: 'A model file on this machine.',
    license: 'unknown',
    size: TINY.length,
    memory: Math.round(TINY.length * 1.2 + 3e8),
    sha256: null,
    path,
    partial: 0,
    active: false
  })
  expect(await models.list()).toEqual([
    { ...listed, path: inFolder('tiny.gguf'), active: true },
    local(inFolder('big-00001-of-00002.gguf'), 'big-00001-of-00002'),
    local(inFolder('own.gguf'), 'own'),
    local(elsewhere, 'mine')
  ])
})

it('an unfinished download shows how much of it is there', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('tiny.gguf.part.ipull'), Buffer.alloc(100_000, 1))
  expect(await models.list()).toEqual([{ ...listed, partial: 100_000 }])
})

it('a catalogue model resolves to its file, with the template and context of the catalogue', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('tiny.gguf'), TINY)
  expect(await models.resolve('tiny')).toEqual({
    path: inFolder('tiny.gguf'),
    name: 'tiny',
    hash: SHA256,
    template: 'standard',
    contextSize: 128
  })
})

it('any file resolves by its path, or by its name in the models folder', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  const own = { path: inFolder('own.gguf'), name: 'own', hash: SHA256, template: 'small', contextSize: null }
  expect(await models.resolve(inFolder('own.gguf'))).toEqual(own)
  expect(await models.resolve('own.gguf')).toEqual(own)
})

it('a file is hashed once, and again when it changed', async () => {
  const { home, models, inFolder } = await setUp()
  const path = inFolder('own.gguf')
  await writeFile(path, TINY)
  await models.resolve(path)
  const cache = join(home, 'models', 'hashes.json')
  const known = JSON.parse(await readFile(cache, 'utf8'))
  await writeFile(cache, JSON.stringify({ [path]: { ...known[path], sha256: 'remembered' } }))
  expect((await models.resolve(path)).hash).toBe('remembered')
  await utimes(path, new Date(), new Date(0))
  expect((await models.resolve(path)).hash).toBe(SHA256)
})

it('info reads the file; the catalogue decides the template of its own models', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('tiny.gguf'), TINY)
  expect(await models.info('tiny')).toEqual({
    model: { ...listed, path: inFolder('tiny.gguf') },
    architecture: 'llama',
    parameters: 64,
    contextLength: 2048,
    quantization: 'Q4_1',
    template: 'standard',
    chatTemplate: '{{ messages }}'
  })
})

it('a model that is not here says how to get it; one that is nowhere says what there is', async () => {
  const { models } = await setUp()
  const gone = {
    code: 'not-found',
    message: 'The model "tiny" is not on this machine. Get it with: orrery model pull tiny'
  }
  await expect(models.resolve('tiny')).rejects.toMatchObject(gone)
  await expect(models.info('tiny')).rejects.toMatchObject(gone)
  await expect(models.resolve('huge')).rejects.toMatchObject({
    code: 'not-found',
    message: 'There is no model "huge": it is neither a model file nor in the catalogue (tiny).'
  })
})

it('pulling ends with the model, on disk and verified; pulling it again fetches nothing', async () => {
  const { models, inFolder } = await setUp()
  const hub = await startHub(TINY)
  const { signal } = new AbortController()
  const last = async () => {
    let event: unknown
    for await (event of models.pull('tiny', { signal })) {
      // Only the end matters here.
    }
    return event
  }
  const pulled = { type: 'pulled', model: { ...listed, path: inFolder('tiny.gguf') } }
  expect(await last()).toEqual(pulled)
  expect((await models.resolve('tiny')).hash).toBe(SHA256)
  hub.asked = []
  expect(await last()).toEqual(pulled)
  expect(hub.asked).toEqual([])
})

it('one model is downloaded once at a time', async () => {
  const { models } = await setUp()
  const hub = await startHub(TINY)
  hub.mute = true
  const stop = new AbortController()
  const first = models.pull('tiny', { signal: stop.signal })
  await first.next()
  const second = models.pull('tiny', { signal: stop.signal }).next()
  await expect(second).rejects.toMatchObject({ code: 'busy', message: '"tiny" is already being downloaded.' })
  stop.abort()
  await expect(first.next()).rejects.toMatchObject({ code: 'cancelled' })
})

it('what is not in the catalogue cannot be pulled', async () => {
  const { models } = await setUp()
  await expect(models.pull('huge', { signal: new AbortController().signal }).next()).rejects.toMatchObject({
    code: 'not-found',
    message: '"huge" is not in the catalogue. Models to pull: tiny.'
  })
})

it('a file chosen by a short name is remembered by its whole path', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  await models.setActive({ model: 'own.gguf' })
  expect(models.active()).toEqual({ model: inFolder('own.gguf') })
  expect((await models.list()).map(({ active }) => active)).toEqual([false, true])
})

it('the choice is a model, a server, or nothing', async () => {
  const { home, resources, models } = await setUp()
  const server = { baseUrl: 'http://127.0.0.1:8080/v1', model: 'served', apiKey: 'secret' }
  for (const choice of [{ model: 'tiny' }, server, null]) {
    await models.setActive(choice)
    expect(createModels({ home, resources }).active()).toEqual(choice)
  }
})
