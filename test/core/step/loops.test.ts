// Circles that models fall into, and texts that only look like them.
import { expect, test } from 'vitest'
import { createLoops, isCircling, isStuck, type Loop } from '../../../src/core/step/loops.ts'
import { watchThought } from '../../../src/core/step/thought.ts'
import { act, committed, ls, scripted, start } from '../acting.ts'

/** What is said of a text that comes in pieces of five characters. */
function said(text: string): Loop[] {
  const { push } = createLoops()
  return (text.match(/[\s\S]{1,5}/g) ?? []).flatMap((piece) => push(piece) ?? [])
}
const LINE = 'take statue 1 from shelf 1, put statue 1 in sink 1, examine note, inventory, look, '
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word ${(from + index) * 7919} stands here. `).join('')

test('a text that comes again and again is a circle, whatever stands before it', () => {
  for (const before of ['', words(0, 300)]) expect(said(before + LINE.repeat(40)).some(isCircling)).toBe(true)
  expect(said(words(0, 300) + LINE.repeat(80)).at(-1)).toMatchObject({ block: LINE.length })
})

test('a long block is one too, and what changes with every round is none', () => {
  const long = words(0, 60)
  expect(said(long.repeat(8)).some(isCircling)).toBe(true)
  expect(said(words(0, 900)).some(isCircling)).toBe(false)
  expect(said(`${LINE.repeat(5)}\n`.repeat(2)).some(isCircling)).toBe(false)
})

test('an observation is stuck only where a long text comes two dozen times', () => {
  expect(said('y\n'.repeat(5000)).some(isStuck)).toBe(false)
  expect(said(LINE.repeat(20)).some(isStuck)).toBe(false)
  expect(said(LINE.repeat(90)).some(isStuck)).toBe(true)
})

test('a thought circles only while it is open', () => {
  const thought = watchThought('', { tagged: true })
  for (let at = 0; at < 60; at++) thought.push(LINE)
  expect(thought.circles()).toBe(true)
  thought.push(thought.closing({ held: false }))
  expect(thought.circles()).toBe(false)
})

test('an answer that is stuck is ended, and kept once with a mark that says so', async () => {
  const round = `${LINE}and so on.\n`
  const pieces = ['<think>hm</think><predicted_observation>\n', '$ ls\n', ...Array.from({ length: 500 }, () => round)]
  const { engine } = scripted(() => pieces)
  start(engine)
  const { step, call } = committed(await act({ action: ls }))
  expect(step.observation.text).toBe(`$ ls\n${round}[Orrery cut this off where it repeated itself]`)
  expect(call.warnings).toContainEqual(expect.stringContaining('went on repeating itself'))
})
