import { describe, expect, it, test } from 'vitest'
import { take } from './worlds.ts'

const LIST = JSON.stringify({ total: 5, issues: [1, 2, 3, 4, 5].map((id) => ({ id })) }, null, 2)
const ids = (text: string): number[] => JSON.parse(text).issues.map(({ id }: { id: number }) => id)
const list = { action: 'list_issues', observation: LIST }
const paginated = { name: 'paginated', options: { size: 2 } }

describe('pages', () => {
  it('come one after the other by their cursors, and the world is not asked for what it has told', async () => {
    const [first] = await take({ domain: 'mcp' }, [paginated], [list])
    const next = JSON.parse(first?.text ?? '').next_cursor
    const calls = [list, { action: `list_issues {"cursor": "${next}"}`, observation: 'not asked' }]
    const [, second] = await take({ domain: 'mcp' }, [paginated], calls)
    const last = JSON.parse(second?.text ?? '').next_cursor
    const taken = await take(
      { domain: 'mcp' },
      [paginated],
      [...calls, { action: `list_issues {"cursor": "${last}"}`, observation: 'not asked' }, list]
    )
    expect(taken.map(({ text }) => ids(text))).toEqual([[1, 2], [3, 4], [5], [1, 2]])
    expect(taken.map(({ asked }) => asked)).toEqual([true, false, false, true])
    expect(JSON.parse(taken[2]?.text ?? '').next_cursor).toBeNull()
    expect(taken.map(({ firings }) => firings.map(({ effect }) => effect))).toEqual([
      ['alter'],
      ['answer'],
      ['answer'],
      ['alter']
    ])
    expect(taken[0]?.firings[0]?.before).toBe(LIST)
  })

  it('come by their number, or by where they begin', async () => {
    const taken = await take(
      { domain: 'mcp' },
      [{ name: 'paginated', options: { size: 2, style: 'page' } }],
      [
        { ...list, action: 'list_issues state=open' },
        { action: 'list_issues state=open page=2', observation: 'not asked' },
        { action: 'list_issues state=open offset=4 limit=2', observation: 'not asked' },
        { action: 'list_issues state=open page=9', observation: 'not asked' }
      ]
    )
    expect(taken.map(({ text }) => ids(text))).toEqual([[1, 2], [3, 4], [5], []])
    expect(taken.map(({ text }) => JSON.parse(text).next_page)).toEqual([2, 3, null, null])
  })

  it('of another call are those of its own list', async () => {
    const closed = LIST.replaceAll('"id": ', '"id": 10')
    const taken = await take(
      { domain: 'mcp' },
      [paginated],
      [
        { ...list, action: 'list_issues state=open' },
        { action: 'list_issues state=closed', observation: closed },
        { action: 'list_issues state=open page=2', observation: 'not asked' },
        { action: 'list_issues state=all page=2', observation: closed }
      ]
    )
    expect(ids(taken[2]?.text ?? '')).toEqual([3, 4])
    expect(taken[3]?.asked).toBe(true)
  })

  it('are named as the tool names them', async () => {
    const schemas = [{ pageToken: { type: 'string' } }, { page: { type: 'integer' } }, { cursor: { type: 'string' } }]
    const named = await Promise.all(
      schemas.map(async (properties) => {
        const tools = [{ name: 'list_issues', inputSchema: { type: 'object', properties } }]
        const [first] = await take({ domain: 'mcp', setup: { tools } }, [paginated], [list])
        return Object.keys(JSON.parse(first?.text ?? '')).at(-1)
      })
    )
    expect(named).toEqual(['nextPageToken', 'next_page', 'next_cursor'])
  })

  it('of a list without an object are in one', async () => {
    const [first] = await take({ domain: 'mcp' }, [paginated], [{ action: 'list_issues', observation: '[1, 2, 3]' }])
    expect(JSON.parse(first?.text ?? '')).toEqual({ items: [1, 2], next_cursor: expect.any(String) })
  })

  it('of search hits stay hits, numbered on', async () => {
    const hit = (n: number) => `[${n}] https://a.example/${n}\nTitle: t${n}\nSnippet: s${n}\nDate: N/A`
    const taken = await take(
      { domain: 'search' },
      [{ name: 'paginated', options: { size: 2, style: 'page' } }],
      [
        { action: 'web_search query=a', observation: [1, 2, 3].map(hit).join('\n\n') },
        { action: 'web_search query=a page=2', observation: 'not asked' }
      ]
    )
    expect(taken[0]?.text).toBe(`${hit(1)}\n\n${hit(2)}\n\nShowing 1 to 2 of 3. Next page: page=2`)
    expect(taken[1]?.text).toContain('https://a.example/3')
  })

  it('of what a terminal fetches have the echo of their own command', async () => {
    const url = 'https://api.example/issues'
    const taken = await take(
      { domain: 'terminal', setup: { initialState: 'A box.\n\ndev@moor:~$ ' } },
      [{ name: 'paginated', options: { size: 2, style: 'page' } }],
      [
        { action: `curl -s ${url}`, observation: `dev@moor:~$ curl -s ${url}\n{"items": [1, 2, 3]}\ndev@moor:~$ ` },
        { action: `curl -s "${url}?page=2"`, observation: 'not asked' }
      ]
    )
    expect(taken[1]?.text).toBe(`dev@moor:~$ curl -s "${url}?page=2"\n{"items": [3], "next_page": null}\ndev@moor:~$ `)
  })
})

test('a cursor that nobody gave out is the world’s to answer', async () => {
  const [, other] = await take(
    { domain: 'mcp' },
    [paginated],
    [list, { action: 'list_issues cursor=abc', observation: '[]' }]
  )
  expect(other?.asked).toBe(true)
})

test('a list that fits on a page, or must not have a cursor by its schema, stays whole', async () => {
  const [whole] = await take({ domain: 'mcp' }, [{ name: 'paginated' }], [list])
  expect(whole?.firings).toEqual([])
  const outputSchema = {
    type: 'object',
    properties: { total: { type: 'integer' }, issues: { type: 'array' } },
    additionalProperties: false
  }
  const tools = [{ name: 'list_issues', inputSchema: { type: 'object' }, outputSchema }]
  const [strict] = await take({ domain: 'mcp', setup: { tools } }, [paginated], [list])
  expect(strict?.text).toBe(LIST)
})
