import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Handlers, StreamEvent } from '../../../src/core/contract/index.ts'
import { orrery } from '../../../src/core/formats/exporters/orrery.ts'
import { treeSource } from '../../../src/core/formats/exporters/source.ts'
import type { Chunk, Exporter } from '../../../src/core/formats/exporting.ts'
import { canonical } from '../../../src/core/tree/history.ts'
import { serve } from '../../../src/host/doors/http.ts'
import { mount } from '../../../src/host/doors/mount.ts'
import { createDownloads } from '../../../src/host/formats/downloads.ts'
import { bytesOf, type ExportJob, parts } from '../../../src/host/formats/parts.ts'
import { placeFile, placeFolder } from '../../../src/host/formats/place.ts'
import { zipped } from '../../../src/host/formats/zip.ts'
import { createHost } from '../../../src/host/host.ts'
import { importedBy } from '../../contract/imported.ts'
import { tree, writing, written } from '../../core/trees.ts'
import { folder } from '../folder.ts'

type To = Parameters<Handlers['streams']['formats.export']>[0]['to']

async function opened() {
  const handlers = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => handlers.dispose())
  const text = await written(orrery, await tree())
  const other = text.replaceAll('"s1"', '"s2"').replace(/"(id|branch)":"([bc]\d)"/g, '"$1":"o$2"')
  const files = [
    { name: 'one', text },
    { name: 'two', text: other }
  ]
  await importedBy(handlers, { files })
  // From the store: it lists steps by depth, where the file has them by branch.
  const whole = textOf(await run(handlers, { kind: 'chunks' }))
  expect(lines(whole)).toEqual(lines(text))
  return { handlers, text: whole }
}

async function run(
  { streams }: Handlers,
  to: To,
  { sessions = ['s1'], format = 'orrery', signal = new AbortController().signal } = {}
) {
  const events: StreamEvent<'formats.export'>[] = []
  for await (const event of streams['formats.export']({ sessions, format, options: {}, to }, { signal })) {
    events.push(event)
  }
  return events
}

const textOf = (events: StreamEvent<'formats.export'>[]) =>
  Buffer.concat(
    events.map((event) => (event.type === 'chunk' ? Buffer.from(event.base64, 'base64') : Buffer.alloc(0)))
  ).toString()

/** The records of a file, whatever their order. */
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
const sortKey = (record: unknown) => canonical(z.json().parse(record))

/** An exporter of that layout: a file, or two, with the session's id. */
function fake(layout: Exporter['layout'], write?: () => AsyncIterable<Chunk>): Exporter {
  return {
    ...{ name: 'fake', title: '', description: '', purpose: 'keep', extension: 'txt', mediaType: 'text/plain' },
    ...{ lossless: false, layout, options: z.strictObject({}), losses: () => [] },
    async *write(sources) {
      if (write) return yield* write()
      for (const { session } of sources) {
        if (layout === 'folder') yield { file: `${session.id}/a.txt` }
        yield `first of ${session.id}\n`
        if (layout === 'folder') yield { file: `${session.id}/b.bin` }
        yield new Uint8Array([1, 2])
      }
    }
  }
}

const whole = await tree()
function job(exporter: Exporter, titles = ['One', 'One', 'Zwei/ß']): ExportJob {
  const sources = () =>
    titles.map((title, index) => treeSource({ ...whole, session: { ...whole.session, id: `s${index}`, title } }))
  return { exporter, options: {}, sources, count: titles.length, leftOut: [], writing: writing() }
}

async function contents(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) found[file.slice(path.length + 1).replaceAll('\\', '/')] = await readFile(file, 'latin1')
  }
  return found
}

test('6.7 an export to a path is the file, whole, with nothing beside it', async () => {
  const { handlers, text } = await opened()
  const home = await folder()
  const path = join(home, 'out.jsonl')
  const events = await run(handlers, { kind: 'path', path })
  expect(events[0]).toEqual({
    type: 'file',
    name: 'Awkward.orrery.jsonl',
    mediaType: 'application/jsonl',
    url: null
  })
  expect(events.at(-1)).toEqual({ type: 'done', bytes: Buffer.byteLength(text), files: 1, losses: [] })
  expect(events.at(-2)).toEqual({ type: 'progress', done: 7, total: 7, bytes: Buffer.byteLength(text) })
  expect(await contents(home)).toEqual({ 'out.jsonl': Buffer.from(text).toString('latin1') })
})

test('several sessions are one file in a format of lines, in the order asked, and come back as they were', async () => {
  const { handlers, text } = await opened()
  const events = await run(handlers, { kind: 'chunks' }, { sessions: ['s2', 's1', 's2'] })
  const out = textOf(events)
  expect(events[0]).toMatchObject({ name: '2-worlds.orrery.jsonl' })
  // Two letters more in the ids of two branches and seven calls, and in the branches of those calls.
  expect(out.length).toBe(2 * text.length + 16)
  expect(out.endsWith(text)).toBe(true)
})

test('what a format does not hold is listed', async () => {
  const { handlers } = await opened()
  const events = await run(handlers, { kind: 'chunks' }, { format: 'agentworldbench' })
  const losses = [
    'Other branches (1): only "main" is exported.',
    'The notes of the world.',
    'The sampling, seed and perturbation settings.',
    'Which model made each step, with its token counts and times.',
    "The model's thinking.",
    'The raw model output that each observation was read from.',
    'Token probabilities.',
    'Which perturbations fired, and the numbers drawn.',
    'The title of the world.',
    'Ids, and the seed, template and times of each step: a re-import creates a new world.'
  ]
  expect(events.at(-1)).toMatchObject({ losses })
  const preview = await handlers.calls['formats.preview']({ sessions: ['s1'], format: 'agentworldbench', options: {} })
  const { head, ...rest } = preview
  expect(rest).toEqual({
    filename: 'Awkward.agentworldbench.jsonl',
    truncated: false,
    losses,
    steps: 6,
    bytes: Buffer.byteLength(head),
    exact: true
  })
  expect(JSON.parse(head.split('\n')[0] ?? '')).toMatchObject({ id: 's1/b1/1', turn_idx: 1 })
})

test('an unknown session, branch, format or option is refused before anything is written', async () => {
  const { handlers } = await opened()
  const home = await folder()
  const path = join(home, 'out')
  const ask = (input: object) => mount(handlers, 'window').call('formats.preview', { sessions: ['s1'], ...input })
  expect(await ask({ sessions: ['none'] })).toMatchObject({ error: { code: 'not-found' } })
  expect(await ask({ format: 'pdf' })).toMatchObject({
    error: { message: 'There is no export format "pdf". `orrery export --list` lists all.' }
  })
  expect(await ask({ options: { colour: 'red' } })).toMatchObject({
    error: { code: 'invalid-input', message: expect.stringContaining('orrery has no options.') }
  })
  expect(await ask({ format: 'agentworldbench', branch: 'x' })).toMatchObject({
    error: { message: '"Awkward" has no branch "x". It has: main (b1), other (b2).' }
  })
  await expect(run(handlers, { kind: 'path', path }, { sessions: ['none'] })).rejects.toThrow('none')
  expect(await readdir(home)).toEqual([])
})

test('6.7 an export that is cancelled or fails leaves nothing, and what was there stays', async () => {
  const home = await folder()
  const path = join(home, 'out.txt')
  await writeFile(path, 'before')
  const failing = fake('joined', async function* () {
    yield 'x'.repeat(100_000)
    throw new Error('Stopped.')
  })
  await expect(placeFile(path, bytesOf(parts(job(failing))))).rejects.toThrow('Stopped.')
  expect(await contents(home)).toEqual({ 'out.txt': 'before' })
  const several = fake('folder', async function* () {
    yield { file: 'a' }
    yield 'x'.repeat(100_000)
    throw new Error('Stopped.')
  })
  await mkdir(join(home, 'there'))
  for (const target of ['new', 'there']) {
    await expect(placeFolder(join(home, target), parts(job(several)))).rejects.toThrow('Stopped.')
  }
  expect((await readdir(home)).sort()).toEqual(['out.txt', 'there'])

  const { handlers } = await opened()
  const abort = new AbortController()
  abort.abort()
  await expect(run(handlers, { kind: 'path', path }, { signal: abort.signal })).rejects.toThrow('cancelled')
  expect(await readFile(path, 'utf8')).toBe('before')
})

test('a folder that is missing, a folder in place of a file and a file in place of a folder are named', async () => {
  const home = await folder()
  await writeFile(join(home, 'file'), '')
  const one = () => bytesOf(parts(job(fake('joined'))))
  await expect(placeFile(join(home, 'no', 'out.txt'), one())).rejects.toThrow('its folder does not exist')
  await expect(placeFile(home, one())).rejects.toThrow('is a folder. Name a file.')
  await expect(placeFolder(join(home, 'file'), parts(job(fake('folder'))))).rejects.toThrow('Name a folder or a .zip.')
})

const FILES = {
  'One.txt': 'first of s0\n\u0001\u0002',
  'One-2.txt': 'first of s1\n\u0001\u0002',
  'Zwei-ß.txt': 'first of s2\n\u0001\u0002'
}

test('a file a session: in a folder that is made, in one that is there, and in a zip', async () => {
  const home = await folder()
  await placeFolder(join(home, 'new'), parts(job(fake('apart'))))
  expect(await contents(join(home, 'new'))).toEqual(FILES)
  await writeFile(join(home, 'new', 'mine.txt'), 'mine')
  await placeFolder(join(home, 'new'), parts(job(fake('apart'))))
  expect(await contents(join(home, 'new'))).toEqual({ ...FILES, 'mine.txt': 'mine' })
  expect(await unzipped(zipped(parts(job(fake('apart')))))).toEqual(FILES)
})

test('an exporter of several files names them, but none outside its folder', async () => {
  const home = await folder()
  await placeFolder(join(home, 'out'), parts(job(fake('folder'), ['One'])))
  const files = { 's0/a.txt': 'first of s0\n', 's0/b.bin': '\u0001\u0002' }
  expect(await contents(join(home, 'out'))).toEqual(files)
  expect(await unzipped(zipped(parts(job(fake('folder'), ['One']))))).toEqual(files)
  for (const file of ['../up', '/root', 'a//b', 'c:\\x', '.']) {
    const bad = fake('folder', async function* () {
      yield { file }
    })
    await expect(placeFolder(join(home, 'bad'), parts(job(bad)))).rejects.toThrow('wrote a file of the name')
  }
  const marks = fake('joined', async function* () {
    yield { file: 'a' }
  })
  await expect(placeFile(join(home, 'x'), bytesOf(parts(job(marks))))).rejects.toThrow('began another')
  expect(await readdir(home)).toEqual(['out'])
})

test('the same zip has the same bytes', async () => {
  const zip = () => collect(zipped(parts(job(fake('apart')))))
  expect(await zip()).toEqual(await zip())
})

test('a download is fetched over HTTP by its ticket, once', async () => {
  const { handlers, text } = await opened()
  const server = await serve(handlers, { rendererDir: await folder() })
  onTestFinished(() => server.close())
  const headers = { authorization: `Bearer ${server.token}` }
  const events: StreamEvent<'formats.export'>[] = []
  let got: Response | null = null
  const { signal } = new AbortController()
  const input = { sessions: ['s1'], format: 'orrery', options: {}, to: { kind: 'download' } } as const
  let body: Promise<string> | null = null
  for await (const event of handlers.streams['formats.export'](
    { ...input, sessions: [...input.sessions] },
    { signal }
  )) {
    events.push(event)
    if (event.type !== 'file') continue
    const url = new URL(event.url ?? '', `http://127.0.0.1:${server.port}`)
    expect((await fetch(url)).status).toBe(403)
    got = await fetch(url, { headers })
    body = got.text()
    expect((await fetch(url, { headers })).status).toBe(404)
  }
  expect(await body).toBe(text)
  expect(got?.headers.get('content-disposition')).toContain('filename="Awkward.orrery.jsonl"')
  expect(events.at(-1)).toMatchObject({ type: 'done', bytes: Buffer.byteLength(text) })
})

test('a download that is cancelled, left early or never fetched ends the export', async () => {
  const { handlers } = await opened()
  const abort = new AbortController()
  const events = handlers.streams['formats.export'](
    { sessions: ['s1'], format: 'orrery', options: {}, to: { kind: 'download' } },
    { signal: abort.signal }
  )[Symbol.asyncIterator]()
  const { value } = await events.next()
  const ticket = value?.type === 'file' ? (value.url ?? '').split('/').at(-1) : ''
  abort.abort()
  await expect(events.next()).rejects.toThrow('The export was cancelled.')
  expect(handlers.download(ticket ?? '')).toBe(null)

  const downloads = createDownloads({ wait: 1 })
  const file = { name: 'a', mediaType: 'text/plain', bytes: bytesOf(parts(job(fake('joined')))) }
  const { signal } = new AbortController()
  await expect(downloads.offer(file, { signal }).fetched).rejects.toThrow('The download did not start.')
  const patient = createDownloads()
  const left = patient.offer(file, { signal })
  const taken = patient.take(left.ticket)
  for await (const _ of taken?.bytes ?? []) break
  await expect(left.fetched).rejects.toThrow('The download was stopped before it finished.')
})

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of bytes) all.push(chunk)
  return Buffer.concat(all)
}

async function unzipped(bytes: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const files = Object.entries(unzipSync(await collect(bytes)))
  return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString('latin1')]))
}
