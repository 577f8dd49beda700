import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Handlers, type StreamEvent, type StreamInput, streams } from '../../../src/core/contract/index.ts'
import { orrery } from '../../../src/core/formats/exporters/orrery.ts'
import { importers } from '../../../src/core/formats/importers/index.ts'
import type { Store } from '../../../src/core/tree/store.ts'
import { openStore } from '../../../src/host/database/store.ts'
import { mount } from '../../../src/host/doors/mount.ts'
import { importsInto } from '../../../src/host/formats/import.ts'
import { createWaiting } from '../../../src/host/formats/waiting.ts'
import { createHost } from '../../../src/host/host.ts'
import { createFolders } from '../../../src/host/library/folders.ts'
import { importedBy } from '../../contract/imported.ts'
import { tree, written } from '../../core/trees.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'
import { folder } from '../folder.ts'

const session = await written(orrery, await tree())
const samples = await readFile(new URL('../../fixtures/agentworldbench-awkward.jsonl', import.meta.url), 'utf8')

async function opened() {
  const handlers = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => handlers.dispose())
  return {
    handlers,
    import: (input: StreamInput<'formats.import'>) => importedBy(handlers, input),
    async steps() {
      const all = await handlers.calls['worlds.list']({})
      return all.map(({ id }) => id).sort()
    }
  }
}

test('6.10 what an import would do is told before anything is kept', async () => {
  const host = await opened()
  const extra = samples.replace('"turn_idx"', '"gen":"x","turn_idx"')
  const files = [
    { name: 'run/a.jsonl', text: session },
    { name: 'run/b.jsonl', text: `{"broken\n${extra}` },
    { name: 'run/notes.txt', text: 'Nothing that is known.' }
  ]
  const would = await host.import({ files, keep: false })
  expect(would).toEqual({
    files: [
      { name: 'run/a.jsonl', importer: 'orrery', format: 'Orrery session, version 3', sure: 'certain' },
      { name: 'run/b.jsonl', importer: 'agentworldbench', format: 'AgentWorldBench samples', sure: 'certain' },
      { name: 'run/notes.txt', importer: null, format: null, sure: null }
    ],
    worlds: [
      { id: 's1', title: 'Awkward', domain: 'terminal', file: 'run/a.jsonl', branches: 2, steps: 7, known: false },
      {
        ...{ id: expect.any(String), title: 's1/b1', domain: 'terminal', file: 'run/b.jsonl', branches: 1, steps: 6 },
        known: false
      }
    ],
    understood: [],
    dropped: [{ what: 'the field "gen"', count: 1 }],
    problems: [{ file: 'run/b.jsonl', line: 1, reason: expect.stringMatching(/^Not JSON/) }],
    unlisted: 0,
    kept: false
  })
  expect(await host.steps()).toEqual([])
  const did = await host.import({ files })
  expect(did).toEqual({ ...would, kept: true })
  expect(await host.steps()).toEqual(would.worlds.map(({ id }) => id).sort())
})

test.each([
  ['an Orrery session', session],
  ['samples', samples]
])('6.11 importing %s twice adds nothing', async (_, text) => {
  const host = await opened()
  const all = async () => {
    const sessions = await host.handlers.calls['worlds.list']({})
    return Promise.all(sessions.map(({ id }) => host.handlers.calls['worlds.open']({ session: id })))
  }
  const first = await host.import({ files: [{ name: 'a', text }] })
  const before = await all()
  const again = await host.import({ files: [{ name: 'elsewhere/b', text }] })
  expect(again.worlds.map(({ id, known }) => [id, known])).toEqual(first.worlds.map(({ id }) => [id, true]))
  expect(await all()).toEqual(before)
})

test('folders, zips and bytes are opened', async () => {
  const host = await opened()
  const home = await folder()
  const zip = zipSync({ 'inner/s.jsonl': Buffer.from(session) })
  await mkdir(join(home, 'logs', 'deep'), { recursive: true })
  await writeFile(join(home, 'logs', 'deep', 'b.jsonl'), samples)
  await writeFile(join(home, 'logs', 'a.zip'), zip)
  await writeFile(join(home, 'logs', '.hidden'), session)
  const { files, worlds } = await host.import({ paths: [join(home, 'logs')] })
  expect(files.map(({ name }) => name)).toEqual(['logs/a.zip/inner/s.jsonl', 'logs/deep/b.jsonl'])
  expect(worlds.map(({ steps }) => steps)).toEqual([7, 6])
  const sent = await host.import({ files: [{ name: 'b.zip', base64: Buffer.from(zip).toString('base64') }] })
  expect(sent.worlds).toMatchObject([{ id: 's1', file: 'b.zip/inner/s.jsonl', known: true }])
})

test('one bad file costs no other; alone, it is the error', async () => {
  const host = await opened()
  const newer = session.replace('"version":3', '"version":9')
  const files = [
    { name: 'newer', text: newer },
    { name: 'good', text: session }
  ]
  const { worlds, problems } = await host.import({ files })
  expect(worlds.map(({ id }) => id)).toEqual(['s1'])
  expect(problems).toEqual([
    { file: 'newer', line: null, reason: expect.stringContaining('written by a newer Orrery') }
  ])
  for (const [text, words] of [
    [newer, 'written by a newer Orrery'],
    ['', 'There is nothing to import: the file is empty.'],
    ['a,b\n1,2', `"x" is not in a known format. Known formats: ${importers.map(({ name }) => name).join(', ')}.`]
  ]) {
    await expect(host.import({ files: [{ name: 'x', text: text ?? '' }] })).rejects.toThrow(words)
  }
  await expect(host.import({})).rejects.toThrow('no file was given')
  await expect(host.import({ paths: ['/nowhere/at-all'] })).rejects.toThrow('There is no file "/nowhere/at-all".')
  const broken = Buffer.from('PK\u0003\u0004 and then nothing').toString('base64')
  await expect(host.import({ files: [{ name: 'a.zip', base64: broken }] })).rejects.toThrow('cannot be unpacked')
})

test('a file is read in pieces: lines and letters that a piece ends in stay whole', async () => {
  const host = await opened()
  const home = await folder()
  // Longer than a piece of a file, with letters of two to four bytes at every place.
  const long = session.replace('"notes":"kept"', `"notes":"${'aüß😀'.repeat(30_000)}"`)
  await writeFile(join(home, 'long.jsonl'), `\uFEFF${long}`)
  const { problems } = await host.import({ paths: [join(home, 'long.jsonl')] })
  expect(problems).toEqual([])
  const { session: kept } = await host.handlers.calls['worlds.open']({ session: 's1' })
  expect(kept.notes).toBe('aüß😀'.repeat(30_000))
})

test('6.22 of many bad lines the first thousand are listed and the rest counted', async () => {
  const host = await opened()
  const home = await folder()
  const block = 'no\n'.repeat(10_000)
  await writeFile(join(home, 'bad.jsonl'), `${session.split('\n')[0]}\n`)
  for (let times = 0; times < 2; times++) await appendFile(join(home, 'bad.jsonl'), block)
  const { problems, unlisted } = await host.import({ paths: [join(home, 'bad.jsonl')], keep: false })
  expect(problems[0]?.reason).toMatch(/^Reading ended early because 10,000 lines/)
  expect(problems.length).toBe(1_001)
  expect(problems[1]?.line).toBe(2)
  // One more than the bad lines: a header alone is no session.
  expect(unlisted).toBe(20_001 - 1_000)
})

test('6.17 a folder and a zip of mixed formats are read at once; what nobody knows is named', async () => {
  const host = await opened()
  const home = await folder()
  const fixture = (name: string) => readFile(new URL(`../../fixtures/formats/${name}`, import.meta.url))
  const zip = zipSync({
    'trace.trace': await fixture('playwright.trace'),
    'logs/mcp.jsonl': await fixture('mcp-traffic.jsonl'),
    'resources/shot.jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  })
  await mkdir(join(home, 'mixed'))
  await writeFile(join(home, 'mixed', 'all.zip'), zip)
  await writeFile(join(home, 'mixed', 'log.jsonl'), '{"action":"look","observation":"A hall."}\n')
  await writeFile(join(home, 'mixed', 'readme.txt'), 'Words.')
  const would = await host.import({ paths: [join(home, 'mixed')], keep: false })
  expect(would.files.map(({ name, importer }) => [name, importer])).toEqual([
    ['mixed/all.zip/trace.trace', 'playwright'],
    ['mixed/all.zip/logs/mcp.jsonl', 'mcp'],
    ['mixed/all.zip/resources/shot.jpeg', null],
    ['mixed/log.jsonl', 'jsonl'],
    ['mixed/readme.txt', null]
  ])
  expect(would.worlds.map(({ domain, steps }) => [domain, steps])).toEqual([
    ['web', 9],
    ['mcp', 2],
    ['textenv', 1]
  ])
  await host.import({ paths: [join(home, 'mixed')] })
  const again = await host.import({ paths: [join(home, 'mixed')] })
  expect(again.worlds.map(({ id, known }) => [id, known])).toEqual(would.worlds.map(({ id }) => [id, true]))
  expect(await host.steps()).toEqual(would.worlds.map(({ id }) => id).sort())
})

test('a long import tells how far it is, and is stopped at once; what was kept stays', async () => {
  const host = await opened()
  const store = openStore(':memory:', { clock: Date })
  onTestFinished(() => store.close())
  const mine = new AbortController()
  const told: StreamEvent<'formats.import'>[] = []
  const [begun, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Store = {
    ...store,
    // However fast or slow the machine, the first file is being kept when a person who has seen the progress stops it.
    async importSession(...world) {
      begun.resolve()
      await heard.promise
      await store.importSession(...world)
    }
  }
  const sessionsImport = importsInto(slow, {
    clock: { now: Date.now, ticks: Date.now },
    folders: createFolders({ home: await folder() }),
    fictions: { keep: () => expect.unreachable('no file has facts') },
    goesOn: () => undefined
  })
  const handlers = { ...host.handlers, streams: { ...host.handlers.streams, 'formats.import': sessionsImport } }
  const many = Array.from({ length: 40 }, (_, index) => ({ name: `${index}.txt`, text: session }))
  const files = [{ name: 'a.jsonl', text: samples }, ...many]
  const emit = (event: unknown) => {
    // The mount emits what the handler of this name yields.
    told.push(event as StreamEvent<'formats.import'>)
    void begun.promise.then(() => {
      mine.abort()
      heard.resolve()
    })
  }
  const run = mount(handlers, 'window').stream('formats.import', { files }, { signal: mine.signal, emit })
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  const [first, ...more] = told
  const progress = { type: 'progress', file: 'a.jsonl', at: 1, of: files.length, characters: samples.length }
  expect(first).toEqual({ ...progress, share: null })
  for (const one of more) expect(one).toMatchObject(progress)
  await expect.poll(() => store.sessions().map(({ title }) => title)).toEqual(['s1/b1'])
})

describe('files that wait', () => {
  const look = async (host: Handlers, input: object) => {
    const given = streams['formats.import'].input.parse(input)
    for await (const event of host.streams['formats.import'](given, { signal: UNTIL_DONE }))
      if (event.type === 'report') return event
    throw new Error('The import ended without a result.')
  }
  const keep = async (host: Handlers, ticket: string) => {
    for await (const event of host.streams['formats.keep']({ ticket }, { signal: UNTIL_DONE }))
      if (event.type === 'report') return event.report
    throw new Error('The import ended without a result.')
  }
  const gone =
    'The files of this import are not held any more: they wait 30 minutes, and the last 4 imports at most. Choose the files again.'

  test('are imported by their ticket as if they were sent again, once', async () => {
    const { handlers, steps } = await opened()
    const files = [{ name: 'a.jsonl', text: session }]
    const { report, ticket } = await look(handlers, { files, keep: false, hold: true })
    expect([report.kept, await steps()]).toEqual([false, []])
    expect(await keep(handlers, must(ticket))).toEqual({ ...report, kept: true })
    expect(await steps()).toEqual(['s1'])
    await expect(keep(handlers, must(ticket))).rejects.toMatchObject({ code: 'not-found', message: gone })
  })

  test('are held only for who asks, and given up by their ticket', async () => {
    const { handlers } = await opened()
    const files = [{ name: 'a.jsonl', text: session }]
    expect(await look(handlers, { files, keep: false })).not.toHaveProperty('ticket')
    expect(await look(handlers, { files, keep: true, hold: true })).not.toHaveProperty('ticket')
    const { ticket } = await look(handlers, { files, keep: false, hold: true })
    handlers.calls['formats.forget']({ ticket: must(ticket) })
    await expect(keep(handlers, must(ticket))).rejects.toMatchObject({ code: 'not-found' })
  })

  test('are so many at most, the oldest going first, and not for ever', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const waiting = createWaiting<number>({ minutes: 2, most: 3 })
    const tickets = [0, 1, 2, 3].map((number) => waiting.hold(number))
    expect(() => waiting.take(must(tickets[0]))).toThrow('they wait 2 minutes, and the last 3 imports at most.')
    expect(waiting.take(must(tickets[1]))).toBe(1)
    vi.advanceTimersByTime(119_999)
    expect(waiting.take(must(tickets[2]))).toBe(2)
    vi.advanceTimersByTime(1)
    expect(() => waiting.take(must(tickets[3]))).toThrow('not held any more')
  })
})
