// Z-machine stories: the shipped one, as a person plays it, with its memory as the state.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { createPrograms, stateAfter } from '../../../../src/host/grounds/programs/running.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'

const MILL = readFileSync(join(import.meta.dirname, '../../../../resources/scenarios/programs/mill.z5'))
const programs = createPrograms()
afterAll(() => programs.dispose())

const use = (bytes: Buffer) => programUse({ language: 'z-machine', version: 1, text: bytes.toString('base64') })
const story = (bytes = MILL) => programs.of(use(bytes))
const line = (text: string) => ({ door: 'text' as const, text })

/** The answers to the lines, one after the other. */
async function played(lines: readonly string[], running = story()) {
  let { state } = await running.init('1')
  const steps = []
  for (const text of lines) {
    const stepped = await running.step(state, line(text))
    state = stepped.state
    steps.push(stepped)
  }
  return { steps, state, answers: steps.map(({ step }) => step?.answer) }
}

it('begins with banner and status line as Frotz prints them', async () => {
  const { state } = await story().init('1')
  const { view } = await story().look(state, 'text')
  expect(view).toMatch(/^ Yard of the Mill +Score: 0 +Moves: 0\n\nThe wheel stands still/)
  expect(view).toContain(
    '\nTHE MILL\nA small story for Orrery.\nRelease 1 / Serial number 261127 / Inform v6.41 Library v6.12.6 S\n\nYard of the Mill\nA cobbled yard. The mill stands to the north.'
  )
})

it('has its own answer to an unknown verb, its own score, and its own end', async () => {
  const lines = ['dance', 'n', 'open bin', 'take coin', 'take lantern', 'turn on lantern', 'd', 'take key', 'quit']
  const { steps, answers } = await played(lines)
  expect(answers[0]).toMatch(/\n\nThat's not a verb I recognise\.$/)
  expect(steps.map(({ step }) => step?.reward ?? 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0])
  expect(steps.map(({ step }) => step?.done ?? false)).toEqual([...Array<boolean>(8).fill(false), true])
})

it('keeps a step as the pages of memory that changed, from which another machine goes on', async () => {
  const { steps, answers } = await played(['n', 'open bin', 'look'])
  expect(Math.max(...steps.map(({ changes }) => JSON.stringify(changes).length))).toBeLessThan(20_000)
  const begun = await story().init('1')
  const kept = stateAfter(
    begun.state,
    steps.slice(0, 2).flatMap(({ changes }) => changes)
  )
  const other = createPrograms()
  const again = await other.of(use(MILL)).step(kept, line('look'))
  await other.dispose()
  expect(again.step?.answer).toBe(answers[2])
})

it('takes back turns by its own undo, and says when there is none left', async () => {
  const { answers } = await played(['n', 'open bin', 'undo', 'undo', 'undo', 'look'])
  expect(answers[2]).toContain('[Previous turn undone.]')
  expect(answers[3]).toContain('Yard of the Mill')
  expect(answers[4]).toMatch(/\[You can't "undo" what hasn't been done!\]$/)
  expect(answers[5]).toContain('A cobbled yard.')
})

it('asks for the name of a saved game as Frotz does, keeps it in the state, and goes on from it', async () => {
  const lines = ['n', 'save', 'bin', 'open bin', 'save', 'bin', 'n', 'restore', 'no', 'restore', 'bin', 'open bin']
  const { answers, state } = await played(lines)
  const said = answers.map((text) => String(text).split('\n\n').slice(1).join('\n\n'))
  expect([said[1], said[2]]).toEqual(['Please enter a filename [story.qzl]:', 'Ok.'])
  expect([said[4], said[5], said[6]]).toEqual([
    'Please enter a filename [bin]:',
    'Overwrite existing file?',
    'Save failed.'
  ])
  expect(said[8]).toBe('Restore failed.')
  expect(said[9]).toBe('Please enter a filename [no]:')
  expect(said[10]).toMatch(/^Ok\./)
  expect(said[11]).toBe('You open the flour bin, revealing a copper coin.')
  expect(JSON.stringify(state.value()).length).toBeLessThan(100_000)
})

it('says that a file is no story', async () => {
  await expect(story(Buffer.from('nothing of the kind')).init('1')).rejects.toThrow('The story failed: ')
})

it('stops a story that goes round for ever', async () => {
  // Version 5; the first instruction jumps to itself: `jump -1` at 0x40.
  const bytes = Buffer.alloc(128)
  bytes[0] = 5
  for (const [at, value] of [
    [0x04, 0x60],
    [0x06, 0x40],
    [0x08, 0x50],
    [0x0a, 0x50],
    [0x0c, 0x50],
    [0x0e, 0x60],
    [0x1a, 32]
  ] as const)
    bytes.writeUInt16BE(value, at)
  bytes.set([0x8c, 0xff, 0xff], 0x40)
  await expect(story(bytes).init('1')).rejects.toThrow('operations and was stopped')
})

const STORIES = join(import.meta.dirname, '../../../fixtures/stories')
const shipped = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../resources/scenarios/programs', name))
const packed = (name: string) => gunzipSync(readFileSync(join(STORIES, `${name}.gz`)))

/** What Frotz tells of a story, turn by turn (test/record/frotz.py), without prompts and without the status line. */
const frotz = (name: string): { line: string | null; text: string }[] =>
  JSON.parse(readFileSync(join(STORIES, `${name}.json`), 'utf8'))

/** How far a line is moved to the middle hangs on the width of the window. */
const centred = (text: string) => text.replace(/^ +(?=\*\*\* )/gm, '')

it.each([
  ['mill', () => shipped('mill.z5'), 21],
  ['lighthouse', () => shipped('lighthouse.z5'), 21],
  ['quest', () => packed('quest.z8'), 15],
  ['cooking', () => packed('cooking.z8'), 13],
  ['harbour', () => packed('harbour.z8'), 57],
  ['operations', () => readFileSync(join(STORIES, 'operations.z5')), 39]
])('31 tells %s byte for byte as Frotz does', { timeout: 60_000 }, async (name, file, turns) => {
  const running = story(file())
  const told = frotz(name)
  const { state } = await running.init('1')
  const { view } = await running.look(state, 'text')
  const { answers } = await played(
    told.slice(1).map(({ line }) => String(line)),
    running
  )
  const said = [view, ...answers].map((text) => centred(String(text).slice(String(text).indexOf('\n\n') + 2)))
  expect(said).toEqual(told.map(({ text }) => centred(text)))
  expect(said).toHaveLength(turns)
})

it('31 plays a story of version 3, whose status line is the interpreter’s', async () => {
  const running = story(readFileSync(join(STORIES, 'shed.z3')))
  const { answers, steps } = await played(['look', 'dance', 'light', 'look'], running)
  expect(answers.slice(0, 2)).toEqual([
    expect.stringMatching(/^ Shed +Score: 0 +Moves: 1\n\nA shed by the sea\.$/),
    expect.stringMatching(/^ Shed +Score: 0 +Moves: 2\n\nNothing of the kind\.$/)
  ])
  expect(steps.map(({ step }) => step?.done ?? false)).toEqual([false, false, true, true])
  expect(steps[3]?.step?.error).toMatch(/^The story is over\./)
})
