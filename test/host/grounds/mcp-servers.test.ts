import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Step } from '../../../src/core/tree/model.ts'
import { forkServers, type SpawnServers } from '../../../src/host/grounds/servers/client.ts'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { RULES } from '../../../src/host/grounds/servers/rules.ts'
import { servers } from '../../../src/host/grounds/servers/servers.ts'
import { act, committed, failed, scripted, start, world } from '../../core/acting.ts'
import { comparable, comparableResult } from '../../grounds/mcp/comparable.ts'
import { playing, recorded, recording, setupOf } from './mcp-worlds.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const node = servers.filter(({ python }) => python === undefined)
const recordings = recorded.filter(({ recorded }) => node.some(({ id }) => id === recorded.server))
const resources = join(root, 'resources')
// None of these servers keeps anything in it.
const home = join(tmpdir(), 'orrery-none')

/** Every process that was started, to be killed or watched. */
const started: ReturnType<SpawnServers>[] = []
/** How many earlier calls were made again for each call. */
const replayed: number[] = []
const fork = forkServers({ root })
const ground = mcpServersGround(
  { home, resources },
  {
    spawn: () => {
      const port = fork()
      started.push(port)
      return {
        ...port,
        postMessage(message) {
          const jobs: unknown = Object(message).jobs
          if (Array.isArray(jobs)) replayed.push(jobs.length)
          port.postMessage(message)
        }
      }
    }
  }
)
afterAll(() => ground.dispose())

const play = playing(ground)

describe('30.1 the answer of a reference server is the one that the real server gives', () => {
  it('has at least 60 recorded calls of four servers', () => {
    expect(recordings.flatMap(({ recorded }) => recorded.calls).length).toBeGreaterThanOrEqual(60)
    expect(new Set(recordings.map(({ recorded }) => recorded.server))).toEqual(new Set(node.map(({ id }) => id)))
  })

  it.each(recordings)('$name', async ({ recorded }) => {
    const world = play(setupOf(recorded))
    const known: unknown[] = []
    for (const { action } of recorded.calls) {
      const { grounded, result } = await world.act(action.name, action.arguments)
      known.push(comparableResult(result))
      expect(grounded).toMatchObject({ origin: 'executed', rule: 'server', dreams: [] })
      expect(grounded).not.toHaveProperty('diverged')
    }
    expect(world.texts().map(comparable)).toEqual(recorded.calls.map(({ text }) => comparable(text)))
    expect(known).toEqual(recorded.calls.map((call) => comparableResult(call.known)))
  })

  it.each(recordings)('$name is of a server whose table of tools is its own list', ({ recorded }) => {
    const own = servers.find(({ id }) => id === recorded.server)
    const listed = recorded.tools.map(({ name, inputSchema }) => [name, Object.keys(Object(inputSchema.properties))])
    expect(own?.tools).toEqual(Object.fromEntries(listed))
  })
})

describe('a world is one of a reference server by its tools', () => {
  const memory = recording('memory')

  it('serves all of them or some', () => {
    expect(ground.serves(setupOf(memory))).toBe(true)
    expect(ground.serves(setupOf({ ...memory, tools: memory.tools.slice(3, 5) }))).toBe(true)
  })

  it('serves no world that has none, others too, or tools of the same names with other parameters', () => {
    const other = { name: 'own_tool', inputSchema: { type: 'object' } }
    const odd = { name: 'read_graph', inputSchema: { type: 'object', properties: { depth: {} } } }
    for (const tools of [[], [...memory.tools, other], [odd]]) {
      expect(ground.serves(setupOf({ initialState: '', tools }))).toBe(false)
    }
  })
})

describe('30.3 the same calls give the same bytes', () => {
  const kinds = ['filesystem-writing', 'filesystem-info', 'memory', 'everything', 'thinking']

  it.each(kinds)('%s: in a process that was killed after half of them, and in one that never was', async (name) => {
    const recorded = recording(name)
    const [first, second] = [play(setupOf(recorded, { seed: 7 })), play(setupOf(recorded, { seed: 7 }))]
    for (const { action } of recorded.calls) await first.act(action.name, action.arguments)
    const half = Math.floor(recorded.calls.length / 2)
    for (const [turn, { action }] of recorded.calls.entries()) {
      if (turn === half) started.at(-1)?.kill()
      const { grounded } = await second.act(action.name, action.arguments)
      expect(grounded).not.toHaveProperty('diverged')
    }
    expect(second.texts()).toEqual(first.texts())
  })

  it.each(['filesystem-writing', 'thinking'])('%s: from every earlier step', async (name) => {
    const recorded = recording(name)
    const world = play(setupOf(recorded))
    for (const { action } of recorded.calls) await world.act(action.name, action.arguments)
    const texts = world.texts()
    for (const turn of [9, 0, 5, 11, 3]) {
      world.rewind(turn)
      for (const { action } of recorded.calls.slice(turn, 12)) await world.act(action.name, action.arguments)
      expect(world.texts()).toEqual(texts.slice(0, 12))
    }
  })

  it.each(recordings)('$name: a step costs one call, wherever it goes on', async ({ recorded }) => {
    const world = play(setupOf(recorded, { seed: 3 }))
    const some = recorded.calls.slice(0, 8)
    replayed.length = 0
    for (const { action } of some) await world.act(action.name, action.arguments)
    let acted = some.length
    for (const turn of [5, 0, 3]) {
      world.rewind(turn)
      const again = some.slice(turn, 7)
      acted += again.length
      for (const { action } of again) await world.act(action.name, action.arguments)
    }
    expect(replayed).toEqual(Array.from({ length: acted }, () => 0))
  })

  it('says which turns a replay answers otherwise than their steps', async () => {
    const world = play(setupOf(recording('memory')))
    const { text, grounded } = await world.answer({ name: 'read_graph', arguments: {} })
    await world.commit({ name: 'read_graph', arguments: {} }, text, grounded)
    await world.commit({ name: 'search_nodes', arguments: { query: 'keeper' } }, 'something else', grounded)
    expect((await world.act('read_graph')).grounded).toMatchObject({ diverged: [2] })
  })
})

describe('what the server did not answer changes its state only where it would have answered the same', () => {
  const file = '/srv/orrery-harbour/new.txt'
  const action = { name: 'write_file', arguments: { path: file, content: 'new' } }

  it('takes in what a recording or a model told just as the server does', async () => {
    const world = play(setupOf(recording('filesystem-writing')))
    await world.commit(action, `Successfully wrote to ${file}`, undefined, 'recorded')
    const { text, grounded } = await world.act('read_text_file', { path: file })
    expect(text).toBe('new')
    expect(grounded).not.toHaveProperty('uncertain')
  })

  it('leaves the state as it was where the answer was another, and says so', async () => {
    const world = play(setupOf(recording('filesystem-writing')))
    await world.commit(action, 'Error: the disk is full', undefined, 'perturbation')
    const { text, grounded } = await world.act('read_text_file', { path: file })
    expect(text).toBe(`ENOENT: no such file or directory, open '${file}'`)
    expect(grounded.uncertain).toMatch(/^The answer of turn 1 is not/)
  })
})

describe('the model is asked for what a server cannot know, by a rule', () => {
  const everything = recording('everything')
  const told = play(setupOf(everything), { dream: () => 'told by the model' })

  it('the network', async () => {
    const given = { name: 'a.gz', data: 'https://example.org/a' }
    expect(await told.route({ name: 'gzip-file-as-resource', arguments: given })).toMatchObject({ rule: 'network' })
    const { text, grounded } = await told.act('gzip-file-as-resource', given)
    expect([text, grounded.origin, grounded.rule]).toEqual(['told by the model', 'predicted', 'network'])
    expect(grounded.uncertain).toMatch(/has not taken it in/)
  })

  it('what a client would answer', async () => {
    const sampling = {
      name: 'trigger-sampling-request',
      inputSchema: { type: 'object', properties: { prompt: { type: 'string' }, maxTokens: { type: 'number' } } }
    }
    const world = play(setupOf({ ...everything, tools: [...everything.tools, sampling] }), { dream: () => 'sampled' })
    const { text, grounded } = await world.act('trigger-sampling-request', { prompt: 'hello' })
    expect([text, grounded.rule]).toEqual(['sampled', 'client'])
    expect((await world.act('echo', { message: 'still there' })).text).toBe('Echo: still there')
  })

  it('how an instruction is carried out', async () => {
    const { text, grounded } = await told.act('echo', { message: 'a' }, { instruction: 'It fails.' })
    expect([text, grounded.rule]).toEqual(['told by the model', 'instruction'])
  })

  it('what is in a file or folder that the world claims; from then on it is in it', async () => {
    const setup = setupOf({
      ...recording('filesystem-reading'),
      initialState: 'The server gives access to /srv/farm. /srv/farm holds cows.txt, barn/ and an empty folder yard/.'
    })
    const asked: string[] = []
    const world = play(setup, {
      dream: (action) => {
        const { name, arguments: given } = Object(action)
        asked.push(given.path)
        if (name !== 'list_directory') return 'Rosa\nBella'
        return given.path.endsWith('barn') ? '[FILE] hay.txt\n[DIR] loft' : ''
      }
    })
    expect((await world.act('list_directory', { path: '/srv/farm' })).grounded.origin).toBe('executed')
    expect(await world.route({ name: 'read_text_file', arguments: { path: '/srv/farm/cows.txt' } })).toMatchObject({
      rule: 'unseen'
    })
    const head = await world.act('read_text_file', { path: '/srv/farm/cows.txt', head: 1 })
    expect(head).toMatchObject({ text: 'Rosa', grounded: { origin: 'predicted', rule: 'unseen' } })
    const again = await world.act('read_text_file', { path: '/srv/farm/cows.txt', tail: 2 })
    expect(again).toMatchObject({ text: 'Bella\n', grounded: { origin: 'executed', over: 2 } })
    expect((await world.act('list_directory', { path: '/srv/farm/barn' })).text).toBe('[FILE] hay.txt\n[DIR] loft')
    expect((await world.act('search_files', { path: '/srv/farm/barn', pattern: '**' })).grounded.dreams).toHaveLength(1)
    expect(asked).toEqual(['/srv/farm/cows.txt', '/srv/farm/barn', '/srv/farm/barn/loft'])
    started.at(-1)?.kill()
    expect((await world.act('read_text_file', { path: '/srv/farm/cows.txt' })).text).toBe('Rosa\nBella\n')
  })

  it('all of the turn, where there is no end to what would have to be shown', async () => {
    const setup = setupOf({
      ...recording('filesystem-reading'),
      initialState: 'The server gives access to /srv/farm. /srv/farm holds barn/.'
    })
    const world = play(setup, {
      dream: (action) => (Object(action).name === 'list_directory' ? '[DIR] deeper' : 'No matches found')
    })
    const { text, grounded } = await world.act('search_files', { path: '/srv/farm', pattern: '*.txt' })
    expect([text, grounded.rule, grounded.dreams.length]).toEqual(['No matches found', 'unseen-many', 9])
  })

  it('and the table of rules has a sentence for each', () => {
    expect(RULES.map(({ name, why }) => [name, why.endsWith('.')])).toEqual(RULES.map(({ name }) => [name, true]))
  })
})

describe('through the one path', () => {
  const thinking = recording('thinking')
  const { engine, requests } = scripted(() => ['told by the model'])
  const call = (name: string, given: Record<string, Step['action']>) => ({ action: { name, arguments: given } })

  it('a call that only the domain would refuse is answered by the server', async () => {
    start(engine, setupOf(thinking))
    world.ground = () => ground
    const given = { thought: 'By text', nextThoughtNeeded: 'true', thoughtNumber: '1', totalThoughts: '2' }
    const { step, call: made } = committed(await act(call('sequentialthinking', given)))
    expect(JSON.parse(step.observation.text)).toMatchObject({ thoughtNumber: 1, nextThoughtNeeded: true })
    expect(made).toMatchObject({ engine: 'mcp-servers', grounded: { origin: 'executed' }, raw: '' })
    expect(made.model).toMatchObject({
      name: expect.stringMatching(/sequential-thinking \d/),
      hash: made.grounded?.hash
    })
    expect(requests).toEqual([])
  })

  it('a branch that takes only what is executed refuses what the model would have to say', async () => {
    start(engine, setupOf(recording('everything'), { grounding: 'executed' }))
    world.ground = () => ground
    const { error } = failed(await act(call('gzip-file-as-resource', { name: 'a.gz', data: 'https://example.org/a' })))
    expect(error).toMatchObject({ code: 'no-model', message: expect.stringContaining('rule: network') })
    expect(committed(await act(call('echo', { message: 'a' }))).step.observation.text).toBe('Echo: a')
  })
})
