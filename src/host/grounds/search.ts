// The ground for search worlds: the rules are core's, the index SQLite's FTS5.
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { createSearchGround } from '../../core/grounds/search/ground.ts'
import type { OpenPageIndex } from '../../core/grounds/search/page.ts'
import { RULES } from '../../core/grounds/search/rules.ts'
import { isSlip, mostAlike } from '../../core/text/nearest.ts'
import type { Ground } from '../../core/tree/ports.ts'
import type { GroundOptions } from './options.ts'

// Counted up when the same call on the same pages is answered otherwise than before.
const VERSION = 2

export function searchGround({ folderOf = noFolder }: Pick<GroundOptions, 'folderOf'> = {}): Ground {
  const hash = createHash('sha256')
    .update(JSON.stringify([VERSION, RULES]))
    .digest('hex')
  return createSearchGround({ hash, index: openPageIndex, folderOf })
}

const noFolder = () => {
  throw new OrreryError('invalid-input', 'No folder can be read here. Leave the folder out.')
}

/** The index is made anew each time, from pages in their order: the same pages rank the same everywhere. */
const openPageIndex: OpenPageIndex = (pages) => {
  if (!pages.length) return () => []
  const db = new Database(':memory:')
  db.exec(
    `CREATE VIRTUAL TABLE pages USING fts5 (title, text, address, tokenize = 'porter unicode61 remove_diacritics 2')`
  )
  const insert = db.prepare('INSERT INTO pages (rowid, title, text, address) VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    for (const [at, { title, snippet, text, address }] of pages.entries())
      insert.run(at + 1, title, `${snippet}\n${text}`, address.replace(/^https?:\/\//i, '').replace(/[/._-]/g, ' '))
  })()
  // A title says more than what is below it. Rounded, so that no last digit of a logarithm decides.
  const found = db
    .prepare<[string], number>(
      'SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY round(bm25(pages, 4.0, 1.0, 0.5), 6), rowid LIMIT 1000'
    )
    .pluck()
  const places = (words: readonly string[]) =>
    found.all(words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR ')).map((rowid) => rowid - 1)
  let known: string[] | null = null
  const meant = (word: string): string[] => {
    known ??= [...new Set(pages.flatMap(({ title, text }) => `${title} ${text}`.toLowerCase().match(LONG_WORD) ?? []))]
    const near = known.filter(
      (one) => one[0] === word[0] && Math.abs(one.length - word.length) < 2 && isSlip(word, one)
    )
    return near.length ? [mostAlike(word, near) ?? ''] : []
  }
  return (words, forms) => {
    const first = [...new Set([...places(words), ...places(forms)])]
    // A word that stands nowhere may be mistyped. Nonsense is like no word of a page.
    const others = first.length ? [] : words.filter((word) => word.length >= SHORTEST_SLIP).flatMap(meant)
    return others.length ? places(others) : first
  }
}

// A shorter word is a letter away from too many others.
const SHORTEST_SLIP = 5
const LONG_WORD = /\p{L}{5,40}/gu
