// Households as people state them, read into data that the rules play.
import { expect, it } from 'vitest'
import { readData } from '../../../../../src/core/grounds/programs/data/read-data.ts'
import { householdStated } from '../../../../../src/core/grounds/programs/stories/household/stated.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'
import { told } from './telling.ts'

const BEGIN =
  'You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a countertop 1, a drawer 1, and a fridge 1.'
const stated = (task: string, rest = '') => householdStated(`${rest}\n${BEGIN}\n\nYour task is to: ${task}`)

const contents: [text: string, places: Record<string, Json>][] = [
  ['cabinet 1 (closed): mug 1, plate 2', { 'cabinet 1': { holds: ['mug 1', 'plate 2'], open: false } }],
  ['The countertop 1 has an apple 1 and a knife 2 on it.', { 'countertop 1': { holds: ['apple 1', 'knife 2'] } }],
  ['The soapbar 1 is in drawer 1.', { 'drawer 1': { holds: ['soapbar 1'], open: false } }],
  ['The fridge 1 is open. In the fridge 1 there is nothing.', { 'fridge 1': { holds: [], open: true } }],
  [
    'countertop 1:\n- cup 1\n- cup 2\nfridge 1: empty',
    { 'countertop 1': { holds: ['cup 1', 'cup 2'] }, 'fridge 1': { holds: [], open: false } }
  ],
  [
    'On the countertop 1, you see a pot 1, and in the drawer 1 a key 1. Everything else is empty.',
    {
      'countertop 1': { holds: ['pot 1'] },
      'drawer 1': { holds: ['key 1'], open: false },
      'cabinet 1': { holds: [], open: false }
    }
  ],
  ['The mug 1 must be cleaned before it goes to cabinet 1.', { 'cabinet 1': { holds: 'ask', open: false } }],
  [
    '{"countertop 1": ["mug 1"], "drawer 1": {"open": true, "contains": ["key 2"]}}',
    { 'countertop 1': { holds: ['mug 1'] }, 'drawer 1': { open: true, holds: ['key 2'] } }
  ],
  ['{"places": {"drawer 1": {"state": "closed", "items": []}}}', { 'drawer 1': { open: false, holds: [] } }]
]

it.each(contents)('reads what is where: %s', (text, places) => {
  expect(stated('put a mug in cabinet.', text)).toMatchObject({ places })
})

const goals: [task: string, goal: Json][] = [
  ['put a mug in cabinet.', { put: 'mug', in: 'cabinet' }],
  ['put some apple on countertop.', { put: 'apple', in: 'countertop' }],
  ['put a clean soapbar in drawer.', { put: 'soapbar', in: 'drawer', is: 'clean' }],
  ['heat some egg and put it in fridge 1.', { put: 'egg', in: 'fridge 1', is: 'hot' }],
  ['cool some potato and put it in cabinet.', { put: 'potato', in: 'cabinet', is: 'cool' }],
  ['find two spoon and put them in drawer.', { put: 'spoon', in: 'drawer', count: 2 }],
  ['put two keys in drawer.', { put: 'keys', in: 'drawer', count: 2 }],
  ['look at bowl under the desklamp.', { look: 'bowl', under: 'desklamp' }],
  ['examine the cd with the desklamp.', { look: 'cd', under: 'desklamp' }]
]

it.each(goals)('reads the goal: %s', (task, goal) => {
  expect(stated(task)).toMatchObject({ goal })
})

it('plays a stated household to its end', () => {
  const text = `On the countertop 1 is a soapbar 1. Everything else is empty. Anything else: Nothing happens.\n${BEGIN}\nYour task is to: put a soapbar in drawer.\nCommands: move THING to PLACE, help`
  const { program, faults } = readData(householdStated(text))
  if (!program) throw new Error(JSON.stringify(faults))
  const lines = ['go to countertop 1', 'take soapbar 1 from countertop 1', 'go to drawer 1', 'open drawer 1']
  const { answers } = told(program, [...lines, 'move soapbar 1 to drawer 1'])
  expect(answers.at(-1)).toMatchObject({
    answer: expect.stringContaining('You move the soapbar 1 to the drawer 1.'),
    ...{ reward: 1, done: true }
  })
})

it.each(['You are in the middle of a lake.', 'A room with a table 1.', `${BEGIN}`, 'x'.repeat(30_000)])(
  'leaves to the model what is no household: %.40s',
  (text) => {
    expect(householdStated(text)).toBeNull()
  }
)
