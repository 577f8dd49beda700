// Conversations as agent frameworks, batches, servers and data sets hold them.
import { expect, test } from 'vitest'
import { read, rows } from './reading.ts'

const FREE = [{ name: 'free', arguments: { room: 'blue' } }, 'yes']
const call = { id: 'a', type: 'function', function: { name: 'free', arguments: '{"room":"blue"}' } }
const messages = [
  { role: 'user', content: 'Is it free?' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: 'yes' }
]
const args = { room: 'blue' }

test.each<[held: string, importer: string, file: unknown]>([
  ['a batch', 'messages', { custom_id: '1', body: { model: 'm', messages } }],
  ['a log of a server', 'messages', { request: { messages }, response: { choices: [] } }],
  ['a row of preferences', 'messages', { input: { messages, tools: [] }, preferred_output: [] }],
  ['a chosen conversation', 'messages', { chosen: messages, rejected: messages.slice(0, 1) }],
  ['a prompt and what was chosen', 'messages', { prompt: messages.slice(0, 1), chosen: messages.slice(1) }],
  ['a page of a viewer of rows', 'messages', { features: [], rows: [{ row_idx: 0, row: { messages } }] }],
  [
    ...(['ShareGPT with roles', 'sharegpt'] as const),
    {
      conversations: [
        { role: 'user', value: 'Is it free?' },
        { role: 'function_call', value: '{"name":"free","arguments":{"room":"blue"}}' },
        { role: 'observation', value: 'yes' }
      ]
    }
  ],
  [
    ...(['AutoGen', 'messages'] as const),
    {
      messages: [
        { source: 'user', content: 'Is it free?', type: 'TextMessage' },
        {
          source: 'a',
          content: [{ id: 'a', name: 'free', arguments: '{"room":"blue"}' }],
          type: 'ToolCallRequestEvent'
        },
        { source: 'a', content: [{ call_id: 'a', name: 'free', content: 'yes' }], type: 'ToolCallExecutionEvent' },
        { source: 'a', content: 'yes', type: 'ToolCallSummaryMessage' }
      ]
    }
  ],
  [
    ...(['Pydantic AI', 'messages'] as const),
    [
      { kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'Is it free?' }] },
      { kind: 'response', parts: [{ part_kind: 'tool-call', tool_name: 'free', tool_call_id: 'a', args }] },
      { kind: 'request', parts: [{ part_kind: 'tool-return', tool_name: 'free', tool_call_id: 'a', content: 'yes' }] }
    ]
  ],
  [
    ...(['ADK', 'gemini'] as const),
    {
      appName: 'x',
      events: [
        { author: 'user', content: { role: 'user', parts: [{ text: 'Is it free?' }] } },
        { author: 'a', content: { role: 'model', parts: [{ functionCall: { name: 'free', args } }] } },
        {
          author: 'a',
          content: { role: 'user', parts: [{ functionResponse: { name: 'free', response: { result: 'yes' } } }] }
        }
      ]
    }
  ],
  [
    ...(['Gemini with underscores', 'gemini'] as const),
    {
      contents: [
        { role: 'user', parts: [{ text: 'Is it free?' }] },
        { role: 'model', parts: [{ function_call: { name: 'free', args } }] },
        { role: 'user', parts: [{ function_response: { name: 'free', response: { result: 'yes' } } }] }
      ]
    }
  ]
])('%s', async (_, importer, file) => {
  for (const text of [rows(file as object), JSON.stringify(file, null, 2)]) {
    const found = await read(text)
    expect([found.importer, found.problems]).toEqual([importer, []])
    expect(found.worlds).toMatchObject([{ title: 'Is it free?', steps: [FREE] }])
  }
})

test('what stands around a request is listed as dropped; an answer that failed says so', async () => {
  const batch = await read(rows({ custom_id: '1', body: { model: 'm', messages } }))
  expect(batch.dropped).toEqual({ 'the field "custom_id"': 1, 'the field "model"': 1 })
  const agno = await read(rows({ messages: [...messages.slice(0, 2), { ...messages[2], tool_call_error: true }] }))
  const retried = await read(
    rows([
      { kind: 'response', parts: [{ part_kind: 'tool-call', tool_name: 'free', tool_call_id: 'a', args }] },
      { kind: 'request', parts: [{ part_kind: 'retry-prompt', tool_name: 'free', tool_call_id: 'a', content: 'no' }] }
    ])
  )
  expect([agno, retried].map(({ worlds }) => worlds[0]?.results)).toEqual([[{ isError: true }], [{ isError: true }]])
})

test('what a tool of the server found is its answer', async () => {
  const hit = { type: 'web_search_result', url: 'https://a.example', title: 'Rooms' }
  const found = await read(
    rows({
      messages: [
        { role: 'user', content: 'Is it free?' },
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'rooms' } },
            { type: 'web_search_tool_result', tool_use_id: 's', content: [hit] }
          ]
        }
      ]
    })
  )
  expect(found.worlds).toMatchObject([
    { steps: [[{ name: 'web_search', arguments: { query: 'rooms' } }, JSON.stringify(hit)]] }
  ])
})
