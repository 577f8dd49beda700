// Zips are unpacked beside the host: it answers meanwhile, tells how far it is, and ends the thread of whoever cancels.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { unzipped } from '../../../src/host/formats/unzip.ts'
import { createHost } from '../../../src/host/host.ts'
import { folder } from '../folder.ts'

const MB = 2 ** 20
const { signal } = new AbortController()

/** The threads that are started from here on. */
function threads(): Worker[] {
  const started: Worker[] = []
  const add = (worker: Worker) => started.push(worker)
  process.on('worker', add)
  onTestFinished(() => void process.off('worker', add))
  return started
}
// A thread that has ended has no number.
const running = (all: Worker[]) => all.filter(({ threadId }) => threadId > 0).length

const large = (megabytes: number) =>
  zipSync(Object.fromEntries(Array.from({ length: megabytes }, (_, at) => [`${at}.txt`, new Uint8Array(MB).fill(at)])))

test('46.3 the files of a zip, whole and in order, and how far it is', async () => {
  const files = { 'a.txt': Buffer.from('a'), 'b/c.bin': Buffer.from([0, 1, 255]), 'b/empty': Buffer.alloc(0) }
  const told: number[] = []
  const found = await unzipped(zipSync(files), { most: 100, signal, onProgress: (share) => told.push(share) })
  expect(found.map(({ name, content }) => [name, Buffer.from(content)])).toEqual(Object.entries(files))
  // It tells as often as time allows, and never backwards.
  expect(told[0]).toBe(0)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

test('46.3 the host goes on while a zip is unpacked', async () => {
  const zip = large(40)
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  const found = await unzipped(zip, { most: 50 * MB, signal })
  clearInterval(beat)
  expect(found).toHaveLength(40)
  // Held up, it would have had none at all.
  expect(turns).toBeGreaterThan(10)
})

test('46.3 cancelling ends the thread, and one that waits never starts', async () => {
  const started = threads()
  const stop = new AbortController()
  const zip = large(150)
  const all = Array.from({ length: 6 }, () => unzipped(zip.slice(), { most: 400 * MB, signal: stop.signal }))
  const ends = Promise.allSettled(all)
  await expect.poll(() => started.length).toBe(2)
  await sleep(20)
  stop.abort()
  expect((await ends).map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
    Array.from({ length: 6 }, () => 'cancelled')
  )
  expect([started.length, running(started)]).toEqual([2, 0])
  expect(await unzipped(zipSync({ a: Buffer.from('a') }), { most: 10, signal })).toHaveLength(1)
})

test.each([
  ['unfolds to more than is allowed', () => large(20), 'holds more than 10,485,760 bytes'],
  [
    'holds too many files',
    () => zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, new Uint8Array()]))),
    'holds more than 10,000 files'
  ],
  ['is cut off', () => large(1).slice(0, 300), 'cannot be unpacked'],
  ['is none', () => Buffer.from('PK\u0003\u0004 and then nothing'), 'cannot be unpacked']
])('46.3 a zip that %s is refused, and its thread ends', async (_what, make, why) => {
  const started = threads()
  await expect(unzipped(make(), { most: 10 * MB, signal })).rejects.toThrow(why)
  expect([started.length, running(started)]).toEqual([1, 0])
})

test('46.3 an import of a zip tells how far it is, answers others and can be cancelled', async () => {
  const handlers = await createHost({
    home: await folder(),
    resources: join(import.meta.dirname, '../../../resources')
  })
  onTestFinished(() => handlers.dispose())
  const started = threads()
  const stop = new AbortController()
  const base64 = Buffer.from(large(150)).toString('base64')
  const run = handlers.streams['formats.import'](
    { files: [{ name: 'large.zip', base64 }], paths: [], options: {}, keep: true },
    { signal: stop.signal }
  )
  const events: unknown[] = []
  const end = (async () => {
    for await (const event of run) {
      events.push(event)
      expect(await handlers.calls['worlds.list']({})).toEqual([])
      stop.abort()
    }
  })()
  await expect(end).rejects.toMatchObject({ code: 'cancelled' })
  // On a busy machine more may have been told before it stops.
  const told = { type: 'progress', file: 'large.zip', at: 0, of: 0, characters: 0, share: expect.any(Number) }
  expect(events).toEqual(events.map(() => told))
  expect(events.length).toBeGreaterThan(0)
  expect([started.length, running(started)]).toEqual([1, 0])
})
