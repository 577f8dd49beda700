// Files of every format that is known here, and of some that are not: what the tests give to every importer.
import { readFile } from 'node:fs/promises'
import { exporters } from '../../../../src/core/formats/exporters/index.ts'
import { importers } from '../../../../src/core/formats/importers/index.ts'
import { must } from '../../../must.ts'
import { tree, written } from '../../trees.ts'
import { notes, shell } from '../exporters/training.ts'

export interface Example {
  name: string
  text: string
  /** Which reads it; `null` where none does. */
  importer: string | null
}

const fixture = (name: string) => readFile(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')
const rows = (...all: object[]) => all.map((row) => `${JSON.stringify(row)}\n`).join('')
const laid = (value: unknown) => JSON.stringify(value, null, 2)
const file = (importer: string | null, name: string, text: string): Example => ({ importer, name, text })

const original = await tree()
const exported = async (name: string, options: Record<string, unknown> = {}, given = original) => {
  const format = exporters.find((one) => one.name === name)
  if (!format) throw new Error(`there is no format ${name}`)
  return written(format, given, { options })
}

const call = { request: '{"method":"tools/call","params":{"name":"a"}}', response: '{"content":[]}' }
const asked = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'now', arguments: '{}' } }]
}
const chat = [
  { role: 'user', content: 'What time is it?' },
  asked,
  { role: 'tool', tool_call_id: 'a', content: '12:00' }
]
const shared = [
  { from: 'human', value: 'What time is it?' },
  { from: 'function_call', value: '{"name":"now","arguments":{}}' },
  { from: 'observation', value: '12:00' }
]
const simulations = {
  info: { user_info: {}, environment_info: { policy: 'Be kind.' } },
  simulations: [
    {
      ...{ id: 's', task_id: 't' },
      messages: [
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: 'What time is it?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', name: 'now', arguments: {}, requestor: 'assistant' }]
        },
        { role: 'tool', id: 'a', content: '12:00', requestor: 'assistant' }
      ]
    }
  ]
}
const foreignAtif = {
  ...{ schema_version: 'ATIF-v1.4', session_id: 'x', agent: { name: 'terminus', version: '2' } },
  steps: [
    { step_id: 1, source: 'user', message: 'List the files.' },
    {
      ...{ step_id: 2, source: 'agent', message: 'I look.' },
      tool_calls: [{ tool_call_id: 'a', function_name: 'list', arguments: { path: '/' } }],
      observation: { results: [{ source_call_id: 'a', content: 'bin' }] }
    }
  ]
}
const called = (id: string) => ({ id, function: 'bash', arguments: { cmd: 'ls' }, type: 'function' })
const log = {
  ...{ version: 2, status: 'success', eval: { task: 'ctf', created: '2026-01-02T00:00:00+00:00' } },
  samples: [
    {
      ...{ id: 1, epoch: 1, input: 'Find it.', target: '' },
      messages: [
        { role: 'user', content: 'Find it.' },
        { role: 'assistant', content: '', tool_calls: [called('a')] },
        { role: 'tool', tool_call_id: 'a', function: 'bash', content: 'bin' }
      ]
    }
  ]
}
const run = {
  environment: 'swe_main',
  trajectory: [
    { action: 'ls', observation: 'a.py\n', response: 'I look.', thought: 'I look.', state: {} },
    { action: 'cat a.py', observation: 'x = 1\n', response: '', thought: '', state: {} }
  ],
  ...{ history: [{ role: 'user', content: 'Fix it.' }], info: { exit_status: 'submitted' } }
}
const [typed, shown] = [
  [0.5, 'i', 'ls\r'],
  [0.6, 'o', 'ls\r\na\r\n$ ']
].map((event) => `${JSON.stringify(event)}\n`)
const API = "API doc:\n{'api_name': 'Find', 'tool_name': 'Tea'}\n\nRequest:\n{'tool_input': '{}'}"
const request = { type: 'toolRequest', id: 'a', toolCall: { value: { name: 'now', arguments: {} } } }
const response = { type: 'toolResponse', id: 'a', toolResult: { value: [{ type: 'text', text: '12:00' }] } }
const block = (id: string) => ({ type: 'tool_use', id, name: 'Now', input: {} })
const given = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '12:00' })
const twice = (of: (id: string) => object[]): string => rows(...of('a'), ...of('b'))
const begun = '[0.1, "o", "$ "]\n'

/** The first of each importer is the one that the tests of bad files damage. */
export const EXAMPLES: Example[] = [
  file('orrery', 'session.orrery.jsonl', await exported('orrery')),
  file('orrery', 'orrery-v1.jsonl', await fixture('orrery-v1.jsonl')),
  file('orrery', 'orrery-v2.jsonl', await fixture('orrery-v2.jsonl')),
  file('orrery', 'orrery-v3.jsonl', await fixture('orrery-v3.jsonl')),
  file('agentworldbench', 'samples.jsonl', await exported('agentworldbench')),
  file('agentworldbench', 'awkward.jsonl', await fixture('agentworldbench-awkward.jsonl')),
  file('agentworldbench', 'sample.jsonl', await fixture('agentworldbench-sample.jsonl')),
  file('atif', 'foreign.json', laid(foreignAtif)),
  file('atif', 'trajectory.json', await exported('atif')),
  file('atif', 'world.json', await exported('atif', { view: 'world' })),
  file('asciicast', 'demo.cast', `{"version": 2, "width": 80, "height": 24}\n${begun}${typed}${shown}`),
  file('asciicast', 'v2.cast', await exported('asciicast')),
  file('asciicast', 'v3.cast', await exported('asciicast', { version: '3' })),
  file(
    'asciicast',
    'v1.json',
    laid({
      version: 1,
      width: 80,
      height: 24,
      stdout: [
        [0.1, '$ '],
        [1, 'ls\r\na\r\n$ ']
      ]
    })
  ),
  file('inspect', 'log.json', laid(log)),
  file('inspect', 'own.json', await exported('inspect')),
  file('traj', 'run.traj', laid(run)),
  file('traj', 'own.traj', await exported('traj')),
  file('typescript', 'typescript', await fixture('elsewhere/typescript')),
  file('mcp', 'mcp.jsonl', await fixture('formats/mcp-traffic.jsonl')),
  file('mcp', 'history.json', laid([call])),
  file('playwright', 'trace.trace', await fixture('formats/playwright.trace')),
  file('tau2', 'results.json', laid(simulations)),
  file('claude-code', 'claude-code-session.jsonl', await fixture('elsewhere/claude-code-session.jsonl')),
  file(
    'claude-export',
    'conversations.json',
    laid(
      [1, 2].map((uuid) => ({
        uuid: `${uuid}`,
        name: 'Time',
        chat_messages: [
          { uuid: 'a', sender: 'human', text: `What time is it? ${uuid}`, content: [] },
          {
            ...{ uuid: 'b', sender: 'assistant', text: '' },
            content: [
              { type: 'tool_use', name: 'now', input: {} },
              { type: 'tool_result', name: 'now', content: [{ type: 'text', text: '12:00' }], is_error: false }
            ]
          }
        ]
      }))
    )
  ),
  file(
    'opencode',
    'session.json',
    laid({
      info: { id: 'ses_1', title: 'Time' },
      messages: [
        { info: { role: 'user', sessionID: 'ses_1' }, parts: [{ type: 'text', text: 'What time is it?' }] },
        {
          info: { role: 'assistant', sessionID: 'ses_1' },
          parts: ['a', 'b'].map((callID) => ({
            ...{ type: 'tool', callID, tool: 'now', messageID: 'msg_1' },
            state: { status: 'completed', input: {}, output: '12:00' }
          }))
        }
      ]
    })
  ),
  file('codex', 'codex-rollout.jsonl', await fixture('elsewhere/codex-rollout.jsonl')),
  file('gemini', 'gemini-contents.json', laid(JSON.parse(await fixture('elsewhere/gemini-contents.json')))),
  file('openhands', 'openhands-events.json', laid(JSON.parse(await fixture('elsewhere/openhands-events.json')))),
  file(
    'goose',
    'goose.jsonl',
    rows(
      ...[1, 2].flatMap(() => [
        { role: 'assistant', content: [request] },
        { role: 'user', content: [response] }
      ])
    )
  ),
  file(
    'copilot-cli',
    'events.jsonl',
    twice((id) => [
      {
        type: 'assistant.message',
        data: { content: '', toolRequests: [{ toolCallId: id, name: 'now', arguments: '{}' }] }
      },
      { type: 'tool.execution_complete', data: { toolCallId: id, success: true, result: { content: '12:00' } } }
    ])
  ),
  file(
    'cursor',
    'cursor.jsonl',
    twice((id) => [
      { role: 'assistant', message: { content: [block(id)] } },
      { role: 'user', message: { content: [given(id)] } }
    ])
  ),
  file(
    'droid',
    'droid.jsonl',
    rows({ type: 'session_start', id: 'd' }) +
      twice((id) => [
        { type: 'message', message: { role: 'assistant', content: [block(id)] } },
        { type: 'message', message: { role: 'user', content: [given(id)] } }
      ])
  ),
  file(
    'grok',
    'chat_history.jsonl',
    rows({ type: 'user', prompt_index: 0, content: [{ type: 'text', text: 'What time is it?' }] }) +
      twice((id) => [
        { type: 'assistant', content: '', tool_calls: [{ id, name: 'now', arguments: '{}' }] },
        { type: 'tool_result', tool_call_id: id, content: '12:00' }
      ])
  ),
  file(
    'kimi',
    'wire.jsonl',
    rows({ type: 'metadata', protocol_version: '1.4' }) +
      twice((id) => [
        { type: 'context.append_loop_event', event: { type: 'tool.call', toolCallId: id, name: 'now', args: {} } },
        {
          type: 'context.append_loop_event',
          event: { type: 'tool.result', toolCallId: id, result: { output: '12:00' } }
        }
      ])
  ),
  file(
    'pi',
    'pi.jsonl',
    rows({ type: 'session', version: 3, id: 'p', cwd: '/' }) +
      twice((id) => [
        {
          type: 'message',
          message: { role: 'assistant', content: [{ type: 'toolCall', id, name: 'now', arguments: {} }] }
        },
        { type: 'message', message: { role: 'toolResult', toolCallId: id, toolName: 'now', content: '12:00' } }
      ])
  ),
  file('tau-bench', 'tau-results.json', laid(JSON.parse(await fixture('elsewhere/tau-results.json')))),
  file('otel', 'otel-spans.jsonl', await fixture('elsewhere/otel-spans.jsonl')),
  file(
    'langsmith',
    'runs.jsonl',
    rows(
      ...['a', 'b'].map((id) => ({
        ...{ id, trace_id: 't', run_type: 'tool', name: 'now' },
        ...{ inputs: {}, outputs: { output: '12:00' } }
      }))
    )
  ),
  file(
    'langfuse',
    'observations.jsonl',
    rows(...['a', 'b'].map((id) => ({ id, traceId: 't', type: 'TOOL', name: 'now', input: {}, output: '12:00' })))
  ),
  file(
    'stabletoolbench',
    'rows.json',
    laid([{ system: 'You are an API.', instruction: API, output: '{"error": "", "response": "[]"}' }])
  ),
  file(
    'stabletoolbench',
    'queries.json',
    laid([{ api_list: [{ category_name: 'Food', tool_name: 'Tea', api_name: 'Find' }], query: 'Which?' }])
  ),
  file(
    'sharegpt',
    'chat.jsonl',
    rows(
      { conversations: shared },
      { conversations: shared.with(2, { from: 'observation', value: '12:01' }) },
      { conversations: shared.with(2, { from: 'observation', value: '12:02' }) }
    )
  ),
  file('sharegpt', 'chat.json', laid([{ conversations: shared }])),
  file('sharegpt', 'own.jsonl', await exported('sharegpt', {}, notes)),
  file('sharegpt', 'world.jsonl', await exported('sharegpt', { view: 'world', rows: 'turn' }, notes)),
  file(
    'messages',
    'openai.jsonl',
    rows(
      { messages: chat },
      { messages: chat.with(2, { ...must(chat[2]), content: '12:01' }) },
      { messages: chat.with(2, { ...must(chat[2]), content: '12:02' }) }
    )
  ),
  file('messages', 'openai.json', laid([{ messages: chat }])),
  file('messages', 'one.json', laid(chat)),
  file('messages', 'own.jsonl', await exported('messages', {}, notes)),
  file('messages', 'turns.jsonl', await exported('messages', { view: 'world', rows: 'turn' }, notes)),
  file('messages', 'axolotl.jsonl', await exported('axolotl', {}, shell)),
  file('messages', 'agentworld-turns.jsonl', await exported('agentworld-turns', {}, shell)),
  file(
    'jsonl',
    'log.jsonl',
    rows(
      { action: 'look', observation: 'A hall.' },
      { action: 'wait', observation: '' },
      { action: 'go north', observation: 'A garden.' }
    )
  ),
  // Of these there is nothing to import.
  file(null, 'page.html', await exported('markdown').then((text) => `<!doctype html><script>${text}</script>`)),
  file(null, 'session.md', await exported('markdown')),
  file(null, 'rwml.jsonl', await exported('rwml', {}, notes)),
  file(null, 'patchworld.json', await exported('patchworld', {}, notes)),
  file(null, 'table.csv', 'a,b\n1,2\n'),
  file(null, 'notes.md', 'How "jsonrpc" and "ATIF-v1.8" and {"type":"context-options"} are told apart.\n'),
  file(null, 'package.json', laid({ name: 'x', version: '1.0.0' })),
  file(null, 'versions.json', laid({ version: 2, width: 3, messages: [], trajectory: [], samples: [] })),
  file(null, 'numbers.json', '[1, 2, 3]'),
  file(null, 'binary', '\u0000\u0001PNG\ufffd'),
  file(null, 'empty', '')
]

/** One of each importer that is registered. @throws when one has none: give it an example above. */
export const FIRST: (Example & { importer: string })[] = importers.map(({ name }) => {
  const found = EXAMPLES.find(({ importer }) => importer === name)
  if (!found) throw new Error(`The importer ${name} has no example in examples.ts.`)
  return { ...found, importer: name }
})
