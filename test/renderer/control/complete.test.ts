// What the editor of scenarios offers at a place, by the schema that is really used; `|` is the place.
import { expect, test } from 'vitest'
import { scenarioSchema } from '../../../src/core/control/scenario-schema.ts'
import { completionsAt } from '../../../src/renderer/control/complete.ts'

function offers(text: string): string[] {
  const at = text.indexOf('|')
  const labels = completionsAt(scenarioSchema(), text.replace('|', ''), at).map(({ label }) => label)
  return [...new Set(labels)]
}

const top = ['name', 'title', 'setup', 'checks']
const inSetup = ['domain', 'task', 'seed', 'grounding']

test.each([
  ['an empty file', '|', top, inSetup.slice(0, 1)],
  ['a name that is being written', 'na|', top, []],
  ['a key below another one', 'setup:\n  |', inSetup, ['title', 'checks']],
  ['the lines after an inner key has ended', 'setup:\n  sampling:\n    topK: 1\n  |', inSetup, ['topK', 'checks']],
  ['the lines after all keys have ended', 'setup:\n  sampling:\n    topK: 1\n|', top, inSetup.slice(0, 1)],
  ['an inner key', 'setup:\n  sampling:\n    |', ['temperature', 'topK', 'topP'], inSetup],
  ['a place after a comment that looks like a key', 'setup:\n # no: key\n  seed: 1\n  |', inSetup, ['title']],
  ['a place before further lines', 'setup:\n\n  |\n  grounding: model', inSetup, ['title']],
  ['the first key of an item', 'checks:\n  - |', ['name', 'expect'], ['title']],
  ['a further key of an item', 'checks:\n  - name: a\n    |', ['name', 'expect'], ['title']],
  ['a list inside an item', 'reactions:\n  - when:\n      |', ['action', 'observation', 'all'], ['times']]
])('names are offered at %s', (_of, text, offered, not) => {
  const found = offers(text)
  expect(found).toEqual(expect.arrayContaining(offered))
  expect(found.filter((label) => not.includes(label))).toEqual([])
})

test.each([
  ['alternatives of words', 'setup:\n  grounding: |', ['model', 'grounded', 'executed']],
  ['a value right after the colon', 'setup:\n  grounding:|', ['model', 'grounded', 'executed']],
  ['yes and no', 'setup:\n  strict: |', ['true', 'false']],
  ['a value of an item', 'checks:\n  - baseline: t|', ['true', 'false']],
  ['free text', 'title: |', []],
  ['a number', 'setup:\n  seed: |', []],
  ['a key that there is not', 'colour: |', []],
  ['below a key that there is not', 'colours:\n  |', []]
])('values: %s', (_of, text, values) => {
  expect(offers(text)).toEqual(values)
})

test('a name brings its colon, its type and what it is for', () => {
  expect(completionsAt(scenarioSchema(), '', 0).find(({ label }) => label === 'title')).toEqual({
    label: 'title',
    type: 'property',
    apply: 'title: ',
    detail: 'string',
    info: 'What people read in lists.'
  })
})

test('a schema that refers to itself for ever is looked into so far and no further', () => {
  const schema = { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { properties: { b: {} } }] } }, $ref: '#/$defs/a' }
  expect(new Set(completionsAt(schema, '', 0).map(({ label }) => label))).toEqual(new Set(['b']))
})
