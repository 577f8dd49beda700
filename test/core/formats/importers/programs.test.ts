// Files of programs that are known by sight: the refusal names the program and the way that there is. Nothing comes of them.
import { expect, test } from 'vitest'
import { importers } from '../../../../src/core/formats/importers/index.ts'
import { programOf } from '../../../../src/core/formats/importers/programs.ts'
import { EXAMPLES } from './examples.ts'
import { read, readFixture, rows } from './reading.ts'

const laid = (value: unknown) => JSON.stringify(value, null, 2)

const FILES: [looks: string, text: string][] = [
  ['runs of LangSmith', rows({ id: 'x', run_type: 'llm', inputs: {}, outputs: {} })],
  ['an export of ChatGPT', laid([{ title: 'x', mapping: {}, current_node: 'y' }])],
  ['messages of Cline or Roo Code for its window', laid([{ ts: 1, type: 'say', say: 'text' }])],
  ['a chat of GitHub Copilot', laid({ requesterUsername: 'a', responderUsername: 'b', requests: [] })],
  ['a log of HTTP requests (HAR)', laid({ log: { version: '1.2', creator: {}, entries: [] } })],
  ['a Jupyter notebook', laid({ cells: [], metadata: {}, nbformat: 4 })],
  ['a recording of rrweb', laid([{ type: 4, data: { href: 'x' }, timestamp: 1 }])],
  ['a chat history of Aider', '\n# aider chat started at 2026-01-05\n']
]

test.each(FILES)('%s is named and not read, whichever format is asked for', async (looks, text) => {
  const refusal = `"x" looks like ${looks}, which is not read yet. `
  await expect(read(text)).rejects.toThrow(refusal)
  for (const { name } of importers) {
    const found = await read(text, { format: name }).catch((error: Error) => error.message)
    if (typeof found === 'string') expect([name, found]).toEqual([name, expect.stringContaining(`looks like ${looks}`)])
    // Pointers may read any rows, but these have none.
    else expect([name, found.worlds, found.problems.length > 0]).toEqual(['jsonl', [], true])
  }
})

test('no file that an importer reads is taken for one of a program', () => {
  for (const { name, text, importer } of EXAMPLES) {
    if (importer) expect([name, programOf({ head: text })]).toEqual([name, null])
  }
})

test.each([
  [
    'an array',
    laid([{ turn: { action: 'look', result: 'A door.' }, run: 'a' }]),
    'It is a JSON array with the fields turn, run. The nearest format is jsonl. If each row is a step, this reads it: --format jsonl --option action=/turn/action --option observation=/turn/result --option session=/run.'
  ],
  [
    'lines with a tool',
    rows({ tool_name: 'a', tool_input: {}, tool_output: 'x', episode_id: 1 }),
    'It is JSON lines with the fields tool_name, tool_input, tool_output, episode_id. The nearest format is jsonl. If each row is a step, this reads it: --format jsonl --option action=/tool_input --option tool=/tool_name --option observation=/tool_output --option session=/episode_id.'
  ],
  [
    'lines without names that tell',
    rows({ a: 1, 'b/c': 2 }, { a: 2 }),
    'It is JSON lines with the fields a, b/c. The nearest format is jsonl: where each row holds an action and what followed, say where, as in --format jsonl --option action=/turn/action --option observation=/turn/result.'
  ],
  ['an object', laid({ turns: [] }), 'It is one JSON object with the fields turns.'],
  ['HTML', '<!doctype html><p>x</p>', 'It is HTML or XML, which is no trajectory.'],
  ['bytes', 'ab\u0000cd', 'It is no text.']
])('%s of no known format: what it looks like and the mapping', async (_name, text, words) => {
  await expect(read(text)).rejects.toThrow(words)
})

test('a mapping that fits nothing says what the file looks like', async () => {
  await expect(readFixture('elsewhere/array-for-mapping.json', { format: 'jsonl' })).rejects.toThrow(
    'It is a JSON array with the fields turn, run.'
  )
})

test.each([
  [
    'a game of ALFWorld',
    laid({ pddl_domain: '(define (domain a))', grammar: '', pddl_problem: '(define (problem b))' })
  ],
  ['a game of ALFWorld', `{"pddl_domain": "(define (domain a)${' '.repeat(9000)}`],
  ['PDDL', '; a comment\n(define (domain cottage)\n (:requirements :strips))'],
  ['PDDL', '(define (problem p1) (:domain cottage))']
])('%s is a world: the refusal says how it is played', async (looks, text) => {
  await expect(read(text)).rejects.toThrow(`"x" looks like ${looks}. It is no trajectory. Play it: `)
})
