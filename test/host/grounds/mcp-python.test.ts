// The Python reference servers' own code inside the machine, held to what the real servers answered (test/record/mcp-servers.ts).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { StateChange } from '../../../src/core/tree/ground.ts'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { servers } from '../../../src/host/grounds/servers/servers.ts'
import { must } from '../../must.ts'
import { image, WHY } from './emulator/image.ts'
import { playing, recorded, recording, setupOf } from './mcp-worlds.ts'

const resources = join(import.meta.dirname, '..', '..', '..', 'resources')
// The machine with the servers waiting is made once for all tests, like a build; worlds of a run have a name of their own.
const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)
const open = () => mcpServersGround({ home, resources })
const ground = open()
const play = playing(ground)
afterAll(() => ground.dispose())

const python = servers.filter(({ python }) => python !== undefined)
const recordings = recorded.filter(({ recorded }) => python.some(({ id }) => id === recorded.server))
let runs = 0
/** A world that no other test has been in. */
const fresh = (name: string) => {
  const found = recording(name)
  return setupOf({ ...found, initialState: `${found.initialState}\nEnvironment: RUN=${process.pid}.${++runs}\n` })
}

describe('30.1 the answer of a Python server is the one that the real server gives', () => {
  beforeEach((context) => {
    if (!image) context.skip(WHY)
  })

  it.each(recordings)('$name', async ({ name, recorded }) => {
    const world = play(fresh(name.replace('.json', '')))
    const known: unknown[] = []
    for (const { action } of recorded.calls) {
      const { grounded, result } = await world.act(action.name, action.arguments)
      known.push(result)
      expect(grounded).toMatchObject({ origin: 'executed', rule: 'server', dreams: [] })
      expect(grounded).not.toHaveProperty('diverged')
    }
    // Dates and the hashes of commits too.
    expect(world.texts()).toEqual(recorded.calls.map(({ text }) => text))
    expect(known).toEqual(recorded.calls.map((call) => call.known))
  })

  it('30.3 gives the same bytes from every earlier step, and in a process that was started again', async () => {
    const setup = fresh('git')
    // What is staged, shown, unstaged and shown.
    const calls = [11, 12, 15, 16].map((at) => must(recording('git').calls[at]))
    const world = play(setup)
    for (const { action } of calls) await world.act(action.name, action.arguments)
    const texts = world.texts()
    for (const turn of [3, 1]) {
      world.rewind(turn)
      for (const { action } of calls.slice(turn)) await world.act(action.name, action.arguments)
      expect(world.texts()).toEqual(texts)
    }
    const other = open()
    const again = playing(other)(setupOf({ ...recording('git'), initialState: `${setup.initialState}again\n` }))
    try {
      for (const { action } of calls) await again.act(action.name, action.arguments)
    } finally {
      await other.dispose()
    }
    expect(again.texts()).toEqual(texts)
  })

  it('draws by the seed of its world: the same one the same, another one otherwise, and seed 0 as it comes', async () => {
    const { initialState } = fresh('sqlite')
    const drawn = async (seed: number, at = ground) => {
      const world = playing(at)({ ...setupOf({ ...recording('sqlite'), initialState }), seed })
      return (await world.act('read_query', { query: 'SELECT hex(randomblob(8)) AS b, random() AS n' })).text
    }
    const other = open()
    const [zero, seven, again] = [await drawn(0), await drawn(7), await drawn(7, other)]
    await other.dispose()
    expect(again).toBe(seven)
    expect(zero).not.toBe(seven)
  })

  it('takes in what another answered where the server answers just that, and says where it does not', async () => {
    const insert = { name: 'write_query', arguments: { query: "INSERT INTO boats (name) VALUES ('Tjeld')" } }
    const count = { query: 'SELECT count(*) AS n FROM boats' }
    const same = play(fresh('sqlite'))
    await same.commit(insert, "[{'affected_rows': 1}]", undefined, 'recorded')
    const taken = await same.act('read_query', count)
    expect(taken.text).toBe("[{'n': 4}]")
    expect(taken.grounded).not.toHaveProperty('uncertain')
    const other = play(fresh('sqlite'))
    await other.commit(insert, 'Database error: database or disk is full', undefined, 'perturbation')
    const left = await other.act('read_query', count)
    expect(left.text).toBe("[{'n': 3}]")
    expect(left.grounded.uncertain).toMatch(/^The answer of turn 1 is not/)
  })

  it('says which turns a replay answers otherwise than their steps', async () => {
    const world = play(fresh('sqlite'))
    const tables = { name: 'list_tables', arguments: {} }
    const { grounded } = await world.answer(tables)
    await world.commit(tables, '[]', grounded)
    expect((await world.act('list_tables')).grounded).toMatchObject({ diverged: [1] })
  })

  it('a call without end is stopped, and the world goes on from the step before', async () => {
    const world = play(fresh('sqlite'))
    const endless =
      'SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)'
    const controller = new AbortController()
    await world.act('list_tables')
    setTimeout(() => controller.abort(), 500)
    await expect(
      world.answer({ name: 'read_query', arguments: { query: endless } }, { signal: controller.signal })
    ).rejects.toMatchObject({ code: 'cancelled' })
    expect((await world.act('describe_table', { table_name: 'boats' })).text).toContain("'name': 'length'")
  })
})

describe('a world is one of a Python server by its tools', () => {
  it.each(recordings)('$name is of a server whose table of tools is its own list', ({ recorded }) => {
    const own = servers.find(({ id }) => id === recorded.server)
    const listed = recorded.tools.map(({ name, inputSchema }) => [name, Object.keys(Object(inputSchema.properties))])
    expect(own?.tools).toEqual(Object.fromEntries(listed))
  })

  it('has at least 60 recorded calls of three servers', () => {
    expect(recordings.flatMap(({ recorded }) => recorded.calls).length).toBeGreaterThanOrEqual(60)
    expect(new Set(recordings.map(({ recorded }) => recorded.server))).toEqual(new Set(python.map(({ id }) => id)))
  })

  it('is not served without an image of the machine or without the servers', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'orrery-none-'))
    const without = mcpServersGround({ home: empty, resources: empty })
    expect(recordings.map(({ recorded }) => without.serves(setupOf(recorded)))).toEqual(recordings.map(() => false))
    expect(recordings.map(({ recorded }) => ground.serves(setupOf(recorded)))).toEqual(recordings.map(() => !!image))
    await without.dispose()
    rmSync(empty, { recursive: true })
  })
})

describe('what a Python server cannot know', () => {
  const route = (name: string, initialState: string) => {
    const setup = setupOf({ ...recording(name), initialState })
    const [first] = recording(name).calls
    return play(setup).route(first?.action ?? null)
  }

  it('a repository or a database that the world has and does not show is the model’s', async () => {
    const hidden = 'A shop. Its database is /srv/shop/shop.db, with 4 tables.'
    expect(await route('sqlite', hidden)).toMatchObject({ by: 'model', rule: 'not-shown' })
    expect(ground.usual(setupOf({ ...recording('sqlite'), initialState: hidden }))).toBe(false)
    expect(await route('git', 'A web shop of a small company.')).toMatchObject({ by: 'model', rule: 'not-shown' })
    expect(await route('sqlite', '')).toMatchObject({ by: 'ground', rule: 'server' })
    expect(await route('git', recording('git').initialState)).toMatchObject({ by: 'ground', rule: 'server' })
    expect(await route('time', '')).toMatchObject({ by: 'ground', rule: 'server' })
  })

  it('the initial state is read as files, a repository with what is not committed, and SQL', () => {
    const read = (name: string) => ground.initial?.(setupOf(recording(name))) ?? []
    const kinds = (effects: StateChange[]) => effects.map(({ do: kind }) => kind)
    const git = kinds(read('git'))
    expect(git.slice(git.indexOf('git')).filter((kind) => kind === 'write')).toHaveLength(3)
    expect(read('sqlite').filter((one) => one.do === 'claim')).toEqual([])
  })
})
