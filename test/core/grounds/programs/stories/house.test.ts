import { expect, it } from 'vitest'
import { shipped, story, told } from './telling.ts'

const HOUSE = shipped('house')
const HALLWAY = (door: string) =>
  `This room is called the hallway. In it, you see: \n\tthe agent\n\ta substance called air\n\ta drawing\nYou also see:\n\tA door to the kitchen (that is ${door})`

const TURNS: [line: string, answer: unknown][] = [
  ['look around', HALLWAY('closed')],
  ['go to kitchen', 'The door is not open.'],
  ['go to garden', 'No known action matches that input.'],
  ['dance', 'No known action matches that input.'],
  ['open door to kitchen', 'The door is now open.'],
  ['open kitchen door', 'The door is already open.'],
  ['look around', HALLWAY('open')],
  ['go to kitchen', { answer: 'You move to the kitchen.', reward: 10, done: undefined }],
  [
    'look around',
    [
      'This room is called the kitchen. In it, you see: ',
      ...['\tthe agent', '\ta substance called air', '\ta cupboard. The cupboard door is closed. '],
      ...['\ta freezer. The freezer door is closed. ', '\ta sink, which is turned off. In the sink is: nothing.'],
      '\ta stove, which is turned off. On the stove is: nothing.',
      '\ta table. On the table is: a glass cup (containing a substance called water), a note.',
      '\ta thermometer, currently reading a temperature of 10 degrees celsius',
      ...['You also see:', '\tA door to the hallway (that is open)', '\tA door to the garden (that is closed)']
    ].join('\n')
  ],
  [
    'pick up water',
    "You can't pick up a liquid directly. Try pouring it from one container to another, or dunking empty containers into containers filled with the liquid."
  ],
  ['pick up stove', 'The stove is not moveable.'],
  ['look in cupboard', "The cupboard isn't open, so you can't see inside."],
  ['pick up metal pot', 'No known action matches that input.'],
  ['open cupboard', 'The cupboard is now open.'],
  ['look in cupboard', 'Inside the cupboard is: \n\ta metal pot (containing nothing)'],
  ['pick up thermometer', { answer: 'You move the thermometer to the inventory.', reward: 10, done: undefined }],
  ['pick up metal pot', 'You move the metal pot to the inventory.'],
  [
    'inventory',
    'In your inventory, you see:\n\ta metal pot (containing nothing)\n\ta thermometer, currently reading a temperature of 10 degrees celsius'
  ],
  ['read note', 'The freezer is colder than it looks.'],
  ['focus on substance in glass cup', { answer: 'You focus on the water.', reward: 20, done: undefined }],
  ['pour glass cup into metal pot', 'You pour the contents of the glass cup into the metal pot.'],
  ['pour glass cup into metal pot', 'You pour the contents of the glass cup into the metal pot.'],
  ['mix glass cup', 'That container is empty, so there are no items to mix.'],
  ['mix metal pot', 'There is only one thing (water)'],
  ['move metal pot to stove', { answer: 'You move the metal pot to the stove.', reward: 20, done: undefined }],
  ['use thermometer on water', 'the thermometer measures a temperature of 10 degrees celsius'],
  ['activate stove', { answer: 'The stove is now activated.', reward: 10, done: undefined }],
  ['activate stove', 'The stove is already activated.'],
  ['activate table', 'The table is not something that can be activated.'],
  [
    'use thermometer in inventory on substance in metal pot',
    'the thermometer measures a temperature of 55 degrees celsius'
  ],
  ['look at metal pot', 'a metal pot (containing a substance called water)'],
  ['wait', { answer: 'You decide to wait for 10 iterations.', reward: 30, done: true }],
  // The end stays the end.
  ['look around', { answer: 'No known action matches that input.', reward: undefined, done: true }]
]

it('tells the shipped house in the sentences of ScienceWorld, and rewards each part of the task once', () => {
  const { answers, lines } = told(
    story(HOUSE),
    TURNS.map(([line]) => line)
  )
  expect(answers).toEqual(TURNS.map(([, answer]) => answer))
  expect(lines).toEqual([])
})

it('freezes, melts and boils by what is around', () => {
  const { answers } = told(story(HOUSE), [
    ...['open door to kitchen', 'go to kitchen', 'open freezer', 'move glass cup to freezer', 'close freezer', 'wait'],
    ...['open freezer', 'use thermometer on ice', 'move ice to sink', 'look at sink', 'move glass cup to table'],
    ...['wait', 'wait', 'wait', 'look at sink', 'use thermometer on water']
  ])
  expect(answers.slice(6)).toEqual([
    'The freezer is now open.',
    'the thermometer measures a temperature of -20 degrees celsius',
    'You move the ice to the sink.',
    'a sink, which is turned off. In the sink is: a substance called ice.',
    'You move the glass cup to the table.',
    ...[
      'You decide to wait for 10 iterations.',
      'You decide to wait for 10 iterations.',
      'You decide to wait for 10 iterations.'
    ],
    'a sink, which is turned off. In the sink is: a substance called water.',
    'the thermometer measures a temperature of 10 degrees celsius'
  ])
})

it('fills an empty vessel in a sink that is turned on', () => {
  const { answers } = told(story(HOUSE), [
    ...['open door to kitchen', 'go to kitchen', 'pour water into table', 'pour glass cup into sink', 'open cupboard'],
    ...[
      'move metal pot to sink',
      'activate sink',
      'look at sink',
      'move metal pot to metal pot',
      'move cupboard to table'
    ]
  ])
  expect(answers.slice(6)).toEqual([
    'The sink is now activated.',
    'a sink, which is turned on. In the sink is: a metal pot (containing a substance called water).',
    "You can't move something into itself.",
    'The cupboard is not moveable.'
  ])
})

it('says what is wrong with the data', () => {
  expect(() => story(HOUSE.replace('at: glass cup', 'at: bowl'))).toThrow('things.water.at: There is no "bowl".')
  expect(() => story(HOUSE.replace('start: hallway', 'start: attic'))).toThrow('start: There is no room "attic".')
  expect(() => story(HOUSE.replace('at: cupboard, holds: in', 'at: metal pot, holds: in'))).toThrow(
    'it would be inside of itself'.replace('it', 'It')
  )
  expect(() => story(HOUSE.replace('note: { at: table', 'note: { at: shovel'))).toThrow('Nothing can be in "shovel".')
  expect(() => story(HOUSE.replace('{ turnOn: stove', '{ turnOn: oven'))).toThrow('There is no "oven".')
  const spoons = Array.from({ length: 200 }, (_, at) => `  spoon ${at}: { at: kitchen }\n`).join('')
  expect(() => story(HOUSE.replace('things:\n', `things:\n${spoons}`))).toThrow('A house has at most 200 things.')
})
