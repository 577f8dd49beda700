// Callers that want out of the reference servers' sandbox: every tool with what it should never take, while the host's processes, files,
// sockets and memory are watched. After each attack the world answers as before it.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { Setup, type Step, type StepEvent, type StepId, StepInput } from '../../src/core/tree/model.ts'
import { forkMachine } from '../../src/host/grounds/emulator-client.ts'
import { machineFolders } from '../../src/host/grounds/emulator-image.ts'
import { forkServers, type SpawnServers } from '../../src/host/grounds/servers/client.ts'
import { mcpServersGround } from '../../src/host/grounds/servers/index.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted } from '../core/acting.ts'
import { groundsOf } from '../fixtures/ground.ts'
import type { Recorded } from '../grounds/mcp/sessions.ts'
import { image, WHY } from '../host/grounds/emulator/image.ts'
import { home as machineHome } from '../host/grounds/on-machine.ts'
import { watch } from './watching.ts'

const root = join(import.meta.dirname, '..', '..')
const resources = join(root, 'resources')
const MARK = `escaped-mcp-${process.pid}`
// Node, what a world may hold, and what an attack sends.
const MOST_BYTES = 1.5 * 2 ** 30

let home: string
let host: Handlers
/** Where the host and its processes may read and write: its own folder, and the machine with the Python servers, which is made once for all tests. */
let folders: string[]
const started: (ReturnType<SpawnServers> | ReturnType<typeof forkMachine>)[] = []
const keep = <Port extends (typeof started)[number]>(port: Port): Port => {
  started.push(port)
  return port
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-mcp-attack-'))
  folders = [home, ...Object.values(machineFolders(machineHome))]
  const { engine } = scripted(() => {
    throw new Error('A model was asked.')
  })
  const fork = forkServers({ root })
  const ground = mcpServersGround(
    { home: machineHome, resources, spawnMachine: (folders) => keep(forkMachine(folders)) },
    { spawn: () => keep(fork()) }
  )
  host = await createHost({ home, resources, engine, grounds: groundsOf(ground) })
})
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true, force: true })
})
beforeEach((context) => {
  if (process.platform !== 'linux') context.skip('THE HOST WAS NOT WATCHED: only Linux shows what its processes do')
})

const recording = (name: string): Recorded =>
  JSON.parse(readFileSync(join(root, 'test', 'grounds', 'mcp', `${name}.json`), 'utf8'))

type World = Awaited<ReturnType<typeof open>>

/** A world of a recorded server. `sane` is what it is asked after each attack, from its first step, and answers alike each time. */
async function open(name: string, sane: Step['action']) {
  const { tools, initialState } = recording(name)
  const setup = Setup.parse({ domain: 'mcp', grounding: 'executed', tools, initialState })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  async function step(action: Step['action'], from: StepId | null, signal = new AbortController().signal) {
    const input = StepInput.parse({ session: session.id, branch: branch.id, action, from })
    let last: StepEvent | undefined
    for await (const event of host.streams['steps.run'](input, { signal })) last = event
    if (last?.type === 'committed') return last.step
    if (last?.type === 'failed') throw last.error
    throw new Error('A step has no end.')
  }
  const first = (await step(sane, null)).id
  const act = (action: Step['action'], signal?: AbortSignal) =>
    step(action, first, signal).then(
      ({ observation }) => observation.text,
      ({ code, message }) => `${code}: ${message}`
    )
  const again = await act(sane)

  /** What is answered, in order; each from the world's first step. */
  async function attack(actions: Step['action'][], signal?: AbortSignal): Promise<string[]> {
    const end = watch([process.pid, ...alive()])
    const texts: string[] = []
    for (const action of actions) texts.push(await act(action, signal))
    const seen = end()
    for (const [pid, { children, written, read, sockets, peak }] of seen) {
      const isHost = pid === process.pid
      const own = /grounds.(?:emulator|servers).(?:sandbox.)?process\.ts/
      // What was stopped has no command line left.
      expect([...children].filter((child) => child && !own.test(child))).toEqual([])
      const outside = (path: string) =>
        !folders.some((folder) => path.startsWith(folder)) && !/node_modules|\/#\d+ \(deleted\)$/.test(path)
      expect([...written].filter(outside)).toEqual([])
      expect([...sockets]).toEqual([])
      expect(peak).toBeLessThan(MOST_BYTES)
      if (!isHost) expect([...read].filter((path) => !path.startsWith(root) && outside(path))).toEqual([])
      if (process.env.ORRERY_FIGURES) console.log(`${isHost ? 'host' : 'server'} ${Math.round(peak / 2 ** 20)} MB`)
    }
    for (const folder of [tmpdir(), home, root, '/', '/srv', homedir()]) {
      expect(existsSync(join(folder, MARK)), folder).toBe(false)
    }
    expect(await act(sane)).toBe(again)
    return texts
  }
  return { step, attack, first, tools }
}

const alive = (): number[] =>
  started.flatMap(({ pid }) => (pid !== undefined && existsSync(`/proc/${pid}`) ? [pid] : []))

/** What only this computer could have said. */
const SECRETS = [/root:x:0/, new RegExp(`\\b${escaped(hostname())}\\b`), /ORRERY_GROUNDING/, /\bNODE_COMPILE_CACHE\b/]
function escaped(text: string): string {
  return text.replace(/[^\w]/g, '\\$&')
}
function tellsNothing(texts: string[]): void {
  for (const text of texts) for (const secret of SECRETS) expect(text.slice(0, 100_000)).not.toMatch(secret)
}

const call = (name: string, given: unknown): Step['action'] => ({ name, arguments: given as Step['action'] })
const deep = (levels: number): Step['action'] => {
  let value: Step['action'] = 'end'
  for (let level = 0; level < levels; level++) value = { next: value }
  return value
}

/** A value for every parameter of every tool, by its type; `text` for the strings. */
function everyTool({ tools }: World, text: string): Step['action'][] {
  return tools.map(({ name, inputSchema }) => {
    const properties = Object.entries(Object(inputSchema.properties) as Record<string, { type?: string }>)
    const given = (type: string | undefined): Step['action'] =>
      type === 'string' || type === undefined ? text : type === 'array' ? [text] : type === 'boolean' ? true : 1
    return call(name, Object.fromEntries(properties.map(([key, { type }]) => [key, given(type)])))
  })
}

// Whatever the server: calls that are none, and names that objects have by themselves.
const MALFORMED: Step['action'][] = [
  null,
  'read_file',
  [],
  {},
  { name: 7, arguments: {} },
  { name: '', arguments: {} },
  call('constructor', {}),
  call('__proto__', {}),
  call('toString', { toString: 1 }),
  call('../../../bin/sh', { command: `touch /tmp/${MARK}` })
]
const ODD_ARGUMENTS: unknown[] = [
  null,
  'text',
  7,
  ['a'],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  { path: null, paths: 'a', query: {}, message: [], a: '1', thoughtNumber: Number.MAX_VALUE },
  { path: '__proto__', paths: ['__proto__', 'constructor'], names: ['__proto__'], query: 'hasOwnProperty' },
  { path: '\u0000', query: '\u0000', message: '\ud800' },
  { next: deep(3_000) }
]

describe('the file system server', () => {
  let world: World
  beforeAll(async () => {
    world = await open('filesystem-writing', call('list_directory', { path: '/srv/orrery-harbour' }))
  })

  const OUTSIDE = [
    '/etc/passwd',
    '/srv/orrery-harbour/../../etc/passwd',
    '/srv/orrery-harbour-2/../../etc/passwd',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    '/proc/self/environ',
    '/proc/self/cwd/package.json',
    '/proc/1/root/etc/passwd',
    '~/.ssh/id_rsa',
    '/srv/orrery-harbour\u0000/../../etc/passwd',
    '%2e%2e/%2e%2e/etc/passwd',
    '\\\\?\\C:\\Windows\\win.ini'
  ]
  test.each([...OUTSIDE, 'a file of Orrery’s own', 'a new file'])(
    '%s is reached by none of its tools',
    async (name) => {
      const path = { 'a file of Orrery’s own': join(root, 'package.json'), 'a new file': `/tmp/${MARK}` }[name] ?? name
      const texts = await world.attack(everyTool(world, path))
      tellsNothing(texts)
      expect(texts.join('\n')).not.toContain('"allowScripts"')
    }
  )

  test('what is moved, edited or written does not leave it either', async () => {
    const inside = '/srv/orrery-harbour/README.md'
    const texts = await world.attack([
      call('move_file', { source: inside, destination: `/tmp/${MARK}` }),
      call('move_file', { source: '/etc/passwd', destination: '/srv/orrery-harbour/passwd' }),
      call('write_file', { path: `/srv/orrery-harbour/../../tmp/${MARK}`, content: 'x' }),
      call('create_directory', { path: join(tmpdir(), MARK) }),
      call('edit_file', { path: '/etc/hostname', edits: [{ oldText: '', newText: 'x' }] }),
      call('read_multiple_files', { paths: ['/etc/passwd', inside, '/proc/self/maps'] })
    ])
    tellsNothing(texts)
    for (const text of texts.slice(0, 5)) expect(text).toMatch(/denied|ENOENT|outside|not exist|Could not/i)
  })

  test('calls that are none, and names of objects’ own, are refused or answered', async () => {
    const odd = world.tools.flatMap(({ name }) => ODD_ARGUMENTS.map((given) => call(name, given)))
    const texts = await world.attack([...MALFORMED, ...odd])
    tellsNothing(texts)
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('large contents, many files and deep folders are kept, or fail their own step', async () => {
    const path = (name: string) => `/srv/orrery-harbour/${name}`
    const texts = await world.attack([
      call('write_file', { path: path('large'), content: 'x'.repeat(24_000_000) }),
      call('write_file', { path: path('n'.repeat(100_000)), content: 'x' }),
      call('create_directory', { path: path('d/'.repeat(3_000)) }),
      call('read_multiple_files', { paths: Array.from({ length: 20_000 }, () => path('README.md')) }),
      call('edit_file', {
        path: path('README.md'),
        edits: Array.from({ length: 2_000 }, () => ({ oldText: 'Harbour', newText: 'HarbourHarbour' }))
      }),
      call('read_text_file', { path: path('README.md'), head: 1e15 }),
      call('read_text_file', { path: path('README.md'), tail: -1e15 })
    ])
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
    let from = (await world.step(call('create_directory', { path: path('many') }), world.first)).id
    for (let at = 0; at < 100; at++) {
      from = (await world.step(call('write_file', { path: path(`many/${at}`), content: String(at) }), from)).id
    }
    const listed = await world.step(call('list_directory', { path: path('many') }), from)
    expect(listed.observation.text.match(/\[FILE\]/g)).toHaveLength(100)
    await world.attack([])
  })

  test('patterns that take for ever are stopped when the step is cancelled', async () => {
    for (const pattern of ['{a,b}'.repeat(30), `${'*a'.repeat(60)}b`, `${'**/'.repeat(60)}x`, '{1..1000000000}']) {
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(), 1500)
      const [text = ''] = await world.attack(
        [call('search_files', { path: '/srv/orrery-harbour', pattern })],
        stop.signal
      )
      clearTimeout(timer)
      expect(text).not.toMatch(/^internal/)
    }
  })
})

describe('the memory server', () => {
  test('names of objects’ own are names, and large graphs fail or are kept', async () => {
    const world = await open('memory', call('read_graph', {}))
    const names = ['__proto__', 'constructor', 'toString', '', '\u0000', '../../etc/passwd', 'x'.repeat(5_000_000)]
    const entities = names.map((name) => ({ name, entityType: '__proto__', observations: [name] }))
    const many = Array.from({ length: 50_000 }, (_, at) => ({ name: `e${at}`, entityType: 'e', observations: ['o'] }))
    const texts = await world.attack([
      ...MALFORMED,
      ...world.tools.flatMap(({ name }) => ODD_ARGUMENTS.map((given) => call(name, given))),
      call('create_entities', { entities }),
      call('create_entities', { entities: many }),
      call('delete_entities', { entityNames: names }),
      call('search_nodes', { query: '.*'.repeat(100_000) })
    ])
    tellsNothing(texts)
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

describe('the everything server', () => {
  let world: World
  beforeAll(async () => {
    world = await open('everything', call('echo', { message: 'sane' }))
  })

  test('it sees no variable, file or network of this computer', async () => {
    const addresses = [
      'file:///etc/passwd',
      'http://127.0.0.1:1/',
      'ftp://a/',
      '//etc/passwd',
      'data:,',
      'javascript:1'
    ]
    const texts = await world.attack([
      call('get-env', {}),
      ...addresses.map((data) =>
        call('gzip-file-as-resource', { name: `../../${MARK}`, data, outputType: 'resource' })
      ),
      ...everyTool(world, '/etc/passwd'),
      ...MALFORMED,
      ...world.tools.flatMap(({ name }) => ODD_ARGUMENTS.map((given) => call(name, given)))
    ])
    tellsNothing(texts)
    expect(texts[0]).toContain('HARBOUR')
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
  })

  test('operations without end, and large numbers, end', async () => {
    const texts = await world.attack([
      call('trigger-long-running-operation', { duration: 1e9, steps: 10 }),
      call('trigger-long-running-operation', { duration: 1e12, steps: 1e9 }),
      call('get-resource-links', { count: 1e12 }),
      call('gzip-file-as-resource', { name: 'a', data: `data:,${'a'.repeat(20_000_000)}`, outputType: 'resource' }),
      call('echo', { message: 'x'.repeat(20_000_000) })
    ])
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
  })
})

describe('the Python servers', () => {
  beforeEach((context) => {
    if (!image) context.skip(WHY)
  })

  test('options, hooks and paths in arguments of git stay in the machine', async () => {
    const repo = '/srv/orrery-charts'
    const world = await open('git', call('git_status', { repo_path: repo }))
    const texts = await world.attack([
      call('git_diff', { repo_path: repo, target: `--output=/tmp/${MARK}` }),
      call('git_diff', { repo_path: repo, target: '--no-index /etc/passwd /dev/null' }),
      call('git_show', { repo_path: repo, revision: `--output=${join(home, MARK)}` }),
      call('git_checkout', { repo_path: repo, branch_name: `--help; touch /tmp/${MARK}` }),
      call('git_create_branch', { repo_path: repo, branch_name: `$(touch /tmp/${MARK})`, base_branch: '--exec' }),
      call('git_add', { repo_path: repo, files: ['../../etc/passwd', '--pathspec-from-file=/etc/passwd'] }),
      call('git_commit', { repo_path: repo, message: `\u0000'; touch /tmp/${MARK}` }),
      call('git_log', { repo_path: root, max_count: 1e15 }),
      call('git_status', { repo_path: '\u0000' }),
      call('git_status', { repo_path: 'ext::sh -c id' }),
      call('git_log', JSON.parse('{"__proto__": {"polluted": true}, "repo_path": []}'))
    ])
    tellsNothing(texts.slice(0, 1))
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
  })

  test('SQL that opens files, loads code or has no end stays in the machine', async () => {
    const world = await open('sqlite', call('list_tables', {}))
    const texts = await world.attack([
      call('write_query', { query: `ATTACH DATABASE '${join(home, MARK)}' AS a` }),
      call('write_query', { query: `VACUUM INTO '/tmp/${MARK}'` }),
      call('read_query', { query: "SELECT load_extension('/lib/x86_64-linux-gnu/libc.so.6')" }),
      call('read_query', { query: "SELECT readfile('/etc/passwd')" }),
      call('read_query', { query: `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}` }),
      call('read_query', { query: 'SELECT hex(zeroblob(900000000))' }),
      call('write_query', { query: 'PRAGMA journal_mode=OFF; DROP TABLE boats' }),
      call('describe_table', { table_name: "boats'); DROP TABLE boats; --" }),
      call('append_insight', { insight: 'x'.repeat(4_000_000) })
    ])
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 1500)
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    expect(await world.attack([call('read_query', { query: endless })], stop.signal)).toEqual([
      expect.stringMatching(/^(?:cancelled|Error)/)
    ])
  })
})
