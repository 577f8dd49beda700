// Runs of tools as LangSmith and Langfuse export them.
import { expect, test } from 'vitest'
import { read, rows } from './reading.ts'

const run = (id: string, at: number, more: object) => ({
  ...{ id, trace_id: 't', run_type: 'tool', name: 'free', start_time: `2026-01-01T00:00:0${at}` },
  ...more
})
const seen = async (text: string) => {
  const { importer, worlds, dropped } = await read(text)
  return [importer, worlds.map(({ steps, results }) => [steps, results]), dropped]
}

test('runs of LangSmith in the order of their time, with inputs in Python’s words, messages as outputs, and errors', async () => {
  const all = [
    run('c', 3, { inputs: { input: 'blue' }, error: 'ValueError: no date' }),
    run('b', 2, { inputs: { input: "{'room': 'red'}" }, outputs: { output: { type: 'tool', content: 'no' } } }),
    { id: 't', trace_id: 't', run_type: 'chain', name: 'agent', inputs: {}, outputs: {} },
    run('a', 1, { inputs: { room: 'blue' }, outputs: { output: 'yes' } })
  ]
  const steps = [
    [{ name: 'free', arguments: { room: 'blue' } }, 'yes'],
    [{ name: 'free', arguments: { room: 'red' } }, 'no'],
    [{ name: 'free', arguments: { input: 'blue' } }, 'ValueError: no date']
  ]
  const found = [
    'langsmith',
    [[steps, [undefined, undefined, { isError: true }]]],
    { 'runs that are no calls of tools': 1 }
  ]
  expect(await seen(rows(...all))).toEqual(found)
  const [c, b, root, a] = all
  expect(await seen(JSON.stringify({ ...root, child_runs: [c, { ...b, child_runs: [a] }] }, null, 2))).toEqual(found)
})

test('observations of Langfuse, each on its own or in their trace', async () => {
  const of = { traceId: 't', type: 'TOOL', name: 'free' }
  const all = [
    { ...of, id: '2', startTime: '2026-01-01T00:00:02Z', input: {}, level: 'ERROR', statusMessage: 'no such room' },
    { ...of, id: '1', startTime: '2026-01-01T00:00:01Z', input: '{"room":"blue"}', output: { free: true } },
    { ...of, id: '0', type: 'GENERATION', name: 'llm', input: [], output: 'x' }
  ]
  const steps = [
    [{ name: 'free', arguments: { room: 'blue' } }, '{"free":true}'],
    [{ name: 'free', arguments: {} }, 'no such room']
  ]
  const found = ['langfuse', [[steps, [undefined, { isError: true }]]], { 'runs that are no calls of tools': 1 }]
  expect(await seen(rows(...all))).toEqual(found)
  expect(await seen(JSON.stringify({ trace: { id: 't' }, observations: all }))).toEqual(found)
})
