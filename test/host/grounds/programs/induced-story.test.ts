// A story that was induced from a recording, played: what was told in a like state is told again, and whatever a player names is no part of JavaScript.
import { afterAll, expect, test } from 'vitest'
import { storySeen } from '../../../../src/core/control/authoring/induce/story.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'

const programs = createWorldPrograms()
afterAll(() => programs.dispose())
const { signal } = new AbortController()

const turn = (label: string, text: string) => ({ action: label, label, text })
const RECORDING = {
  ...{ initial: 'Hall\nA lamp and a rope are here.', task: null, tools: [] },
  turns: [
    turn('take lamp', 'You take the lamp.'),
    turn('drop lamp', 'You drop the lamp.'),
    turn('north', 'Cave\nIt is dark.'),
    turn('south', 'Hall\nA lamp and a rope are here.'),
    turn('take rope', 'You take the rope.')
  ]
}

test('it tells what it was told, asks for the rest, and takes names of objects’ own properties for things', async () => {
  const running = programs.of(programUse({ language: 'javascript', text: storySeen([RECORDING]) ?? '', version: 1 }))
  const begun = await running.init('0', signal)
  const say = (text: string) => running.step(begun.state, { door: 'text', text }, signal)
  expect((await say('take lamp')).step?.answer).toBe('You take the lamp.')
  for (const line of [
    'take statue',
    'take constructor',
    'take __proto__',
    'put lamp in constructor',
    'constructor lamp'
  ])
    expect((await say(line)).step, line).toEqual({ ask: expect.anything() })
})

test('a number that grows by one each turn is that of the turn, also after one that was asked', async () => {
  const told = ['Calm. Move 1.', 'A gull cries. Move 2.', 'Calm. Move 3.', 'A gull cries. Move 4.', 'Calm. Move 5.']
  const lines = ['wait', 'call gull', 'wait', 'call gull', 'wait']
  const turns = told.map((text, at) => turn(lines[at] ?? '', text))
  const text = storySeen([{ initial: 'A quay.', task: null, tools: [], turns }]) ?? ''
  const running = programs.of(programUse({ language: 'javascript', text, version: 1 }))
  let { state } = await running.init('0', signal)
  const say = async (line: string, ...answers: string[]) => {
    const made = await running.step(state, { door: 'text', text: line, ...(answers.length && { answers }) }, signal)
    state = made.state
    return made.step?.answer
  }
  expect(await say('call gull')).toBe('A gull cries. Move 1.')
  expect(await say('row boat', 'It leaks. Move 2.')).toBe('It leaks. Move 2.')
  expect(await say('call gull')).toBe('A gull cries. Move 3.')
})
