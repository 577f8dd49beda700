import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mcp } from '../../../../src/core/formats/importers/mcp/index.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'

// Recorded from test/fixtures/mcp/server.mjs over stdio.
const real = await readFile(new URL('../../../fixtures/formats/mcp-traffic.jsonl', import.meta.url), 'utf8')
const messages = real.split('\n').slice(0, -1)

async function read(text: string): Promise<Finding[]> {
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  const all: Finding[] = []
  for await (const one of mcp.read(textInput(text, 'logs/run.log'), reading, {})) all.push(one)
  return all
}
const trees = (all: Finding[]) => all.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
const said = (all: Finding[]) => all.filter(({ type }) => type !== 'tree')
const whole = trees(await read(real))

test('real traffic of an MCP server becomes its world: its tools, its calls, their answers', async () => {
  expect(mcp.recognise(textInput(real))).toEqual({ format: 'MCP traffic log', sure: 'certain' })
  expect(whole.length).toBe(1)
  const [{ session, steps, branches }] = whole as [(typeof whole)[0]]
  expect(session).toMatchObject({ title: 'fixture', domain: 'mcp', createdAt: 5 })
  expect(branches[0]?.setup.tools.map(({ name }) => name)).toEqual(['tool_0', 'tool_1', 'tool_2'])
  expect(steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [{ name: 'tool_0', arguments: { text: 'a' } }, 'done'],
    [{ name: 'tool_2', arguments: { text: 'b' } }, 'done']
  ])
  expect(said(await read(real))).toEqual([
    { type: 'understood', what: 'tool calls', count: 2 },
    { type: 'understood', what: 'tools', count: 3 },
    { type: 'dropped', what: 'notifications/initialized notifications', count: 1 },
    { type: 'dropped', what: 'prompts/list requests', count: 1 }
  ])
})

test('ids, tokens, trace contexts and who the client is change nothing', async () => {
  const other = messages
    .map((line) =>
      line.replace(/"id":(\d+)/, '"id":"x$1"').replace('"progressToken":7', '"progressToken":"q","baggage":"z"')
    )
    .map((line) => line.replace('"recorder"', '"other"').replace(/b7ad6b7169203331/, 'aaaaaaaaaaaaaaaa'))
  expect(trees(await read(other.join('\n')))).toEqual(whole)
})

test.each([
  [
    'with words before',
    (line: string) => `2026-05-01T10:00:00.000Z [info] Message from client: ${line} { metadata: undefined }`
  ],
  [
    'in records of a proxy',
    (line: string) => JSON.stringify({ dir: 'c2s', ts: 1777629600, message: JSON.parse(line) })
  ],
  ['as texts in records', (line: string) => JSON.stringify({ level: 30, time: '2026-05-01T10:00:00Z', msg: line })],
  ['as server-sent events', (line: string) => `event: message\ndata: ${line}\n`]
])('messages %s', async (_, wrap) => {
  const text = ['Server started.', ...messages.map(wrap)].join('\n')
  const [found] = trees(await read(text))
  expect(found?.steps).toEqual(whole[0]?.steps)
  expect(mcp.recognise(textInput(text))?.sure).toBe('certain')
})

test('a message that is logged on both sides of a proxy counts once', async () => {
  expect(trees(await read(messages.flatMap((line) => [line, line]).join('\n')))).toEqual(whole)
})

test("MCP Inspector's exports: entries with a response, and requests and results as texts", async () => {
  const of = (id: number) => messages.map((line) => JSON.parse(line)).filter((one) => one.id === id)
  const entries = [0, 1, 2, 3, 4].map((id) => {
    const [message, response] = of(id)
    return { id: `e${id}`, timestamp: '2026-05-01T10:00:00Z', direction: 'request', message, response, duration: 3 }
  })
  const first = JSON.stringify(entries, null, 2)
  expect(mcp.recognise(textInput(first))).toEqual({ format: 'MCP Inspector history', sure: 'certain' })
  expect(trees(await read(first))[0]?.steps).toEqual(whole[0]?.steps)
  const texts = [0, 1, 2, 3, 4].map((id) => {
    const [{ method, params }, { result }] = of(id)
    return { request: JSON.stringify({ method, params }), response: JSON.stringify(result) }
  })
  const second = JSON.stringify(texts, null, 2)
  expect(mcp.recognise(textInput(second))?.format).toBe('MCP Inspector history')
  expect(trees(await read(second))[0]?.steps).toEqual(whole[0]?.steps)
})

test('errors are answers; a call without one, and a damaged line, are named', async () => {
  const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
  const lines = [
    JSON.stringify(call(1, 'a')),
    JSON.stringify(call(2, 'b')),
    JSON.stringify(call(3, 'c')),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: { role: 'assistant', model: 'm', content: {} } }),
    JSON.stringify({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Tool b not found' } }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text: 'no disk' }] } }),
    '{"jsonrpc":"2.0","id":3,"resu'
  ]
  const all = await read(lines.join('\n'))
  expect(trees(all)[0]?.steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [{ name: 'a', arguments: {} }, 'no disk'],
    [{ name: 'b', arguments: {} }, 'MCP error -32602: Tool b not found']
  ])
  expect(all.filter(({ type }) => type === 'problem')).toEqual([
    { type: 'problem', line: 8, reason: 'The file ends in the middle of this message.' },
    { type: 'problem', line: 3, reason: 'This call of c got no answer.' }
  ])
})
