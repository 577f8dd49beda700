// Files of people who do this work, each with the world that is right.
import { describe, expect, test } from 'vitest'
import { read, readFixture } from './reading.ts'

const file = (name: string, asked = {}) => readFixture(`elsewhere/${name}`, asked)
const call = (name: string, given: object) => ({ name, arguments: given })
const typed = (keystrokes: string, duration = expect.any(Number)) => [{ keystrokes, duration }]

test('a chat that declares no tools has those that its calls name', async () => {
  const { worlds } = await file('chat-undeclared-tools.jsonl')
  expect(worlds).toEqual([
    {
      ...{ title: 'How many files are there?', domain: 'mcp', task: 'How many files are there?', state: '' },
      tools: ['bash'],
      steps: [[call('bash', { command: 'ls | wc -l' }), '7']],
      results: [undefined]
    }
  ])
})

test('blocks of Anthropic: three calls, each with its own answer, and one of them an error', async () => {
  const { importer, worlds, dropped } = await file('anthropic-blocks.json')
  expect([importer, worlds]).toEqual([
    'messages',
    [
      {
        ...{ title: 'What is in the folder?', domain: 'mcp', task: 'What is in the folder?', state: '' },
        tools: ['list_files', 'read_file'],
        steps: [
          [call('list_files', { path: '/srv' }), 'a.txt\nb.txt'],
          [call('read_file', { path: '/srv/a.txt' }), 'alpha'],
          [call('read_file', { path: '/srv/c.txt' }), 'no such file']
        ],
        results: [undefined, undefined, { isError: true }]
      }
    ]
  ])
  expect(dropped).toEqual({ "the agent's words beside its calls": 2, 'messages of the agent without a call': 1 })
})

test('a plain chat is no action; an empty list of tools is no problem', async () => {
  const { worlds, problems } = await file('sharegpt-empty-tools.json')
  expect(worlds).toEqual([
    {
      ...{ title: 'Weather in Rome?', domain: 'mcp', task: 'Weather in Rome?', state: '', tools: ['weather'] },
      steps: [[call('weather', { city: 'Rome' }), '{"sky": "clear"}']],
      results: [undefined]
    }
  ])
  expect(problems).toEqual([[null, expect.stringMatching(/^There is no action in this conversation: nobody calls/)]])
})

test('trials that begin alike are three worlds', async () => {
  const { worlds, trees, understood, dropped } = await file('trials-same-beginning.jsonl')
  expect(worlds.map(({ task, steps }) => [task, steps.length])).toEqual([
    ['Book the blue room for Ann.', 1],
    ['Is the blue room free? If so, book it for Bob.', 2],
    ['Just check whether the blue room is free.', 1]
  ])
  expect(new Set(trees.map(({ session }) => session.id)).size).toBe(3)
  expect(understood).toEqual({ conversations: 3 })
  expect(dropped).toMatchObject({ 'the field "task"': 3, 'the field "reward"': 2 + 1 })
})

test('the label of an observation is no part of it', async () => {
  const { worlds } = await file('react-observation.jsonl')
  expect(worlds).toEqual([
    {
      ...{ title: 'You are in a room. You see a desk 1.', domain: 'textenv', task: '', tools: [] },
      state: 'You are in a room. You see a desk 1.\nYour task is to: find a lamp.',
      steps: [
        ['go to desk 1', 'On the desk 1, you see a lamp 2.'],
        ['take lamp 2 from desk 1', 'You pick up the lamp 2 from the desk 1.']
      ],
      results: [undefined, undefined]
    }
  ])
})

test('mini-swe-agent: a code world, whose last command is answered by what was submitted', async () => {
  const { worlds, dropped } = await file('mini-swe-agent-2.traj.json')
  expect(worlds).toEqual([
    {
      ...{ title: 'The build fails with an empty Makefile.', domain: 'swe', state: '', tools: ['bash'] },
      task: '<pr_description>\nThe build fails with an empty Makefile.\n</pr_description>',
      steps: [
        [call('bash', { command: 'ls -la' }), '<returncode>0</returncode>\n<output>\nMakefile\n</output>'],
        [
          call('bash', { command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat patch.txt' }),
          'diff --git a/Makefile b/Makefile\n'
        ]
      ],
      results: [{ exitCode: 0 }, undefined]
    }
  ])
  expect(dropped).toEqual({
    'the field "info"': 1,
    'the field "trajectory_format"': 1,
    'the field "extra" of messages': 2,
    "the agent's words beside its calls": 2
  })
})

test('a log of two servers: each call has the answer of its own server', async () => {
  const { worlds, problems } = await file('mcp-two-servers.log')
  expect(problems).toEqual([])
  expect(worlds.map(({ title, tools, steps, results }) => [title, tools, steps, results])).toEqual([
    ['notes', ['add'], [[call('add', { text: 'milk' }), 'note 1 added']], [{ isError: false }]],
    ['files', ['put'], [[call('put', { text: 'bread' }), 'file 1 added']], [{ isError: false }]]
  ])
})

describe('casts', () => {
  test('a prompt of oh-my-zsh', async () => {
    const { worlds } = await file('zsh-arrow-prompt.cast')
    expect(worlds.map(({ state, steps }) => [state, steps])).toEqual([
      [
        'The terminal shows:\n➜  shop git:(main) ',
        [[typed('ls\n', 0.3), '➜  shop git:(main) ls\nREADME.md  src\n➜  shop git:(main) ']]
      ]
    ])
  })

  test.each([
    ['scripted-dollar.cast', '$ '],
    ['scripted-userhost.cast', 'ann@box:~$ ']
  ])('%s: lines that came whole', async (name, prompt) => {
    const { worlds } = await file(name)
    expect(worlds.map(({ steps }) => steps)).toEqual([
      [
        [typed('npm test\n', 1), `${prompt}npm test\n12 passed\n${prompt}`],
        [typed('npm run lint\n', 1), `${prompt}npm run lint\n0 problems\n${prompt}`]
      ]
    ])
  })

  test('Ctrl-D ends the shell', async () => {
    const { worlds } = await file('ctrl-d-exit.cast')
    expect(worlds.map(({ steps }) => steps)).toEqual([
      [
        [typed('date\n', 0.2), 'ann@box:~/work$ date\nMon Jan  5 10:00:00 UTC 2026\nann@box:~/work$ '],
        [typed('C-d', 0), 'ann@box:~/work$ \nexit\n']
      ]
    ])
  })

  test('the command of the header is the step', async () => {
    const { worlds, dropped } = await file('command-header.cast')
    expect(worlds.map(({ state, steps }) => [state, steps])).toEqual([
      ['', [[typed('npm test\n', 1.1), '> shop@1.0.0 test\n12 passed\n']]]
    ])
    expect(dropped).toEqual({ 'the field "env" of the header': 1 })
  })
})

test('a SWE-agent trajectory: what is dropped is listed', async () => {
  const { worlds, dropped } = await file('swe-empty-action.traj')
  expect(worlds).toEqual([
    {
      ...{ title: 'swe-empty-action', domain: 'swe', task: 'Fix a.py', state: '', tools: ['bash'] },
      steps: [
        [call('bash', { command: 'ls' }), 'a.py'],
        [call('bash', { command: 'submit' }), '']
      ],
      results: [undefined, undefined]
    }
  ])
  expect(dropped).toEqual({
    'the field "state" of steps': 3,
    'thoughts of the agent': 3,
    'steps without an action': 1,
    'the submission': 1,
    'the field "model_stats" of info': 1
  })
})

test('a demonstration of SWE-agent, whatever its name ends in', async () => {
  for (const name of ['swe-agent-demonstration.traj', 'demo.json']) {
    const { importer, worlds } = await file('swe-agent-demonstration.traj', { name })
    expect([importer, ...worlds.map(({ task, tools, steps }) => [task, tools, steps])]).toEqual([
      'traj',
      ['Fix a.py', ['bash'], [[call('bash', { command: 'open "a.py"' }), '[File: a.py (1 lines total)]\n1:print(1\n']]]
    ])
  }
})

test('an array is read by pointers, and so is the name of a tool', async () => {
  const array = await file('array-for-mapping.json', {
    format: 'jsonl',
    options: { action: '/turn/action', observation: '/turn/result', session: '/run' }
  })
  expect(array.worlds.map(({ title, domain, steps }) => [title, domain, steps])).toEqual([
    [
      'a',
      'textenv',
      [
        ['look', 'You see a door.'],
        ['open door', 'It is locked.']
      ]
    ]
  ])
  const tool = '/attributes/gen_ai.tool'
  const spans = await file('otel-spans.jsonl', {
    format: 'jsonl',
    options: {
      ...{ action: `${tool}.call.arguments`, tool: `${tool}.name`, observation: `${tool}.call.result` },
      session: '/traceId'
    }
  })
  expect(spans.worlds.map(({ domain, tools, steps }) => [domain, tools, steps])).toEqual([
    [
      'mcp',
      ['free', 'book'],
      [
        [call('free', { room: 'blue' }), 'free'],
        [call('book', { room: 'blue', who: 'Bob' }), 'booked']
      ]
    ]
  ])
  expect(spans.dropped).toEqual({
    'the field "spanId"': 2,
    'the field "name"': 2,
    'the field "startTimeUnixNano"': 2,
    'the field "attributes/gen_ai.operation.name"': 2,
    'the field "attributes/gen_ai.tool.call.id"': 2
  })
})

test('rows of an array are counted where they cannot be read; an empty one is said to be empty; a task is found by a pointer', async () => {
  const options = { action: '/do', observation: '/see', task: '/goal' }
  const text = JSON.stringify([{ do: 'look', see: 'A hall.', goal: 'Leave.' }, { see: 1 }, 7], null, 2)
  const { worlds, problems } = await read(text, { format: 'jsonl', options })
  expect(worlds.map(({ task, steps }) => [task, steps])).toEqual([['Leave.', [['look', 'A hall.']]]])
  expect(problems).toEqual([
    [null, 'Row 2: There is nothing at "/do", where the action should be.'],
    [null, 'Row 3: There is nothing at "/do", where the action should be.']
  ])
  expect((await read('[]', { format: 'jsonl' })).problems).toEqual([[null, 'There is no row in the file.']])
  expect((await read('[{"action":"look","observation":"A hall."}]')).importer).toBe('jsonl')
})
