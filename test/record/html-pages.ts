// Records what a real Chromium makes of the pages in test/fixtures/pages: node test/record/html-pages.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { launchOptions } from '../e2e/chromium.ts'
import { aria, axtree } from './pages.ts'

const folder = new URL('../fixtures/pages/', import.meta.url)

export const ADDRESS = 'http://page.example/'

/** The HTML of each page, by its name. */
export const htmlPages: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => [file.replace(/\.html$/, ''), readFileSync(new URL(file, folder), 'utf8')])
)

/** What Chromium tells of a page at `ADDRESS`, as BrowserGym writes its tree and as Playwright's snapshot. */
export async function toldByChromium(browser: Browser, html: string): Promise<{ axtree: string; aria: string }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, locale: 'en-US' })
  try {
    await page.route('**/*', (route) =>
      route.request().url() === ADDRESS
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.abort()
    )
    await page.goto(ADDRESS)
    return { aria: await aria.tell(page), axtree: await axtree.tell(page) }
  } finally {
    await page.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const browser = await chromium.launch(await launchOptions())
  try {
    const told: Record<string, { axtree: string; aria: string }> = {}
    for (const [name, html] of htmlPages) told[name] = await toldByChromium(browser, html)
    writeFileSync(new URL('told.json', folder), `${JSON.stringify(told, null, 2)}\n`)
  } finally {
    await browser.close()
  }
}
