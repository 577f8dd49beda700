// What keeps a server in its sandbox, and what stops it: with a server that tries to get out (test/fixtures/mcp/escape.mjs).
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it as test } from 'vitest'
import { createServers, forkServers, type SpawnServers } from '../../../src/host/grounds/servers/client.ts'
import type { ServerWorld } from '../../../src/host/grounds/servers/sandbox/protocol.ts'
import { must } from '../../must.ts'
import { folder } from '../folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const fixtures = join(root, 'test', 'fixtures', 'mcp')

const it = test.extend<{ caught: Awaited<ReturnType<typeof open>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest's form
  caught: async ({}, use) => {
    const caught = await open()
    await use(caught)
    await caught.servers.close()
  }
})

/** The server that tries to get out, in the process that the real ones get. */
async function open({ limit = 600_000 } = {}) {
  const made = await folder()
  const home = join(made, 'node_modules', 'escape')
  await mkdir(join(home, 'dist'), { recursive: true })
  await copyFile(join(fixtures, 'escape.mjs'), join(home, 'dist', 'index.mjs'))
  const started: ReturnType<SpawnServers>[] = []
  const fork = forkServers({ root, readable: ['node_modules', 'src', 'package.json', made] })
  const spawn = () => {
    started.push(fork())
    return must(started.at(-1))
  }
  const servers = createServers({ spawn, limit })
  const world: ServerWorld = {
    ...{ package: 'escape', folder: home, entry: 'dist/index.mjs', keeps: 'calls' as const, args: [], env: { A: '1' } },
    ...{ client: {}, seed: 0, effects: [{ do: 'write', path: '/home/a.txt', content: 'a' }] }
  }
  const call = (name: string, signal = new AbortController().signal) =>
    servers.work({ world, jobs: [], call: { call: { name, arguments: {} }, effects: [] } }, { signal })
  return { made, servers, started, call }
}

// Node 25 and later.
const DENIES_NETWORK = process.allowedNodeEnvironmentFlags.has('--allow-net')

test.runIf(process.platform === 'linux')(
  '30.7 the process has no right to read, write or start anything of this machine',
  async () => {
    const outside = join(await folder(), 'written')
    const port = forkServers({ root, file: join(fixtures, 'rights.mjs'), readable: [fixtures] })()
    const codes = await new Promise((resolve, reject) => {
      port.onMessage(resolve)
      port.onExit((_code, detail) => reject(new Error(detail)))
      port.postMessage({ outside })
    })
    port.kill()
    const denied = 'ERR_ACCESS_DENIED'
    const network = DENIES_NETWORK ? denied : 'allowed'
    expect(codes).toEqual({
      ...{ read: denied, write: denied, overwrite: denied, program: denied, thread: denied },
      ...{ connect: network, listen: network }
    })
    expect(existsSync(outside)).toBe(false)
  }
)

it('30.7 no module, global or file leads a server out of its sandbox', async ({ caught: { call, started, made } }) => {
  const names: string[] = JSON.parse(String((await call('attempts')).text))
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) expect([name, (await call(name)).text]).toEqual([name, expect.stringMatching(/^refused: /)])
  expect(readdirSync(made)).toEqual(['node_modules'])
  expect(existsSync('/tmp-orrery-escape')).toBe(false)
  expect(started).toHaveLength(1)
})

it('30.7 a server sees the files and variables of its world, and no others', async ({ caught: { call } }) => {
  expect((await call('environment')).text).toBe('{"A":"1"}')
  expect((await call('files')).text).toBe('["home"]')
  expect((await call('write')).text).toBe('here')
  expect(existsSync('/tmp-orrery-escape')).toBe(false)
  expect(await call('fetch')).toMatchObject({ text: null, need: { rule: 'network', what: 'http://127.0.0.1/' } })
})

test.runIf(existsSync('/proc/self/fd'))('30.7 its process opens no file and no program beside its own', async () => {
  const { call, started, servers, made } = await open()
  await call('environment')
  const own = `/proc/${must(started.at(-1)).pid}`
  expect(readFileSync(`${own}/task/${must(started.at(-1)).pid}/children`, 'utf8')).toBe('')
  const files = readdirSync(`${own}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`${own}/fd/${fd}`)
    } catch {
      return []
    }
  })
  const known = /^(?:socket|pipe|anon_inode):|^\/dev\//
  expect(files.filter((path) => !known.test(path) && !path.startsWith(made))).toEqual([])
  await servers.close()
})

it('a call that computes without end is stopped, and the next is answered', async ({ caught }) => {
  const { call, started } = caught
  expect((await call('write')).text).toBe('here')
  const controller = new AbortController()
  const spinning = call('spin', controller.signal)
  const waiting = call('environment')
  setImmediate(() => controller.abort())
  await expect(spinning).rejects.toMatchObject({ code: 'cancelled' })
  // Who waited behind it is not stopped with it.
  expect((await waiting).text).toBe('{"A":"1"}')
  expect(started).toHaveLength(2)
})

it('a call that waits for another world is stopped too, and lets nobody in before its turn', async ({ caught }) => {
  const { call, started } = caught
  await call('environment')
  const [first, second] = [new AbortController(), new AbortController()]
  const spinning = call('spin', first.signal)
  const waiting = call('write', second.signal)
  const last = call('files')
  second.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  first.abort()
  await expect(spinning).rejects.toMatchObject({ code: 'cancelled' })
  expect((await last).text).toBe('["home"]')
  expect(started).toHaveLength(2)
})

it('a server that waits for ever, or takes all memory, fails its step and no other', async ({ caught: { call } }) => {
  await expect(call('wait')).rejects.toMatchObject({ code: 'engine-failed' })
  await expect(call('hoard')).rejects.toMatchObject({ code: 'engine-crashed' })
  expect((await call('write')).text).toBe('here')
})

test('so does one that computes for too long', async () => {
  const { call, servers } = await open({ limit: 100 })
  await expect(call('spin')).rejects.toMatchObject({
    code: 'engine-failed',
    message: 'The server did not answer within 0.1 seconds.'
  })
  await servers.close()
})
