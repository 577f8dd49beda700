// Agents at the door: real MCP clients of both ages on worlds of every kind.

import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LinkRow } from '../../src/core/contract/links.ts'
import { domains } from '../../src/core/domains/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { image, WHY } from './grounds/emulator/image.ts'

const signal = new AbortController().signal

/** Says `answer` of each request, once it is let: by default at once. */
function speaking(answer: (prompt: string) => string | Promise<string>) {
  const stopped: string[] = []
  const engine: Engine = {
    info: () => ({ engine: 'spoken', model: { name: 'spoken', hash: null }, contextSize: null, template: 'standard' }),
    async *generate(asked, { signal }) {
      const prompt = JSON.stringify(asked)
      const leave = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => {
        stopped.push(prompt)
        leave.reject(signal.reason)
      })
      leave.promise.catch(() => {})
      const text = await Promise.race([answer(prompt), leave.promise])
      yield { type: 'text', text: `<predicted_observation>${text}</predicted_observation>` }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'spoken', model: { name: 'spoken', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return { engine, stopped }
}

let home: string
const open: (() => Promise<unknown>)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-agents-'))
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  rmSync(home, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function started(engine: Engine = speaking(() => 'done').engine) {
  const host = await createHost({ home, resources: 'resources', engine })
  open.push(() => host.dispose())
  const people = bridgeClient(mountBridge(host))
  const { url } = await people.call('doors.open', {})
  const world = async (setup: Partial<NewSetup> & { domain: string }) => {
    const made = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
    return { session: made.session.id, branch: made.branch.id }
  }
  const mcp = (link: Pick<LinkRow, 'secret'>) => new URL(`${url}/w/${link.secret}/mcp`)
  return { host, people, world, mcp, url: must(url) }
}

/** What both clients have in common, in one form. */
interface Either {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    options?: { signal: AbortSignal; onprogress(told: { progress: number }): void }
  ): Promise<{ content: unknown; isError?: boolean; structuredContent?: unknown; _meta?: Record<string, unknown> }>
}

async function old(url: URL): Promise<Either> {
  const client = new Client({ name: 'old', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url) as never)
  open.push(() => client.close())
  return {
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options) as ReturnType<Either['callTool']>
  }
}

async function modern(url: URL): Promise<Either> {
  const client = new Modern({ name: 'modern', version: '2' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new ModernTransport(url))
  open.push(() => client.close())
  return {
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options) as ReturnType<Either['callTool']>
  }
}

const TERMINAL = { domain: 'terminal', initialState: 'The terminal shows:\nroot@box:~# ', grounding: 'model' } as const

describe('agents at the door', () => {
  test('36.1 a link is unguessable, known to its owner alone, survives a restart, and leads nowhere once it is revoked', async () => {
    const { people, world, mcp, host } = await started()
    const link = await people.call('links.create', { ...(await world(TERMINAL)), title: 'mine' })
    expect(link.secret).toMatch(/^[\w-]{32}$/)
    if (process.platform !== 'win32') expect(statSync(join(home, 'links.json')).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(join(home, 'links.json'), 'utf8')).links).toHaveLength(1)
    expect(await modern(mcp(link)).then((client) => client.listTools())).toMatchObject({
      tools: [{ name: 'run_command' }, {}, {}, {}]
    })
    await people.call('links.revoke', { id: link.id })
    const gone = await fetch(mcp(link), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect([gone.status, await gone.json()]).toMatchObject([403, { error: { code: 'forbidden' } }])
    expect(await people.call('links.list', {})).toEqual([])
    // What agents may ask is not for people, and what people may ask is not for agents.
    const asked = await mount(host, 'agent').call('worlds.list', {})
    expect(asked).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(await mount(host, 'window').call('agent.look', { link: 'x', door: 'mcp' })).toMatchObject({ ok: false })
  })

  test.each(domains.map(({ id }) => id))(
    '36.2 a world of %s is acted in through tools, each call one step',
    async (domain) => {
      const { people, world, mcp, host } = await started(speaking(() => '$ seen').engine)
      const tool = { name: 'ping', inputSchema: { type: 'object' } }
      const place = await world({ domain, grounding: 'model', ...(domain === 'mcp' && { tools: [tool] }) })
      const client = await modern(mcp(await people.call('links.create', place)))
      const { tools } = await client.listTools()
      const calls: Record<string, [string, Record<string, unknown>]> = {
        terminal: ['run_command', { command: 'ls' }],
        swe: ['run_shell_command', { command: 'ls' }],
        mcp: ['ping', {}],
        search: ['web_search', { queries: ['bridges'] }],
        textenv: ['act', { command: 'look' }],
        web: ['click', { bid: 'a1' }],
        android: ['click', { index: 1 }],
        os: ['click', { x: 3, y: 4 }]
      }
      const [name, args] = must(calls[domain])
      expect(tools.map(({ name }) => name)).toContain(name)
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError).toBeFalsy()
      const { step } = must(result._meta?.['dev.orrery/world'] as { step: string } | undefined)
      const { branches } = await host.calls['worlds.open']({ session: place.session })
      expect(branches.map(({ tip }) => tip)).toEqual([step])
      expect(JSON.stringify(result.content)).not.toMatch(/simulat|orrery/i)
      // What does not fit is answered, and what there is not is named.
      const misfit = await client.callTool({ name: 'nothing_like_it', arguments: {} })
      expect(misfit.isError).toBe(true)
      // An MCP server answers in its own words.
      if (domain !== 'mcp') expect(JSON.stringify(misfit.content)).toContain(name)
    }
  )

  test.each([
    ['of 2025-11-25', old],
    ['of 2026-07-28', modern]
  ] as const)(
    'an MCP client %s calls tools, hears that it goes on, and stops the model by cancelling',
    async (_age, connect) => {
      const gate = Promise.withResolvers<string>()
      const { engine, stopped } = speaking((prompt) =>
        prompt.includes('slow') ? gate.promise : 'root@box:~# id\n0\nroot@box:~# '
      )
      const { people, world, mcp } = await started(engine)
      const place = await world(TERMINAL)
      const link = await people.call('links.create', { ...place, budget: null })
      const client = await connect(mcp(link))
      const done = await client.callTool({ name: 'run_command', arguments: { command: 'id' } })
      expect(done.content).toEqual([{ type: 'text', text: 'root@box:~# id\n0\nroot@box:~# ' }])
      const heard: number[] = []
      const cancel = new AbortController()
      const slow = client.callTool(
        { name: 'run_command', arguments: { command: 'slow' } },
        {
          signal: cancel.signal,
          onprogress: ({ progress }: { progress: number }) => void heard.push(progress)
        }
      )
      slow.catch(() => {})
      await expect.poll(() => heard.length, PATIENCE).toBeGreaterThan(1)
      cancel.abort()
      await expect(slow).rejects.toThrow()
      await expect.poll(() => stopped.length, PATIENCE).toBe(1)
      // Nothing of it was kept, and the next call is answered.
      const after = await client.callTool({ name: 'look', arguments: {} })
      expect(after.content).toEqual(done.content)
      const [row] = await people.call('links.list', {})
      expect(must(row).clients[0]).toMatchObject({
        door: 'mcp',
        name: expect.stringContaining(_age === 'of 2025-11-25' ? 'old' : '')
      })
      expect(await people.call('doors.traffic', {})).toMatchObject([
        { what: 'look', outcome: 'answered' },
        { what: 'slow', outcome: 'cancelled', step: null },
        { what: 'id', outcome: 'answered' }
      ])
    }
  )

  test('a result that fits its tool’s output schema is given as JSON too; one that does not is an error', async () => {
    let says = '{"celsius": 21}'
    const { people, world, mcp } = await started(speaking(() => says).engine)
    const object = (properties: object) => ({ type: 'object', properties, additionalProperties: false }) as never
    const tool = {
      name: 'weather',
      inputSchema: object({ city: { type: 'string' } }),
      outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] } as never
    }
    const client = await old(
      mcp(await people.call('links.create', await world({ domain: 'mcp', tools: [tool], grounding: 'model' })))
    )
    expect((await client.listTools()).tools).toMatchObject([tool])
    const ask = () => client.callTool({ name: 'weather', arguments: { city: 'Oslo' } })
    expect(await ask()).toMatchObject({ structuredContent: { celsius: 21 } })
    says = '{"celsius": "warm"}'
    expect(await ask()).toMatchObject({ isError: true, content: [{ text: says }] })
    const wrong = await client.callTool({ name: 'weather', arguments: { city: 7 } })
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('at city') }]
    })
  })

  test('calls of one link are answered one after the other, and wait while its agent is paused', async () => {
    let at = 0
    let most = 0
    const { engine } = speaking(async () => {
      most = Math.max(most, ++at)
      await new Promise((resolve) => setTimeout(resolve, 20))
      at--
      return 'root@box:~# '
    })
    const { people, world, mcp, host } = await started(engine)
    const place = await world(TERMINAL)
    const link = await people.call('links.create', place)
    const client = await modern(mcp(link))
    const act = (command: string) => client.callTool({ name: 'run_command', arguments: { command } })
    await Promise.all(['a', 'b', 'c', 'd'].map(act))
    const steps = async () => {
      const { branches } = await host.calls['worlds.open']({ session: place.session })
      return (await host.calls['steps.list']({ session: place.session, branch: must(branches[0]).id })).map(
        ({ label }) => label
      )
    }
    // Four connections: which of them is heard first is nobody's promise.
    expect((await steps()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(most).toBe(1)
    expect(await people.call('links.pause', { id: link.id, paused: true })).toMatchObject({ paused: true })
    const calls = async () => must((await people.call('links.list', {}))[0]).calls
    const before = await calls()
    const first = act('e')
    await expect.poll(calls, PATIENCE).toBeGreaterThan(before)
    const second = act('f')
    await people.call('links.pause', { id: link.id, paused: true, step: true })
    await first
    // A person acts in between, on the same branch.
    const run = { ...place, action: [{ keystrokes: 'mine\n', duration: 1 }], instruction: '', trace: false }
    for await (const _event of host.streams['steps.run'](run, { signal }));
    await people.call('links.pause', { id: link.id, paused: false })
    await second
    expect((await steps()).slice(4)).toEqual(['e', 'mine', 'f'])
  })

  test('an agent is led to a branch with other rules, and its call that waits is answered there; never to another world', async () => {
    const asked: string[] = []
    const { engine } = speaking(async (prompt) => {
      asked.push(prompt)
      return 'root@box:~# '
    })
    const { people, world, mcp, host } = await started(engine)
    const place = await world(TERMINAL)
    const link = await people.call('links.create', place)
    const client = await modern(mcp(link))
    const act = (command: string) => client.callTool({ name: 'run_command', arguments: { command } })
    await act('a')
    await people.call('links.pause', { id: link.id, paused: true })
    const waiting = act('b')
    const { branches } = await host.calls['worlds.open']({ session: place.session })
    const { tip } = must(branches[0])
    const setup = { instruction: 'The disk is full.' }
    const other = await people.call('worlds.fork', { ...place, at: tip, setup })
    expect(await people.call('links.move', { id: link.id, branch: other.id })).toMatchObject({ branch: other.id })
    await people.call('links.pause', { id: link.id, paused: false })
    await waiting
    const labels = async (branch: string) =>
      (await host.calls['steps.list']({ session: place.session, branch })).map(({ label }) => label)
    expect(await labels(place.branch)).toEqual(['a'])
    expect(await labels(other.id)).toEqual(['a', 'b'])
    expect(asked.map((prompt) => prompt.includes('The disk is full.'))).toEqual([false, true])
    const foreign = await world(TERMINAL)
    await expect(people.call('links.move', { id: link.id, branch: foreign.branch })).rejects.toThrow('in another world')
  })

  test('a terminal that takes longer than the budget shows what was typed, and the rest to who waits', async () => {
    const gate = Promise.withResolvers<string>()
    const { people, world, mcp } = await started(speaking(() => gate.promise).engine)
    const place = await world(TERMINAL)
    const client = await modern(mcp(await people.call('links.create', { ...place, budget: 100 })))
    const first = await client.callTool({ name: 'run_command', arguments: { command: 'make' } })
    expect(first).toMatchObject({
      content: [{ text: 'root@box:~# make\n' }],
      _meta: { 'dev.orrery/world': { running: true } }
    })
    const busy = await client.callTool({ name: 'run_command', arguments: { command: 'ls' } })
    expect(busy).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"wait"') }] })
    const still = await client.callTool({ name: 'wait', arguments: {} })
    expect(still).toMatchObject({ _meta: { 'dev.orrery/world': { running: true } } })
    gate.resolve('root@box:~# make\nmade\nroot@box:~# ')
    const rest = client.callTool({ name: 'wait', arguments: {} })
    expect((await rest).content).toEqual([{ type: 'text', text: 'root@box:~# make\nmade\nroot@box:~# ' }])
    expect(await people.call('doors.traffic', {})).toMatchObject([
      { outcome: 'answered' },
      { outcome: 'still-running' },
      { outcome: 'failed' },
      { outcome: 'still-running' }
    ])
  })

  test('a command that has ended meanwhile holds nothing up, whether anybody waited for it or not', async () => {
    const gate = Promise.withResolvers<string>()
    let asked = 0
    const { people, world, mcp, host } = await started(speaking(() => (asked++ ? 'root@box:~# ' : gate.promise)).engine)
    const place = await world(TERMINAL)
    const client = await modern(mcp(await people.call('links.create', { ...place, budget: 100 })))
    const act = (command: string) => client.callTool({ name: 'run_command', arguments: { command } })
    expect(await act('make')).toMatchObject({ _meta: { 'dev.orrery/world': { running: true } } })
    gate.resolve('root@box:~# ')
    const steps = async () => (await host.calls['steps.list'](place)).map(({ label }) => label)
    await expect.poll(steps, PATIENCE).toEqual(['make'])
    expect((await act('ls')).isError).toBeFalsy()
    expect(await steps()).toEqual(['make', 'ls'])
  })

  test('36.6 the doors open where they were before, and once, however often they are asked at once', async () => {
    const { people, url } = await started()
    expect((await people.call('doors.open', {})).url).toBe(url)
    await people.call('doors.close', {})
    const both = await Promise.all([people.call('doors.open', {}), people.call('doors.open', {})])
    expect(both.map((one) => one.url)).toEqual([url, url])
    await people.call('doors.close', {})
    const taken = createServer().listen(Number(new URL(url).port), '127.0.0.1')
    await once(taken, 'listening')
    const elsewhere = await people.call('doors.open', {})
    expect(elsewhere.url).not.toBe(url)
    taken.close()
  })

  test('a second Orrery never moves the addresses that the first one gave', async () => {
    const first = await started()
    const port = Number(new URL(first.url).port)
    const saved = () => readFileSync(join(home, 'agents.port'), 'utf8')
    expect(saved()).toBe(`${port}\n`)
    // On the same data, at a port of its own or one that was asked for; and on a copy of the data.
    const copy = mkdtempSync(join(tmpdir(), 'orrery-agents-'))
    open.push(async () => rmSync(copy, { recursive: true }))
    writeFileSync(join(copy, 'agents.port'), `${port}\n`)
    for (const [where, wanted] of [
      [home, undefined],
      [home, await freePort()],
      [copy, undefined]
    ] as const) {
      const second = await createHost({ home: where, resources: 'resources', engine: speaking(() => '').engine })
      const { url } = await second.calls['doors.open'](wanted === undefined ? {} : { port: wanted })
      expect(url).not.toBe(first.url)
      await second.dispose()
      expect(readFileSync(join(where, 'agents.port'), 'utf8')).toBe(`${port}\n`)
    }
    await first.people.call('doors.close', {})
    expect((await first.people.call('doors.open', {})).url).toBe(first.url)
  })

  test('a port that another program took is given up', async () => {
    const { people, url } = await started()
    await people.call('doors.close', {})
    const taken = createServer((_request, response) => response.end('mine')).listen(
      Number(new URL(url).port),
      '127.0.0.1'
    )
    await once(taken, 'listening')
    const elsewhere = await people.call('doors.open', {})
    expect(elsewhere.url).not.toBe(url)
    taken.close()
    await people.call('doors.close', {})
    expect((await people.call('doors.open', {})).url).toBe(elsewhere.url)
  })

  test('36.1 what another process revokes ends here too, with what runs for it', async () => {
    const reached = Promise.withResolvers<void>()
    const { engine, stopped } = speaking(() => {
      reached.resolve()
      return new Promise(() => {})
    })
    const { people, world, mcp } = await started(engine)
    const link = await people.call('links.create', await world(TERMINAL))
    const client = await modern(mcp(link))
    const cut = client.callTool({ name: 'run_command', arguments: { command: 'make' } })
    await reached.promise
    const other = await createHost({ home, resources: 'resources', engine: speaking(() => '').engine })
    await other.calls['links.revoke']({ id: link.id })
    await other.dispose()
    expect(await people.call('links.list', {})).toEqual([])
    await expect.poll(() => stopped.length, PATIENCE).toBe(1)
    await cut.catch(() => {})
  })

  test('36.1 what computes in a world is started when a link to it is made', async (context) => {
    if (!image) context.skip(WHY)
    const { people, world } = await started()
    const place = await world({ domain: 'terminal', grounding: 'executed' })
    expect(existsSync(join(home, 'machine'))).toBe(false)
    await people.call('links.create', place)
    await expect.poll(() => existsSync(join(home, 'machine')), PATIENCE).toBe(true)
  })

  test.each(['this process', 'another process'])(
    '36.1 a world that %s deletes goes with its links: what agents are at ends, and they are told',
    async (who) => {
      const reached = Promise.withResolvers<void>()
      const { engine, stopped } = speaking(() => {
        reached.resolve()
        return new Promise(() => {})
      })
      const { people, world, mcp, host } = await started(engine)
      const place = await world(TERMINAL)
      const link = await people.call('links.create', { ...place, forks: true })
      const kept = await people.call('links.create', await world(TERMINAL))
      const visitor = { link: link.secret, door: 'test', client: '' }
      const fork = await host.calls['agent.fork']({ ...visitor, at: 'here' })
      const client = await modern(mcp(link))
      const call = { name: 'run_command', arguments: { command: 'make' } }
      const cut = client.callTool(call)
      await reached.promise
      if (who === 'this process') await people.call('worlds.delete', { session: place.session })
      else {
        const other = await createHost({ home, resources: 'resources', engine: speaking(() => '').engine })
        await other.calls['worlds.delete']({ session: place.session })
        await other.dispose()
      }
      expect((await people.call('links.list', {})).map(({ id }) => id)).toEqual([kept.id])
      await expect.poll(() => stopped.length, PATIENCE).toBe(1)
      expect(await cut).toMatchObject({ isError: true, content: [{ text: 'The world was deleted while this ran.' }] })
      for (const secret of [link.secret, fork.link]) {
        const told = await fetch(mcp({ secret }), { method: 'POST', body: '{}' })
        expect([told.status, await told.json()]).toMatchObject([
          404,
          { error: { code: 'not-found', message: expect.stringContaining('was deleted') } }
        ])
      }
      await expect(client.callTool(call)).rejects.toThrow(/was deleted/)
      const { links } = JSON.parse(readFileSync(join(home, 'links.json'), 'utf8'))
      expect(links).toMatchObject([{ id: kept.id }])
    }
  )

  test('36.1 a person’s step holds its world, and the links to it stay', async () => {
    const gate = Promise.withResolvers<string>()
    const reached = Promise.withResolvers<void>()
    const { people, world, host } = await started(
      speaking(() => {
        reached.resolve()
        return gate.promise
      }).engine
    )
    const place = await world(TERMINAL)
    const link = await people.call('links.create', place)
    const taken = (async () => {
      for await (const _ of people.stream('steps.run', { ...place, action: [{ keystrokes: 'ls\n', duration: 1 }] }));
    })()
    await reached.promise
    // An agent waits for its turn there.
    const visitor = { link: link.secret, door: 'test', client: '', tool: 'run_command', arguments: { command: 'b' } }
    const waiting = (async () => {
      for await (const event of host.streams['agent.act']({ ...visitor, whole: false }, { signal }))
        if (event.type === 'observed') return event.text
    })()
    await expect(people.call('worlds.delete', { session: place.session })).rejects.toMatchObject({ code: 'busy' })
    expect((await people.call('links.list', {})).map(({ id }) => id)).toEqual([link.id])
    gate.resolve('root@box:~# ')
    await taken
    expect(await waiting).toContain('root@box')
    await people.call('worlds.delete', { session: place.session })
    expect(await people.call('links.list', {})).toEqual([])
  })

  test('36.1 a call that runs while its link is revoked says so, and so does its draft', async () => {
    const reached = Promise.withResolvers<void>()
    const { engine } = speaking(() => {
      reached.resolve()
      return new Promise(() => {})
    })
    const { people, world, mcp, host } = await started(engine)
    const place = await world(TERMINAL)
    const link = await people.call('links.create', { ...place, budget: null })
    const client = await modern(mcp(link))
    const cut = client.callTool({ name: 'run_command', arguments: { command: 'make' } })
    await reached.promise
    await people.call('links.revoke', { id: link.id })
    expect(await cut).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The link was revoked while this ran.' }]
    })
    const { drafts } = await host.calls['worlds.open']({ session: place.session })
    expect(drafts.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'cancelled', reason: 'The link was revoked while this ran.' }
    ])
  })

  test('forks are made where they are allowed, are worlds of their own, and end with the link they come from', async () => {
    const { people, world, mcp, host, url } = await started(speaking(() => 'root@box:~# ').engine)
    const place = await world(TERMINAL)
    const alone = await modern(mcp(await people.call('links.create', place)))
    expect((await alone.listTools()).tools.map(({ name }) => name)).not.toContain('fork_world')
    const link = await people.call('links.create', { ...place, forks: true })
    const client = await modern(mcp(link))
    await client.callTool({ name: 'run_command', arguments: { command: 'one' } })
    const made = await client.callTool({ name: 'fork_world', arguments: {} })
    const { url: forked } = made.structuredContent as { url: string }
    expect(forked.startsWith(`${url}/w/`)).toBe(true)
    const other = await modern(new URL(forked))
    await other.callTool({ name: 'run_command', arguments: { command: 'two' } })
    const { branches } = await host.calls['worlds.open']({ session: place.session })
    const labels = async (branch: string) =>
      (await host.calls['steps.list']({ session: place.session, branch })).map(({ label }) => label)
    expect(await Promise.all(branches.map(({ id }) => labels(id)))).toEqual([['one'], ['one', 'two']])
    await people.call('links.revoke', { id: link.id })
    expect((await fetch(forked, { method: 'POST' })).status).toBe(403)
  })

  test('36.6 nothing but this machine, by its own names, is answered; guessing and flooding are slowed down', async () => {
    const { people, world, mcp, url } = await started()
    const link = await people.call('links.create', await world(TERMINAL))
    const { port, pathname } = mcp(link)
    const status = (headers: Record<string, string>, path = pathname) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request({ port, path, method: 'POST', headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
        asked.on('error', reject).end('{}')
      })
    expect(await status({ host: `evil.example:${port}` })).toBe(403)
    expect(await status({ origin: 'http://evil.example' })).toBe(403)
    expect(await status({}, '/')).toBe(404)
    expect(await status({}, pathname.replace(/mcp$/, 'telnet'))).toBe(404)
    expect(await status({ 'content-type': 'application/json', 'content-length': String(2 ** 40) })).toBe(400)
    const guesses = await Promise.all(
      Array.from({ length: 80 }, () => fetch(`${url}/w/${'x'.repeat(32)}/mcp`).then((r) => r.status))
    )
    expect(guesses.filter((one) => one === 429).length).toBeGreaterThan(10)
    // Who knows the address is not held up by who does not.
    expect((await (await modern(mcp(link))).listTools()).tools.length).toBeGreaterThan(0)
  })
})
