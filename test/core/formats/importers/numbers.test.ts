// Numbers that Python writes and JSON does not have, wherever a file has them.
import { expect, test } from 'vitest'
import { parsePythonJson } from '../../../../src/core/text/json.ts'
import { read } from './reading.ts'

test('numbers without a value here are null; others and texts stay as they are', () => {
  expect(parsePythonJson('{"a":[1e400,-1e400,NaN,-Infinity,1e308,-0.5],"b":"1e400 NaN"}')).toEqual({
    a: [null, null, null, null, 1e308, -0.5],
    b: '1e400 NaN'
  })
  expect(parsePythonJson(`[${'9'.repeat(400)},1e-999]`)).toEqual([null, 0])
})

test.each(['NaN', '-Infinity', '1e400'])('%s in the first row and in arguments that are text', async (number) => {
  const line = (row: object) => JSON.stringify(row).replaceAll('"?"', number).replaceAll('\\"?\\"', number)
  const steps = await read(
    [0, 1].map(() => line({ action: { name: 'f', arguments: { x: '?' } }, observation: 'ok' })).join('\n')
  )
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":"?"}' } }
  const messages = [
    { role: 'user', content: 'Go.', score: '?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'ok' }
  ]
  const chat = await read(line({ messages }))
  const attributes = {
    'gen_ai.tool.name': 'f',
    'gen_ai.tool.call.arguments': '{"x":"?"}',
    'gen_ai.tool.call.result': 'ok'
  }
  const span = await read(line({ traceId: 't', spanId: '1', load: '?', attributes }))
  const made = [{ name: 'f', arguments: { x: null } }, 'ok']
  expect([steps, chat, span].map(({ worlds }) => worlds.map((world) => world.steps))).toEqual([
    [[made, made]],
    [[made]],
    [[made]]
  ])
})
