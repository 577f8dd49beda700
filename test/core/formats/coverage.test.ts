// What behaviour a data set covers.
import { expect, test } from 'vitest'
import { coverageOf } from '../../../src/core/formats/coverage.ts'
import { coverageRows } from '../../../src/core/formats/coverage-words.ts'
import { treeSource } from '../../../src/core/formats/exporters/source.ts'
import { linearTree } from '../../../src/core/formats/importers/linear.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { bodies } from '../trees.ts'

const world = async (domain: string, turns: [unknown, string][], setup: object = {}) =>
  treeSource(
    await linearTree({
      ...{ format: 'test', title: 'A world', notes: '', createdAt: 5 },
      setup: Setup.parse({ domain, ...setup }),
      turns: turns.map(([action, observation]) => ({ action: action as never, observation }))
    })
  )
const typed = (keystrokes: string) => [{ keystrokes, duration: 1 }]
const tools = ['list_rooms', 'book_room', 'cancel'].map((name) => ({ name, inputSchema: { type: 'object' } }))

test('worlds of several domains: what was used of what there is, failures, lengths and ends', async () => {
  const found = await coverageOf([
    await world('terminal', [
      [typed('ls | wc -l\n'), '$ ls | wc -l\n3\n$ '],
      [[], '$ '],
      [typed('ls\n'), '$ ls\na\n$ ']
    ]),
    await world(
      'mcp',
      [
        [{ name: 'list_rooms', arguments: {} }, '[]'],
        [{ name: 'paint', arguments: {} }, '{"error": "There is no such tool."}']
      ],
      { tools }
    ),
    await world('textenv', [['open door', 'It opens. [SUCCESS]']])
  ])
  expect(found.domains).toEqual({
    mcp: {
      worlds: 1,
      turns: 2,
      used: { list_rooms: 1, paint: 1 },
      unused: ['book_room', 'cancel'],
      undeclared: ['paint']
    },
    terminal: { worlds: 1, turns: 3, used: { ls: 2, wc: 1 } },
    textenv: { worlds: 1, turns: 1, used: { open: 1 } }
  })
  expect(found).toMatchObject({ worlds: 3, turns: 6, errors: 1, empty: 1 })
  expect(Object.values(found.kinds).reduce((sum, one) => sum + one, 0)).toBe(6)
  expect(Object.keys(found.kinds)).toHaveLength(7)
  expect(found.outcomes).toEqual({ success: 1, failure: 0, unknown: 2 })
  expect(found.lengths.turns).toEqual({ least: 1, median: 2, most: 3 })
  expect(found.answers).toEqual({ real: 0, simulated: 0, unknown: 6 })
})

test('calls through other doors of a program are told, and nothing of no worlds', async () => {
  const { domains } = await coverageOf([treeSource(await bodies())])
  expect(domains.mcp?.unused).toEqual(['create_note'])
  const none = await coverageOf([])
  expect(none).toMatchObject({ worlds: 0, turns: 0, domains: {}, lengths: { turns: { least: 0, median: 0, most: 0 } } })
  expect(coverageRows(none)).toContainEqual(['failed turns', '0 (0 %)'])
})
