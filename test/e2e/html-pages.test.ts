// The Chromium of this machine as the oracle: what it tells of pages of HTML is what we tell of them.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumScreen, writeChromium } from '../../src/core/observations/pages/chromium.ts'
import { LOADED } from '../../src/core/observations/pages/controls.ts'
import { readPage } from '../../src/core/observations/pages/document.ts'
import { NO_REFS, snapshotScreen, writeSnapshot } from '../../src/core/observations/pages/snapshot.ts'
import { ADDRESS, toldByChromium } from '../record/html-pages.ts'
import { bookshop } from '../record/sites/bookshop.ts'
import { openBrowser } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const reply = bookshop.open()
reply({ path: '/add', fields: new URLSearchParams({ id: 'moss', count: '2' }) })

// No rule was written looking at these pages.
const PATHS = [
  '/',
  '/search?q=tide',
  '/search?q=',
  '/book/moss',
  '/basket',
  '/checkout',
  '/checkout?delivery=post',
  '/hours'
]

it.each(PATHS)('54.1 the bookshop’s page %s', async (path) => {
  const url = new URL(path, ADDRESS)
  const page = reply({ path: url.pathname, fields: url.searchParams })
  if ('to' in page) throw new Error('This path is a page.')
  const html = `<!doctype html><html lang="en"><head><title>${page.title}</title></head><body>${page.body}</body></html>`
  const live = { document: readPage(html), state: LOADED }
  expect({
    axtree: writeChromium(chromiumScreen(live, { address: ADDRESS })),
    aria: writeSnapshot(snapshotScreen(live, NO_REFS).screen)
  }).toEqual(await toldByChromium(browser, html))
})
