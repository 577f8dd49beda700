// What is read and not kept is listed by name and count, in every format that others write.
import { expect, test } from 'vitest'
import { read, rows } from './reading.ts'

const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
const messages = [
  { role: 'user', content: 'x', timestamp: 1 },
  { role: 'assistant', content: '', tool_calls: [call], extra: { cost: 1 }, refusal: null, annotations: [] },
  { role: 'tool', tool_call_id: 'a', content: 'y', timestamp: 2, weight: 0 }
]

test.each<[format: string, text: string, dropped: Record<string, number>]>([
  [
    'messages',
    rows({ messages, reward: 1, state: {}, note: null }, { messages: [...messages, messages[0]], reward: 0 }),
    {
      'the field "reward"': 2,
      'the field "timestamp" of messages': 5,
      'the field "extra" of messages': 2,
      "the user's messages between actions": 1
    }
  ],
  [
    'sharegpt',
    rows({
      conversations: [
        { from: 'human', value: 'x', time: 1 },
        { from: 'function_call', value: '{"name":"f","arguments":{}}', loss: true },
        { from: 'observation', value: 'y' }
      ],
      ...{ score: 0.5, tools: '[]' }
    }),
    { 'the field "score"': 1, 'the field "time" of messages': 1 }
  ],
  [
    'atif',
    JSON.stringify({
      ...{ schema_version: 'ATIF-v1.6', session_id: 's', final_metrics: { total_steps: 1 }, extra: { a: 1 } },
      agent: { name: 'a', version: '1', extra: { b: 1 } },
      steps: [
        {
          ...{ step_id: 1, source: 'agent', message: '', extra: { c: 1 }, metrics: { cost_usd: 1 } },
          tool_calls: [{ tool_call_id: 'a', function_name: 'f', arguments: {}, extra: { d: 1 } }],
          observation: { results: [{ source_call_id: 'a', content: 'y', extra: { e: 1 } }] }
        }
      ]
    }),
    {
      'the field "final_metrics"': 1,
      'the field "extra"': 1,
      'the field "extra" of the agent': 1,
      'the field "extra" of steps': 1,
      'the field "extra" of calls': 1,
      'the field "extra" of results': 1,
      "the agent's metrics": 1
    }
  ],
  [
    'inspect',
    JSON.stringify({
      ...{ version: 2, status: 'success', eval: { task: 't' } },
      samples: [
        {
          ...{ id: 1, epoch: 1, input: 'x', target: 'z', store: { a: 1 }, scores: { s: { value: 1 } } },
          messages: [
            { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: 'f', arguments: {} }] },
            { role: 'tool', tool_call_id: 'a', content: 'y', metadata: { b: 1 } }
          ]
        }
      ]
    }),
    {
      'the field "target" of samples': 1,
      'the field "store" of samples': 1,
      'the field "metadata" of messages': 1,
      scores: 1
    }
  ],
  [
    'traj',
    JSON.stringify({
      trajectory: [{ action: 'ls', observation: 'a', response: '', state: { cwd: '/' }, query: [{ role: 'user' }] }],
      ...{ history: [], info: { model_stats: { cost: 1 } }, replay_config: '{}' }
    }),
    {
      'the field "state" of steps': 1,
      'the field "query" of steps': 1,
      'the field "model_stats" of info': 1,
      'the field "replay_config"': 1
    }
  ],
  [
    'asciicast',
    `${JSON.stringify({ version: 2, width: 80, height: 24, theme: { fg: '#fff' }, idle_time_limit: 2 })}\n[0.1,"o","$ "]\n[1,"o","ls\\r\\na\\r\\n$ "]\n[2,"r","90x30"]`,
    { 'the field "theme" of the header': 1, 'the field "idle_time_limit" of the header': 1, 'terminal resizes': 1 }
  ],
  [
    'jsonl',
    rows({ action: 'look', observation: 'A hall.', turn: { at: 1 } }, { action: 'wait', observation: '', turn: 2 }),
    { 'the field "turn"': 2 }
  ]
])('%s', async (format, text, dropped) => {
  const found = await read(text)
  expect([found.importer, found.problems, found.dropped]).toEqual([format, [], dropped])
})

test('of a mapping into a row the fields beside it are listed by their path', async () => {
  const options = { action: '/turn/do', observation: '/turn/see' }
  const { dropped } = await read(rows({ turn: { do: 'look', see: 'x', cost: 1 }, run: 1 }), {
    format: 'jsonl',
    options
  })
  expect(dropped).toEqual({ 'the field "turn/cost"': 1, 'the field "run"': 1 })
})

test('a sample of Inspect: a failed call is kept as one, and the tools are those that its model was given and called', async () => {
  const sample = {
    ...{ id: 1, epoch: 1, input: 'x' },
    messages: [
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: 'f', arguments: {} }] },
      { role: 'tool', tool_call_id: 'a', content: '', error: { type: 'timeout', message: 'Too slow.' } }
    ],
    events: [
      { event: 'model', tools: [{ name: 'g', description: 'G.', parameters: { type: 'object', properties: {} } }] }
    ]
  }
  const { worlds } = await read(
    JSON.stringify({ version: 2, status: 'success', eval: { task: 't' }, samples: [sample] })
  )
  expect(worlds.map(({ tools, steps, results }) => [tools, steps, results])).toEqual([
    [['g', 'f'], [[{ name: 'f', arguments: {} }, 'Too slow.']], [{ isError: true }]]
  ])
})
