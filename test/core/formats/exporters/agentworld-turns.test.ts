import { expect, test } from 'vitest'
import { categoryOf } from '../../../../src/core/control/evaluate/categories.ts'
import { agentworldTurns } from '../../../../src/core/formats/exporters/agentworld-turns.ts'
import { written } from '../../trees.ts'
import { type Made, notes, rowsIn, TOOLS, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))
const keys = (keystrokes: string) => [{ keystrokes, duration: 1 }]
const answers = (row: { messages: { role: string }[] }) => row.messages.filter(({ role }) => role === 'assistant')

test.each([
  ['retrieval', 'cat notes.txt', 'buy bread and milk, then call Ada about the harbour'],
  ['expansion', 'fetch harbour page', 'harbour page: opened in 1904, ships daily at nine'],
  ['action', 'send message to lin about the harbour at nine', 'sent'],
  ['transform', 'alpha beta gamma delta epsilon zeta eta theta', 'alpha is beta'],
  ['boilerplate', 'name ada role pilot', 'name ada role pilot created now'],
  ['echo', 'think about the harbour', 'think about the harbour'],
  ['other', '', 'anything']
])('a turn is of the kind %s by its words', (kind, action, observation) => {
  expect(categoryOf(action, observation)).toBe(kind)
})

test('retries, waits and what the ratios leave out are masked, and stay as context', async () => {
  const turns: Made[] = [
    { action: keys('cat a\n'), text: 'bread, milk, and a note from ada' },
    { action: keys(''), text: 'nothing new in this line here' },
    { action: keys('cat a\n'), text: 'bread, milk, and a note from ada' },
    { action: keys('echo keystrokes duration 1 n\n'), text: 'echo keystrokes duration 1 n' }
  ]
  const made = await world({ domain: 'terminal' }, turns)
  // The seed is one that leaves the echo out; most do.
  const [row] = await rows(agentworldTurns, made, { options: { seed: 1 } })
  expect(answers(row)).toEqual([
    expect.objectContaining({ train: true, category: 'action', masked: null }),
    expect.objectContaining({ train: false, masked: 'empty action' }),
    expect.objectContaining({ train: false, category: 'action', masked: 'retry' }),
    expect.objectContaining({ train: false, category: 'echo', masked: 'ratio' })
  ])
  const [all] = await rows(agentworldTurns, made, { options: { ratios: false } })
  expect(answers(all).at(-1)).toMatchObject({ train: true, category: 'echo', masked: null })
})

test('ratios keep about as many turns as they say', async () => {
  const turns = Array.from({ length: 400 }, (_, n) => ({
    action: `name ada role pilot ${n}`,
    text: `name ada role pilot ${n} was created just now`
  }))
  const made = await world({ domain: 'textenv' }, turns)
  const [row] = await rows(agentworldTurns, made)
  const kept = answers(row).filter((one) => 'train' in one && one.train).length
  expect(new Set(answers(row).map((one) => 'category' in one && one.category))).toEqual(new Set(['boilerplate']))
  // A tenth of 400, give or take four standard deviations.
  expect(Math.abs(kept - 40)).toBeLessThan(24)
})

test('a screen on which nothing changed is masked; the same text in a shell is not', async () => {
  const turn = (action: Made['action'], text: string) => ({ action, text })
  const screen = 'UI element 0: {"index": 0, "text": "OK"}'
  const phone = await world({ domain: 'android', initialState: screen }, [
    turn({ action_type: 'click', index: 0 }, screen),
    turn({ action_type: 'navigate_back' }, 'UI element 0: {"index": 0, "text": "Home and more words here"}')
  ])
  const [row] = await rows(agentworldTurns, phone, { options: { ratios: false } })
  expect(answers(row)).toMatchObject([{ masked: 'no change' }, { masked: null }])
})

test('branches under two turns are dropped, and those that call a tool that there is not', async () => {
  const call = (name: string, text: string) => ({ action: { name, arguments: {} }, text })
  const made = (...turns: Made[]) => world({ domain: 'mcp', tools: TOOLS }, turns)
  expect(await rows(agentworldTurns, await made(call('now', '1')))).toEqual([])
  expect(await rows(agentworldTurns, await made(call('now', '1'), call('fly', 'up in the air')))).toEqual([])
  const refused = call('fly', 'MCP error -32602: Tool fly not found')
  expect(await rows(agentworldTurns, await made(call('now', '1'), refused))).toHaveLength(1)
})

test('rows of single turns hold the very prompt of each turn that is learned from', async () => {
  const all = await rows(agentworldTurns, notes, { options: { rows: 'turn', ratios: false } })
  expect(all.map(({ metadata }) => metadata.turn)).toEqual([1, 2])
  expect(answers(all[1])).toMatchObject([{ train: false }, { train: true }])
})

test('noise is skipped on request: the next turn takes up the state, and turns are numbered anew', async () => {
  const call = (word: string, text: string) => ({ action: { name: 'find', arguments: { word } }, text })
  const error = 'MCP error -32602: the word is too short'
  const made = await world({ domain: 'mcp', tools: TOOLS }, [
    call('r', error),
    call('ry', error),
    call('rye', '[{"id": 1}]'),
    call('rye', '[{"id": 1}]'),
    call('o', error),
    { action: { name: 'now', arguments: {} }, text: '12:00' }
  ])
  const [row] = await rows(agentworldTurns, made, { options: { noise: 'skip', ratios: false } })
  // The last failure was not tried again, so it stays: an error is worth learning.
  expect(answers(row).map((one) => ('content' in one ? String(one.content) : '').split('\n')[1])).toEqual([
    '[{"id": 1}]',
    error,
    '12:00'
  ])
  const asked = row.messages.filter(({ role }: { role: string }) => role === 'user')
  expect(asked.map(({ content }: { content: string }) => content.split('\n')[0])).toEqual([
    '### Turn 1',
    '### Turn 2',
    '### Turn 3'
  ])
  const [masked] = await rows(agentworldTurns, made, { options: { ratios: false } })
  expect(answers(masked)).toHaveLength(6)
  const byTurn = await rows(agentworldTurns, made, { options: { noise: 'skip', ratios: false, rows: 'turn' } })
  expect(byTurn.map(({ metadata }) => metadata.turn)).toEqual([1, 2, 3])
})
