// One world, three bodies: MCP tools, an HTTP API and lines of text, by the clients that really ask so.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LinkRow } from '../../src/core/contract/links.ts'
import { contentId } from '../../src/core/tree/history.ts'
import { createDataPrograms } from '../../src/host/grounds/programs/data-running.ts'
import { createPrograms, stateAfter } from '../../src/host/grounds/programs/running.ts'
import { programUse } from '../../src/host/grounds/programs/use.ts'
import { type Served, serveDoors } from '../doors/served.ts'
import { must } from '../must.ts'

let served: Served
beforeAll(async () => {
  served = await serveDoors(() => {
    throw new Error('no model is asked here')
  })
})
afterAll(() => served.close())

type Seen = { text: string; refused: boolean }
type Call = [name: string, args?: Record<string, unknown>]
type Request = [line: string, body?: unknown]

async function world(name: string) {
  const { setup } = must((await served.people.call('scenarios.list', {})).find((one) => one.name === name))
  const link = await served.world({ ...setup, seed: 7 } as never)
  const url = (door: string) => `${served.url}/w/${link.secret}/${door}`
  const client = new Client({ name: 'bodies', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
  return {
    link,
    url,
    close: () => client.close(),
    async tools([name, args = {}]: Call): Promise<Seen> {
      const { content, isError } = await client.callTool({ name, arguments: args })
      return { text: (content as { text: string }[]).map(({ text }) => text).join('\n'), refused: isError === true }
    },
    async http([line, body]: Request): Promise<Seen & { answer: Response }> {
      const [method = '', path = ''] = line.split(' ')
      const sent =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`${url('http')}${path}`, { method, ...sent })
      return { text: await answer.text(), refused: answer.status >= 400, answer }
    },
    async text(line: string): Promise<Seen> {
      const answer = await fetch(url('text'), { method: 'POST', body: line })
      return { text: await answer.text(), refused: !answer.ok }
    },
    state: () => stateOf(link)
  }
}

/** The state of the program where the link's world stands now, as its hash. */
async function stateOf({ session, branch }: LinkRow): Promise<string> {
  const { setup, tip } = must(
    (await served.people.call('worlds.open', { session })).branches.find(({ id }) => id === branch)
  )
  const program = programUse(must(setup.program))
  const code = createPrograms()
  const running = program.language === 'data' ? createDataPrograms().of(program) : code.of(program)
  let { state } = await running.init(String(setup.seed))
  const ids: string[] = []
  for (let at = tip; at !== null; ) {
    ids.unshift(at)
    at = (await served.people.call('steps.get', { session, step: at })).step.parent
  }
  for (const step of ids) {
    const { calls } = await served.people.call('steps.get', { session, step })
    const call = calls.at(-1)
    expect(call?.grounded?.origin).toBe('executed')
    state = stateAfter(state, call?.grounded?.changes ?? [])
  }
  await code.dispose()
  return contentId(state.value())
}

interface Task {
  name: string
  tools: Call[]
  http: Request[]
  text: string[]
  /** Counts from 1. */
  refused: number
  /** What a change at one door looks like at the other two. */
  seen: { tools: Call; http: Request; text: string; shows: string }
}

const TASKS: Task[] = [
  {
    name: 'bank',
    tools: [
      ['list_accounts'],
      ['get_account', { id: 1 }],
      ['transfer', { source: 1, target: 2, amount: 500 }],
      ['transfer', { source: 1, target: 2, amount: 30.05 }],
      ['list_messages'],
      ['confirm', { transfer: 'TR-1', code: 177773 }],
      ['get_account', { id: 2 }],
      ['transfer', { source: 2, target: 3, amount: 0.25 }],
      ['confirm', { transfer: 'TR-2', code: 255546 }],
      ['list_transfers']
    ],
    http: [
      ['GET /accounts'],
      ['GET /accounts/1'],
      ['POST /transfers', { source: 1, target: 2, amount: 500 }],
      ['POST /transfers', { source: 1, target: 2, amount: 30.05 }],
      ['GET /messages'],
      ['POST /transfers/TR-1/confirm', { code: 177773 }],
      ['GET /accounts/2'],
      ['POST /transfers', { source: 2, target: 3, amount: 0.25 }],
      ['POST /transfers/TR-2/confirm', { code: 255546 }],
      ['GET /transfers']
    ],
    text: [
      'look',
      'account 1',
      'pay 500 from 1 to 2',
      'pay 30.05 from 1 to 2',
      'messages',
      'confirm TR-1 with 177773',
      'account 2',
      'pay 0.25 from 2 to 3',
      'confirm TR-2 with 255546',
      'transfers'
    ],
    refused: 3,
    seen: { tools: ['get_account', { id: 2 }], http: ['GET /accounts/2'], text: 'account 2', shows: '50' }
  },
  {
    name: 'inventory',
    tools: [
      ['list_items'],
      ['get_item', { id: 'I-1' }],
      ['receive', { item: 'I-2', amount: 4 }],
      ['ship', { item: 'I-3', amount: 2 }],
      ['ship', { item: 'I-1', amount: 5 }],
      ['get_item', { id: 'I-1' }],
      ['ship', { item: 'I-3', amount: 1 }],
      ['list_movements'],
      ['get_item', { id: 'I-3' }],
      ['report']
    ],
    http: [
      ['GET /items'],
      ['GET /items/I-1'],
      ['POST /items/I-2/receive', { amount: 4 }],
      ['POST /items/I-3/ship', { amount: 2 }],
      ['POST /items/I-1/ship', { amount: 5 }],
      ['GET /items/I-1'],
      ['POST /items/I-3/ship', { amount: 1 }],
      ['GET /movements'],
      ['GET /items/I-3'],
      ['GET /report']
    ],
    text: [
      'look',
      'item I-1',
      'receive 4 of I-2',
      'ship 2 of I-3',
      'ship 5 of I-1',
      'item I-1',
      'ship 1 of I-3',
      'movements',
      'item I-3',
      'report'
    ],
    refused: 4,
    seen: { tools: ['get_item', { id: 'I-1' }], http: ['GET /items/I-1'], text: 'item I-1', shows: '7' }
  },
  {
    name: 'ticket-queue',
    tools: [
      ['whoami'],
      ['list_tickets'],
      ['get_ticket', { id: 'T-102' }],
      ['close_ticket', { id: 'T-102' }],
      ['take_ticket', { id: 'T-102' }],
      ['reply', { id: 'T-102', text: 'Install it again.' }],
      ['close_ticket', { id: 'T-102' }],
      ['sign_in', { name: 'ada' }],
      ['assign_ticket', { id: 'T-103', to: 'tomas' }],
      ['list_tickets', { status: 'open' }]
    ],
    http: [
      ['GET /me'],
      ['GET /tickets'],
      ['GET /tickets/T-102'],
      ['POST /tickets/T-102/close'],
      ['POST /tickets/T-102/take'],
      ['POST /tickets/T-102/replies', { text: 'Install it again.' }],
      ['POST /tickets/T-102/close'],
      ['POST /session', { name: 'ada' }],
      ['POST /tickets/T-103/assign', { to: 'tomas' }],
      ['GET /tickets?status=open']
    ],
    text: [
      'whoami',
      'tickets',
      'ticket T-102',
      'close T-102',
      'take T-102',
      'reply to T-102: Install it again.',
      'close T-102',
      'sign in as ada',
      'assign T-103 to tomas',
      'tickets open'
    ],
    refused: 4,
    seen: { tools: ['get_ticket', { id: 'T-103' }], http: ['GET /tickets/T-103'], text: 'ticket T-103', shows: 'tomas' }
  }
]

describe.each(TASKS)('$name', (task) => {
  test('51.6 the same task ends in the same state at each door, with the same refusal', async () => {
    const ends: string[] = []
    for (const door of ['tools', 'http', 'text'] as const) {
      const one = await world(task.name)
      const before = await one.state()
      expect(task[door]).toHaveLength(10)
      for (const [at, action] of task[door].entries()) {
        const seen = await (one[door] as (action: unknown) => Promise<Seen>)(action)
        expect([door, at + 1, seen.refused, seen.text]).toEqual([
          door,
          at + 1,
          at + 1 === task.refused,
          expect.any(String)
        ])
      }
      ends.push(await one.state())
      expect(ends.at(-1)).not.toBe(before)
      await one.close()
    }
    expect(new Set(ends).size).toBe(1)
  })

  test('51.6 what is changed at one door is seen at the other two', async () => {
    for (const door of ['tools', 'http', 'text'] as const) {
      const one = await world(task.name)
      const look = async () =>
        [await one.tools(task.seen.tools), await one.http(task.seen.http), await one.text(task.seen.text)].map(
          ({ text }) => text
        )
      const before = await look()
      for (const action of task[door].slice(0, 9)) await (one[door] as (action: unknown) => Promise<Seen>)(action)
      const after = await look()
      for (const [at, text] of after.entries()) {
        expect(text).not.toBe(before[at])
        expect(text).toContain(task.seen.shows)
      }
      await one.close()
    }
  })
})

test('paths and methods that the world does not have are its own 404 and 405, and bad JSON is no step', async () => {
  for (const [name, path] of [
    ['bank', '/accounts'],
    ['ticket-queue', '/tickets']
  ]) {
    const one = await world(must(name))
    expect((await one.http(['GET /nowhere'])).answer.status).toBe(404)
    const { answer } = await one.http([`DELETE ${path}`])
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')])
    expect(answer.headers.get('x-orrery-simulated')).toBe('true')
    const bad = await fetch(`${one.url('http')}${path}`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' }
    })
    expect(bad.status).toBe(400)
    const rows = await served.people.call('steps.list', { session: one.link.session, branch: one.link.branch })
    expect(rows).toHaveLength(2)
    await one.close()
  }
})

test('31 a link lists the doors that lead into its world, and no other', async () => {
  const bank = await world('bank')
  const { setup } = must((await served.people.call('scenarios.list', {})).find(({ name }) => name === 'household'))
  const house = await served.world(setup as never)
  const shell = await served.world({ domain: 'terminal', initialState: 'box$ ' } as never)
  const predicted = await served.world({ domain: 'mcp' })
  expect([bank.link, house, shell, predicted].map(({ doors }) => doors)).toEqual([
    ['mcp', 'openenv', 'agentgym', 'virtual', 'http', 'text'],
    ['mcp', 'openenv', 'agentgym', 'text'],
    ['mcp', 'swerex', 'openenv', 'agentgym', 'text'],
    ['mcp', 'openenv', 'agentgym', 'virtual']
  ])
  await bank.close()
})

test('a world with one door says so', async () => {
  const { secret } = await served.world({ domain: 'terminal', initialState: 'box$ ' } as never)
  const answer = await fetch(`${served.url}/w/${secret}/http/tickets`)
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('has one door')])
})
