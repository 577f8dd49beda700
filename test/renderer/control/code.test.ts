// What the text editor of scenarios makes of its text, without a browser: where problems are marked, and when it completes.
import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeIn, diagnosticsIn } from '../../../src/renderer/control/code.ts'

const state = EditorState.create({ doc: 'name: door\nturns: many' })
const problem = (line: number, column: number) => ({ file: 'a.yaml', line, column, message: 'Wrong.' })
const marked = (line: number, column: number) =>
  diagnosticsIn(state, [problem(line, column)]).map(({ from, to }) => state.sliceDoc(from, to))

test.each([
  ['the word at its place', 2, 8, 'many'],
  ['the rest of a word', 1, 9, 'or'],
  ['the rest of a line where no word is', 1, 6, ' door'],
  ['the whole first word for a line before the text', 0, 0, 'name'],
  ['something of the last line for a line after it', 9, 1, 'turns'],
  ['nothing behind the end of a line', 1, 99, '']
])('a problem marks %s', (_what, line, column, text) => {
  expect(marked(line, column)).toEqual([text])
})

test('a warning is none of the errors', () => {
  const told = diagnosticsIn(state, [problem(1, 1), { ...problem(2, 1), warning: true as const }])
  expect(told.map(({ severity, message }) => [severity, message])).toEqual([
    ['error', 'Wrong.'],
    ['warning', 'Wrong.']
  ])
})

test('it completes a word from its beginning, and elsewhere only when asked', async () => {
  const schema = async () => ({ properties: { name: {}, turns: {} } })
  const at = (text: string, asked: boolean) =>
    completeIn(new CompletionContext(EditorState.create({ doc: text }), text.length, asked), schema)
  expect(await at('name: a\ntu', false)).toMatchObject({ from: 8, options: [{ label: 'name' }, { label: 'turns' }] })
  expect(await at('name: a\n', false)).toBeNull()
  expect(await at('name: a\n', true)).toMatchObject({ from: 8, options: [{ label: 'name' }, { label: 'turns' }] })
  // Free text: nothing is known of it.
  expect(await at('name: a', true)).toBeNull()
})
