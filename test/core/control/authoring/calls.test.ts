// Tables and verbs of tools with names of their own, from what they answered: what is borne out is computed, the rest is left to the model.
import { expect, test } from 'vitest'
import { callsSeen } from '../../../../src/core/control/authoring/induce/calls/index.ts'
import type { SeenRecording } from '../../../../src/core/control/authoring/turns.ts'
import { readData } from '../../../../src/core/grounds/programs/data/read-data.ts'
import type { ProgramStep } from '../../../../src/core/grounds/programs/program.ts'
import type { Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

type Given = Record<string, Json>

const tool = (name: string, ...names: string[]): Tool => ({
  name,
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((one) => [one, {}])) }
})

/** A recording of calls and their answers. */
const recorded = (...turns: (readonly [name: string, given: Given, answer: Json])[]): SeenRecording => ({
  ...{ initial: '', task: null, tools: [] },
  turns: turns.map(([name, given, answer]) => ({
    action: { name, arguments: given },
    label: name,
    text: typeof answer === 'string' ? answer : JSON.stringify(answer)
  }))
})

/** The program of what was seen, after these calls; `undefined` stands for what is left to the model. */
function played(recording: SeenRecording, tools: readonly Tool[], calls: readonly (readonly [string, Given])[]) {
  const { program, faults } = readData(callsSeen([recording], tools))
  expect(faults).toEqual([])
  let state: Json = program?.init('') ?? {}
  return calls.map(([name, given]) => {
    const step: ProgramStep | undefined = program?.step(state, { door: 'tools', tool: name, arguments: given })
    if (step?.state !== undefined && step.error === undefined) state = step.state
    return step && (step.error ?? step.answer)
  })
}

const boat = (boatId: string, name: string, lentTo: string | null) => ({ boatId, name, free: lentTo === null, lentTo })

test('things that are lent: keys in any name, sentences with what rows say, refusals by state and by what there is not', () => {
  const tools = [
    tool('allBoats'),
    tool('getBoat', 'boatId'),
    tool('listPeople'),
    tool('lendBoat', 'boatId', 'personId')
  ]
  const people = [
    { personId: 'p-1', name: 'Ida' },
    { personId: 'p-2', name: 'Tom' }
  ]
  const recording = recorded(
    ['listBoats', {}, [boat('b-1', 'Ea', null), boat('b-2', 'Una', 'p-2'), boat('b-3', 'Lom', null)]],
    ['listPeople', {}, people],
    ['getBoat', { boatId: 'x' }, 'There is no boat "x".'],
    ['lendBoat', { boatId: 'b-2', personId: 'p-1' }, 'Una is already lent to Tom.'],
    ['lendBoat', { boatId: 'b-1', personId: 'p-9' }, 'There is no person "p-9".'],
    ['lendBoat', { boatId: 'b-1', personId: 'p-1' }, 'Ea is lent to Ida.'],
    ['getBoat', { boatId: 'b-1' }, boat('b-1', 'Ea', 'p-1')],
    ['lendBoat', { boatId: 'b-1', personId: 'p-2' }, 'Ea is already lent to Ida.']
  )
  expect(
    played(recording, tools, [
      ['lendBoat', { boatId: 'b-3', personId: 'p-2' }],
      ['getBoat', { boatId: 'b-3' }],
      ['lendBoat', { boatId: 'b-1', personId: 'p-7' }],
      ['getBoat', { boatId: 'b-9' }]
    ])
  ).toEqual(['Lom is lent to Tom.', boat('b-3', 'Lom', 'p-2'), 'There is no person "p-7".', 'There is no boat "b-9".'])
})

test('pages of rows, filters, new rows and errors as objects; a filter that nobody saw at work is left to the model', () => {
  const tools = [
    tool('list_jobs', 'page', 'per_page', 'kind', 'owner'),
    tool('get_job', 'id'),
    tool('create_job', 'title', 'kind')
  ]
  const job = (id: number, kind: string) => ({ id, title: `Job ${id}`, kind })
  const jobs = [job(1, 'sail'), job(2, 'rope'), job(3, 'sail'), job(4, 'rope')]
  const listed = (data: Json, page: number, size: number, total: number) => ({
    data,
    meta: { page, per_page: size, total, pages: Math.ceil(total / size) }
  })
  const missing = (id: number) => ({ error: { code: 404, message: `Job ${id} not found` } })
  const recording = recorded(
    ['list_jobs', {}, listed(jobs.slice(0, 3), 1, 3, 4)],
    ['list_jobs', { page: 2 }, listed(jobs.slice(3), 2, 3, 4)],
    ['list_jobs', { kind: 'sail' }, listed([job(1, 'sail'), job(3, 'sail')], 1, 3, 2)],
    ['get_job', { id: 2 }, { data: job(2, 'rope') }],
    ['get_job', { id: 9 }, missing(9)],
    ['get_job', { id: 70 }, missing(70)],
    ['create_job', { title: 'Job 5', kind: 'oar' }, { data: job(5, 'oar') }],
    ['list_jobs', { page: 2, per_page: 2 }, listed(jobs.slice(2), 2, 2, 5)]
  )
  expect(
    played(recording, tools, [
      ['create_job', { title: 'Job 5', kind: 'rope' }],
      ['list_jobs', { kind: 'rope', per_page: 2 }],
      ['get_job', { id: 8 }],
      ['list_jobs', { owner: 'ida' }]
    ])
  ).toEqual([
    { data: job(5, 'rope') },
    listed([job(2, 'rope'), job(4, 'rope')], 1, 2, 3),
    JSON.stringify(missing(8)),
    undefined
  ])
})

test('what is answered the same whatever was done is remembered, and what changes is not', () => {
  const tools = [tool('get_rules', 'topic'), tool('read_log'), tool('write_log', 'line')]
  const recording = recorded(
    ['get_rules', { topic: 'fire' }, 'Leave by the stairs.'],
    ['read_log', {}, 'empty'],
    ['write_log', { line: 'a fire' }, 'Wrote a fire.'],
    ['get_rules', { topic: 'fire' }, 'Leave by the stairs.'],
    ['read_log', {}, 'a fire'],
    ['write_log', { line: 'a flood' }, 'Wrote a flood.'],
    ['write_log', { line: 'rain' }, 'Wrote rain.']
  )
  expect(
    played(recording, tools, [
      ['get_rules', { topic: 'fire' }],
      ['get_rules', { topic: 'snow' }],
      ['read_log', {}],
      ['write_log', { line: 'hail' }]
    ])
  ).toEqual(['Leave by the stairs.', undefined, undefined, 'Wrote hail.'])
})
