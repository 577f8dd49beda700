import { describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/core/domains/domain.ts'
import { mcp } from '../../../src/core/domains/mcp/index.ts'
import { search } from '../../../src/core/domains/search/index.ts'
import { swe } from '../../../src/core/domains/swe/index.ts'
import { textenv } from '../../../src/core/domains/textenv/index.ts'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

// One observation of every kind, and the action it answers.
const SEEDS: [Domain, Action, string][] = [
  [
    mcp,
    { name: 'get', arguments: {} },
    '{"id": 7, "tags": ["a", {"deep": [1, 2.5e3, null, true]}], "text": "q\\"\\u00e9[{"}'
  ],
  [
    mcp,
    { name: 'page', arguments: {} },
    '# Title\n\n| a | b |\n| --- | :-: |\n| **x** | [y](https://y.example) |\n\n```js\n1\n```'
  ],
  [swe, { name: 'read_file', arguments: { file_path: 'a.py' } }, '     9\timport x\n    10\t\n    11\t\tprint("é")\n'],
  [swe, { name: 'view', arguments: { path: 'a.py' } }, '[File: a.py (3 lines)]\n1| a\n2| b\n3| c\n(end)'],
  [swe, { name: 'edit', arguments: {} }, 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n'],
  [
    swe,
    { name: 'bash', arguments: { command: 'x' } },
    'Command: x\nDirectory: (root)\nStdout: a\nb\nStderr: Error: c\nExit Code: 1\nSignal: (none)'
  ],
  [swe, { name: 'bash', arguments: { command: 'x' } }, '<returncode>1</returncode>\n<output>\nhi\n</output>'],
  [
    search,
    { name: 'web_search', arguments: { queries: ['a', 'b'] } },
    '[1] https://a.example/\nTitle: A\nSnippet: s ...\nDate: N/A\n\n[1] [B](https://b.example)\nTitle: B\n'
  ],
  [search, { name: 'dict_memory', arguments: { action: 'retrieve_all' } }, '{"note": "x"}'],
  [textenv, 'look', 'A room.\n\nReward: 0.5\nDone: false\nAdmissible actions: look, search[a, b], take "x"\n'],
  [
    textenv,
    'look',
    "Hall.\nYour admissible actions of the current situation are: ['a', 'click[it\\'s]',\n 'b'].\n- c\n"
  ]
]

const PARTS = [
  'a',
  ' ',
  '\n',
  '[',
  '{"a":',
  '"',
  '\\',
  "'",
  '-',
  '|',
  '#',
  '*',
  '1\n',
  '2| x\n',
  '[1] x\n',
  'Stdout: x\n',
  'Exit Code: 1\n',
  '<output>',
  '@@ -1 +1 @@\n',
  '--- a\n',
  '- a\n',
  'Admissible actions: [a\n',
  "Admissible actions: ['a, ",
  'Reward: 1\n',
  ' \t',
  '\u202e🙂',
  '\u0000'
]

const INSERTS = [
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\u200f',
  'שלום',
  '🙂',
  '\ud83d',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '"',
  '\\',
  '[',
  '{',
  ']',
  '}',
  ',',
  ':',
  '|',
  '@@',
  '**',
  '<',
  '\u2028',
  '-'.repeat(50),
  ' '.repeat(50),
  '9'.repeat(30),
  'Exit Code: 1\n',
  '[1] ',
  'Reward: 1',
  '```'
]

/** Marsaglia's xorshift: the same mutations in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function mutated(text: string, roll: (below: number) => number): string {
  let now = text
  for (let times = 1 + roll(6); times > 0; times--) {
    const at = roll(now.length + 1)
    const to = at + roll(now.length - at + 1)
    switch (roll(5)) {
      case 0:
        now = now.slice(0, at)
        break
      case 1:
        now = now.slice(0, at) + now.slice(to)
        break
      case 2:
        now = now.slice(0, to) + now.slice(at)
        break
      case 3:
        now = [...now.split('\n')].sort(() => roll(3) - 1).join('\n')
        break
      default:
        now = now.slice(0, at) + (INSERTS[roll(INSERTS.length)] ?? '').repeat(1 + roll(3)) + now.slice(at)
    }
  }
  return now
}

/** What must hold of every observation, whatever is in it. */
function check(domain: Domain, action: Action, text: string): void {
  const document = must(domain.document).read(action, text)
  expect(document.text).toBe(text)
  // What crosses a door is JSON, so nothing may get lost on the way.
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  const setup = Setup.parse({ domain: domain.id })
  expect(() => domain.fold(domain.initial(setup), { action, observation: { text } })).not.toThrow()
  const normal = domain.normalise(text)
  expect(domain.normalise(normal)).toBe(normal)
}

describe('15.5 no observation breaks the reading of documents', () => {
  it.each(SEEDS)('$id reads 400 mutations of %#', (domain, action, text) => {
    const roll = dice(0x9e3779b9)
    check(domain, action, text)
    for (let round = 0; round < 400; round++) check(domain, action, mutated(text, roll))
  })

  const fill = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size)

  // Each is the worst case of some way to read: were it quadratic, one of these alone would take minutes.
  it.each(PARTS)('reads a megabyte of %j', (part) => {
    const body = fill(part, 1_000_000)
    const texts: [Domain, Action, string][] = [
      [mcp, { name: 'get', arguments: {} }, `{"a": ${body}`],
      [swe, { name: 'bash', arguments: {} }, `Stdout: ${body}`],
      [swe, { name: 'read_file', arguments: { file_path: 'a.py' } }, `     1\t${body}`],
      [search, { name: 'web_search', arguments: { queries: ['a'] } }, `[1] ${body}`],
      [textenv, 'look', `Admissible actions: ['${body}`],
      [textenv, 'look', body]
    ]
    for (const [domain, action, text] of texts)
      expect(must(domain.document).read(action, text).text.length).toBe(text.length)
  })

  it.each(SEEDS)('$id reads %# five megabytes over', (domain, action, text) => {
    const whole = fill(text, 5_000_000)
    expect(must(domain.document).read(action, whole).text.length).toBe(whole.length)
  })
})
