// Search worlds by what they state, through the ground: results, pages, notes, and the tools of several agents.
import { describe, expect, it } from 'vitest'
import { textOfHtml } from '../../../src/core/grounds/search/html.ts'
import type { FolderCopy } from '../../../src/core/tree/folder.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import { searchGround } from '../../../src/host/grounds/search.ts'
import { turnOptions } from '../../core/turn-options.ts'
import { must } from '../../must.ts'

const STATED = `Today is 2029-09-01.

- Title: Quay repairs in Orsund
  URL: https://news.orsund.example/2029/quay
  Date: 2029-08-14
  Text: The north quay of Orsund is closed until October. Repairs cost 4.2 million crowns. Boats land at the south quay.

- Title: Boats to Orsund
  URL: https://boats.example/orsund
  Date: 2029-05-01
  Text: Boats sail at 07:30 and 16:15. They land at the north quay. (outdated: the quay is closed)

- Title: History of Orsund
  URL: https://wiki.example/Orsund
  Date: 2027-01-20
  Text: Orsund was founded in 1788 by salt traders. Its quays were built of granite from Lyse.`

const call = (name: string, given: Record<string, Action>): Action => ({ name, arguments: given })

async function play(actions: Action[], setup: Partial<Setup> = {}, files: FolderCopy['files'] = []) {
  const ground = must(searchGround({ folderOf: ({ name }) => ({ name, files, folders: [] }) }))
  const world = Setup.parse({ domain: 'search', grounding: 'grounded', initialState: STATED, ...setup })
  expect(ground.serves(world)).toBe(true)
  const chain: Step[] = []
  const calls = new Map()
  const said: { text: string; rule: string; origin: string }[] = []
  for (const action of actions) {
    const asked = {
      setup: world,
      chain: [...chain],
      callOf: (id: string) => calls.get(id) ?? null,
      action,
      instruction: ''
    }
    const { text, grounded } = await ground.turn(
      asked,
      turnOptions(() => 'The model was asked.')
    )
    const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
    chain.push(step)
    calls.set(step.id, { engine: 'search', grounded, firings: [], setup: world })
    said.push({ text, rule: grounded.rule, origin: grounded.origin })
  }
  await ground.dispose()
  return said
}

describe('53.1 a world that states its pages', () => {
  it('finds what fits best, the same every time, and nothing for nonsense', async () => {
    const [quay, again, none, site] = await play([
      call('web_search', { queries: ['north quay repairs'] }),
      call('web_search', { queries: ['north quay repairs'] }),
      call('web_search', { queries: ['xqzzt vvrk'] }),
      call('web_search', { queries: ['site:wiki.example granite'] })
    ])
    expect(quay?.text).toMatch(/^\[?1[\s\S]*news\.orsund\.example\/2029\/quay[\s\S]*boats\.example/)
    expect(again?.text).toBe(quay?.text)
    expect(none).toMatchObject({ rule: 'nothing', origin: 'executed' })
    expect(none?.text).not.toContain('example/')
    expect(site?.text).toContain('https://wiki.example/Orsund')
    expect(site?.text).not.toContain('boats.example')
  })

  it('opens a page the same each time, and names the nearest for one that it has not', async () => {
    const [page, again, missing] = await play([
      call('web_extractor', { url: 'https://boats.example/orsund' }),
      call('web_extractor', { url: 'http://www.boats.example/orsund/' }),
      call('web_extractor', { url: 'https://boats.example/orsunt' })
    ])
    expect(page).toMatchObject({ rule: 'page', origin: 'executed' })
    expect(page?.text).toContain('07:30 and 16:15')
    // What its author notes of it for the world is no part of the page.
    expect(page?.text).not.toMatch(/outdated/)
    expect(again?.text.replace('http://www.boats.example/orsund/', 'https://boats.example/orsund')).toBe(page?.text)
    expect(missing).toMatchObject({ rule: 'missing-page' })
    expect(missing?.text).toMatch(/404/)
    expect(missing?.text).toContain('https://boats.example/orsund')
  })

  it('keeps notes for a memory tool', async () => {
    const said = await play([
      call('dict_memory', { action: 'add', key: 'quay', value: 'closed until October' }),
      call('dict_memory', { action: 'retrieve', key: 'quay' }),
      call('dict_memory', { action: 'delete', key: 'quay' }),
      call('dict_memory', { action: 'retrieve', key: 'quay' })
    ])
    expect(said.map(({ origin, rule }) => `${origin} ${rule}`)).toEqual(Array(4).fill('executed memory'))
    expect(said[1]?.text).toContain('closed until October')
    expect(said[3]?.text).not.toContain('closed until October')
  })

  it('looks for words on the open page, and goes back to the results', async () => {
    const tools = ['web_search', 'open_page', 'find_in_page', 'back'].map((name) => ({
      ...{ name, description: name, inputSchema: { type: 'object' } }
    }))
    const said = await play(
      [
        call('web_search', { query: 'Orsund' }),
        call('open_page', { url: 'https://wiki.example/Orsund' }),
        call('find_in_page', { pattern: 'granite' }),
        call('find_in_page', { pattern: 'marble' }),
        call('back', {})
      ],
      { tools } as Partial<Setup>
    )
    expect(said.every(({ origin }) => origin === 'executed')).toBe(true)
    expect(said[2]?.text).toContain('granite from Lyse')
    expect(said[3]?.text).not.toContain('granite')
    expect(said[4]?.text).toContain('https://boats.example/orsund')
  })

  it('has the files of a copied folder as pages, by their paths, beside what it states', async () => {
    const files = [
      { path: 'notes/Harbour.md', content: '---\ndate: 2028-02-03\n---\n# The new harbour\n\nIt has nine berths.' },
      {
        path: 'ferry.html',
        content: '<html><head><title>Ferry</title></head><body><p>The ferry has 40 seats.</p></body></html>'
      },
      { path: 'logo.png', content: 'AAAA', encoding: 'base64' as const },
      { path: 'tool.py', content: 'print("berths")' }
    ]
    const folder = { id: 'a'.repeat(64), name: 'My town', files: 4, bytes: 200 }
    const [found, page, ferry, quay, none] = await play(
      [
        call('web_search', { queries: ['berths'] }),
        call('web_extractor', { url: 'https://my-town.example/notes/Harbour.md' }),
        call('web_extractor', { url: 'https://my-town.example/ferry.html' }),
        call('web_search', { queries: ['granite quays'] }),
        call('web_search', { queries: ['cathedral'] })
      ],
      { initialState: 'The pages are the files of the folder "My town".', folder },
      files
    )
    expect(found?.text).toMatch(/my-town\.example\/notes\/Harbour\.md\nTitle: The new harbour/)
    expect(found?.text).toContain('2028-02-03')
    expect(found?.text).not.toContain('tool.py')
    expect(page).toMatchObject({ rule: 'page', origin: 'executed' })
    expect(page?.text).toContain('It has nine berths.')
    expect(ferry?.text).toContain('The ferry has 40 seats.')
    // A folder is all there is, unless the text says otherwise.
    expect([quay?.rule, none?.rule]).toEqual(['nothing', 'nothing'])
    const both = await play([call('web_search', { queries: ['granite quays'] })], { folder }, files)
    expect(both[0]?.text).toContain('wiki.example/Orsund')
  })
})

it('the words of HTML are read with all of its entities', () => {
  expect(textOfHtml('<h1>Caf&eacute;</h1><p>A &amp; B &#8212; &frac12; &lt;p&gt;</p>')).toBe('# Café\n\nA & B — ½ <p>')
})

describe('53.1 a query in other forms of the words', () => {
  const TOWN = `=== https://town.example/clinic.md ===
---
title: Harbour Clinic
date: 2030-02-11
---
The clinic was founded in 1962. It is led by Nilla Brandt. Four nurses work there.

=== https://town.example/bakery.html ===
<h1>Ovens</h1><p>Theo Falk bakes rye loaves and café cakes. The mice were caught by a cat.</p>`

  it.each([
    ['who leads the clinic', 'clinic.md'],
    ['leader', 'clinic.md'],
    ['founder', 'clinic.md'],
    ['nurse', 'clinic.md'],
    ['catching a mouse', 'bakery.html'],
    ['baker of a loaf', 'bakery.html'],
    ['cafe', 'bakery.html'],
    ['clinik', 'clinic.md'],
    ['after:2030-01-01 clinic', 'clinic.md']
  ])('“%s” finds %s', async (query, page) => {
    const [found] = await play([call('web_search', { query })], { initialState: TOWN })
    expect(found?.text.split('\n')[0]).toBe(`[1] https://town.example/${page}`)
  })

  it.each(['founder of nothing at all', 'qzxv', 'bananas', "'; DROP TABLE pages; --", 'NEAR("a" "b") OR *', '🦊'])(
    '“%s” finds what its words say, and nothing where they say nothing',
    async (query) => {
      const [found] = await play([call('web_search', { query })], { initialState: TOWN })
      expect(found?.rule).toBe(query.startsWith('founder') ? 'results' : 'nothing')
    }
  )

  it('notes are found by other forms too', async () => {
    const tools = [
      { name: 'memory_add', inputSchema: { type: 'object' } },
      { name: 'memory_search', inputSchema: { type: 'object' } }
    ] as Setup['tools']
    const said = await play(
      [
        call('memory_add', { key: 'light', value: 'Jon Moe keeps the harbours' }),
        call('memory_search', { query: 'who kept it' }),
        call('memory_search', { query: 'harbour' }),
        call('memory_search', { query: 'ferry' })
      ],
      { initialState: TOWN, tools }
    )
    expect(said.slice(1).map(({ text }) => text.includes('Jon Moe'))).toEqual([true, true, false])
  })
})
