// Every importer on a file of every format: each knows its own, and none takes another's.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { atif } from '../../../src/core/exporters/atif.ts'
import { importers, recognise } from '../../../src/core/importers/index.ts'
import { textInput } from '../../../src/core/importers/text.ts'
import { tree, written } from '../trees.ts'

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const rows = (...all: object[]) => all.map((row) => `${JSON.stringify(row)}\n`).join('')

const messages = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' }
]
const call = { request: '{"method":"tools/call","params":{"name":"a"}}', response: '{"content":[]}' }

// A file's name, its text, and the importer it belongs to: `null` where this folder has none for it, whatever others may add.
const FILES: [name: string, text: string, importer: string | null][] = [
  ['orrery.jsonl', await fixture('orrery-v3.jsonl'), 'orrery'],
  ['orrery-v1.jsonl', await fixture('orrery-v1.jsonl'), 'orrery'],
  ['samples.jsonl', await fixture('agentworldbench-awkward.jsonl'), 'agentworldbench'],
  ['trajectory.json', await written(atif, await tree()), 'atif'],
  ['world.json', await written(atif, await tree(), { options: { view: 'world' } }), 'atif'],
  ['old.json', '{\n  "schema_version": "ATIF-v1.2",\n  "session_id": "x", "steps": []}', 'atif'],
  ['mcp.jsonl', await fixture('formats/mcp-traffic.jsonl'), 'mcp'],
  ['history.json', JSON.stringify([call], null, 2), 'mcp'],
  ['trace.trace', await fixture('formats/playwright.trace'), 'playwright'],
  ['trace.network', '{"type":"resource-snapshot","snapshot":{"pageref":"p","time":1}}\n', 'playwright'],
  ['trace.stacks', '{"files":["a.mjs"],"stacks":[["c@6",[[0,10,28,""]]]]}', 'playwright'],
  ['log.jsonl', rows({ action: 'look', observation: 'A hall.' }, { action: 'wait', observation: '' }), 'jsonl'],
  ['demo.cast', '{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "$ "]\n', null],
  ['chat.jsonl', rows({ messages }, { messages }), null],
  ['sharegpt.json', JSON.stringify([{ conversations: [{ from: 'human', value: 'Hi' }] }]), null],
  ['inspect.json', JSON.stringify({ version: 2, status: 'success', eval: { task: 't' }, samples: [] }), null],
  [
    'run.traj',
    JSON.stringify({ trajectory: [{ action: 'ls', observation: 'a' }], history: [], info: {} }, null, 2),
    null
  ],
  ['table.csv', 'a,b\n1,2\n', null],
  ['notes.md', 'How "jsonrpc" and "ATIF-v1.8" and {"type":"context-options"} are told apart.\n', null],
  ['package.json', '{\n  "name": "x",\n  "version": "1.0.0"\n}\n', null],
  ['numbers.json', '[1, 2, 3]', null],
  ['binary', '\u0000\u0001PNG\ufffd', null],
  ['empty', '', null]
]
const OWN = ['orrery', 'agentworldbench', 'atif', 'mcp', 'playwright', 'jsonl']

test.each(FILES)('6.17 %s is recognised as what it is', (name, text, own) => {
  const file = textInput(text, name)
  const claims = importers.filter((one) => OWN.includes(one.name) && one.recognise(file)).map((one) => one.name)
  expect(claims).toEqual(own ? [own] : [])
  if (own) expect(recognise(file)?.importer.name).toBe(own)
})

test.each(FILES)('6.17 %s is told by its content, not by its name', (_, text, own) => {
  for (const name of ['x', 'trajectory.json', 'trace.trace', 'mcp.log']) {
    const found = recognise(textInput(text, name))
    if (own) expect(found?.importer.name).toBe(own)
  }
})

test('the beginning of a file decides, wherever it is cut, and no importer throws', () => {
  for (const [name, text] of FILES) {
    for (let length = 0; length < Math.min(text.length, 3_000); length += 37) {
      const file = { name, head: text.slice(0, length) }
      for (const importer of importers) expect(() => importer.recognise(file)).not.toThrow()
    }
  }
})
