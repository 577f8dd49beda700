// Pages are read in the forms in which people write them, and their authors' notes are no part of them.
import { describe, expect, it } from 'vitest'
import { readStatedWeb } from '../../../../src/core/grounds/search/stated.ts'

const pagesOf = (text: string) =>
  readStatedWeb(text).pages.map(({ address, title, date, text: body }) => [address, title, date, body])

const ALPHA = ['https://x.example/alpha', 'Alpha', '2026-01-02', 'Alpha is first.']
const BETA = ['https://x.example/beta', 'Beta', '', 'Beta is second.']

const FORMS: Record<string, string> = {
  'fields from the address on': `url: https://x.example/alpha
title: Alpha
date: 2026-01-02
text: Alpha is first.

url: https://x.example/beta
title: Beta
content: |
  Beta is second.
note: correct

No other pages exist.`,
  'fields with the title first': `Title: Alpha
URL: https://x.example/alpha
Date: 2026-01-02
Text: Alpha is first.

Title: Beta
URL: https://x.example/beta
Text: Beta is second.`,
  'results of a search': `[1] https://x.example/alpha
Title: Alpha
Snippet: Alpha is first.
Date: 2026-01-02

[2] https://x.example/beta
Title: Beta
Snippet: Beta is second.
Date: N/A`,
  'a list of links and addresses': `Pages:
- [Alpha](https://x.example/alpha) (2026-01-02): Alpha is first.
- https://x.example/beta — Beta — Beta is second.
Nothing else is found.`,
  'titles before addresses': `* Alpha — https://x.example/alpha — 2026-01-02 — Alpha is first.
* "Beta" https://x.example/beta: Beta is second.`,
  headings: `## Alpha
https://x.example/alpha
Updated: 2026-01-02

Alpha is first. (wrong about the year)

## Beta
https://x.example/beta

Beta is second.
<!-- note: invented -->

Author's note: nobody may see this.`,
  'addresses above their text': `https://x.example/alpha
Alpha
2026-01-02
Alpha is first.

https://x.example/beta
Beta
Beta is second.

The search engine has no other pages.`,
  'front matter': `---
url: https://x.example/alpha
title: Alpha
date: 2026-01-02
---
Alpha is first.

---
url: https://x.example/beta
title: Beta
---
Beta is second.`,
  'blocks of Markdown and HTML': `Page https://x.example/alpha:
\`\`\`md
# Alpha
2026-01-02

Alpha is first.
\`\`\`

https://x.example/beta
\`\`\`html
<html><head><title>Beta</title></head><body><h1>Beta</h1><p>Beta is second.</p></body></html>
\`\`\``,
  banners: `=== https://x.example/alpha ===
# Alpha
2026-01-02
Alpha is first.

=== https://x.example/beta ===
# Beta
Beta is second.`,
  'a table': `| url | title | date | text |
| --- | --- | --- | --- |
| https://x.example/alpha | Alpha | 2026-01-02 | Alpha is first. |
| https://x.example/beta | Beta | | Beta is second. |

No other pages.`,
  tags: `<page url="https://x.example/alpha" title='Alpha' date="2026-01-02">
Alpha is first.
</page>
<document href="https://x.example/beta" title="Beta">Beta is second.</document>`,
  'addresses without a scheme': `1. x.example/alpha - Alpha, 2026-01-02
   Alpha is first.
2. x.example/beta - Beta
   Beta is second.`,
  JSON: `The pages:
[{"url": "https://x.example/alpha", "title": "Alpha", "date": "2026-01-02", "content": "Alpha is first."},
 {"url": "https://x.example/beta", "title": "Beta", "text": "Beta is second."}]`
}

describe('pages', () => {
  it.each(Object.entries(FORMS))('are read from %s', (_, text) => {
    expect(pagesOf(text)).toEqual([ALPHA, BETA])
  })

  it('are files below an address', () => {
    const files = `Files served at https://docs.example:

docs/index.md
\`\`\`
# Index
Start here.
\`\`\`
`
    expect(pagesOf(files)).toEqual([['https://docs.example/docs/index.md', 'Index', '', 'Start here.']])
  })

  it('are told in sentences', () => {
    expect(
      pagesOf(
        'The page https://x.example/mill says that the mill burned down. Page https://x.example/now says: "It stands".'
      )
    ).toEqual([
      ['https://x.example/mill', 'Mill', '', 'The mill burned down.'],
      ['https://x.example/now', 'Now', '', 'It stands']
    ])
  })
})

const BRIDGE = `Today is 2026-05-04. The rest of the world is as it is.
The bridge at Sund is 1,204 m long. Architect: Ingrid Moen.
https://a.example/facts  the builder's page, correct, dated Apr 20, 2026
https://b.example/plan  news of the plan, with a planned length of 1,180 m, Jun 2, 2023
https://c.example/wiki  a wiki, right about the length, wrong about the architect (names Lars Holm), undated`

it('a page that is only described tells the facts, with its mistake, and not what its author notes of it', () => {
  const { pages, open } = readStatedWeb(BRIDGE)
  expect(open).toBe(true)
  expect(pages.map(({ date }) => date)).toEqual(['Apr 20, 2026', 'Jun 2, 2023', ''])
  const [facts, plan, wiki] = pages.map(({ text }) => text)
  expect(facts).toContain('1,204 m long')
  expect(facts).toContain('Ingrid Moen')
  expect(plan).toContain('1,180 m')
  expect(plan).not.toContain('1,204')
  expect(wiki).toContain('1,204 m')
  expect(wiki).toContain('Architect: Lars Holm')
  expect(wiki).not.toContain('Ingrid')
  expect(JSON.stringify(pages)).not.toMatch(/wrong|correct|right about|undated|dated/)
})

it.each([
  ['(note for the simulator: the year is wrong)', 'an aside'],
  ["Author's notes: the year is wrong", 'a line'],
  ['[Simulator only: the year is wrong]', 'a line in brackets'],
  ['<!-- the year\nis wrong -->', 'a comment of two lines']
])('never shows what its author tells the simulator: %s', (note) => {
  const [page] = readStatedWeb(
    `## Mill\nhttps://x.example/mill\n2026-01-02\n\nBuilt in 1702.\n${note}\nIt burned.`
  ).pages
  expect(page?.text.replaceAll(/\n+/g, ' ')).toBe('Built in 1702. It burned.')
})

it('is closed where pages are stated and nothing is said of others, and open where none are', () => {
  expect(readStatedWeb(FORMS.banners ?? '').open).toBe(false)
  expect(readStatedWeb('Today is 2026-05-04. The bridge opened in April.')).toMatchObject({ pages: [], open: true })
})
