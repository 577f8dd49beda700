// Every importer on a file of every format: each knows its own, and none takes another's.
import { expect, test } from 'vitest'
import { importers, recognise } from '../../../../src/core/formats/importers/index.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import { nonEmpty } from '../../../must.ts'
import { EXAMPLES, type Example, FIRST } from './examples.ts'

// Parts of formats that hold no session of their own.
const PARTS: Example[] = [
  {
    importer: 'atif',
    name: 'old.json',
    text: '{\n  "schema_version": "ATIF-v1.2",\n  "session_id": "x", "steps": []}'
  },
  {
    importer: 'playwright',
    name: 'trace.network',
    text: '{"type":"resource-snapshot","snapshot":{"pageref":"p","time":1}}\n'
  },
  { importer: 'playwright', name: 'trace.stacks', text: '{"files":["a.mjs"],"stacks":[["c@6",[[0,10,28,""]]]]}' },
  { importer: 'inspect', name: 'empty.json', text: '{"version": 2, "status": "started", "eval": {"task": "t"}}' },
  { importer: 'asciicast', name: 'begun.cast', text: '{"version": 3, "term": {"cols": 80, "rows": 24}}\n' }
]
const FILES = [...EXAMPLES, ...PARTS]

test.each(FILES)('6.17 $name is recognised as $importer, and as nothing else', ({ name, text, importer }) => {
  const file = textInput(text, name)
  const claims = importers.filter((one) => one.recognise(file)).map((one) => one.name)
  expect(claims).toEqual(importer ? [importer] : [])
})

// Names that belong to a format, and some that could be anything.
const NAMES = ['x', 'trajectory.json', 'trace.trace', 'mcp.log', ...FIRST.map(({ name }) => name)]

test.each(nonEmpty(FILES.filter(({ importer }) => importer)))(
  '6.17 $name is told by its content, not by its name',
  ({ text, importer }) => {
    for (const name of NAMES) expect([name, recognise(textInput(text, name))?.importer.name]).toEqual([name, importer])
  }
)

test('the beginning of a file decides, wherever it is cut, and no importer throws', () => {
  for (const { name, text } of FILES) {
    for (let length = 0; length < Math.min(text.length, 3_000); length += 37) {
      const file = { name, head: text.slice(0, length) }
      for (const importer of nonEmpty(importers)) expect(() => importer.recognise(file)).not.toThrow()
    }
  }
})
