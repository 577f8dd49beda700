// Pages as our own tree tells them, compared with what a real Chromium told of the same HTML (test/record/html-pages.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chromiumScreen, writeChromium } from '../../../../src/core/observations/pages/chromium.ts'
import { LOADED } from '../../../../src/core/observations/pages/controls.ts'
import { readPage } from '../../../../src/core/observations/pages/document.ts'
import { NO_REFS, snapshotScreen, writeSnapshot } from '../../../../src/core/observations/pages/snapshot.ts'

const folder = new URL('../../../fixtures/pages/', import.meta.url)
const told = z
  .record(z.string(), z.object({ axtree: z.string(), aria: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('told.json', folder), 'utf8')))
const pages = readdirSync(folder).filter((file) => file.endsWith('.html'))
const ADDRESS = 'http://page.example/'

/** The recorder sees no bid on the parts of a date, which BrowserGym gives them. */
const asRecorded = (tree: string): string =>
  tree.replace(
    /\[\d+\] ((?:spinbutton '(?:Month Month|Day Day|Year Year)' value=\d+|button 'Show date picker Show date picker')), clickable/g,
    '$1'
  )

describe.each(pages)('%s', (file) => {
  const name = file.replace('.html', '')
  const page = { document: readPage(readFileSync(new URL(file, folder), 'utf8')), state: LOADED }

  it('54.1 is the tree that BrowserGym writes of Chromium’s', () => {
    expect(asRecorded(writeChromium(chromiumScreen(page, { address: ADDRESS })))).toBe(told[name]?.axtree)
  })

  it('54.1 is the snapshot that Playwright takes for agents', () => {
    expect(writeSnapshot(snapshotScreen(page, NO_REFS).screen)).toBe(told[name]?.aria)
  })
})

it('54.2 a broken page, and one of a million brackets, is read without end or error', () => {
  const broken = '<p>One<div><table><tr>in<td>Two<b></p></table>Three<select><option>x<p>y'
  for (const html of [
    broken,
    '<'.repeat(1_000_000),
    '<div>'.repeat(50_000),
    '',
    '<!-- ',
    '<svg><title>a</svg><math><mi>x'
  ]) {
    const page = { document: readPage(html), state: LOADED }
    expect(page.document.elements.length).toBeLessThanOrEqual(5000)
    expect(writeChromium(chromiumScreen(page, { address: null }))).toMatch(/^RootWebArea ''/)
    writeSnapshot(snapshotScreen(page, NO_REFS).screen)
  }
})
