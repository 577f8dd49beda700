// An initial state, read into records by rules that a person can follow.
import { describe, expect, it } from 'vitest'
import { readBook } from '../../../../src/core/grounds/records/book.ts'
import { createRecords } from '../../../../src/core/grounds/records/ground.ts'
import { plural, singular, wordsOf } from '../../../../src/core/grounds/records/names.ts'
import { readName, sharedPrefix } from '../../../../src/core/grounds/records/verbs.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { createDice } from '../../../fixtures/dice.ts'
import { crm, invoices, wiki } from './sets.ts'

const arg = (type: string, more: Record<string, Json> = {}) => ({ type, ...more })
const tools = [
  {
    name: 'list_issues',
    inputSchema: { type: 'object', properties: { status: arg('string', { enum: ['open', 'closed'] }) } }
  },
  {
    name: 'get_issue',
    inputSchema: { type: 'object', properties: { issue_id: arg('string') }, required: ['issue_id'] }
  },
  {
    name: 'create_issue',
    inputSchema: {
      type: 'object',
      properties: {
        title: arg('string'),
        assignee: arg('string'),
        priority: arg('string', { enum: ['low', 'high'] }),
        labels: arg('array'),
        status: arg('string', { enum: ['open', 'closed'] })
      }
    }
  },
  { name: 'list_users', inputSchema: { type: 'object', properties: {} } }
]
const read = (text: string) => {
  const book = readBook(tools, text)
  return { records: book.effects.map(({ kind, id, value }) => [kind, id, value]), book }
}

describe('records of an initial state are read by rules', () => {
  const issue = { id: 'ISSUE-12', title: 'Export fails', status: 'open', assignee: 'ann' }
  it.each<[string, string, [string, string, unknown][]]>([
    ['a list', '- ISSUE-12 "Export fails" (open, assigned to ann)', [['issue', 'ISSUE-12', issue]]],
    [
      'a list under a heading',
      '## Open issues (1)\n* ISSUE-12: Export fails (status: open, assignee: ann)',
      [['issue', 'ISSUE-12', issue]]
    ],
    [
      'numbers',
      'Issues:\n#12 high, unassigned: "Export"',
      [['issue', '12', { id: 12, title: 'Export', priority: 'high', assignee: null }]]
    ],
    [
      'labels',
      'Issues:\n- I-1 "a" (bug, ui)\n- I-2 "b" (no labels)',
      [
        ['issue', 'I-1', { id: 'I-1', title: 'a', labels: ['bug', 'ui'] }],
        ['issue', 'I-2', { id: 'I-2', title: 'b', labels: [] }]
      ]
    ],
    [
      'a table',
      '### Issues\n| ID | Title | Assignee |\n|:--|---|--:|\n| 7 | a | - |',
      [['issue', '7', { id: 7, title: 'a', assignee: null }]]
    ],
    [
      'JSON in a fence',
      'Issues:\n```json\n[{"id": 7, "n": {"a": [1]}}]\n```',
      [['issue', '7', { id: 7, n: { a: [1] } }]]
    ],
    ['JSON by names', '{"data": {"issues": [{"id": 7}], "users": []}}', [['issue', '7', { id: 7 }]]],
    ['JSON by ids', 'Users: {"ann": {"role": "admin"}}', [['user', 'ann', { id: 'ann', role: 'admin' }]]],
    [
      'sections',
      '### ISSUE-12: Export fails\n- status: open\n- assignee: ann\n\nThat is all.',
      [['issue', 'ISSUE-12', issue]]
    ],
    ['prose', 'There are many issues. Ann works on 12 of them.', []]
  ])('%s', (_, text, records) => {
    expect(read(text).records).toEqual(records)
  })

  it('a kind that is told to be empty is empty, one that is not told of is unknown', () => {
    expect(read('No issues yet.').book.initial.get('issue')).toMatchObject({ complete: true })
    expect(read('Issues: none').book.initial.get('issue')).toMatchObject({ complete: true })
    expect(read('A tracker.').book.initial.get('issue')).toBeUndefined()
  })

  it('a list with lines that no rule reads is not all there is', () => {
    const { book, records } = read('Issues:\n- ISSUE-1 "a" (open)\nISSUE-2   open    2026-01-02   ann')
    expect(records).toHaveLength(1)
    expect(book.initial.get('issue')?.complete).toBe(false)
  })

  it('the next id that the state tells counts', () => {
    expect(read('Issues:\n- ISSUE-1 "a"\n\nThe next number is 40.').book.initial.get('issue')?.last).toBe(39)
  })

  it('is shown before the world starts', () => {
    const { initial } = createRecords({ hash: 'test' })
    const shown = [crm, invoices, wiki].map((setup) =>
      (initial?.(setup) ?? []).map((effect) => effect.do === 'entity' && `${effect.kind} ${effect.id}`)
    )
    expect(shown).toEqual([
      ['company 11', 'company 12', 'company 15', 'contact 1'],
      ['invoice INV-0003', 'invoice INV-0004', 'invoice INV-0007'],
      ['page onboarding', 'page leave', 'page deploy']
    ])
    expect(initial?.(Setup.parse({ domain: 'terminal' }))).toEqual([])
  })

  it('no text breaks the reading', () => {
    const pieces = [
      '# ',
      'Issues:\n',
      '| a |\n',
      '|---|\n',
      '- ISSUE-1 ',
      '{"id":',
      '[',
      ']',
      '}',
      '"',
      '(',
      ')',
      ':',
      '\n',
      '#1 ',
      'a: b\n',
      '```\n',
      '\\',
      ',',
      'ISSUE-2\n',
      '🙂',
      '\t',
      '  '
    ]
    const dice = createDice(7)
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: dice.below(40) }, () => dice.pick(pieces)).join('')
      expect(() => read(text)).not.toThrow()
    }
  })
})

describe('names are read as words', () => {
  it.each([
    ['getUserEmail', ['get', 'user', 'email']],
    ['crm.deals-list', ['crm', 'deals', 'list']],
    ['listHTTPRoutes', ['list', 'http', 'routes']]
  ])('%s', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  it.each([
    'category',
    'address',
    'status',
    'box',
    'branch',
    'person',
    'ticket',
    'invoice',
    'warehouse',
    'analysis',
    'bus',
    'day'
  ])('%s has a plural, and that a singular', (word) => {
    expect(singular(plural(word))).toBe(word)
    expect(singular(word)).toBe(word)
  })

  it('a prefix of all names is no part of any', () => {
    const prefix = sharedPrefix(['jira_get_issue', 'jira_create_issue'])
    expect(prefix).toBe(1)
    expect(readName('jira_get_issue', prefix)).toEqual({ verb: 'get', word: 'get', rest: ['issue'] })
    expect(readName('search_and_update', 0)).toBeNull()
    expect(readName('tickets.list', 0)).toMatchObject({ verb: 'list', rest: ['tickets'] })
  })
})
