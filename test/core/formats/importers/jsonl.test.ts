import { expect, test } from 'vitest'
import { readOptions } from '../../../../src/core/formats/exporters/index.ts'
import { jsonl } from '../../../../src/core/formats/importers/jsonl.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'

async function read(rows: (object | string)[], options: Record<string, string> = {}): Promise<Finding[]> {
  const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  const given = jsonl.options.parse(readOptions(jsonl, options))
  const all: Finding[] = []
  for await (const one of jsonl.read(textInput(text, 'my/log.jsonl'), reading, given)) all.push(one)
  return all
}
const trees = (all: Finding[]) => all.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
const turns = (all: Finding[]) =>
  trees(all).map(({ session, steps }) => [
    session.title,
    session.domain,
    steps.map(({ action, observation }) => [action, observation.text])
  ])

test('pointers say where actions, observations and sessions are; what else a line has is dropped by name', async () => {
  const rows = [
    { run: { id: 1 }, turn: { 'a/b': 'look' }, seen: ['A hall.'], reward: 0 },
    { run: { id: 2 }, turn: { 'a/b': 'wait' }, seen: ['Time passes.'], reward: 1 },
    'no json',
    { run: { id: 1 }, turn: {}, seen: ['x'] },
    { run: { id: 1 }, turn: { 'a/b': 'go north' }, seen: ['A cellar.'] }
  ]
  const all = await read(rows, { action: '/turn/a~1b', observation: '/seen/0', session: '/run/id', domain: 'textenv' })
  expect(turns(all)).toEqual([
    [
      '1',
      'textenv',
      [
        ['look', 'A hall.'],
        ['go north', 'A cellar.']
      ]
    ],
    ['2', 'textenv', [['wait', 'Time passes.']]]
  ])
  expect(all.filter(({ type }) => type === 'problem')).toEqual([
    { type: 'problem', line: 3, reason: expect.stringMatching(/^Not JSON/) },
    { type: 'problem', line: 4, reason: 'There is nothing at "/turn/a~1b", where the action should be.' }
  ])
  expect(all).toContainEqual({ type: 'dropped', what: 'the field "reward"', count: 2 })
  expect(
    trees(await read(rows, { action: '/turn/a~1b', observation: '/seen/0', session: '/run/id', domain: 'textenv' }))
  ).toEqual(trees(all))
})

test.each([
  ['terminal', [{ keystrokes: 'ls\n', duration: 1 }]],
  ['mcp', { name: 'read', arguments: { path: 'x' } }],
  ['web', "click('a1')"],
  ['textenv', 'open the door']
])('without a domain a %s action is known by its form', async (domain, action) => {
  expect(turns(await read([{ action, observation: { ok: true } }]))).toEqual([
    ['log', domain, [[action, '{"ok":true}']]]
  ])
})

test('a mapping that fits no line is refused with words that help; a pointer that is none too', async () => {
  await expect(read([{ a: 1 }])).rejects.toThrow('No line of "my/log.jsonl" has an action at "/action"')
  await expect(read([{ a: 1 }], { action: 'a' })).rejects.toThrow('action: a JSON pointer is empty or begins with "/"')
  await expect(read([{ action: 'x', observation: 'y' }], { domain: 'sea' })).rejects.toThrow('There is no domain "sea"')
})
