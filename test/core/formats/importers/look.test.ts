import { expect, test } from 'vitest'
import { recognise } from '../../../../src/core/formats/importers/index.ts'
import { inspect } from '../../../../src/core/formats/importers/inspect.ts'
import { traj } from '../../../../src/core/formats/importers/traj.ts'
import type { Finding, Importer } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'

async function read(importer: Importer, value: unknown, name = 'file.json') {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const reading = { now: 7, signal: new AbortController().signal, find: () => null }
  const found: Finding[] = []
  for await (const one of importer.read(textInput(text, name), reading, {})) found.push(one)
  const tree = found.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))[0]
  return { tree, rest: found.filter(({ type }) => type !== 'tree') }
}

const SAMPLE = {
  id: 3,
  epoch: 1,
  input: 'Find it.',
  target: '',
  messages: [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'Find it.' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', reasoning: 'hm' },
        { type: 'text', text: 'I look.' }
      ],
      tool_calls: [
        { id: 'a', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' },
        { id: 'b', function: 'bash', arguments: { cmd: 'pwd' }, type: 'function' },
        { id: 'c', function: 'submit', arguments: {}, type: 'function' }
      ]
    },
    { role: 'tool', tool_call_id: 'a', function: 'bash', content: `attachment://${'0'.repeat(32)}` },
    {
      role: 'tool',
      tool_call_id: 'b',
      function: 'bash',
      content: '',
      error: { type: 'timeout', message: 'Too slow.' }
    },
    { role: 'tool', tool_call_id: 'z', content: 'stray' }
  ],
  scores: { goal: { value: 1 } },
  attachments: { ['0'.repeat(32)]: 'a\nb' }
}
const LOG = {
  version: 2,
  status: 'success',
  eval: { task: 'ctf', created: '2026-01-02T00:00:00+00:00' },
  samples: [SAMPLE]
}

test('6.29 a foreign Inspect log: each answered call is a step; the rest is listed', async () => {
  const { tree, rest } = await read(inspect, LOG)
  expect(tree?.session).toMatchObject({ title: 'ctf · 3', domain: 'mcp', createdAt: Date.UTC(2026, 0, 2) })
  expect(tree?.session.notes).toContain('Find it.')
  expect(tree?.steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [{ name: 'bash', arguments: { cmd: 'ls' } }, 'a\nb'],
    [{ name: 'bash', arguments: { cmd: 'pwd' } }, 'Too slow.']
  ])
  expect(tree?.calls.every(({ engine }) => engine === 'import')).toBe(true)
  expect(rest).toEqual([
    { type: 'understood', what: 'tool calls with their answers', count: 2 },
    { type: 'dropped', what: 'system messages', count: 1 },
    { type: 'dropped', what: 'messages of the user after the first', count: 1 },
    { type: 'dropped', what: 'contents of the type "reasoning"', count: 1 },
    { type: 'dropped', what: 'what the agent said beside its calls', count: 1 },
    { type: 'dropped', what: 'answers to no call', count: 1 },
    { type: 'dropped', what: 'calls without an answer', count: 1 },
    { type: 'dropped', what: 'scores', count: 1 }
  ])
  expect((await read(inspect, LOG)).tree).toEqual(tree)
})

test('bad samples cost themselves; what is no log is refused; NaN is read', async () => {
  const { tree, rest } = await read(inspect, { ...LOG, samples: [{ epoch: 1 }, SAMPLE] })
  expect(tree?.steps).toHaveLength(2)
  expect(rest[0]).toMatchObject({ type: 'problem', reason: expect.stringContaining('Sample 1') })
  const text = JSON.stringify(LOG).replace('"value":1', '"value":NaN,"text":"NaN, : NaN"')
  expect((await read(inspect, text)).tree?.steps).toHaveLength(2)
  await expect(read(inspect, '{"version":2,\n"eval":')).rejects.toThrow('is no Inspect log: line 2: Not JSON')
  await expect(read(inspect, { ...LOG, version: 3 })).rejects.toThrow('only the versions 1 and 2')
})

const TRAJ = {
  environment: 'swe_main',
  trajectory: [
    {
      action: 'ls -a\n',
      observation: 'a.py\n',
      response: 'I look.\nls -a',
      thought: 'I look.',
      state: {},
      execution_time: 0.25,
      query: [],
      extra_info: {}
    },
    { action: 7, observation: '' },
    { action: '', observation: 'The task.', response: '', thought: '' },
    { action: 'cat a.py', observation: null, response: '', thought: '' }
  ],
  history: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'A demonstration.', is_demo: true },
    { role: 'user', content: 'Fix the bug.' }
  ],
  info: { exit_status: 'submitted', submission: 'diff', model_stats: {} }
}

test('6.29 a foreign .traj: commands are calls of a shell; the rest is listed', async () => {
  const { tree, rest } = await read(traj, TRAJ, 'runs/django-1.traj')
  expect(tree?.session).toMatchObject({ title: 'django-1', domain: 'swe' })
  expect(tree?.session.notes).toBe('Imported from a SWE-agent trajectory.\n\nFix the bug.\n\nExit status: submitted')
  expect(tree?.steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [{ name: 'bash', arguments: { command: 'ls -a' } }, 'a.py\n'],
    [{ name: 'bash', arguments: { command: 'cat a.py' } }, '']
  ])
  expect(tree?.calls[0]?.ms.total).toBe(250)
  expect(rest).toEqual([
    { type: 'problem', line: null, reason: expect.stringContaining('Step 2 of the trajectory') },
    { type: 'understood', what: 'commands with their output', count: 2 },
    { type: 'dropped', what: 'thoughts of the agent', count: 1 },
    { type: 'dropped', what: 'steps without an action', count: 1 },
    { type: 'dropped', what: 'the submission', count: 1 }
  ])
})

test('files are recognised by what is in them', () => {
  const of = (name: string, value: unknown) => {
    const found = recognise({ name, head: JSON.stringify(value, null, 2) })
    return found && [found.importer.name, found.found.sure]
  }
  expect(of('x.json', LOG)).toEqual(['inspect', 'certain'])
  expect(of('log.eval/samples/1_epoch_1.json', SAMPLE)).toEqual(['inspect', 'certain'])
  expect(of('log.eval/_journal/start.json', {})).toEqual(['inspect', 'certain'])
  expect(of('a.traj', TRAJ)).toEqual(['traj', 'certain'])
  expect(of('a.json', TRAJ)).toEqual(['traj', 'likely'])
  expect(of('a.json', { trajectory: [] })).toBe(null)
})

test('6.22 a text of millions of characters in a log with numbers that JSON does not have', async () => {
  const content = 'x\n'.repeat(5_000_000)
  const messages = SAMPLE.messages.map((one) =>
    'tool_call_id' in one && one.tool_call_id === 'a' ? { ...one, content } : one
  )
  const text = JSON.stringify({ ...LOG, samples: [{ ...SAMPLE, messages, model_usage: 'NUMBER' }] })
  const { tree } = await read(inspect, text.replace('"NUMBER"', 'NaN'))
  expect(tree?.steps[0]?.observation.text.length).toBe(content.length)
})
