// What the agent was asked is the world's task, and comes out of an export as it went in.
import { expect, test } from 'vitest'
import { findExporter } from '../../../../src/core/formats/exporters/index.ts'
import { must } from '../../../must.ts'
import { written } from '../../trees.ts'
import { read, rows } from './reading.ts'

const TASK = '<task>\n## Book a room\n\nThe blue one, for Ann, and say so.\n</task>'
const TITLE = 'Book a room'
const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{"room":"blue"}' } }
const messages = [
  { role: 'user', content: TASK },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: 'booked' }
]
const shared = [
  { from: 'human', value: TASK },
  { from: 'function_call', value: '{"name":"book","arguments":{"room":"blue"}}' },
  { from: 'observation', value: 'booked' },
  { from: 'function_call', value: '{"name":"say","arguments":{}}' },
  { from: 'observation', value: 'said' }
]
const atif = {
  ...{ schema_version: 'ATIF-v1.6', session_id: 's', agent: { name: 'a', version: '1' } },
  steps: [
    { step_id: 1, source: 'user', message: TASK },
    {
      ...{ step_id: 2, source: 'agent', message: '' },
      tool_calls: [{ tool_call_id: 'a', function_name: 'book', arguments: { room: 'blue' } }],
      observation: { results: [{ source_call_id: 'a', content: 'booked' }] }
    }
  ]
}
const log = {
  ...{ version: 2, status: 'success', eval: { task: 'rooms', created: '2026-01-02T00:00:00+00:00' } },
  samples: [
    {
      ...{ id: 1, epoch: 1, input: TASK },
      messages: [
        { role: 'user', content: TASK },
        { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: 'book', arguments: { room: 'blue' } }] },
        { role: 'tool', tool_call_id: 'a', content: 'booked' }
      ]
    }
  ]
}
const traj = {
  ...{ environment: 'e', info: {}, history: [{ role: 'user', content: TASK }] },
  trajectory: [{ action: 'ls', observation: 'a', response: '', thought: '' }]
}
const FILES: [format: string, text: string][] = [
  ['messages', rows({ messages })],
  ['sharegpt', rows({ conversations: shared })],
  ['atif', JSON.stringify(atif)],
  ['inspect', JSON.stringify(log)],
  ['traj', JSON.stringify(traj)]
]

test.each(FILES)(
  '%s: the task is the same in every format that it is written to, and read again',
  async (_name, text) => {
    const [first] = (await read(text)).trees
    const [{ setup }] = [must(must(first).branches[0])]
    expect(setup.task).toBe(TASK)
    for (const format of ['messages', 'sharegpt', 'axolotl', 'atif', 'inspect', 'traj', 'orrery']) {
      const out = await written(findExporter(format), must(first))
      // A conversation of ShareGPT ends in an answer of the agent's: one step alone leaves none.
      const again = (await read(out)).worlds
      if (again.length) expect([format, again.map(({ task }) => task)]).toEqual([format, [TASK]])
      expect([format, out.includes(JSON.stringify(TASK).slice(1, -1))]).toEqual([format, true])
    }
  }
)

test('the title is the first line of the task that has words, without tags', async () => {
  expect((await read(rows({ messages }))).worlds.map(({ title }) => title)).toEqual([TITLE])
})

test('an agent that is told no more than it is shown is told no title', async () => {
  const game = [
    { role: 'user', content: 'You are in a hall.\nThere is a door.' },
    { role: 'assistant', content: 'look' },
    { role: 'user', content: 'A hall.' }
  ]
  const [tree] = (await read(rows({ messages: game }))).trees
  const out = await written(findExporter('messages'), must(tree))
  expect(
    JSON.parse(out).messages.map(({ role, content }: { role: string; content: string }) => ({ role, content }))
  ).toEqual(game)
  expect((await read(out)).worlds).toEqual((await read(rows({ messages: game }))).worlds)
})

test('an export with a task of its own is read with it', async () => {
  const [tree] = (await read(rows({ messages }))).trees
  const out = await written(findExporter('messages'), must(tree), { options: { task: 'Do it.' } })
  expect(JSON.parse(out).messages[0]).toEqual({ role: 'user', content: 'Do it.' })
  expect((await read(out)).worlds.map(({ task, title }) => [task, title])).toEqual([['Do it.', TITLE]])
})
