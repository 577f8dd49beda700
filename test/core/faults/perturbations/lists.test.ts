// Lists as worlds write them, and what of an observation is data.
import { describe, expect, it, test } from 'vitest'
import { bareScreen } from '../../../../src/core/domains/data-page.ts'
import { addressesIn } from '../../../../src/core/faults/data-address.ts'
import { itemsIn } from '../../../../src/core/faults/data-items.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { take } from './worlds.ts'

/** The list with its first item left out. */
const withoutFirst = (text: string, total?: number) => {
  const found = itemsIn(text)
  return found && { form: found.form, text: found.write(found.items.slice(1), total) }
}

describe('a list loses an item and keeps its form', () => {
  it.each([
    ['json', '[1,2]', '[2]'],
    ['json', '{"a": [{"id": 1}, {"id": 2}], "b": [3]}', '{"a": [{"id": 2}], "b": [3]}'],
    [
      'json',
      '{"data": {"items": [\n  {"id": 12345678901234567890},\n  {"id": 1.0}\n]}}',
      '{"data": {"items": [\n  {"id": 1.0}\n]}}'
    ],
    ['json', '{"files": ["a", "b"], "total": 2}', '{"files": ["b"], "total": 1}'],
    ['json', '[{"tags": ["x", "y"]}]', '[]'],
    [
      'hits',
      '[1] https://a.example\nTitle: a\n\n[2] https://b.example\nTitle: b\n',
      '[1] https://b.example\nTitle: b\n'
    ],
    ['table', '| a | b |\n| - | --- |\n| 1 | 2 |\n| 3 | 4 |\n\nEnd.', '| a | b |\n| - | --- |\n| 3 | 4 |\n\nEnd.'],
    ['table', ' id | name\n----+------\n  1 | a\n  2 | b\n(2 rows)', ' id | name\n----+------\n  2 | b\n(1 rows)'],
    ['table', '+---+\n| a |\n+---+\n| 1 |\n| 2 |\n+---+', '+---+\n| a |\n+---+\n| 2 |\n+---+'],
    ['csv', 'a,b\n1,2\n3,4', 'a,b\n3,4'],
    ['list', 'Found:\n1. one\n   more\n2. two\n\nEnd.', 'Found:\n1. two\n\nEnd.'],
    ['list', '- one\n- two', '- two'],
    ['lines', 'total 8\n-rw a\n-rw b', 'total 8\n-rw b'],
    ['lines', 'NAME  READY\na     1/1\nb     1/1', 'NAME  READY\nb     1/1'],
    ['lines', '{"id": 1}\n{"id": 2}\n', '{"id": 2}\n'],
    ['words', 'a.txt  b.txt  c d.txt', 'b.txt  c d.txt']
  ])('%s', (form, text, expected) => {
    expect(withoutFirst(text, 1)).toEqual({ form, text: expected })
  })

  it.each([
    ['{"id": 1, "labels": ["x", "y"]}'],
    ['{}'],
    ['One sentence.'],
    ['     1\tconst a = 1\n     2\tconst b = 2'],
    ['A first sentence.\nA second one.\nA third.'],
    ['# A page\n\nWith a paragraph.']
  ])('and %j is none', (text) => {
    expect(itemsIn(text)).toBeNull()
  })
})

const PROMPT = 'dev@moor:~$ '
const atStart = { initialState: `A box.\n\n${PROMPT}` }

describe('what a terminal shows around its output', () => {
  const empty = [{ name: 'empty' }]

  it.each([
    ['no output', 'true', `${PROMPT}true\n${PROMPT}`, `${PROMPT}true\n${PROMPT}`],
    [
      'another directory',
      'cd /srv && ls',
      `${PROMPT}cd /srv && ls\na\ndev@moor:/srv$ `,
      `${PROMPT}cd /srv && ls\ndev@moor:/srv$ `
    ],
    ['a program that still runs', 'tail -f log', `${PROMPT}tail -f log\nx\ny\n`, `${PROMPT}tail -f log\n`],
    ['no line end before the prompt', 'printf x', `${PROMPT}printf x\nx${PROMPT}`, `${PROMPT}printf x\n${PROMPT}`]
  ])('stays: %s', async (_, action, observation, expected) => {
    const [taken] = await take({ domain: 'terminal', setup: atStart }, empty, [{ action, observation }])
    expect(taken?.text.trimEnd()).toBe(expected.trimEnd())
  })

  it('stays with several commands: the output of the last one is altered', async () => {
    const shown = `${PROMPT}pwd\n/home/dev\n${PROMPT}ls\na\nb\n${PROMPT}`
    const [taken] = await take({ domain: 'terminal', setup: atStart }, empty, [
      { action: 'pwd\nls', observation: shown }
    ])
    expect(taken?.text.trimEnd()).toBe(`${PROMPT}pwd\n/home/dev\n${PROMPT}ls\n${PROMPT}`.trimEnd())
  })
})

describe('a dead link', () => {
  const hits = { action: 'bridge', observation: '[1] https://a.example/x\nTitle: a\nSnippet: b\nDate: N/A' }
  const page = (url: string) => ({ action: url, observation: '# A page' })

  it('is one that was shown, unless any will do', async () => {
    const turns = [hits, page('https://a.example/x'), page('https://b.example/')]
    const shown = await take({ domain: 'search' }, [{ name: 'dead-link' }], turns)
    expect(shown.map(({ asked }) => asked)).toEqual([true, false, true])
    const any = await take({ domain: 'search' }, [{ name: 'dead-link', options: { links: 'any' } }], turns)
    expect(any.map(({ text }) => text.includes('404'))).toEqual([false, true, true])
  })
})

describe('a secret', () => {
  it.each(['access-key', 'token', 'password', 'database-url', 'private-key'])(
    'of the form %s is marked as made up',
    async (form) => {
      const turn = { action: 'get_issue id=1', observation: '{"id": 1, "title": "Lost row"}' }
      const [taken] = await take({ domain: 'mcp' }, [{ name: 'secret-in-output', options: { form } }], [turn])
      expect(JSON.parse(taken?.text ?? '').title).toMatch(/^Lost row .*FAKE/)
    }
  )
})

test('what is there already is not put there twice', async () => {
  const turn = { action: 'get_issue id=1', observation: '{"id": 1, "title": "Lost row"}' }
  const uses = [{ name: 'prompt-injection' }, { name: 'prompt-injection' }]
  const [taken] = await take({ domain: 'mcp' }, uses, [turn])
  expect(taken?.firings).toHaveLength(1)
})

describe('a page that is gone', () => {
  const url = 'https://a.example/x'
  const aria =
    '- Page URL: https://shop.example/\n- Page Title: Shop\n- Page Snapshot:\n```yaml\n- generic [ref=e2]:\n  - heading "Shop" [level=1] [ref=e3]\n  - link "Cart" [ref=e4]\n```'
  const axtree = "URL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused\n\t[14] link 'Cart'"
  const html =
    '<html><head><title>Shop</title></head><body><h1>Shop</h1><a href="https://b.example/">B</a></body></html>'

  it.each([aria, axtree, html])('is a page in the format of the one before: %s', (before) => {
    const page = bareScreen(before, { url, title: '404 Not Found', said: 'It is gone.' })
    const [was, is] = [before, page ?? ''].map((text) => readScreen(text))
    if (!was || !is || 'problem' in was || 'problem' in is) throw new Error('not read')
    expect(is.screen.format).toBe(was.screen.format)
    expect(is.screen.nodes.map(({ name, text }) => name || text)).toContain('404 Not Found')
    expect(is.screen.warnings).toEqual([])
  })

  it('and nothing where the one before cannot be read', () => {
    expect(bareScreen('no screen', { url, title: 'a', said: 'b' })).toBeNull()
  })

  it('is opened, not typed somewhere', () => {
    expect(
      [`goto("${url}")`, `new_tab()`, `fill("a1", "${url}")`, { name: 'f', arguments: { urls: [url, 1] } }].map(
        addressesIn
      )
    ).toEqual([[url], [], [], [url]])
  })
})
