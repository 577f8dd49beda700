// Each measure against truths that were corrupted in known ways.
import { expect, test } from 'vitest'
import { jsonScores } from '../../../../src/core/control/compare/json.ts'
import { measuringTurn } from '../../../../src/core/control/compare/measures.ts'
import { screenScores } from '../../../../src/core/control/compare/screens.ts'
import { measuringTerminal } from '../../../../src/core/control/compare/terminals.ts'
import { measuringEmbedding } from '../../../../src/core/control/embedding-scores.ts'
import { done } from '../../../../src/core/control/evaluate/distance.ts'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'

const JSON_TRUTH = '{"items": [{"id": 1, "name": "tea"}, {"id": 2, "name": "jam"}], "total": 2}'

test.each([
  ['the same in another order and form', '{"total":2,"items":[{"name":"jam","id":2},{"id":1,"name":"tea"}]}', 1, 1],
  ['one wrong value', JSON_TRUTH.replace('"jam"', '"ham"'), 1, 4 / 5],
  // Keys: 4 of 6; values: 3 of 5, against 3.
  ['one row too few', '{"items": [{"id": 1, "name": "tea"}], "total": 2}', 2 * (4 / (4 + 6)), 2 * (3 / (3 + 5))],
  ['one key renamed', JSON_TRUTH.replace('"total"', '"count"'), 5 / 6, 4 / 5],
  ['a number as a text', JSON_TRUTH.replace('"total": 2', '"total": "2"'), 1, 4 / 5],
  ['an empty list', '{"items": [], "total": 2}', 2 * (2 / (2 + 6)), 2 * (1 / (2 + 5))],
  ['no JSON', 'There are two items.', 0, 0],
  ['JSON that breaks off', JSON_TRUTH.slice(0, 40), 0, 0]
])('keys and values of JSON: %s', (_, predicted, keys, values) => {
  const scores = must(jsonScores(predicted, JSON_TRUTH))
  expect(scores.jsonKeys).toBeCloseTo(keys, 12)
  expect(scores.jsonValues).toBeCloseTo(values, 12)
})

test('a truth that is no JSON has no keys and values', () => {
  expect(jsonScores('{}', 'plain text')).toBeNull()
  expect(jsonScores('{}', '12')).toBeNull()
})

const page = (...lines: string[]) =>
  `URL: http://a.example/\nTitle: A\n\nRootWebArea 'A', focused\n${lines.map((line) => `\t${line}`).join('\n')}`
const BEFORE = page(
  "[1] heading 'Chores'",
  "[2] textbox 'New' value=''",
  "[3] button 'Add'",
  "[4] checkbox 'Tea', checked='false'"
)
const AFTER = page(
  "[1] heading 'Chores'",
  "[2] textbox 'New' value=''",
  "[3] button 'Add'",
  "[4] checkbox 'Tea', checked='true'",
  "[5] link 'All done'"
)
const screens = (predicted: string, truth = AFTER) =>
  must(screenScores({ before: BEFORE, shown: BEFORE, predicted, truth }))

test('a repeated screen has most of the nodes and none of the change', () => {
  const { nodes, change } = screens(BEFORE)
  expect(nodes).toBeGreaterThan(0.7)
  expect(change).toBe(0)
  expect(screens(AFTER)).toEqual({ nodes: 1, change: 1 })
})

test('half of a change counts half, and a change that was not asked for counts against it', () => {
  const half = AFTER.replace("\n\t[5] link 'All done'", '')
  // The box before and after: two of two are right, of three in truth.
  expect(screens(half).change).toBeCloseTo((2 * 2) / (2 + 3), 12)
  const more = `${AFTER}\n\t[6] link 'Sale'`
  expect(screens(more).change).toBeCloseTo((2 * 3) / (4 + 3), 12)
})

test('new numbers and another order are the same screen; another state, role or name is not', () => {
  const moved = page(
    "[21] button 'Add'",
    "[22] heading 'Chores'",
    "[23] link 'All done'",
    "[24] textbox 'New' value=''",
    "[25] checkbox 'Tea', checked='true'"
  )
  expect(screens(moved)).toEqual({ nodes: 1, change: 1 })
  for (const [from, to] of [
    ["checked='true'", "checked='false'"],
    ["button 'Add'", "link 'Add'"],
    ["heading 'Chores'", "heading 'Chores!'"],
    ['URL: http://a.example/', 'URL: http://b.example/']
  ] as const) {
    const { nodes, change } = screens(AFTER.replace(from, to))
    expect(nodes, to).toBeLessThan(1)
    expect(change, to).toBeLessThan(1)
  }
})

test('where nothing changed, changing nothing is right and changing something is not', () => {
  expect(screens(BEFORE, BEFORE)).toEqual({ nodes: 1, change: 1 })
  expect(screens(AFTER, BEFORE).change).toBe(0)
})

test('what is no screen scores 0, and a first screen has no change', () => {
  expect(screens('I clicked it.')).toEqual({ nodes: 0, change: 0 })
  expect(screenScores({ before: '', shown: '', predicted: AFTER, truth: AFTER })).toEqual({ nodes: 1 })
  expect(screenScores({ before: '', shown: '', predicted: AFTER, truth: 'nothing' })).toBeNull()
})

test('after its own past, the change is measured from the screen that the contestant itself had shown', () => {
  const shown = BEFORE.replace("heading 'Chores'", "heading 'Tasks'")
  const predicted = AFTER.replace("heading 'Chores'", "heading 'Tasks'")
  const scores = must(screenScores({ before: BEFORE, shown, predicted, truth: AFTER }))
  expect(scores.change).toBe(1)
  expect(scores.nodes).toBeLessThan(1)
})

const terminal = findDomain('terminal')
const typed = (command: string) => [{ keystrokes: `${command}\n`, duration: 1 }]
const printed = (command: string, output: string) => `me@box:~$ ${command}\n${output && `${output}\n`}me@box:~$ `
const terminalScores = (command: string, predicted: string, truth: string, codes: (number | undefined)[] = []) =>
  done(
    measuringTerminal({
      shell: must(terminal.shell),
      action: typed(command),
      state: terminal.initial(Setup.parse({ domain: 'terminal', initialState: 'me@box:~$ ' })),
      predicted: { text: printed(command, predicted), exitCode: codes[0] },
      truth: { text: printed(command, truth), exitCode: codes[1] }
    })
  )

test('lines of a terminal count without echo and prompt, and in their order', () => {
  expect(terminalScores('cat a', 'one\ntwo\nthree', 'one\ntwo\nthree').lines).toBe(1)
  expect(terminalScores('cat a', 'one\nthree', 'one\ntwo\nthree').lines).toBeCloseTo(4 / 5, 12)
  expect(terminalScores('cat a', 'three\ntwo\none', 'one\ntwo\nthree').lines).toBeCloseTo(1 / 3, 12)
  expect(terminalScores('cat a', 'x', 'one').lines).toBe(0)
  expect(terminalScores('true', '', '').lines).toBe(1)
})

test('the end of a command is by its code where it is known, else by whether it printed an error', () => {
  expect(terminalScores('x', '', '', [0, 0]).exit).toBe(1)
  expect(terminalScores('x', '', '', [1, 2]).exit).toBe(0)
  expect(terminalScores('cat b', 'cat: b: No such file or directory', '', [undefined, 1]).exit).toBe(1)
  expect(terminalScores('cat b', 'hello', '', [undefined, 1]).exit).toBe(0)
  expect(terminalScores('frob', 'frobbed', 'bash: frob: command not found').exit).toBe(0)
  expect(terminalScores('frob', 'bash: frob: command not found', 'bash: frob: command not found').exit).toBe(1)
})

test('files are those that a listing shows to be there', () => {
  const listing = 'drwxr-xr-x 2 me me 4096 Nov 21 06:22 notes\n-rw-r--r-- 1 me me 76 Nov 21 06:22 a.txt'
  expect(terminalScores('ls -l', listing, listing).files).toBe(1)
  expect(terminalScores('ls -l', listing.replace('a.txt', 'b.txt'), listing).files).toBeCloseTo(1 / 2, 12)
  expect(terminalScores('ls -l', listing.replace('drwx', '-rwx'), listing).files).toBeCloseTo(1 / 2, 12)
  const tree = '.\n├── src\n│   └── main.py\n└── a.txt'
  expect(terminalScores('tree', tree, tree).files).toBe(1)
  expect(terminalScores('tree', tree.replace('main', 'app'), tree).files).toBeCloseTo(2 / 3, 12)
  expect(terminalScores('find . -name "*.py"', './a.py', './a.py\n./b.py').files).toBeCloseTo(2 / 3, 12)
  expect(terminalScores('echo hi', 'hi', 'hi').files).toBeUndefined()
  expect(terminalScores('ls | wc -l', '2', '2').files).toBeUndefined()
})

test('a turn has the measures of what it is, whatever its domain is called', () => {
  const measured = (domain: string, text: string, before = '') => {
    const found = findDomain(domain)
    const asked = { domain: found, action: typed('x'), state: {}, before, shown: before }
    return Object.keys(done(measuringTurn({ ...asked, predicted: { text }, truth: { text } })))
  }
  const texts = ['exact', 'exactRaw', 'wordF1', 'rougeL', 'levenshtein']
  expect(measured('web', AFTER, BEFORE)).toEqual([...texts, 'nodes', 'change'])
  expect(measured('search', JSON_TRUTH)).toEqual([...texts, 'jsonKeys', 'jsonValues'])
  expect(measured('textenv', 'You are in a room.')).toEqual(texts)
  expect(measured('terminal', printed('x', 'y'))).toEqual([...texts, 'lines', 'exit'])
})

test('the distance of vectors is a reward below a threshold, stricter for data, and a tool has its own', () => {
  const texts = { predicted: 'a b', truth: 'a c' }
  const of = (distance: number, by: 'state' | 'user' | 'tool') => done(measuringEmbedding(distance, { ...texts, by }))
  expect(of(0.15, 'state')).toEqual({ embedding: 0.85, gap: 1, gapData: 0 })
  expect(of(0.2, 'state')).toEqual({ embedding: 0.8, gap: 0, gapData: 0 })
  expect(of(0.3, 'user')).toEqual({ embedding: 0.7, gap: 1, gapData: 0 })
  expect(of(1.4, 'state')).toEqual({ embedding: 0, gap: 0, gapData: 0 })
  // ROUGE-L of one word of two, in steps of 0.2.
  expect(of(0.5, 'tool')).toEqual({ embedding: 0.5, gap: 0.6, gapData: 0.6 })
})
