// Logs of several MCP connections: who is meant is told by the log, in whatever way it does.
import { describe, expect, test } from 'vitest'
import { read } from './reading.ts'

type Side = 'client' | 'server'
interface Sent {
  of: 'notes' | 'files'
  from: Side
  message: Record<string, unknown>
}

function session(of: Sent['of'], tool: string, answer: object): Sent[] {
  const say = (from: Side, message: object): Sent => ({ of, from, message: { jsonrpc: '2.0', ...message } })
  return [
    say('client', { id: 0, method: 'initialize', params: {} }),
    say('server', { id: 0, result: { serverInfo: { name: of } } }),
    say('client', { id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }),
    say('server', { id: 1, result: answer })
  ]
}
const text = (words: string) => ({ content: [{ type: 'text', text: words }] })
const [notes, files] = [session('notes', 'add', text('noted')), session('files', 'put', text('filed'))]
const both = notes.flatMap((one, index) => [one, files[index] as Sent])

const RIGHT = [
  ['notes', [[{ name: 'add', arguments: {} }, 'noted']]],
  ['files', [[{ name: 'put', arguments: {} }, 'filed']]]
]
const of = (json: object) => JSON.stringify(json)

const LOGS: [string, (one: Sent) => string][] = [
  [
    'Claude Desktop',
    ({ of: name, from, message }) => `2026-01-05T10:00:00.000Z [${name}] [info] Message from ${from}: ${of(message)}`
  ],
  [
    'levels that change',
    ({ of: name, from, message }) => `[${name}] [${from === 'client' ? 'debug' : 'info'}] ${of(message)}`
  ],
  ['Docker', ({ of: name, from, message }) => `${name}-1  | ${from === 'client' ? '->' : '<-'} ${of(message)}`],
  ['a name and a colon', ({ of: name, message }) => `${name}: ${of(message)}`],
  [
    'arrows',
    ({ of: name, from, message }) =>
      from === 'client' ? `client -> ${name}: ${of(message)}` : `${name} -> client: ${of(message)}`
  ],
  [
    'a session',
    ({ of: name, from, message }) =>
      `10:00:00 session=${name === 'notes' ? 'a1' : 'b2'} ${from === 'client' ? 'recv' : 'send'} ${of(message)}`
  ],
  ['records with a server', ({ of: name, from, message }) => of({ server: name, direction: from, message })],
  [
    'records with a session, messages as texts',
    ({ of: name, message }) => of({ ts: 1, sessionId: name, payload: of(message) })
  ],
  [
    'records with both ends',
    ({ of: name, from, message }) =>
      of(from === 'client' ? { from, to: name, data: message } : { from: name, to: 'client', data: message })
  ],
  ['records with headers', ({ of: name, message }) => of({ headers: { 'mcp-session-id': name }, body: message })]
]

describe.each(LOGS)('%s', (_name, line) => {
  test('two servers at once are two worlds', async () => {
    const { worlds, problems } = await read(both.map(line).join('\n'))
    expect([worlds.map(({ title, steps }) => [title, steps]), problems]).toEqual([RIGHT, []])
  })

  test('the same run in another log is the same world', async () => {
    const ids = async (log: string) => (await read(log)).trees.map(({ session }) => session.id).sort()
    expect(await ids(both.map(line).join('\n'))).toEqual(
      await ids([...notes, ...files].map(({ message }) => of(message)).join('\n'))
    )
  })
})

test('a session that has its name only from the first answer on is one world', async () => {
  const line = ({ from, message }: Sent) =>
    of({ dir: from, sessionId: message.id === 0 && from === 'client' ? null : 's1', message })
  const { worlds, problems } = await read(notes.map(line).join('\n'))
  expect([worlds.map(({ title, steps }) => [title, steps]), problems]).toEqual([RIGHT.slice(0, 1), []])
})

test('what is new with every call is no connection', async () => {
  const more = session('notes', 'add', text('again'))
    .slice(2)
    .map((one) => ({ ...one, message: { ...one.message, id: 2 } }))
  const { worlds } = await read(
    [...notes, ...more].map(({ message }) => `[req-${message.id}] ${of(message)}`).join('\n')
  )
  expect(worlds.map(({ steps }) => steps.map(([, shown]) => shown))).toEqual([['noted', 'again']])
})

test('two calls of one id that nothing tells apart are named, and neither gets an answer', async () => {
  const { worlds, problems } = await read(both.map(({ message }) => of(message)).join('\n'))
  expect(worlds).toEqual([])
  expect(problems).toEqual([
    [5, expect.stringMatching(/^This call of add was open at the same time as another one with its id/)],
    [6, expect.stringMatching(/^This call of put was open at the same time as another one with its id/)]
  ])
})

test('what the server asks under the same id takes no answer away', async () => {
  const [hello, welcome, call, answer] = notes as [Sent, Sent, Sent, Sent]
  const ping: Sent = { of: 'notes', from: 'server', message: { jsonrpc: '2.0', id: 1, method: 'ping' } }
  const pong: Sent = { of: 'notes', from: 'client', message: { jsonrpc: '2.0', id: 1, result: {} } }
  const line = ({ from, message }: Sent) =>
    of({ direction: from === 'client' ? 'client->server' : 'server->client', message })
  const { worlds, dropped } = await read([hello, welcome, call, ping, pong, answer].map(line).join('\n'))
  expect(worlds.map(({ steps }) => steps)).toEqual([[[{ name: 'add', arguments: {} }, 'noted']]])
  expect(dropped).toEqual({ 'ping requests of the server': 1 })
})

test.each<[string, object, object]>([
  ['a failure', { ...text('no such note'), isError: true }, { isError: true }],
  [
    'a structure',
    { ...text('{"id":1}'), structuredContent: { id: 1 } },
    { isError: false, structuredContent: { id: 1 } }
  ],
  [
    'several parts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'x', mimeType: 'image/png' }
      ]
    },
    {
      isError: false,
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'x', mimeType: 'image/png' }
      ]
    }
  ],
  [
    'annotations',
    { content: [{ type: 'text', text: 'a', annotations: { priority: 1 } }] },
    { isError: false, content: [{ type: 'text', text: 'a', annotations: { priority: 1 } }] }
  ]
])('%s of an MCP server is kept with its call', async (_name, result, kept) => {
  const { worlds } = await read(
    session('notes', 'add', result)
      .map(({ message }) => of(message))
      .join('\n')
  )
  expect(worlds.map(({ results }) => results)).toEqual([[kept]])
})

test('an error of the protocol is a call that failed', async () => {
  const [hello, welcome, call] = notes as [Sent, Sent, Sent]
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool' } }
  const { worlds } = await read([hello.message, welcome.message, call.message, error].map(of).join('\n'))
  expect(worlds.map(({ steps, results }) => [steps, results])).toEqual([
    [
      [[{ name: 'add', arguments: {} }, 'MCP error -32602: Unknown tool']],
      [{ isError: true, rpcError: { code: -32602, message: 'Unknown tool' } }]
    ]
  ])
})
