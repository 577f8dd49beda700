import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mcp } from '../../../src/core/domains/mcp/index.ts'
import { issueTracker } from '../../../src/core/domains/mcp/tools.ts'
import { readTools } from '../../../src/core/domains/tools/tools.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const world = (tools: Setup['tools'] = []) => Setup.parse({ domain: 'mcp', tools })
const certain = (name: string, given: Record<string, z.core.util.JSONType>, setup = world()) =>
  mcp.tools?.certain({ name, arguments: given }, setup)

describe('15.6 a call that fits no tool is answered as a real server answers it', () => {
  it('answers word for word what the official SDK does, tool by tool and mistake by mistake', async () => {
    const server = new McpServer({ name: 'calendar', version: '1.0.0' })
    server.registerTool(
      'create_event',
      {
        description: 'Creates an event.',
        inputSchema: {
          title: z.string().min(1),
          day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
          minutes: z.number().int().min(5).max(480).default(30),
          kind: z.enum(['meeting', 'focus']).optional(),
          guests: z
            .array(z.object({ login: z.string(), optional: z.boolean().optional() }))
            .max(3)
            .optional()
        }
      },
      () => ({ content: [{ type: 'text', text: 'created' }] })
    )
    server.registerTool('today', { description: 'The date.' }, () => ({ content: [{ type: 'text', text: 'today' }] }))
    const client = new Client({ name: 'test', version: '1.0.0' })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])

    const { tools, problems } = readTools(await client.listTools())
    expect([tools.map(({ name }) => name), problems]).toEqual([['create_event', 'today'], []])
    const calls: [string, Record<string, z.core.util.JSONType>][] = [
      ['delete_event', {}],
      ['', {}],
      ['create_event', {}],
      ['create_event', { title: 'Standup' }],
      ['create_event', { title: '', day: 'monday' }],
      ['create_event', { title: 5, day: null, minutes: '30' }],
      ['create_event', { title: 'a', day: '2026-03-02', minutes: 2.5 }],
      ['create_event', { title: 'a', day: '2026-03-02', minutes: 4, kind: 'party' }],
      ['create_event', { title: 'a', day: '2026-03-02', guests: [{ login: 'ada' }, { optional: 'yes' }, 'lin'] }],
      ['create_event', { title: 'a', day: '2026-03-02', guests: 'ada' }],
      ['create_event', { title: 'a', day: '2026-03-02', guests: [1, 2, 3, 4].map((one) => ({ login: `u${one}` })) }]
    ]
    for (const [name, given] of calls) {
      const { content, isError } = await client.callTool({ name, arguments: given })
      expect([[{ type: 'text', text: certain(name, given, world(tools)) }], true]).toEqual([content, isError])
    }

    // And what it takes is left to the model.
    const fitting: typeof calls = [
      ['create_event', { title: 'a', day: '2026-03-02' }],
      [
        'create_event',
        { title: 'a', day: '2026-03-02', minutes: 480, kind: 'focus', guests: [{ login: 'ada' }], more: 1 }
      ],
      ['today', {}],
      ['today', { timezone: 'UTC' }]
    ]
    for (const [name, given] of fitting) {
      expect((await client.callTool({ name, arguments: given })).isError).toBeUndefined()
      expect([name, certain(name, given, world(tools))]).toEqual([name, null])
    }
    await client.close()
  })
})

describe('a world without tools of its own has an issue tracker', () => {
  it('offers its own tools, else the usual ones', () => {
    expect(mcp.tools?.of(world())).toBe(issueTracker)
    const own = [{ name: 'ping', inputSchema: { type: 'object' } }]
    expect(mcp.tools?.of(world(own))).toEqual(own)
    expect(certain('list_issues', {}, world(own))).toBe('MCP error -32602: Tool list_issues not found')
    expect(certain('list_issues', {})).toBeNull()
  })

  it('holds the answer to the outputSchema of the tool that declares one', () => {
    const schema = (name: string) => mcp.tools?.schema?.({ name, arguments: {} }, world())
    expect(schema('list_issues')).toBeNull()
    expect(schema('nowhere')).toBeNull()
    const { outputSchema } = must(issueTracker.find(({ name }) => name === 'create_issue'))
    expect(schema('create_issue')).toEqual({ anyOf: [outputSchema, expect.objectContaining({ required: ['error'] })] })
  })
})

describe('what an MCP tool returns is shown as what it is', () => {
  const shown = (text: string) => mcp.document?.read({ name: 'x', arguments: {} }, text)

  it.each<[string, unknown]>([
    ['{"id": 7, "tags": ["a"]}', { kind: 'json', value: { id: 7, tags: ['a'] }, error: false }],
    [' [1, 2]\n', { kind: 'json', value: [1, 2], error: false }],
    ['```json\n{"a": 1}\n```', { kind: 'json', value: { a: 1 }, error: false }],
    ['{"error": "no such issue"}', { kind: 'json', value: { error: 'no such issue' }, error: true }],
    ['{"error": null, "ok": true}', { kind: 'json', value: { error: null, ok: true }, error: false }],
    ['{"isError": true}', { kind: 'json', value: { isError: true }, error: true }],
    ['{"a": 1', { kind: 'text', error: false }],
    ['[info] started', { kind: 'text', error: false }],
    ['42', { kind: 'text', error: false }],
    ['', { kind: 'text', error: false }],
    ['# Issue 7\n\nThe **export** drops rows.', { kind: 'markdown' }],
    ['| a | b |\n| --- | --- |\n| [x](https://a.example) | 2 |', { kind: 'markdown' }],
    ['# not a heading, a comment\necho done', { kind: 'text', error: false }],
    ['Comment 12 was added to issue 7.', { kind: 'text', error: false }],
    ['MCP error -32602: Tool x not found', { kind: 'text', error: true }],
    ['Error: issue 99 was not found', { kind: 'text', error: true }],
    ['KeyError: 7', { kind: 'text', error: true }],
    ['Traceback (most recent call last):\n  ...', { kind: 'text', error: true }],
    ['Errors: none', { kind: 'text', error: false }]
  ])('reads %j', (text, expected) => {
    expect(shown(text)).toEqual({ text, ...Object(expected) })
  })

  it('shows JSON that nests too deeply to draw as text', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(shown(nested(100))?.kind).toBe('json')
    expect(shown(nested(101))?.kind).toBe('text')
    expect(shown(nested(1_000_000))?.kind).toBe('text')
    // Brackets in strings nest nothing.
    expect(shown(`["${'['.repeat(500)}\\"["]`)?.kind).toBe('json')
  })

  it('counts calls, errors and tools in its state', () => {
    const steps: [string, string][] = [
      ['get_issue', '{"id": 1}'],
      ['get_issue', 'Error: issue 9 was not found'],
      ['constructor', 'MCP error -32602: Tool constructor not found']
    ]
    const state = steps.reduce(
      (before, [name, text]) => mcp.fold(before, { action: { name, arguments: {} }, observation: { text } }),
      mcp.initial(world())
    )
    expect(state).toEqual({ calls: 3, errors: 2, used: { get_issue: 2, constructor: 1 } })
  })

  it('compares JSON by its values and text by its lines', () => {
    expect(mcp.normalise('{"b": 1,\n "a": [1, 2]}')).toBe(mcp.normalise('{"a":[1,2],"b":1}'))
    expect(mcp.normalise('{"a": 1}')).not.toBe(mcp.normalise('{"a": "1"}'))
    expect(mcp.normalise('\n  a  \r\nb\n\n')).toBe('  a\nb')
  })
})
