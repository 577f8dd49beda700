import { expect, it } from 'vitest'
import { shipped, story, told } from './telling.ts'

const HOUSE = shipped('household')
const MOVED = HOUSE.replace('form: put', 'form: move')

// The original's sentences: `alfred.twl2` of ALFWorld. What it says of a task and of things that are put is that of its first version.
const TURNS: [line: string, answer: unknown][] = [
  [
    'look',
    'You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a cabinet 2, a fridge 1, a garbagecan 1, a sink 1, and a table 1.'
  ],
  ['inventory', 'You are not carrying anything.'],
  ['take apple 1 from table 1', 'Nothing happens.'],
  ['go to table 1', 'You arrive at table 1. On the table 1, you see a apple 1, a knife 1, and a plate 2.'],
  ['look', 'You are facing the table 1. Next to it, you see nothing.'],
  ['go to table 1', 'Nothing happens.'],
  ['take apple 1 from table 1', 'You pick up the apple 1 from the table 1.'],
  ['take knife 1 from table 1', 'Nothing happens.'],
  ['inventory', 'You are carrying: a apple 1.'],
  ['examine apple 1', "There's nothing special about apple 1."],
  ['go to cabinet 2', 'You arrive at cabinet 2. The cabinet 2 is closed.'],
  ['put apple 1 in/on cabinet 2', 'Nothing happens.'],
  ['open cabinet 2', 'You open the cabinet 2. The cabinet 2 is open. In it, you see nothing.'],
  ['put apple 1 in/on cabinet 2', 'You put the apple 1 in/on the cabinet 2.'],
  ['examine cabinet 2', 'The cabinet 2 is open. In it, you see a apple 1.'],
  ['take apple 1 from cabinet 2', 'You pick up the apple 1 from the cabinet 2.'],
  ['close cabinet 2', 'You close the cabinet 2.'],
  ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'],
  ['open fridge 1', 'You open the fridge 1. The fridge 1 is open. In it, you see a egg 1, and a milk 1.'],
  ['cool apple 1 with fridge 1', 'You cool the apple 1 using the fridge 1.'],
  ['examine apple 1', 'This is a cold apple 1.'],
  ['go to cabinet 2', 'You arrive at cabinet 2. The cabinet 2 is closed.'],
  ['open cabinet 2', 'You open the cabinet 2. The cabinet 2 is open. In it, you see nothing.'],
  ['put apple 1 in/on cabinet 2', { answer: 'You put the apple 1 in/on the cabinet 2.', reward: 1, done: true }],
  ['look', { answer: 'Nothing happens.', reward: undefined, done: true }]
]

it('tells the shipped household in the sentences of ALFWorld, and rewards the task once', () => {
  const { answers, lines } = told(
    story(HOUSE),
    TURNS.map(([line]) => line)
  )
  expect(answers).toEqual(TURNS.map(([, answer]) => answer))
  expect(lines).toEqual([])
})

it('begins with the room and the task, and lists what can be done', () => {
  const { view, lines } = told(story(HOUSE), [])
  expect(view).toBe(
    'You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a cabinet 2, a fridge 1, a garbagecan 1, a sink 1, and a table 1.\n\nYour task is to: put a cool apple in cabinet 2.'
  )
  expect(lines).toEqual([
    ...['go to cabinet 1', 'go to cabinet 2', 'go to fridge 1', 'go to garbagecan 1', 'go to sink 1', 'go to table 1'],
    ...['inventory', 'look']
  ])
})

it('says `move`, `help` and the available actions in the form of AgentGym', () => {
  const { answers, lines } = told(story(MOVED), [
    ...['go to table 1', 'take plate 2 from table 1', 'put plate 2 in/on table 1', 'move plate 2 to table 1']
  ])
  const things = (...names: string[]) => names.map((name) => `examine ${name},`).join('')
  const at = 'go to cabinet 1,go to cabinet 2,go to fridge 1,go to garbagecan 1,go to sink 1,help,inventory,look'
  expect(answers).toEqual([
    `You arrive at table 1. On the table 1, you see a apple 1, a knife 1, and a plate 2.\nAVAILABLE ACTIONS: ${things('apple 1', 'knife 1', 'plate 2', 'table 1')}${at},take apple 1 from table 1,take knife 1 from table 1,take plate 2 from table 1`,
    `You pick up the plate 2 from the table 1.\nAVAILABLE ACTIONS: ${things('apple 1', 'knife 1', 'plate 2', 'table 1')}${at},move plate 2 to table 1`,
    `Nothing happens.\nAVAILABLE ACTIONS: ${things('apple 1', 'knife 1', 'plate 2', 'table 1')}${at},move plate 2 to table 1`,
    `You move the plate 2 to the table 1.\nAVAILABLE ACTIONS: ${things('apple 1', 'knife 1', 'plate 2', 'table 1')}${at},take apple 1 from table 1,take knife 1 from table 1,take plate 2 from table 1`
  ])
  expect(lines).toContain('help')
  expect(told(story(MOVED), ['help']).answers[0]).toContain('move (object) to (receptacle):  place an object in or on')
})

const KITCHEN = `
story: household
version: 1
task: TASK
places:
  countertop 1: [knife 1, bread 1, tomato 1]
  microwave 1: { open: false, holds: [cup 1] }
  fridge 1: { open: false }
  sinkbasin 1: []
  desk 1: [desklamp 1, cd 1]
  diningtable 1: [tomato 2]
goal: GOAL
`
const kitchen = (goal: string) => story(KITCHEN.replace('TASK', 'do it.').replace('GOAL', goal))

const cases: [name: string, goal: string, turns: [line: string, answer: unknown][]][] = [
  [
    'cleans and heats, which ends what was cool',
    '{ put: tomato, is: hot, in: diningtable 1 }',
    [
      [
        'go to countertop 1',
        'You arrive at countertop 1. On the countertop 1, you see a knife 1, a bread 1, and a tomato 1.'
      ],
      ['take tomato 1 from countertop 1', 'You pick up the tomato 1 from the countertop 1.'],
      ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.'],
      ['heat tomato 1 with sinkbasin 1', 'Nothing happens.'],
      ['clean tomato 1 with sinkbasin 1', 'You clean the tomato 1 using the sinkbasin 1.'],
      ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'],
      ['cool tomato 1 with fridge 1', 'You cool the tomato 1 using the fridge 1.'],
      ['examine tomato 1', 'This is a cool and clean tomato 1.'],
      ['go to microwave 1', 'You arrive at microwave 1. The microwave 1 is closed.'],
      ['heat tomato 1 with microwave 1', 'You heat the tomato 1 using the microwave 1.'],
      ['examine tomato 1', 'This is a hot and clean tomato 1.'],
      ['go to diningtable 1', 'You arrive at diningtable 1. On the diningtable 1, you see a tomato 2.'],
      [
        'put tomato 1 in/on diningtable 1',
        { answer: 'You put the tomato 1 in/on the diningtable 1.', reward: 1, done: true }
      ]
    ]
  ],
  [
    'slices with a knife that is held',
    '{ put: bread, is: sliced, in: diningtable }',
    [
      [
        'go to countertop 1',
        'You arrive at countertop 1. On the countertop 1, you see a knife 1, a bread 1, and a tomato 1.'
      ],
      ['slice bread 1 with knife 1', 'Nothing happens.'],
      ['take knife 1 from countertop 1', 'You pick up the knife 1 from the countertop 1.'],
      ['slice bread 1 with knife 1', 'You sliced the bread 1 with the knife 1.'],
      ['slice bread 1 with knife 1', 'Nothing happens.'],
      ['put knife 1 in/on countertop 1', 'You put the knife 1 in/on the countertop 1.'],
      ['take bread 1 from countertop 1', 'You pick up the bread 1 from the countertop 1.'],
      ['examine bread 1', 'This is a sliced bread 1.'],
      ['go to diningtable 1', 'You arrive at diningtable 1. On the diningtable 1, you see a tomato 2.'],
      [
        'put bread 1 in/on diningtable 1',
        { answer: 'You put the bread 1 in/on the diningtable 1.', reward: 1, done: true }
      ]
    ]
  ],
  [
    'looks at a thing under a lamp',
    '{ look: cd, under: desklamp }',
    [
      ['go to desk 1', 'You arrive at desk 1. On the desk 1, you see a desklamp 1, and a cd 1.'],
      ['examine desklamp 1', 'This desklamp 1 is off.'],
      ['take desklamp 1 from desk 1', 'Nothing happens.'],
      ['take cd 1 from desk 1', 'You pick up the cd 1 from the desk 1.'],
      ['use desklamp 1', { answer: 'You turn on the desklamp 1.', reward: 1, done: true }]
    ]
  ]
]

it.each(cases)('%s', (_, goal, turns) => {
  const { answers } = told(
    kitchen(goal),
    turns.map(([line]) => line)
  )
  expect(answers).toEqual(turns.map(([, answer]) => answer))
})

it('wants as many of a kind in one place as the goal says', () => {
  const lines = ['go to countertop 1', 'take tomato 1 from countertop 1', 'go to diningtable 1']
  const { answers } = told(kitchen('{ put: tomato, in: diningtable, count: 2 }'), [
    ...lines,
    'put tomato 1 in/on diningtable 1'
  ])
  expect(answers.at(-1)).toEqual({ answer: 'You put the tomato 1 in/on the diningtable 1.', reward: 1, done: true })
})

it('remembers that a lamp was used, and shows cups as things that hold others', () => {
  const lines = ['go to desk 1', 'use desklamp 1', 'use desklamp 1', 'examine desklamp 1', 'go to microwave 1']
  const { answers } = told(kitchen('{ look: cd, under: desklamp }'), [...lines, 'open microwave 1', 'examine cup 1'])
  expect(answers.slice(1, 4)).toEqual([
    ...['You turn on the desklamp 1.', 'You turn on the desklamp 1.', 'This desklamp 1 is on.']
  ])
  expect(answers.at(-1)).toBe('This is a normal cup 1. In it, you see nothing.')
})

it('asks the model what a verb does that no rule knows, and what it did stays', () => {
  const open = story(`${HOUSE}unknown: model\n`)
  expect(told(open, ['take apple 1 from table 1']).answers).toEqual(['Nothing happens.'])
  const text = 'throw apple 1 into sink 1'
  const first = open.init('seed')
  expect(open.step(first, { door: 'text', text })?.ask?.template).toMatchObject({ text: 'Nothing happens.' })
  const answer = { text: 'The apple lands in the sink.', moved: [{ thing: 'apple 1', to: 'sink 1' }], became: [] }
  const thrown = open.step(first, { door: 'text', text, answers: [answer] })
  expect(thrown?.answer).toBe(answer.text)
  const there = open.step(thrown?.state ?? first, { door: 'text', text: 'go to sink 1' })
  expect(there?.answer).toBe('You arrive at sink 1. On the sink 1, you see a spoon 1, and a apple 1.')
})

it('asks once what a place holds that nothing is said of, and keeps it', () => {
  const open = story(HOUSE.replace('sink 1: [spoon 1]', 'sink 1: { holds: ask }'))
  const first = open.init('seed')
  const go = { door: 'text' as const, text: 'go to sink 1' }
  expect(open.step(first, go)?.ask).toMatchObject({ about: expect.stringContaining('on the sink 1'), template: [] })
  const there = open.step(first, { ...go, answers: [['fork 1', 'apple 1', 'No Name']] })
  // What is elsewhere already, or is no name of a thing, is left out.
  expect(there?.answer).toBe('You arrive at sink 1. On the sink 1, you see a fork 1.')
  const again = open.step(there?.state ?? first, { door: 'text', text: 'examine sink 1' })
  expect(again?.answer).toBe('On the sink 1, you see a fork 1.')
})
