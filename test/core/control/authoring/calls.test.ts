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

const card = (id: number, title: string, done = false, at = '2026-05-01T08:00:07.311Z') => ({ id, title, done, at })

test('where no rule tells the answer, the model is asked, and the rows that it shows are known from then on', () => {
  const tools = [tool('get_cards'), tool('get_card', 'id'), tool('create_card', 'title'), tool('finish_card', 'id')]
  const [soup, tart, stew] = [card(1, 'Soup'), card(2, 'Tart'), card(3, 'Stew', false, '2026-05-01T09:41:52.008Z')]
  const recording = recorded(
    ['get_cards', {}, [soup, tart]],
    ['get_card', { id: 7 }, 'Error: no card 7'],
    ['create_card', { title: 'Stew' }, stew],
    ['get_card', { id: 3 }, stew],
    ['finish_card', { id: 3 }, 'Error: the oven is off'],
    ['finish_card', { id: 1 }, { finished: 1, left: 9 }],
    ['get_card', { id: 1 }, card(1, 'Soup', true)],
    ['finish_card', { id: 3 }, { finished: 3, left: 4 }],
    ['get_cards', {}, [card(1, 'Soup', true), tart, { ...stew, done: true }]]
  )
  const { program, faults } = readData(callsSeen([recording], tools))
  expect(faults).toEqual([])
  let state: Json = program?.init('') ?? {}
  const call = (name: string, given: Given, said?: Json): Json | 'asked' | undefined => {
    const event = { door: 'tools', tool: name, arguments: given } as const
    const first = program?.step(state, event)
    if (first?.ask && said === undefined) return 'asked'
    const step = first?.ask ? program?.step(state, { ...event, answers: [said ?? null] }) : first
    if (step?.state !== undefined) state = step.state
    return step && (step.error ?? step.answer)
  }
  const pie = card(4, 'Pie', false, '2026-05-02T10:00:00.500Z')
  expect(call('create_card', { title: 'Pie' })).toBe('asked')
  expect(call('create_card', { title: 'Pie' }, JSON.stringify(pie))).toBe(JSON.stringify(pie))
  expect(call('get_card', { id: 4 })).toEqual(pie)
  expect(call('finish_card', { id: 4 }, 'Error: the oven is off')).toBe('Error: the oven is off')
  expect(call('get_card', { id: 4 })).toEqual(pie)
  expect(call('finish_card', { id: 4 }, '{"finished":4,"left":2}')).toBe('{"finished":4,"left":2}')
  expect(call('get_card', { id: 4 })).toEqual({ ...pie, done: true })
  expect(call('get_card', { id: 9 })).toBe('Error: no card 9')
})

test('what a call does that nobody saw the outcome of is not guessed: the row is asked for until it is shown again', () => {
  const tools = [tool('list_jars'), tool('get_jar', 'id'), tool('fill_jar', 'id', 'by'), tool('shake_jar', 'id')]
  const jar = (id: number, full: number) => ({ id, label: `Jar ${id}`, full })
  const recording = recorded(
    ['list_jars', {}, [jar(1, 2), jar(2, 5), jar(3, 0)]],
    ['get_jar', { id: 2 }, jar(2, 5)],
    ['fill_jar', { id: 1, by: 3 }, jar(1, 5)],
    ['fill_jar', { id: 3, by: 4 }, jar(3, 4)],
    ['shake_jar', { id: 2 }, { ok: true, sound: 'clink' }],
    ['shake_jar', { id: 3 }, { ok: true, sound: 'splash' }],
    ['shake_jar', { id: 2 }, { ok: true, sound: 'thud' }]
  )
  const { program } = readData(callsSeen([recording], tools))
  let state: Json = program?.init('') ?? {}
  const step = (name: string, given: Given, ...answers: Json[]) => {
    const made = program?.step(state, {
      door: 'tools',
      tool: name,
      arguments: given,
      ...(answers.length && { answers })
    })
    if (made?.state !== undefined) state = made.state
    return made
  }
  expect(step('get_jar', { id: 1 })?.answer).toEqual(jar(1, 2))
  step('shake_jar', { id: 1 }, '{"ok":true,"sound":"clink"}')
  expect(step('get_jar', { id: 1 })?.ask).toBeDefined()
  expect(step('list_jars', {})?.ask).toBeDefined()
  expect(step('get_jar', { id: 1 }, JSON.stringify(jar(1, 1)))?.answer).toBe(JSON.stringify(jar(1, 1)))
  expect(step('get_jar', { id: 1 })?.answer).toEqual(jar(1, 1))
  expect(step('get_jar', { id: 2 })?.answer).toEqual(jar(2, 5))
})

test('a figure beside a list may be the sum of a column, and words tell money with its hundredths', () => {
  const tools = [tool('list_purses', 'kind'), tool('spend', 'id', 'amount')]
  const purse = (id: string, kind: string, held: number) => ({ id, kind, held })
  const listed = (...purses: { held: number }[]) => ({ purses, worth: purses.reduce((sum, { held }) => sum + held, 0) })
  const all = [purse('p-a', 'red', 12.5), purse('p-b', 'blue', 4), purse('p-c', 'red', 1.25)] as const
  const recording = recorded(
    ['list_purses', {}, listed(...all)],
    ['list_purses', { kind: 'red' }, listed(all[0], all[2])],
    ['spend', { id: 'p-a', amount: 50 }, 'Error: p-a holds 12.50, and 50.00 was asked.'],
    ['spend', { id: 'p-a', amount: 2 }, 'Spent 2.00 of p-a.'],
    ['spend', { id: 'p-b', amount: 9 }, 'Error: p-b holds 4.00, and 9.00 was asked.'],
    ['list_purses', {}, listed(purse('p-a', 'red', 10.5), all[1], all[2])],
    ['spend', { id: 'p-b', amount: 1 }, 'Spent 1.00 of p-b.'],
    ['list_purses', { kind: 'blue' }, listed(purse('p-b', 'blue', 3))]
  )
  expect(
    played(recording, tools, [
      ['spend', { id: 'p-c', amount: 7 }],
      ['spend', { id: 'p-c', amount: 1 }],
      ['list_purses', { kind: 'red' }]
    ])
  ).toEqual([
    'Error: p-c holds 1.25, and 7.00 was asked.',
    'Spent 1.00 of p-c.',
    listed(purse('p-a', 'red', 12.5), purse('p-c', 'red', 0.25))
  ])
})

test('what only an answer tells is computed where the row explains it, and asked for where nothing does', () => {
  const tools = [tool('list_seats'), tool('free_seat', 'id'), tool('warm_seat', 'id', 'by')]
  const seat = (id: string, price: number, heat: number, state = 'taken') => ({ id, price, heat, state })
  const recording = recorded(
    ['list_seats', {}, [seat('s1', 12, 3), seat('s2', 7, 1), seat('s3', 30, 2), seat('s4', 9, 5)]],
    ['free_seat', { id: 's1' }, { id: 's1', state: 'free', refund: 12 }],
    ['free_seat', { id: 's2' }, { id: 's2', state: 'free', refund: 7 }],
    ['warm_seat', { id: 's3', by: 2 }, { id: 's3', heat: 4, hot: false }],
    ['warm_seat', { id: 's4', by: 1 }, { id: 's4', heat: 6, hot: false }]
  )
  expect(
    played(recording, tools, [
      ['free_seat', { id: 's3' }],
      ['warm_seat', { id: 's4', by: 9 }]
    ])
  ).toEqual([{ id: 's3', state: 'free', refund: 30 }, undefined])
})
