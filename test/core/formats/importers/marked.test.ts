// Calls that a server left in the text of the model's answer.
import { expect, test } from 'vitest'
import { read, rows } from './reading.ts'

const BOOK = { name: 'book', arguments: { room: 'blue' } }
const FREE = { name: 'free', arguments: {} }
const given = '{"room":"blue"}'

const chat = (said: string, ...answers: string[]) => [
  { role: 'user', content: 'Book it.' },
  { role: 'assistant', content: said },
  ...answers.map((content) => ({ role: 'tool', content }))
]

test.each([
  ['Llama 3', `<|python_tag|>{"name":"book","parameters":${given}}<|eom_id|>`],
  ['Llama 4', `<|python_start|>{"name":"book","parameters":${given}}<|python_end|><|eot|>`],
  ['Mistral, a list', `[TOOL_CALLS][{"name":"book","arguments":${given}}]</s>`],
  ['Mistral, a name', `Well. [TOOL_CALLS]book[ARGS]${given}`],
  [
    'DeepSeek V3',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>book\n\`\`\`json\n${given}\n\`\`\`<｜tool▁call▁end｜>`
  ],
  ['DeepSeek V3.1', `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>book<｜tool▁sep｜>${given}<｜tool▁call▁end｜>`],
  ['bare JSON', `[{"name":"book","arguments":${given}}]`],
  ['bare in Python’s way', '[book(room="blue")]']
])('%s', async (_, said) => {
  const { worlds, problems } = await read(rows({ messages: chat(said, 'Booked.') }))
  expect([worlds.map(({ domain, steps }) => [domain, steps]), problems]).toEqual([[['mcp', [[BOOK, 'Booked.']]]], []])
})

test.each([
  ['Llama', `<|python_tag|>{"name":"free","parameters":{}}; {"name":"book","parameters":${given}}`],
  ['Mistral', `[TOOL_CALLS]free{}[TOOL_CALLS]book${given}`],
  ['Python', '[free(), book(room="blue")]']
])('two calls of %s are answered in their order', async (_, said) => {
  const { worlds } = await read(rows({ messages: chat(said, 'Yes.', 'Booked.') }))
  expect(worlds.map(({ steps }) => steps)).toEqual([
    [
      [FREE, 'Yes.'],
      [BOOK, 'Booked.']
    ]
  ])
})

test('a text that looks like a call is one only where a tool answers it, and code behind a mark is none', async () => {
  const bare = [...chat('[book(room="blue")]'), { role: 'user', content: 'What is that?' }]
  const code = [...chat('<|python_tag|>print(1)'), { role: 'user', content: 'Thanks.' }]
  const { worlds } = await read(rows({ messages: bare }, { messages: code }))
  expect(
    worlds.flatMap(({ steps }) => steps.map(([action]) => action)).filter((one) => typeof one !== 'string')
  ).toEqual([])
})
