import { createHash } from 'node:crypto'
import { access, type FileHandle, mkdir, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { Sampling } from '../../src/core/tree/model.ts'
import { CatalogueModel, readCatalogue } from '../../src/host/models/catalogue.ts'
import { inspect } from '../../src/host/models/gguf/header.ts'
import { createModels } from '../../src/host/models/index.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'
import { startHub } from './hub.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const TINY = ggufFile()
const SHA256 = createHash('sha256').update(TINY).digest('hex')
const ENTRY: CatalogueModel = CatalogueModel.parse({
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

// As nobody has decided anything.
const UNSET = { runtime: 'llama' as const, load: LoadOptions.parse({}), sampling: null }

async function setUp(entries: CatalogueModel[] = [ENTRY]) {
  const home = await folder()
  const resources = await folder()
  const person = await folder()
  await writeFile(join(resources, 'models.json'), JSON.stringify({ version: 1, models: entries }))
  await mkdir(join(home, 'models'))
  return {
    home,
    resources,
    person,
    models: createModels({ home, resources, places: { env: {}, home: person, platform: 'darwin' } }),
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
  bundled: false,
  active: false,
  published: Sampling.parse({}),
  ...UNSET
}

const local = (path: string, title: string, size = TINY.length) => ({
  id: path,
  title,
  description: 'A model file on this machine.',
  license: 'unknown',
  size,
  memory: Math.round(size * 1.2 + 3e8),
  sha256: null,
  path,
  partial: 0,
  bundled: false,
  active: false,
  published: Sampling.parse({}),
  ...UNSET
})

it('checkpoints that are published as safetensors are listed, and who wants one is told how to convert it', async () => {
  const { unconverted } = await readCatalogue(RESOURCES)
  expect(unconverted).toHaveLength(8)
  for (const { repository } of unconverted) {
    const name = must(repository.split('/').at(-1))
    // The converted file is asked in the form of its training.
    const path = join(await folder(), 'model.gguf')
    await writeFile(path, ggufFile({ texts: { 'general.name': name } }))
    const header = await inspect(path)
    expect([repository, header.template]).toEqual([repository, 'word2world'])
    for (const id of [repository, name.toLowerCase()])
      await expect(createModels({ home: await folder(), resources: RESOURCES }).resolve(id)).rejects.toThrow(
        `orrery model use ${name}.gguf`
      )
  }
})

it('the shipped catalogue begins with the model that is here, then the one Orrery is for, and ends with the smallest', async () => {
  const { models } = await readCatalogue(RESOURCES)
  expect(models.map(({ id }) => id)).toEqual([
    'orrery-lwm-135m',
    'qwen-agentworld-35b-a3b',
    'qwen3-8b',
    'qwen3-4b-instruct',
    'llama-3.2-3b-instruct',
    'qwen2.5-coder-1.5b',
    'qwen3-embedding-0.6b',
    'smollm2-135m'
  ])
  for (const { memory, size, sources, bundled } of models) {
    expect(memory).toBeGreaterThan(size)
    // One name, one file: a recording made with the model means the same thing wherever the file came from.
    expect(new Set(sources.map(({ sha256 }) => sha256)).size).toBe(bundled ? 0 : 1)
  }
  const [own] = models
  expect((await stat(join(RESOURCES, own?.bundled ?? ''))).size).toBe(own?.size)
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
  expect(await models.active()).toBe(null)
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
  expect(await models.list()).toEqual([
    { ...listed, path: inFolder('tiny.gguf'), active: true },
    // With the byte of its other part.
    local(inFolder('big-00001-of-00002.gguf'), 'big-00001-of-00002', TINY.length + 1),
    local(inFolder('own.gguf'), 'own'),
    local(elsewhere, 'mine')
  ])
})

describe('the model that comes with Orrery', () => {
  const published = { ...ENTRY.sampling, temperature: 0.3 }
  const BUNDLED: CatalogueModel = { ...ENTRY, id: 'own', bundled: 'models/own.gguf', sources: [], sampling: published }

  async function setUpBundled() {
    const { home, resources, models } = await setUp([ENTRY, BUNDLED])
    await mkdir(join(resources, 'models'))
    const path = join(resources, 'models', 'own.gguf')
    await writeFile(path, TINY)
    return { home, path, models }
  }

  it('is there without a download, and answers until something is chosen, nothing too', async () => {
    const { home, path, models } = await setUpBundled()
    const own = { ...listed, id: 'own', sha256: null, path, bundled: true, active: true, published }
    expect(await models.list()).toEqual([listed, own])
    expect(await models.resolve('own')).toMatchObject({
      path,
      hash: SHA256,
      template: 'standard',
      contextSize: 128,
      published
    })
    models.setPreferences({ idleMinutes: 5 })
    expect(await models.active()).toEqual({ model: 'own' })
    await models.setActive(null)
    expect(await models.active()).toBe(null)
    await models.setActive({ model: 'own' })
    expect(JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'))).toMatchObject({ active: { model: 'own' } })
  })

  it('is not deleted', async () => {
    const { path, models } = await setUpBundled()
    await expect(models.delete('own')).rejects.toMatchObject({
      code: 'forbidden',
      message: '"own" is bundled with Orrery and cannot be deleted. To use no model: orrery model use none'
    })
    expect(await readFile(path)).toEqual(TINY)
  })

  it('answers nothing when its file is gone, and is not looked for elsewhere', async () => {
    const { path, models } = await setUpBundled()
    await rm(path)
    const gone = {
      code: 'not-found',
      message: `"own" is bundled with Orrery, but its file is missing: ${path}. Reinstall Orrery.`
    }
    expect(await models.active()).toBe(null)
    await expect(models.resolve('own')).rejects.toMatchObject(gone)
    await expect(models.pull('own', { signal: new AbortController().signal }).next()).rejects.toMatchObject(gone)
  })
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
    id: 'tiny',
    runtime: 'llama',
    published: Sampling.parse({}),
    load: UNSET.load,
    path: inFolder('tiny.gguf'),
    name: 'tiny',
    hash: SHA256,
    template: 'standard',
    parameters: 64,
    contextSize: 128
  })
})

it('any file resolves by its path, or by its name in the models folder', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  const path = inFolder('own.gguf')
  const { runtime, load } = UNSET
  const own = {
    id: path,
    path,
    runtime,
    load,
    published: Sampling.parse({}),
    name: 'own',
    hash: SHA256,
    template: 'small',
    parameters: 64,
    contextSize: null
  }
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
    name: null,
    license: null,
    architecture: 'llama',
    parameters: 64,
    contextLength: 2048,
    quantization: 'Q4_1',
    template: 'standard',
    chatTemplate: '{{ messages }}'
  })
})

it("a local file's own license is told", async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), ggufFile({ texts: { 'general.license': 'mit' } }))
  const { model, license } = await models.info('own.gguf')
  expect([model.license, license]).toEqual(['mit', 'mit'])
})

it('a model that is not here says how to get it', async () => {
  const { models } = await setUp()
  const gone = {
    code: 'not-found',
    message: 'The model "tiny" is not on this machine. Download it with: orrery model pull tiny'
  }
  await expect(models.resolve('tiny')).rejects.toMatchObject(gone)
  await expect(models.info('tiny')).rejects.toMatchObject(gone)
})

it.each([
  ['a path that leads nowhere', '/nowhere/big.gguf', 'There is no model file at "/nowhere/big.gguf". Check the path.'],
  [
    'a file name of none',
    'big.gguf',
    `There is no model file at "${join(process.cwd(), 'big.gguf')}". Check the path.`
  ],
  ['a name with a wrong letter', 'tony', 'There is no model "tony". Did you mean "tiny"?'],
  ['a part of a name', 'ti', 'There is no model "ti". Did you mean "tiny"?'],
  ['a name like no other', 'huge', 'There is no model "huge". List the models with: orrery model list']
])('9.7 %s is told in one line', async (_, id, message) => {
  const { models } = await setUp()
  const { signal } = new AbortController()
  const error = { code: 'not-found', message }
  await expect(models.resolve(id)).rejects.toMatchObject(error)
  await expect(models.configure(id, {})).rejects.toMatchObject(error)
  await expect(models.delete(id)).rejects.toMatchObject(error)
  await expect(models.pull(id, { signal }).next()).rejects.toMatchObject(error)
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

it('what the downloader notes behind the last byte after it has cut the file does not spoil the file', async () => {
  const { models, inFolder } = await setUp()
  await startHub(TINY)
  const handle = await open(join(import.meta.dirname, 'models.test.ts'))
  await handle.close()
  const handles: FileHandle = Object.getPrototypeOf(handle)
  const { truncate } = handles
  const late = vi.spyOn(handles, 'truncate').mockImplementation(async function (this: FileHandle, length) {
    await truncate.call(this, length)
    await this.write('{"part":0}', length)
  })
  onTestFinished(() => late.mockRestore())
  for await (const _ of models.pull('tiny', { signal: new AbortController().signal })) {
    // Only the end matters here.
  }
  expect(late).toHaveBeenCalled()
  expect(await readFile(inFolder('tiny.gguf'))).toEqual(TINY)
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

it('what is here already need not be pulled', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  await expect(models.pull('own.gguf', { signal: new AbortController().signal }).next()).rejects.toMatchObject({
    code: 'invalid-input',
    message: '"own.gguf" is already on this machine. Use it with: orrery model use own.gguf'
  })
})

it('a file chosen by a short name is remembered by its whole path', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  await models.setActive({ model: 'own.gguf' })
  expect(await models.active()).toEqual({ model: inFolder('own.gguf') })
  expect((await models.list()).map(({ active }) => active)).toEqual([false, true])
})

it('the choice is a model, a server, or nothing', async () => {
  const { home, resources, models } = await setUp()
  const server = { baseUrl: 'http://127.0.0.1:8080/v1', model: 'served', apiKey: 'secret' }
  for (const choice of [{ model: 'tiny' }, server, null]) {
    await models.setActive(choice)
    expect(await createModels({ home, resources }).active()).toEqual(choice)
  }
})

it('what is decided for a model is kept, and returns to what nobody decided', async () => {
  const { home, resources, models, inFolder } = await setUp()
  await writeFile(inFolder('own.gguf'), TINY)
  const load = { ...UNSET.load, contextSize: 4096, kvType: 'q8_0' as const }
  const sampling = { temperature: 0, topK: 1, topP: 1, maxTokens: 100 }
  expect(await models.configure('tiny', { load })).toEqual({ ...listed, load })
  expect(await models.configure('tiny', { sampling })).toEqual({ ...listed, load, sampling })
  const own = local(inFolder('own.gguf'), 'own')
  expect(await models.configure('own.gguf', { runtime: 'llama-server' })).toEqual({ ...own, runtime: 'llama-server' })
  const again = createModels({ home, resources })
  expect(await again.list()).toEqual([
    { ...listed, load, sampling },
    { ...own, runtime: 'llama-server' }
  ])
  expect(again.settings(own.id)).toEqual({ ...UNSET, runtime: 'llama-server' })
  expect(await again.resolve('own.gguf')).toMatchObject({ id: own.id, runtime: 'llama-server', load: UNSET.load })
  await again.configure('tiny', { ...UNSET })
  await again.configure('own.gguf', { ...UNSET })
  expect(JSON.parse(await readFile(join(home, 'settings.json'), 'utf8')).configured).toEqual({})
})

it('9.4 a deleted model takes its unfinished download, its settings and its place as the chosen one along', async () => {
  const { home, models, inFolder } = await setUp()
  for (const name of ['tiny.gguf', 'tiny.gguf.part', 'tiny.gguf.part.ipull', 'other.gguf']) {
    await writeFile(inFolder(name), TINY)
  }
  await mkdir(inFolder('tiny.gguf.part.pip'))
  await models.configure('tiny', { sampling: { temperature: 0, topK: 1, topP: 1, maxTokens: 1 } })
  await models.setActive({ model: 'tiny' })
  await models.delete('tiny')
  expect(await readdir(join(home, 'models'))).toEqual(['other.gguf'])
  expect(await models.list()).toEqual([listed, local(inFolder('other.gguf'), 'other')])
  expect(await models.active()).toBe(null)
  await expect(models.delete('tiny')).rejects.toMatchObject({
    code: 'not-found',
    message: 'The model "tiny" is not on this machine, so there is nothing to delete.'
  })
})

it('a download that only began can be deleted', async () => {
  const { home, models, inFolder } = await setUp()
  await writeFile(inFolder('tiny.gguf.part.ipull'), TINY)
  await models.delete('tiny')
  expect(await readdir(join(home, 'models'))).toEqual([])
})

it('a model of several files goes with all of them, and with no other', async () => {
  const { home, models, inFolder } = await setUp()
  const parts = ['big-00001-of-00002.gguf', 'big-00002-of-00002.gguf']
  const others = ['big-00001-of-00003.gguf', 'bigger-00002-of-00002.gguf']
  for (const name of [...parts, ...others]) await writeFile(inFolder(name), TINY)
  await models.delete(must(parts[0]))
  expect(await readdir(join(home, 'models'))).toEqual(others)
})

it('a file elsewhere is forgotten and stays; one that is not known is not touched', async () => {
  const { models } = await setUp()
  const path = join(await folder(), 'mine.gguf')
  await writeFile(path, TINY)
  await expect(models.delete(path)).rejects.toMatchObject({ code: 'not-found' })
  await models.setActive({ model: path })
  await models.configure(path, { runtime: 'llama-server' })
  await models.delete(path)
  await access(path)
  expect(await models.list()).toEqual([listed])
  expect(models.settings(path)).toEqual(UNSET)
})

it('nothing but models is deleted from the models folder', async () => {
  const { models, inFolder } = await setUp()
  await writeFile(inFolder('hashes.json'), '{}')
  await writeFile(inFolder('tiny.gguf'), TINY)
  for (const id of ['hashes.json', inFolder('hashes.json'), inFolder('../settings.json')]) {
    await expect(models.delete(id)).rejects.toMatchObject({ code: 'not-found' })
  }
  await access(inFolder('hashes.json'))
})

it('a model is not deleted while it is downloaded', async () => {
  const { models } = await setUp()
  const hub = await startHub(TINY)
  hub.mute = true
  const stop = new AbortController()
  const pull = models.pull('tiny', { signal: stop.signal })
  await pull.next()
  await expect(models.delete('tiny')).rejects.toMatchObject({
    code: 'busy',
    message: '"tiny" is being downloaded. Stop the download before deleting it.'
  })
  stop.abort()
  await expect(pull.next()).rejects.toMatchObject({ code: 'cancelled' })
})

it("9.3 another program's model is used where it is, by its title or its path, and keeps its title", async () => {
  const { models, person, home } = await setUp()
  const root = join(person, '.ollama', 'models')
  const blob = join(root, 'blobs', `sha256-${SHA256}`)
  await mkdir(join(root, 'blobs'), { recursive: true })
  await mkdir(join(root, 'manifests', 'registry.ollama.ai', 'library', 'tiny'), { recursive: true })
  await writeFile(blob, TINY)
  const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${SHA256}` }]
  await writeFile(join(root, 'manifests', 'registry.ollama.ai', 'library', 'tiny', '1b'), JSON.stringify({ layers }))
  expect(await models.found()).toEqual([{ source: 'ollama', title: 'tiny:1b', path: blob, size: TINY.length }])
  expect(await models.info(blob)).toMatchObject({ model: local(blob, 'tiny:1b'), architecture: 'llama' })
  for (const id of ['tiny:1b', blob]) {
    expect(await models.resolve(id)).toMatchObject({ id: blob, path: blob, name: 'tiny:1b', hash: SHA256 })
  }
  await models.setActive({ model: 'tiny:1b' })
  expect(await models.list()).toEqual([listed, { ...local(blob, 'tiny:1b'), active: true }])
  expect(await models.found()).toEqual([])
  expect(await readdir(join(home, 'models'))).toEqual(['hashes.json'])
  await models.delete(blob)
  expect(await models.found()).toHaveLength(1)
  await rm(blob)
  expect(await models.found()).toEqual([])
})
