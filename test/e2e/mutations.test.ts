// Thousands of broken observations in the real window parts, drawn by a real Chromium.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readText } from '../../src/core/formats/importing-text.ts'
import { mutation } from '../fixtures/mutation.ts'
import { must } from '../must.ts'
import { openBrowser } from './chromium.ts'
import type { Sight } from './mutations/page.tsx'
import { servePage } from './serve.ts'

const SEED = 20_261_122
// In all, over the eight kinds of worlds. ORRERY_MUTATIONS asks for more.
const MUTATIONS = Number(process.env.ORRERY_MUTATIONS ?? 4_000)
const AT_ONCE = 125
// Nothing is measured here; but a window that stands still this long hangs.
const HANG_MS = 5000

const folder = join(import.meta.dirname, '../../resources/samples')
const sights: Sight[] = []
let browser: Browser
let served: Awaited<ReturnType<typeof servePage>>
let page: Page
const faults: string[] = []

beforeAll(async () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const { trees } = await readText(readFileSync(join(folder, file), 'utf8'), { format: 'orrery', now: 0 })
    for (const { session, steps } of trees) {
      for (const { action, observation } of steps)
        sights.push({ domain: session.domain, action, text: observation.text })
    }
  }
  served = await servePage('mutations')
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(served.url)
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

const domains = ['terminal', 'swe', 'mcp', 'search', 'textenv', 'web', 'android', 'os']

test.each(domains)('broken observations of a %s world are drawn, or shown as text', async (domain) => {
  const own = sights.filter((sight) => sight.domain === domain)
  const texts = own.map(({ text }) => text)
  const share = MUTATIONS / domains.length
  for (let from = 0; from < share; from += AT_ONCE) {
    const broken = Array.from({ length: Math.min(AT_ONCE, share - from) }, (_, index) => {
      const seed = SEED + from + index
      return { ...must(own[seed % own.length]), text: mutation(texts, seed) }
    })
    // As text: the types of playwright do not take JSON that nests without end.
    const looked = await page.evaluate((json) => window.look(JSON.parse(json)), JSON.stringify(broken))
    const seeds = looked.broken.map(([index, why]) => `seed ${SEED + from + index}: ${why}`)
    expect(seeds).toEqual([])
    expect(looked.slowest.ms, `seed ${SEED + from + looked.slowest.index}`).toBeLessThan(HANG_MS)
  }
  expect(faults).toEqual([])
})
