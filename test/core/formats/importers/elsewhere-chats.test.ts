// Conversations in every shape that programs write: which tools there are, which answer belongs to which call, and what is no action.
import { describe, expect, test } from 'vitest'
import { promptsOf } from '../../../../src/core/formats/exporters/asked.ts'
import { exporters } from '../../../../src/core/formats/exporters/index.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { must } from '../../../must.ts'
import { writing, written } from '../../trees.ts'
import { read, rows } from './reading.ts'

const openai = (id: string | null, name: string, given: object) => ({
  ...(id !== null && { id }),
  type: 'function',
  function: { name, arguments: JSON.stringify(given) }
})
const block = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
const user = { role: 'user', content: 'Weather in Oslo and Rome?' }
const dumped = (name: string, kwargs: object) => ({ lc: 1, type: 'constructor', id: ['langchain', name], kwargs })
const OSLO = { name: 'weather', arguments: { city: 'Oslo' } }
const ROME = { name: 'weather', arguments: { city: 'Rome' } }
const langchain = [
  { name: 'weather', args: OSLO.arguments, id: 'a' },
  { name: 'weather', args: ROME.arguments, id: 'b' }
]

// The same two calls and answers as each program has them.
const SHAPES: Record<string, object> = {
  'OpenAI, without ids': {
    messages: [
      user,
      {
        role: 'assistant',
        tool_calls: [openai(null, 'weather', OSLO.arguments), openai(null, 'weather', ROME.arguments)]
      },
      { role: 'tool', content: '4' },
      { role: 'tool', content: [{ type: 'text', text: '21' }] }
    ]
  },
  'OpenAI, an answer that comes after another message': {
    messages: [
      user,
      {
        role: 'assistant',
        tool_calls: [openai('b', 'weather', ROME.arguments), openai('a', 'weather', OSLO.arguments)]
      },
      { role: 'tool', tool_call_id: 'a', content: '4' },
      { role: 'assistant', content: 'Still waiting.' },
      { role: 'tool', tool_call_id: 'b', content: '21' }
    ]
  },
  'OpenAI, ids used again': {
    messages: [
      user,
      { role: 'assistant', tool_calls: [openai('call_0', 'weather', OSLO.arguments)] },
      { role: 'tool', tool_call_id: 'call_0', content: '4' },
      { role: 'assistant', tool_calls: [openai('call_0', 'weather', ROME.arguments)] },
      { role: 'tool', tool_call_id: 'call_0', content: '21' }
    ]
  },
  'items of Responses': {
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: user.content }] },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { type: 'function_call', call_id: 'b', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'function_call_output', call_id: 'a', output: '4' },
      { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: '21' }] }
    ],
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '4 and 21.' }] }]
  },
  'Anthropic, with cache_control, answers in another order': {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: user.content, cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two calls.', signature: 'x' },
          block('a', 'weather', OSLO.arguments),
          block('b', 'weather', ROME.arguments)
        ]
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: '21' }] },
          { type: 'tool_result', tool_use_id: 'a', content: '4', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'Go on.' }
        ]
      }
    ]
  },
  'Anthropic, tools of the server': {
    messages: [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 's', name: 'weather', input: OSLO.arguments },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'text', text: '4' }] },
          { type: 'mcp_tool_use', id: 'm', name: 'weather', input: ROME.arguments },
          { type: 'mcp_tool_result', tool_use_id: 'm', content: [{ type: 'text', text: '21' }] },
          { type: 'text', text: '4 and 21.' }
        ]
      }
    ]
  },
  Bedrock: {
    messages: [
      { role: 'user', content: [{ text: user.content }] },
      {
        role: 'assistant',
        content: [
          { toolUse: { toolUseId: 'a', name: 'weather', input: OSLO.arguments } },
          { toolUse: { toolUseId: 'b', name: 'weather', input: ROME.arguments } }
        ]
      },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 'a', content: [{ text: '4' }] } },
          { toolResult: { toolUseId: 'b', content: [{ json: 21 }] } }
        ]
      }
    ]
  },
  'the AI SDK': {
    messages: [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: OSLO.arguments },
          { type: 'tool-call', toolCallId: 'b', toolName: 'weather', args: ROME.arguments }
        ]
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'b', toolName: 'weather', result: 21 },
          { type: 'tool-result', toolCallId: 'a', toolName: 'weather', output: { type: 'text', value: '4' } }
        ]
      }
    ]
  },
  LangChain: {
    messages: [
      { type: 'human', role: 'human', content: user.content },
      {
        ...{ type: 'ai', role: 'ai', content: '' },
        tool_calls: langchain
      },
      { type: 'tool', role: 'tool', tool_call_id: 'a', content: '4' },
      { type: 'tool', role: 'tool', tool_call_id: 'b', content: '21' }
    ]
  },
  'LangChain, as it lists them': {
    messages: [
      { type: 'human', content: user.content },
      { type: 'ai', content: '', tool_calls: langchain, response_metadata: { model_name: 'x' } },
      { type: 'tool', tool_call_id: 'a', content: '4' },
      { type: 'tool', tool_call_id: 'b', content: '21' }
    ]
  },
  'LangChain, as it keeps them': {
    messages: [
      { type: 'human', data: { content: user.content } },
      { type: 'ai', data: { content: '', tool_calls: langchain, additional_kwargs: { tool_calls: [] } } },
      { type: 'tool', data: { tool_call_id: 'a', content: '4' } },
      { type: 'tool', data: { tool_call_id: 'b', content: '21' } }
    ]
  },
  'LangChain, as it dumps them': {
    messages: [
      dumped('HumanMessage', { content: user.content }),
      dumped('AIMessageChunk', { content: '', tool_calls: langchain, usage_metadata: { input_tokens: 3 } }),
      dumped('ToolMessage', { tool_call_id: 'a', content: '4' }),
      dumped('ToolMessage', { tool_call_id: 'b', content: '21' })
    ]
  },
  'a window of the AI SDK': {
    messages: [
      { id: '1', role: 'user', parts: [{ type: 'text', text: user.content }] },
      {
        ...{ id: '2', role: 'assistant' },
        parts: [
          { type: 'step-start' },
          { type: 'text', text: 'I look.' },
          { type: 'tool-weather', toolCallId: 'a', state: 'output-available', input: OSLO.arguments, output: '4' },
          { type: 'step-start' },
          {
            ...{ type: 'dynamic-tool', toolName: 'weather', toolCallId: 'b', state: 'output-available' },
            ...{ input: ROME.arguments, output: 21 }
          },
          { type: 'text', text: '4 and 21.' }
        ]
      }
    ]
  },
  'an older window of the AI SDK': {
    messages: [
      { ...user, id: '1' },
      {
        ...{ id: '2', role: 'assistant', content: '4 and 21.' },
        toolInvocations: [
          { state: 'result', toolCallId: 'a', toolName: 'weather', args: OSLO.arguments, result: '4' },
          { state: 'result', toolCallId: 'b', toolName: 'weather', args: ROME.arguments, result: '21' }
        ]
      }
    ]
  },
  'ms-swift': {
    messages: [
      user,
      { role: 'tool_call', content: JSON.stringify(OSLO) },
      { role: 'tool_response', content: '4' },
      { role: 'tool_call', content: JSON.stringify(ROME) },
      { role: 'tool_response', content: '21' }
    ]
  },
  ShareGPT: {
    conversations: [
      { from: 'human', value: user.content },
      { from: 'function_call', value: JSON.stringify([OSLO, ROME]) },
      { from: 'observation', value: '4' },
      { from: 'observation', value: '21' }
    ],
    tools: ''
  },
  'tags of Hermes': {
    conversations: [
      { from: 'human', value: user.content },
      {
        from: 'gpt',
        value: `<tool_call>\n${JSON.stringify(OSLO)}\n</tool_call>\n<tool_call>\n${JSON.stringify(ROME)}\n</tool_call>`
      },
      { from: 'tool', value: '<tool_response>\n4\n</tool_response>\n<tool_response>\n21\n</tool_response>' },
      { from: 'gpt', value: '4 and 21.' }
    ]
  }
}

describe.each(Object.entries(SHAPES))('%s', (_name, row) => {
  test('two calls are two steps with their own answers', async () => {
    const { worlds, problems } = await read(rows(row))
    expect(problems).toEqual([])
    expect(worlds).toEqual([
      {
        ...{ title: user.content, domain: 'mcp', task: user.content, state: '', tools: ['weather'] },
        steps: [
          [OSLO, '4'],
          [ROME, '21']
        ],
        results: [undefined, undefined]
      }
    ])
  })

  test('the tools that are called are in the world, in what its model is told, and in its exports', async () => {
    const tree = must((await read(rows(row))).trees[0])
    const source = treeSource(tree)
    const { system } = promptsOf(source, writing())
    for await (const turn of source.chain()) {
      expect(system(turn)).toContain('weather')
      expect(system(turn)).not.toContain('list_issues')
    }
    // The player of HTML is built; it has what Orrery's own format has.
    for (const format of exporters.filter((one) => !one.unsuited?.(tree.session) && one.name !== 'html')) {
      expect([format.name, (await written(format, tree)).includes('list_issues')]).toEqual([format.name, false])
    }
  })
})

test.each(['OpenAI, without ids', 'LangChain, as it dumps them', 'a window of the AI SDK'])(
  'messages that stand one a line are one conversation, also where a line is broken: %s',
  async (shape) => {
    const { messages } = must(SHAPES[shape]) as { messages: object[] }
    const { importer, worlds, problems } = await read(`${rows(...messages)}{"role": "us\n`)
    expect([importer, problems.map(([line]) => line)]).toEqual(['messages', [messages.length + 1]])
    expect(worlds.map(({ task, steps }) => [task, steps])).toEqual([
      [
        user.content,
        [
          [OSLO, '4'],
          [ROME, '21']
        ]
      ]
    ])
  }
)

test('a call whose arguments are no JSON costs only itself', async () => {
  const called = (id: string, given: string) => ({
    ...{ role: 'assistant', content: null },
    tool_calls: [{ id, type: 'function', function: { name: 'weather', arguments: given } }]
  })
  const { worlds, dropped, problems } = await read(
    rows({
      messages: [
        user,
        ...[called('a', '{"city": "Os'), { role: 'tool', tool_call_id: 'a', content: 'not JSON' }],
        ...[called('b', '{"city":"Oslo"}'), { role: 'tool', tool_call_id: 'b', content: '4' }]
      ]
    })
  )
  expect(problems).toEqual([])
  expect(worlds.map(({ steps }) => steps)).toEqual([[[OSLO, '4']]])
  expect(dropped).toEqual({ 'calls that are none': 1 })
})

test('tools that are declared stay as they are, and those that are called besides are added', async () => {
  const tools = [{ name: 'find', description: 'Finds.', input_schema: { type: 'object', properties: {} } }]
  const messages = [
    user,
    { role: 'assistant', content: [block('a', 'weather', {})] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }
  ]
  const { trees, worlds } = await read(rows({ messages, tools }))
  expect(must(must(trees[0]).branches[0]).setup.tools).toEqual([
    { name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} } },
    { name: 'weather', inputSchema: { type: 'object' } }
  ])
  expect(worlds.map(({ steps }) => steps)).toEqual([[[{ name: 'weather', arguments: {} }, '']]])
})

test('calls without an answer and answers to no call are counted, and nobody else gets them', async () => {
  const { worlds, dropped } = await read(
    rows({
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: [openai('a', 'weather', OSLO.arguments), openai('b', 'weather', ROME.arguments)]
        },
        { role: 'tool', tool_call_id: 'z', content: 'stray' },
        { role: 'tool', tool_call_id: 'b', content: '21' }
      ]
    })
  )
  expect(worlds.map(({ steps }) => steps)).toEqual([[[ROME, '21']]])
  expect(dropped).toEqual({ 'actions that nothing answered': 1, 'answers of tools that were not called': 1 })
})

test.each([
  ['Anthropic', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'no' }] }],
  [
    'Bedrock',
    { role: 'user', content: [{ toolResult: { toolUseId: 'a', status: 'error', content: [{ text: 'no' }] } }] }
  ],
  ['LangChain', { role: 'tool', tool_call_id: 'a', status: 'error', content: 'no' }],
  [
    'the AI SDK',
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', output: { type: 'error-text', value: 'no' } }] }
  ]
])('%s says that a call failed, and that is kept with it', async (_name, answer) => {
  const messages = [user, { role: 'assistant', content: [block('a', 'weather', {})] }, answer]
  const { worlds } = await read(rows({ messages }))
  expect(worlds.map(({ steps, results }) => [steps, results])).toEqual([
    [[[{ name: 'weather', arguments: {} }, 'no']], [{ isError: true }]]
  ])
})

describe('what is no action', () => {
  const said = (...texts: string[]) =>
    texts.map((text, index) => ({ role: index % 2 ? 'assistant' : 'user', content: text }))
  const PLAIN = [
    ['What is 2+2?', 'Four.', 'And 3+3?', 'Six.'],
    ['hi', 'hello', 'how are you', 'fine thanks'],
    ['Write a poem.', '# Rain\n\nIt rains.\n\n- softly', 'Longer!', '**More** rain'],
    ['How do I list files?', 'Like this:\n```bash\nls\n```', 'Thanks!', 'You are welcome.'],
    ['Give me JSON.', '{"a": 1}', 'Again.', '{"a": 2}'],
    ['Look at this', 'Look, I cannot see it.', 'Why?', 'I have no eyes.']
  ]
  const FORMS: [string, (texts: string[]) => string][] = [
    ['OpenAI', (texts) => rows({ messages: said(...texts) })],
    ['one list', (texts) => JSON.stringify(said(...texts), null, 2)],
    ['TRL', (texts) => rows({ prompt: said(...texts).slice(0, 3), completion: said(...texts).slice(3) })],
    [
      'Anthropic',
      (texts) =>
        rows({ messages: said(...texts).map((one) => ({ ...one, content: [{ type: 'text', text: one.content }] })) })
    ],
    ['with no tools', (texts) => rows({ messages: said(...texts), tools: '[]' })],
    [
      'ShareGPT',
      (texts) =>
        rows({
          conversations: texts.map((value, index) => ({ from: index % 2 ? 'gpt' : 'human', value })),
          tools: '[]'
        })
    ]
  ]
  test.each(FORMS)('plain chats of %s', async (_name, form) => {
    for (const texts of PLAIN) {
      const { worlds, problems } = await read(form(texts))
      expect([texts, worlds, problems]).toEqual([
        texts,
        [],
        [
          [
            expect.toBeOneOf([1, null]),
            expect.stringContaining('There is no action in this conversation: nobody calls')
          ]
        ]
      ])
    }
  })

  test('commands of a text world are actions; so is anything where the kind of world is given', async () => {
    const game = said('You are in a hall.', 'go to desk 1', 'A desk.', 'take lamp 2 from desk 1', 'Taken.')
    const { worlds } = await read(rows({ messages: game }))
    expect(worlds.map(({ domain, state, steps }) => [domain, state, steps])).toEqual([
      [
        'textenv',
        'You are in a hall.',
        [
          ['go to desk 1', 'A desk.'],
          ['take lamp 2 from desk 1', 'Taken.']
        ]
      ]
    ])
    const shop = said('Find a mug.', 'search[red mug]', 'Results', 'click[b01]', 'A mug.')
    expect((await read(rows({ messages: shop }))).worlds.map(({ steps }) => steps.length)).toEqual([2])
    const asked = await read(rows({ messages: said('x', 'Four.', 'y') }), { options: { domain: 'textenv' } })
    expect(asked.worlds.map(({ steps }) => steps)).toEqual([[['Four.', 'y']]])
  })
})

describe('rows that begin alike', () => {
  const turn = (id: string, city: string, answer: string) => [
    { role: 'assistant', content: '', tool_calls: [openai(id, 'weather', { city })] },
    { role: 'tool', tool_call_id: id, content: answer }
  ]
  const short = [user, ...turn('a', 'Oslo', '4')]
  const long = [...short, ...turn('b', 'Rome', '21')]

  test('a row whose messages all begin another is merged into it, in either order, also one that stops before an answer', async () => {
    for (const all of [
      [short, long],
      [long, short],
      [long.slice(0, 2), long]
    ]) {
      const { worlds, understood, problems } = await read(rows(...all.map((messages) => ({ messages }))))
      expect([worlds.map(({ steps }) => steps.length), understood, problems]).toEqual([
        [2],
        { conversations: 1, 'rows that are the beginning of another': 1 },
        []
      ])
    }
  })

  test.each([
    ['another task', { messages: [{ ...user, content: 'Is it cold in Oslo?' }, ...short.slice(1)] }],
    ['another last word', { messages: [...short, { role: 'assistant', content: 'It is cold.' }] }],
    ['another system prompt', { messages: [{ role: 'system', content: 'Be brief.' }, ...short] }],
    ['other tools', { messages: short, tools: [{ name: 'weather', parameters: { type: 'object', properties: {} } }] }]
  ])('%s is another world', async (_name, row) => {
    const { worlds, trees } = await read(rows({ messages: long }, row))
    expect(worlds.map(({ steps }) => steps.length)).toEqual([2, 1])
    expect(new Set(trees.map(({ session }) => session.id)).size).toBe(2)
  })

  test.each([
    [{ reward: 0 }, { reward: 1 }],
    [{ id: 1 }, { id: 2 }],
    [{ task: 'a' }, { task: 'b' }]
  ])('the same messages with %j and %j are two worlds, and one with equal fields', async (a, b) => {
    const two = await read(rows({ messages: short, ...a }, { messages: short, ...b }))
    expect(new Set(two.trees.map(({ session }) => session.id)).size).toBe(2)
    const one = await read(rows({ messages: short, ...a }, { messages: short, ...a }))
    expect([one.worlds.length, one.understood]).toEqual([
      1,
      { conversations: 1, 'rows that say the same as another': 1 }
    ])
  })
})

test('a named tool with its input is a call', async () => {
  const content = (input: string) => `Thought: I search.\nAction: search\nAction Input: ${input}\n`
  const { worlds } = await read(
    rows({
      messages: [
        { role: 'user', content: 'Find rye.' },
        { role: 'assistant', content: content('{"word": "rye"}') },
        { role: 'user', content: 'Observation: one field' },
        { role: 'assistant', content: content('rye bread') },
        { role: 'user', content: 'Observation: two loaves' }
      ]
    })
  )
  expect(worlds.map(({ domain, tools, steps }) => [domain, tools, steps])).toEqual([
    [
      'mcp',
      ['search'],
      [
        [{ name: 'search', arguments: { word: 'rye' } }, 'one field'],
        [{ name: 'search', arguments: { input: 'rye bread' } }, 'two loaves']
      ]
    ]
  ])
})
