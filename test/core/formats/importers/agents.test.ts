// Logs of programs that run agents, with the steps that are in them.
import { expect, test } from 'vitest'
import { FIRST } from './examples.ts'
import { read, readFixture, rows } from './reading.ts'

const laid = (value: unknown) => JSON.stringify(value, null, 2)
type Steps = [name: string, shown: string, result?: object][]

const stepsIn = ({ worlds }: Awaited<ReturnType<typeof read>>): Steps[] =>
  worlds.map(({ steps, results }) =>
    steps.map(
      ([action, shown], at) => [Object(action).name, shown, ...(results[at] ? [results[at]] : [])] as Steps[number]
    )
  )

test.each<[file: string, importer: string, domain: string, title: string, steps: Steps]>([
  [
    ...(['claude-code-session.jsonl', 'claude-code', 'swe', 'How many tests are there?'] as const),
    [
      ['Bash', '12'],
      ['Read', 'File does not exist.', { isError: true }]
    ]
  ],
  [
    ...(['codex-rollout.jsonl', 'codex', 'swe', 'How many tests are there?'] as const),
    [
      ['exec_command', '12\n'],
      ['apply_patch', 'Success. Updated the following files:\nA a.txt\n']
    ]
  ],
  ['gemini-contents.json', 'gemini', 'mcp', 'What is in the folder?', [['list_files', 'a.txt\nb.txt']]],
  [
    ...(['openhands-events.json', 'openhands', 'swe', 'How many tests are there?'] as const),
    [
      ['execute_bash', '12', { exitCode: 0 }],
      ['read', 'alpha']
    ]
  ],
  [
    ...(['tau-results.json', 'tau-bench', 'mcp', 'Is the blue room free?'] as const),
    [
      ['free', 'free'],
      ['say', '###STOP###']
    ]
  ],
  [
    ...(['otel-spans.jsonl', 'otel', 'mcp', 'Imported conversation'] as const),
    [
      ['free', 'free'],
      ['book', 'booked']
    ]
  ]
])('%s', async (name, importer, domain, title, steps) => {
  const found = await readFixture(`elsewhere/${name}`)
  expect([found.importer, found.problems]).toEqual([importer, []])
  expect(found.worlds).toMatchObject([{ domain, title }])
  expect(stepsIn(found)).toEqual([steps])
  expect(stepsIn(await readFixture(`elsewhere/${name}`, { format: importer }))).toEqual([steps])
})

const user = (text: string, more: object = {}) => ({ type: 'user', message: { role: 'user', content: text }, ...more })
const uses = (id: string, name: string, input: object, more: object = {}) => ({
  ...{ type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] } },
  ...more
})
const gives = (id: string, content: unknown, more: object = {}) => ({
  ...{ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] } },
  ...more
})

test('what Claude Code prints as it works, and what its web page exports, are its sessions too', async () => {
  const of = { session_id: 's' }
  const all = [user('Count.', of), uses('a', 'Bash', { command: 'ls' }, of), gives('a', 'x', of)]
  const printed = rows({ type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'] }, ...all, {
    type: 'result',
    ...of
  })
  expect(stepsIn(await read(printed))).toEqual([[['Bash', 'x']]])
  const { importer, worlds } = await read(laid({ loglines: [user('Count.'), uses('a', 'Bash', {}), gives('a', 'x')] }))
  expect([importer, worlds.map(({ title }) => title)]).toEqual(['claude-code', ['Count.']])
})

test('a subagent of Claude Code is a conversation of its own, a record that is repeated is read once, and what it notes is no word of the user', async () => {
  const of = { sessionId: 's', parentUuid: null }
  const side = { ...of, isSidechain: true, agentId: 'z' }
  const [asked, used] = [user('Look.', { ...of, uuid: '1' }), uses('a', 'Task', {}, { ...of, uuid: '2' })]
  const found = await read(
    rows(
      ...[user('<local-command-caveat>', { ...of, isMeta: true }), asked, used],
      ...[user('Find it.', side), uses('b', 'Grep', {}, side), gives('b', 'a.py:1', side)],
      ...[asked, used, gives('a', [{ type: 'text', text: 'It is in a.py.' }], of)]
    )
  )
  expect(stepsIn(found)).toEqual([[['Task', 'It is in a.py.']], [['Grep', 'a.py:1']]])
  expect(found.worlds.map(({ title }) => title)).toEqual(['Look.', 'Find it.'])
})

test('older rollouts of Codex, and what `codex exec --json` prints', async () => {
  const out = laid({ output: '12\n', metadata: { exit_code: 1, duration_seconds: 0.1 } }).replace(/\n\s*/g, '')
  const older = rows(
    { id: 'x', timestamp: 't', instructions: null, git: {} },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>\n cwd' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Count.' }] },
    { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'a' },
    { type: 'function_call_output', call_id: 'a', output: out }
  )
  const found = await read(older)
  expect([found.worlds[0]?.title, stepsIn(found)]).toEqual(['Count.', [[['shell', '12\n', { exitCode: 1 }]]]])
  const command = {
    id: 'i',
    type: 'command_execution',
    command: 'ls',
    aggregated_output: 'a\n',
    exit_code: 0,
    status: 'completed'
  }
  const tool = {
    id: 'j',
    type: 'mcp_tool_call',
    server: 's',
    tool: 'now',
    arguments: {},
    result: { content: [{ type: 'text', text: '12:00' }] }
  }
  const printed = rows(
    { type: 'thread.started', thread_id: 'x' },
    ...[command, tool].map((item) => ({ type: 'item.completed', item }))
  )
  expect(stepsIn(await read(printed))).toEqual([
    [
      ['shell', 'a\n', { exitCode: 0 }],
      ['now', '12:00']
    ]
  ])
})

test('a session of Gemini CLI, and a request with its answer', async () => {
  const functionResponse = { id: 'a', name: 'read_file', response: { error: 'File not found.' } }
  const call = {
    id: 'a',
    name: 'read_file',
    args: { absolute_path: '/x' },
    status: 'error',
    result: [{ functionResponse }]
  }
  const messages = [
    { type: 'user', content: 'Read x.' },
    { type: 'gemini', content: '', toolCalls: [call] }
  ]
  const kept = await read(laid({ sessionId: 's', projectHash: 'h', messages }))
  expect(kept.worlds).toMatchObject([{ domain: 'swe', title: 'Read x.' }])
  expect(stepsIn(kept)).toEqual([[['read_file', 'File not found.', { isError: true }]]])
  const contents = [
    { role: 'user', parts: [{ text: '<session_context>\nThis is the Gemini CLI.' }] },
    { role: 'user', parts: [{ text: 'Now?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'now', args: {} } }] },
    { role: 'function', parts: [{ functionResponse: { name: 'now', response: { hour: 12, minute: 0 } } }] }
  ]
  expect(stepsIn(await read(laid({ systemInstruction: { parts: [{ text: 'Be kind.' }] }, contents })))).toEqual([
    [['now', '{"hour":12,"minute":0}']]
  ])
})

test('evaluations and the SDK of OpenHands', async () => {
  const act = { id: 4, source: 'agent', action: 'run', args: { command: 'ls', thought: 'I look.' } }
  const seen = {
    id: 5,
    source: 'agent',
    cause: 4,
    observation: 'run',
    content: 'a',
    extras: { metadata: { exit_code: 2 } }
  }
  const evaluated = await read(rows({ instance_id: 'x', instruction: 'Fix it.', history: [[act, seen]] }))
  expect([evaluated.worlds[0]?.title, stepsIn(evaluated)]).toEqual(['Fix it.', [[['run', 'a', { exitCode: 2 }]]]])
  const words = (text: string) => [{ type: 'text', text }]
  const sdk = rows(
    { kind: 'SystemPromptEvent', source: 'agent', system_prompt: { text: 'You are an agent.' }, tools: [] },
    { kind: 'MessageEvent', source: 'user', llm_message: { role: 'user', content: words('Fix it.') } },
    {
      ...{
        kind: 'ActionEvent',
        source: 'agent',
        tool_name: 'terminal',
        tool_call_id: 'a',
        action: { kind: 'TerminalAction', command: 'ls' }
      },
      tool_call: { id: 'a', name: 'terminal', arguments: '{"command":"ls"}' }
    },
    {
      kind: 'ObservationEvent',
      source: 'environment',
      tool_name: 'terminal',
      tool_call_id: 'a',
      observation: { content: words('a'), exit_code: 0 }
    },
    { kind: 'ActionEvent', source: 'agent', tool_name: 'nothing', tool_call_id: 'b', action: {} },
    { kind: 'AgentErrorEvent', source: 'agent', tool_call_id: 'b', error: 'Tool nothing not found.' }
  )
  expect(stepsIn(await read(sdk))).toEqual([
    [
      ['terminal', 'a', { exitCode: 0 }],
      ['nothing', 'Tool nothing not found.', { isError: true }]
    ]
  ])
})

test('a session of Goose', async () => {
  const request = {
    type: 'toolRequest',
    id: 'a',
    toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { command: 'ls' } } }
  }
  const response = {
    type: 'toolResponse',
    id: 'a',
    toolResult: { status: 'success', value: [{ type: 'text', text: 'a.py' }] }
  }
  const found = await read(
    rows(
      { role: 'user', created: 1, content: [{ type: 'text', text: 'What is here?' }] },
      { role: 'assistant', created: 2, content: [{ type: 'text', text: 'I look.' }, request] },
      { role: 'user', created: 3, content: [response] }
    )
  )
  expect([found.importer, stepsIn(found)]).toEqual(['goose', [[['developer__shell', 'a.py']]]])
})

test('a talk of tau-bench without a tool is one with the user, whose task is kept', async () => {
  const traj = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Is it open?' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: '###STOP###' }
  ]
  const { trees } = await read(
    laid([{ task_id: 1, trial: 0, reward: 1, info: { task: { instruction: 'Ask whether it is open.' } }, traj }])
  )
  expect(trees[0]?.branches[0]?.setup.user).toMatchObject({
    wants: 'Ask whether it is open.',
    dialogue: ['###STOP###']
  })
})

test('spans in the protocol of OpenTelemetry are put in the order of their time', async () => {
  const span = (id: string, at: string, given: Record<string, string>) => ({
    ...{ traceId: 't', spanId: id, startTimeUnixNano: at, name: 'x' },
    attributes: Object.entries(given).map(([key, value]) => ({
      key: `gen_ai.tool.${key}`,
      value: { stringValue: value }
    }))
  })
  const spans = [
    span('b', '2', { name: 'book', 'call.arguments': '{"room":"blue"}', 'call.result': 'booked' }),
    span('a', '1', { name: 'free', 'call.arguments': '{}', 'call.result': 'yes' }),
    span('c', '3', {})
  ]
  const found = await read(laid({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
  expect(stepsIn(found)).toEqual([
    [
      ['free', 'yes'],
      ['book', 'booked']
    ]
  ])
  expect(found.dropped).toEqual({ 'spans that are no calls of tools': 1 })
})

test.each(['copilot-cli', 'cursor', 'droid', 'grok', 'kimi', 'pi'])('the calls in a session of %s', async (name) => {
  const text = FIRST.find(({ importer }) => importer === name)?.text ?? ''
  const found = await read(text)
  expect([found.importer, found.worlds.map(({ domain }) => domain)]).toEqual([name, ['swe']])
  expect(stepsIn(found)[0]?.map(([called, shown]) => [called.toLowerCase(), shown])).toEqual([
    ['now', '12:00'],
    ['now', '12:00']
  ])
})

test('calls that failed say so, in each of their own ways', async () => {
  const copilot = rows(
    {
      type: 'assistant.message',
      data: { content: '', toolRequests: [{ toolCallId: 'a', name: 'view', arguments: { path: '/x' } }] }
    },
    {
      type: 'tool.execution_complete',
      data: { toolCallId: 'a', success: false, error: { message: 'Path does not exist' } }
    }
  )
  const kimi = rows(
    {
      type: 'context.append_message',
      message: { role: 'user', content: '<system-reminder>', origin: { kind: 'injection' } }
    },
    {
      type: 'context.append_loop_event',
      event: { type: 'tool.call', toolCallId: 'a', name: 'Bash', args: { command: 'cat x' } }
    },
    {
      type: 'context.append_loop_event',
      event: { type: 'tool.result', toolCallId: 'a', result: { output: 'No such file', isError: true } }
    }
  )
  const pi = rows(
    {
      type: 'message',
      message: { role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: 'read', arguments: {} }] }
    },
    {
      type: 'message',
      message: {
        role: 'toolResult',
        toolCallId: 'a',
        toolName: 'read',
        content: [{ type: 'text', text: 'Not found' }],
        isError: true
      }
    }
  )
  const printed = rows(
    { type: 'system', session_id: 's' },
    { type: 'tool_call', session_id: 's', toolCallId: 'c', toolName: 'Shell', parameters: { command: 'false' } },
    { type: 'tool_result', session_id: 's', toolCallId: 'c', value: { stdout: '', exitCode: 1 } }
  )
  expect(stepsIn(await read(copilot))).toEqual([[['view', 'Path does not exist', { isError: true }]]])
  expect(stepsIn(await read(kimi))).toEqual([[['Bash', 'No such file', { isError: true }]]])
  expect(stepsIn(await read(pi))).toEqual([[['read', 'Not found', { isError: true }]]])
  expect(stepsIn(await read(printed))).toEqual([[['Shell', '', { exitCode: 1 }]]])
})

test('sessions of opencode: exported, listed and printed; what failed, what never ended, what the program added', async () => {
  const tool = (callID: string, state: object, name = 'bash') => ({
    type: 'tool',
    callID,
    tool: name,
    messageID: 'm',
    state
  })
  const parts = [
    tool('1', { status: 'completed', input: { command: 'ls' }, output: 'a.txt\n', metadata: { exit: 0 } }),
    tool('2', { status: 'error', input: { filePath: 'b' }, error: 'File not found: b' }, 'read'),
    tool('3', { status: 'running', input: { command: 'sleep 9' } }),
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'Done.' }
  ]
  const user = [
    { type: 'text', text: 'Look.' },
    { type: 'text', text: 'the text of a file', synthetic: true }
  ]
  const messages = [
    { info: { role: 'user', sessionID: 's' }, parts: user },
    { info: { role: 'assistant', sessionID: 's' }, parts }
  ]
  const steps: Steps = [
    ['bash', 'a.txt\n', { exitCode: 0 }],
    ['read', 'File not found: b', { isError: true }]
  ]
  const printed = parts.map((part) => ({ type: part.type, sessionID: 's', part: { messageID: 'm', ...part } }))
  for (const text of [laid({ info: { id: 's' }, messages }), laid(messages), rows(...printed)]) {
    const found = await read(text)
    expect([found.importer, found.problems, found.worlds[0]?.domain]).toEqual(['opencode', [], 'swe'])
    expect(stepsIn(found)).toEqual([steps])
    expect(found.dropped).toMatchObject({ "the agent's thoughts": 1, 'actions that nothing answered': 1 })
  }
  expect((await read(laid(messages))).worlds).toMatchObject([{ task: 'Look.' }])
})

test('an export of Claude: calls and answers with ids and without, failures, conversations that are only talk', async () => {
  const talk = {
    uuid: '2',
    name: 'Talk',
    chat_messages: [
      { sender: 'human', text: 'Hello.' },
      { sender: 'assistant', text: 'Hi.' }
    ]
  }
  const content = [
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: null, name: 'search', input: { query: 'tide' } },
    { type: 'tool_result', tool_use_id: null, name: 'search', content: [{ type: 'text', text: 'At noon.' }] },
    { type: 'tool_use', id: 'x', name: 'read', input: { id: 7 } },
    {
      type: 'tool_result',
      tool_use_id: 'x',
      name: 'read',
      content: [{ type: 'text', text: 'No such page.' }],
      is_error: true
    }
  ]
  const used = {
    uuid: '1',
    name: 'Tides',
    chat_messages: [
      { sender: 'human', text: 'When is high tide?' },
      { sender: 'assistant', text: '', content }
    ]
  }
  const found = await read(laid([used, talk]))
  expect([found.importer, found.worlds[0]?.domain, found.worlds[0]?.task]).toEqual([
    'claude-export',
    'mcp',
    'When is high tide?'
  ])
  expect(stepsIn(found)).toEqual([
    [
      ['search', 'At noon.'],
      ['read', 'No such page.', { isError: true }]
    ]
  ])
  expect(found.problems).toHaveLength(1)
})
