import { describe, expect, it } from 'vitest'
import { checkArguments, readTools } from '../../../src/core/domains/tools/tools.ts'
import type { Tool } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather: Tool = { name: 'get_weather', description: 'The weather now.', inputSchema: schema }
const { inputSchema: _, ...named } = weather

describe('tool definitions are read in every usual shape', () => {
  it.each<[string, unknown]>([
    ['what a server answers to tools/list', { tools: [weather], nextCursor: 'x' }],
    ['its JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: { tools: [weather] } }],
    ['an array', [weather]],
    ['one tool', weather],
    ['tools of OpenAI', [{ type: 'function', function: { ...named, parameters: schema, strict: true } }]],
    ['functions of OpenAI', { functions: [{ ...named, parameters: schema }] }],
    ['a request to OpenAI', { model: 'm', tools: [{ type: 'function', ...named, parameters: schema }] }],
    ['tools of Anthropic', [{ ...named, input_schema: schema, cache_control: { type: 'ephemeral' } }]],
    ['tools of Gemini', [{ functionDeclarations: [{ ...named, parameters: schema }] }]],
    ['JSON text', JSON.stringify([weather], null, 2)],
    ['nulls for what is left out', [{ ...weather, title: null, outputSchema: null, annotations: null }]]
  ])('reads %s', (_name, value) => {
    expect(readTools(value)).toEqual({ tools: [weather], problems: [] })
    // A key that is there but undefined would not survive being stored.
    expect(Object.keys(must(readTools(value).tools[0])).sort()).toEqual(['description', 'inputSchema', 'name'])
  })

  it('reads one definition a line, as a prompt lists them', () => {
    const two = [weather, { ...weather, name: 'get_tide' }]
    expect(readTools(two.map((tool) => JSON.stringify(tool)).join('\n\n'))).toEqual({ tools: two, problems: [] })
  })

  it('keeps the whole of what MCP defines, and takes a tool without a schema as one without arguments', () => {
    const whole = {
      ...weather,
      title: 'Weather',
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true }
    }
    expect(readTools([{ ...whole, _meta: { a: 1 } }, { name: 'ping' }])).toEqual({
      tools: [whole, { name: 'ping', inputSchema: { type: 'object', properties: {} } }],
      problems: []
    })
  })

  it('says of each entry that it cannot take which one and why, and keeps the others', () => {
    const { tools, problems } = readTools([
      5,
      weather,
      { ...weather, description: 'another' },
      { description: 'nameless' },
      { name: 'two words' },
      { name: 'listed', inputSchema: [] },
      { name: 'textual', parameters: { type: 'string' } },
      { name: 'told', description: 7 }
    ])
    expect(tools).toEqual([weather])
    expect(problems.map((problem) => problem.replace(/, such as .*/, ''))).toEqual([
      'Entry 1: a tool is an object',
      'Entry 3 ("get_weather"): there is already a tool with this name; the first one is kept. Give each tool its own name.',
      'Entry 4: a tool needs a name',
      'Entry 5 ("two words"): a name is 1 to 128 characters without spaces',
      'Entry 6 ("listed"): its inputSchema is not a JSON Schema object',
      'Entry 7 ("textual"): its inputSchema has the type "string"; arguments are always an "object"',
      'Entry 8 ("told"): description: Expected a text, not 7.'
    ])
  })

  it.each<[unknown, string]>([
    ['{"name"', 'This is not JSON ('],
    [{}, 'There are no tools in this.'],
    [[], 'There are no tools in this.'],
    [null, 'There are no tools in this.'],
    [{ mcpServers: { git: { command: 'uvx' } } }, 'Entry 1: this lists servers, not tools.'],
    [
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
      'Entry 1: the server answered with an error instead of tools: Method not found'
    ]
  ])('says what %j is instead of tools', (value, lesson) => {
    const { tools, problems } = readTools(value)
    expect(tools).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(lesson)
  })
})

describe('15.2 arguments are checked against the tool as far as its schema can be read', () => {
  const told = (inputSchema: Tool['inputSchema'], args: unknown) =>
    checkArguments({ name: 'x', inputSchema }, args).map(({ path, message }) => `${path.join('.')}: ${message}`)

  it('takes what fits, and counts arguments that are left out as none', () => {
    expect(told(schema, { city: 'Oslo', more: true })).toEqual([])
    expect(told({ type: 'object', properties: {} }, undefined)).toEqual([])
    expect(told(schema, undefined)).toEqual(['city: Invalid input: expected string, received undefined'])
  })

  it('tells every issue with its path, through references too', () => {
    const point = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] }
    const deep = {
      type: 'object',
      properties: { at: { $ref: '#/$defs/point' }, kind: { enum: ['a', 'b'] } },
      additionalProperties: false,
      $defs: { point }
    }
    expect(told(deep, { at: { x: 1.5 }, kind: 'c', z: 1 })).toEqual([
      'at.x: Invalid input: expected int, received number',
      'kind: Invalid option: expected one of "a"|"b"',
      ': Unrecognized key: "z"'
    ])
  })

  it('does not hold against a call what cannot be read, and still checks the rest', () => {
    const odd = {
      type: 'object',
      properties: {
        pattern: { type: 'string', pattern: '(' },
        elsewhere: { $ref: 'https://example.org/schema.json' },
        port: { type: 'integer' }
      },
      required: ['port'],
      if: { properties: { port: { const: 1 } } }
    }
    expect(told(odd, { pattern: 'x', elsewhere: 2, port: 'http' })).toEqual([
      'port: Invalid input: expected number, received string'
    ])
    expect(told({ type: 'object', properties: 5 }, { any: 'thing' })).toEqual([])
  })

  it('asks patterns that could take for ever in linear time: tools come from servers that nobody knows', () => {
    const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    expect(told(slow, { a: `${'a'.repeat(60)}!` })).toEqual(['a: Invalid string: must match pattern /^(a+)+$/'])
    const quick = { type: 'object', properties: { a: { type: 'string', pattern: '^(?:ab|c{2,})x*$' } } }
    expect(told(quick, { a: 'b' })).toEqual(['a: Invalid string: must match pattern /^(?:ab|c{2,})x*$/'])
  })

  it('leaves formats to the server, as JSON Schema does: few check them, and not all alike', () => {
    const loose: Tool['inputSchema'] = {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        to: { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] },
        ref: { type: 'string', format: 'uri-reference' },
        word: { type: 'string', pattern: '^\\p{L}+$' },
        // A property of this name is no format.
        format: { type: 'string', enum: ['csv', 'json'] }
      }
    }
    expect(told(loose, { at: '2026-03-02T10:00', to: 'ada@post', ref: '/x', word: 'été', format: 'csv' })).toEqual([])
    expect(told(loose, { at: 5, format: 'xml' })).toEqual([
      'at: Invalid input: expected string, received number',
      'format: Invalid option: expected one of "csv"|"json"'
    ])
  })
})
