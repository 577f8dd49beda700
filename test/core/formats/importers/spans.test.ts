// Calls of tools in spans, under the names and in the layouts that programs export.
import { expect, test } from 'vitest'
import { read, rows } from './reading.ts'

const GIVEN = '{"room":"blue"}'
const FREE = [{ name: 'free', arguments: { room: 'blue' } }, 'yes']
const of = { traceId: 't', spanId: '1', name: 'free', startTimeUnixNano: '1' }
const context = { trace_id: '0xa', span_id: '0xb' }

async function seen(...records: object[]) {
  const { importer, worlds } = await read(rows(...records))
  return [importer, ...worlds.map(({ steps, results }) => [steps, results])]
}

test.each<[convention: string, span: object]>([
  [
    'OpenInference',
    {
      ...{ name: 'x', context, attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'free' } },
      ...{ start_time: '2026-01-01T00:00:00Z' }
    }
  ],
  ['OpenInference without the name of a tool', { ...of, attributes: { 'openinference.span.kind': 'TOOL' } }],
  ['OpenInference, nested', { name: 'x', context, attributes: { tool: { name: 'free' } } }]
])('%s', async (_, span) => {
  const { attributes } = span as { attributes: Record<string, unknown> }
  const told = { ...span, attributes: { ...attributes, 'input.value': GIVEN, 'output.value': 'yes' } }
  expect(await seen(told)).toEqual(['otel', [[FREE], [undefined]]])
})

test.each<[convention: string, attributes: object]>([
  ['AI SDK', { 'ai.toolCall.name': 'free', 'ai.toolCall.args': GIVEN, 'ai.toolCall.result': '"yes"' }],
  ['Pydantic AI', { 'gen_ai.tool.name': 'free', tool_arguments: GIVEN, tool_response: 'yes' }],
  ['MLflow', { 'mlflow.spanType': '"TOOL"', 'mlflow.spanInputs': GIVEN, 'mlflow.spanOutputs': '"yes"' }],
  [
    'OpenLLMetry',
    {
      ...{ 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'free', 'traceloop.entity.output': '"yes"' },
      'traceloop.entity.input': `{"args":[],"kwargs":${GIVEN}}`
    }
  ]
])('%s', async (_, attributes) => {
  expect(await seen({ ...of, attributes })).toEqual(['otel', [[FREE], [undefined]]])
})

test('a table of spans names its columns by the way to each attribute', async () => {
  const row = { 'context.trace_id': 't', 'context.span_id': '1', name: 'x', start_time: 1_700_000_000_000 }
  const columns = { 'attributes.tool.name': 'free', 'attributes.input.value': GIVEN, 'attributes.output.value': 'yes' }
  expect(await seen({ ...row, ...columns })).toEqual(['otel', [[FREE], [undefined]]])
})

test('values of OTLP are the values that their types say, and its second status is an error', async () => {
  const value = {
    kvlistValue: {
      values: [
        { key: 'room', value: { stringValue: 'blue' } },
        {
          key: 'days',
          value: { arrayValue: { values: [{ intValue: '3' }, { doubleValue: 0.5 }, { boolValue: true }] } }
        }
      ]
    }
  }
  const attributes = [
    { key: 'gen_ai.tool.name', value: { stringValue: 'free' } },
    { key: 'gen_ai.tool.call.arguments', value }
  ]
  const spans = [{ ...of, attributes, status: { code: 2, message: 'There is no blue room.' } }]
  const { worlds } = await read(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
  expect(worlds.map(({ steps, results }) => [steps, results])).toEqual([
    [
      [[{ name: 'free', arguments: { room: 'blue', days: [3, 0.5, true] } }, 'There is no blue room.']],
      [{ isError: true }]
    ]
  ])
})

test('where tools have no spans, the longest conversation of the model has their calls', async () => {
  const asked = { role: 'user', parts: [{ type: 'text', content: 'Is it free?' }] }
  const call = { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'free', arguments: { room: 'blue' } }] }
  const back = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 'yes' }] }
  const chat = (id: string, input: object[], output: object[]) => ({
    ...{ ...of, spanId: id },
    attributes: { 'gen_ai.input.messages': JSON.stringify(input), 'gen_ai.output.messages': output }
  })
  const found = await read(rows(chat('2', [asked, call, back], []), chat('1', [asked], [call])))
  expect(found.worlds).toMatchObject([{ title: 'Is it free?', steps: [FREE] }])
  expect(found.dropped).toEqual({ 'spans that are no calls of tools': 1 })
})

test.each([
  ['llm.input_messages', 'message.', 'tool_call.', 'tool_call.function.'],
  ['gen_ai.prompt', '', '', '']
])('a conversation that is written field by field under %s', async (list, message, call, calling) => {
  const calls = `${list}.1.${message}tool_calls.0.`
  const attributes = {
    [`${list}.0.${message}role`]: 'user',
    [`${list}.0.${message}content`]: 'Is it free?',
    [`${list}.1.${message}role`]: 'assistant',
    [`${calls}${call}id`]: 'a',
    [`${calls}${calling}name`]: 'free',
    [`${calls}${calling}arguments`]: GIVEN,
    [`${list}.2.${message}role`]: 'tool',
    [`${list}.2.${message}tool_call_id`]: 'a',
    [`${list}.2.${message}content`]: 'yes'
  }
  expect(await seen({ ...of, attributes })).toEqual(['otel', [[FREE], [undefined]]])
})
