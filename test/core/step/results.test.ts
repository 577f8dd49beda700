import { describe, expect, it } from 'vitest'
import { instructionsOf } from '../../../src/core/control/agents/instructions.ts'
import { judge } from '../../../src/core/control/agents/preview.ts'
import { actOf, shownOf } from '../../../src/core/domains/agent-tools.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { misfitCall } from '../../../src/core/domains/tool-call.ts'
import { holds } from '../../../src/core/faults/holds.ts'
import { answered } from '../../../src/core/formats/importers/mcp/result.ts'
import { retold } from '../../../src/core/step/retold.ts'
import { Setup, type Tool } from '../../../src/core/tree/model.ts'
import type { StepResult } from '../../../src/core/tree/result.ts'
import { act, committed, scripted, start, tagged } from '../acting.ts'

const object = (properties: Record<string, object>, required: string[] = []) =>
  ({ type: 'object', properties, required }) as Tool['inputSchema']
const read: Tool = {
  name: 'read',
  inputSchema: object({ path: { type: 'string' } }, ['path']),
  outputSchema: object({ content: { type: 'string' } }, ['content'])
}
const count: Tool = { name: 'count', inputSchema: object({}), outputSchema: object({ n: { type: 'integer' } }, ['n']) }
const plain: Tool = { name: 'plain', inputSchema: object({}) }
const setup = Setup.parse({ domain: 'mcp', tools: [read, count, plain] })
const call = (name: string) => ({ name, arguments: {} })
const known = (result: StepResult) => ({ result, firings: [] })

describe('what answered says whether a call failed', () => {
  it.each<[string, string, StepResult, object]>([
    ['a text like an error', 'Error: none', { isError: false }, { error: false, guessed: false }],
    ['a failure in plain words', 'It is gone', { isError: true }, { error: true, guessed: false }],
    ['a value with an error in it', '{"error": "x"}', { isError: false }, { error: false, guessed: false }]
  ])('%s', (_what, text, result, shown) => {
    expect(shownOf(setup, call('plain'), { text, call: known(result) })).toMatchObject(shown)
  })

  it('content and structure are the server’s own', () => {
    const content = [{ type: 'text', text: 'a', annotations: { priority: 1 } }]
    const result = { isError: false, content, structuredContent: { content: 'a', more: 1 } }
    expect(shownOf(setup, call('read'), { text: 'a', call: known(result) })).toEqual({
      ...{ error: false, guessed: false, content, structured: result.structuredContent }
    })
  })

  it('an error of the protocol is kept as one', () => {
    const { text, known: result } = answered({ error: { code: -32602, message: 'Unknown tool: x' } })
    expect(text).toBe('MCP error -32602: Unknown tool: x')
    expect(shownOf(setup, call('x'), { text, call: known(result) })).toMatchObject({
      ...{ error: true, rpcError: { code: -32602, message: 'Unknown tool: x' } }
    })
  })

  it('conditions and previews believe it too', async () => {
    const domain = findDomain('mcp')
    const step = { id: 'a', parent: null, action: call('plain'), observation: { text: 'Error: none' } }
    const past = (result: StepResult | undefined) => () => [{ step, label: 'plain', firings: [], result }]
    const seen = { domain, setup, chain: [step], turn: 1 }
    const fails = (result?: StepResult) => holds({ error: true }, { ...seen, past: past(result) })
    expect([await fails({ isError: false }), await fails({ isError: true }), await fails()]).toEqual([
      false,
      true,
      true
    ])
    const verdict = (result: StepResult) =>
      judge(setup, call('plain'), { text: 'Error: none', before: '', call: known(result) }).verdict
    expect([verdict({ isError: false }), verdict({ isError: true })]).toEqual(['success', 'failure'])
  })
})

describe('where nothing is known it is read off the text, and said to be', () => {
  it.each<[string, string, string, object]>([
    ['an error', 'plain', 'Error: gone', { error: true, structured: null }],
    ['a system’s error', 'read', 'ENOENT: no such file', { error: true, structured: null }],
    ['a text', 'plain', 'There it is', { error: false, structured: null }],
    ['JSON that fits', 'count', '{"n": 2}', { error: false, structured: { n: 2 } }],
    ['the only part that is promised', 'read', 'alpha', { error: false, structured: { content: 'alpha' } }],
    ['a value of that part', 'count', '[2]', { error: true, structured: null }],
    ['what no structure can be made of', 'count', 'two', { error: true, structured: null }]
  ])('%s', (_what, tool, text, shown) => {
    expect(shownOf(setup, call(tool), { text, call: null })).toEqual({ ...shown, content: null, guessed: true })
  })

  it.each<[string, string, boolean]>([
    ['Bash', 'Exit code 3\nnope', true],
    ['Bash', 'all Error: fine\nExit code 3', false],
    ['Read', 'File does not exist.', true],
    ['Read', '     1→File does not exist.', false]
  ])('as Claude Code tells it: %s, %s', (name, text, error) => {
    const tools = ['Bash', 'Read'].map((one) => ({ name: one, inputSchema: object({}) }))
    const world = Setup.parse({ domain: 'swe', tools })
    expect(shownOf(world, { name, arguments: {} }, { text, call: null })).toMatchObject({ error, guessed: true })
  })

  it('a screen tells no failure, so none is guessed', () => {
    const world = Setup.parse({ domain: 'terminal' })
    expect(shownOf(world, [], { text: 'Error: x', call: null })).toMatchObject({ error: false, guessed: false })
  })
})

describe('an answer that a rule gives says whether it is a failure', () => {
  it('a call that does not fit its tool', async () => {
    start(scripted(() => [tagged('none')]).engine, { domain: 'mcp', tools: [read] })
    expect(committed(await act({ action: { name: 'read', arguments: {} } })).call.result).toEqual({ isError: true })
  })

  it('a perturbation that refuses', async () => {
    start(scripted(() => [tagged('none')]).engine, {
      ...{ domain: 'mcp', tools: [plain] },
      perturbations: [{ name: 'rate-limit', options: { calls: 0 } }] as never
    })
    expect(committed(await act({ action: call('plain') })).call.result).toEqual({ isError: true })
  })
})

describe('a text that was changed afterwards is changed wherever it is repeated', () => {
  it.each<[string, StepResult, string, string, StepResult]>([
    [
      'in structure and content',
      {
        ...{ isError: false, structuredContent: { content: 'one', size: 3 } },
        content: [{ type: 'text', text: 'one' }, { type: 'image' }]
      },
      ...(['one', 'two'] as const),
      {
        ...{ isError: false, structuredContent: { content: 'two', size: 3 } },
        content: [{ type: 'text', text: 'two' }, { type: 'image' }]
      }
    ],
    [
      'as the value that it is',
      { isError: false, structuredContent: { rows: [1, 2] } },
      ...(['[1, 2]', '[1]'] as const),
      { isError: false, structuredContent: { rows: [1] } }
    ],
    [
      'what does not repeat it is not kept',
      { isError: false, structuredContent: { secret: 'one two three' }, content: [{ type: 'text', text: 'one' }] },
      ...(['one two', 'x'] as const),
      { isError: false }
    ],
    [
      'a structure that is none any more',
      { isError: true, structuredContent: { a: 1 } },
      ...(['{"a": 1}', '[]'] as const),
      { isError: true }
    ]
  ])('%s', (_what, result, before, after, kept) => {
    expect(retold(result, before, after)).toEqual(kept)
  })
})

describe('what agents are told, and may leave out', () => {
  it('the task, how waiting goes and what has to be previewed, and nothing of the world’s own', () => {
    const world = Setup.parse({
      ...{ domain: 'terminal', task: 'Free the port.', initialState: 'SECRET', instruction: 'Be slow.' },
      gate: { before: { action: { contains: 'rm' } } }
    })
    const told = instructionsOf(world, { budget: 4000, previews: 2 })
    expect(told).toBe(
      'Your task:\nFree the port.\n\nWhat takes longer than 4 seconds is answered with what is shown until then, and goes on; "wait" shows the rest.\n\nSome calls have to be previewed with "preview_action" at the same step, or they are refused and nothing is done.\n\nBefore each step you may preview 2 calls with "preview_action".'
    )
    expect(told).not.toMatch(/simulat|predict|SECRET|slow\./i)
    expect(instructionsOf(Setup.parse({ domain: 'mcp', tools: [plain] }), { budget: null, previews: 0 })).toBe('')
  })

  it('a parameter that may be left out may be null', () => {
    const terminal = Setup.parse({ domain: 'terminal' })
    expect(actOf(terminal, 'run_command', { command: 'ls', seconds: null })).toEqual(
      actOf(terminal, 'run_command', { command: 'ls' })
    )
    expect(() => actOf(terminal, 'run_command', { command: null })).toThrow(/do not fit/)
    const tool: Tool = { name: 't', inputSchema: object({ a: { type: 'string' }, b: { type: 'number' } }, ['a']) }
    expect(misfitCall([tool], { name: 't', arguments: { a: 'x', b: null } })).toBeNull()
    expect(misfitCall([tool], { name: 't', arguments: { a: null } })).toBe('Error: params/a must be string')
  })
})
