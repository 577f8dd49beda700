// Files of programs that are known by sight: the refusal names the program and the way that there is. Nothing comes of them.
import { describe, expect, test } from 'vitest'
import { importers } from '../../../../src/core/formats/importers/index.ts'
import { programOf } from '../../../../src/core/formats/importers/programs.ts'
import { EXAMPLES } from './examples.ts'
import { read, readFixture, rows } from './reading.ts'

const laid = (value: unknown) => JSON.stringify(value, null, 2)
const part = (given: object) => ({ role: 'model', parts: [given] })

const FILES: [looks: string, text: string][] = [
  [
    'a session of Claude Code',
    rows({ type: 'user', sessionId: 's', parentUuid: null, message: { role: 'user', content: 'x' } })
  ],
  ['a session of Claude Code', rows({ type: 'system', subtype: 'init', session_id: 's', tools: [] })],
  [
    'a session of Claude Code',
    rows({ type: 'file-history-snapshot' }, { type: 'user', sessionId: 's', parentUuid: null })
  ],
  ['a rollout of Codex', rows({ timestamp: 't', type: 'event_msg', payload: { type: 'user_message' } })],
  ['a rollout of Codex', rows({ type: 'thread.started', thread_id: 'x' }, { type: 'item.completed', item: {} })],
  ['a conversation of Gemini', laid({ contents: [part({ functionCall: { name: 'a', args: {} } })] })],
  ['a conversation of Gemini', rows(part({ text: 'x' }))],
  [
    'a conversation of Gemini',
    laid({ sessionId: 's', projectHash: 'h', messages: [{ type: 'gemini', content: 'x' }] })
  ],
  ['a conversation of Gemini', laid({ candidates: [{ content: part({ text: 'x' }) }] })],
  ['events of OpenHands', rows({ id: 0, source: 'agent', action: 'run', args: { command: 'ls' } })],
  [
    'events of OpenHands',
    laid({ instance_id: 'x', history: [{ source: 'agent', observation: 'run', content: '', extras: {} }] })
  ],
  ['events of OpenHands', rows({ kind: 'ActionEvent', source: 'agent' })],
  ['spans of OpenTelemetry', laid({ resourceSpans: [{ scopeSpans: [] }] })],
  ['spans of OpenTelemetry', laid({ name: 'x', context: { trace_id: '0x1', span_id: '0x2' }, attributes: {} })],
  ['runs of LangSmith', rows({ id: 'x', run_type: 'llm', inputs: {}, outputs: {} })],
  ['an export of ChatGPT', laid([{ title: 'x', mapping: {}, current_node: 'y' }])],
  ['an export of Claude', laid([{ uuid: 'x', chat_messages: [] }])],
  ['a session of Goose', rows({ role: 'assistant', content: [{ type: 'toolRequest', id: 'a' }] })],
  ['messages of Cline or Roo Code for its window', laid([{ ts: 1, type: 'say', say: 'text' }])],
  ['a chat of GitHub Copilot', laid({ requesterUsername: 'a', responderUsername: 'b', requests: [] })],
  ['a log of HTTP requests (HAR)', laid({ log: { version: '1.2', creator: {}, entries: [] } })],
  ['a Jupyter notebook', laid({ cells: [], metadata: {}, nbformat: 4 })],
  ['a recording of rrweb', laid([{ type: 4, data: { href: 'x' }, timestamp: 1 }])],
  ['a chat history of Aider', '\n# aider chat started at 2026-01-05\n'],
  ['a typescript of script(1)', 'Script started on 2026-01-05\n$ ls\n']
]

test.each(FILES)('%s is named and not read, whichever format is asked for', async (looks, text) => {
  const refusal = `"x" looks like ${looks}, which is not read yet. `
  await expect(read(text)).rejects.toThrow(refusal)
  for (const { name } of importers) {
    const found = await read(text, { format: name }).catch((error: Error) => error.message)
    if (typeof found === 'string') expect([name, found]).toEqual([name, expect.stringContaining(`looks like ${looks}`)])
    // Pointers may read any rows, but these have none.
    else expect([name, found.worlds, found.problems.length > 0]).toEqual(['jsonl', [], true])
  }
})

describe('the six', () => {
  test.each([
    ['claude-code-session.jsonl', 'a session of Claude Code', 'The nearest format is messages'],
    ['codex-rollout.jsonl', 'a rollout of Codex', 'The nearest format is messages'],
    ['gemini-contents.json', 'a conversation of Gemini', 'The nearest format is messages'],
    ['openhands-events.json', 'events of OpenHands', 'The nearest format is messages'],
    ['tau-results.json', 'results of tau-bench', 'The nearest format is messages'],
    ['otel-spans.jsonl', 'spans of OpenTelemetry', 'The nearest format is jsonl']
  ])('%s: the program, the nearest format and the way', async (name, looks, nearest) => {
    await expect(readFixture(`elsewhere/${name}`)).rejects.toThrow(
      `"${name}" looks like ${looks}, which is not read yet. ${nearest}`
    )
    await expect(readFixture(`elsewhere/${name}`, { format: 'messages' })).rejects.toThrow(`looks like ${looks}`)
  })
})

test('the ways that are named are right', async () => {
  const lines = async (name: string): Promise<Record<string, unknown>[]> => {
    const { readFile } = await import('node:fs/promises')
    const text = await readFile(new URL(`../../../fixtures/elsewhere/${name}`, import.meta.url), 'utf8')
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const claude = (await lines('claude-code-session.jsonl')).flatMap(({ message }) => message ?? [])
  const codex = (await lines('codex-rollout.jsonl')).flatMap(({ type, payload }) =>
    type === 'response_item' ? payload : []
  )
  const [tau] = JSON.parse(await lines('tau-results.json').then(([first]) => JSON.stringify([first]))).flat()
  const steps = async (messages: unknown) =>
    (await read(laid({ messages }), { format: 'messages' })).worlds.flatMap((world) =>
      world.steps.map(([action, shown], index) => [Object(action).name, shown, world.results[index]])
    )
  expect(await steps(claude)).toEqual([
    ['Bash', '12', undefined],
    ['Read', 'File does not exist.', { isError: true }]
  ])
  expect(await steps(codex)).toEqual([
    ['exec_command', '12\n', undefined],
    ['apply_patch', 'Success. Updated the following files:\nA a.txt\n', undefined]
  ])
  expect((await steps(Object(tau).traj)).filter(([name]) => name !== 'say')).toEqual([['free', 'free', undefined]])
})

test('no file that an importer reads is taken for one of a program', () => {
  for (const { name, text, importer } of EXAMPLES) {
    if (importer) expect([name, programOf({ head: text })]).toEqual([name, null])
  }
})

test.each([
  [
    'an array',
    laid([{ turn: { action: 'look', result: 'A door.' }, run: 'a' }]),
    'It is a JSON array with the fields turn, run. The nearest format is jsonl. If each row is a step, this reads it: --format jsonl --option action=/turn/action --option observation=/turn/result --option session=/run.'
  ],
  [
    'lines with a tool',
    rows({ tool_name: 'a', tool_input: {}, tool_output: 'x', episode_id: 1 }),
    'It is JSON lines with the fields tool_name, tool_input, tool_output, episode_id. The nearest format is jsonl. If each row is a step, this reads it: --format jsonl --option action=/tool_input --option tool=/tool_name --option observation=/tool_output --option session=/episode_id.'
  ],
  [
    'lines without names that tell',
    rows({ a: 1, 'b/c': 2 }, { a: 2 }),
    'It is JSON lines with the fields a, b/c. The nearest format is jsonl: where each row holds an action and what followed, say where, as in --format jsonl --option action=/turn/action --option observation=/turn/result.'
  ],
  ['an object', laid({ turns: [] }), 'It is one JSON object with the fields turns.'],
  ['HTML', '<!doctype html><p>x</p>', 'It is HTML or XML, which is no trajectory.'],
  ['bytes', 'ab\u0000cd', 'It is no text.']
])('%s of no known format: what it looks like and the mapping', async (_name, text, words) => {
  await expect(read(text)).rejects.toThrow(words)
})

test('a mapping that fits nothing says what the file looks like', async () => {
  await expect(readFixture('elsewhere/array-for-mapping.json', { format: 'jsonl' })).rejects.toThrow(
    'It is a JSON array with the fields turn, run.'
  )
  await expect(readFixture('elsewhere/claude-code-session.jsonl', { format: 'jsonl' })).rejects.toThrow(
    'looks like a session of Claude Code'
  )
})

test.each([
  [
    'a game of ALFWorld',
    laid({ pddl_domain: '(define (domain a))', grammar: '', pddl_problem: '(define (problem b))' })
  ],
  ['a game of ALFWorld', `{"pddl_domain": "(define (domain a)${' '.repeat(9000)}`],
  ['PDDL', '; a comment\n(define (domain cottage)\n (:requirements :strips))'],
  ['PDDL', '(define (problem p1) (:domain cottage))']
])('%s is a world: the refusal says how it is played', async (looks, text) => {
  await expect(read(text)).rejects.toThrow(`"x" looks like ${looks}. It is no trajectory. Play it: `)
})
