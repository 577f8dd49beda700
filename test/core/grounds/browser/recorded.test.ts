// A session that was recorded from a real Chromium on a small bookshop (test/record/web.ts), done again by our browser on the same HTML.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { BrowserAnswer, BrowserRequest } from '../../../../src/core/grounds/browser/load.ts'
import { styleOf } from '../../../../src/core/grounds/browser/look.ts'
import { bookshop } from '../../../record/sites/bookshop.ts'
import { browserOf } from './site.ts'

const Line = z.object({
  step: z.object({ action: z.string(), observation: z.object({ text: z.string() }) }).optional(),
  call: z.object({ setup: z.object({ initialState: z.string() }) }).optional()
})
const lines = readFileSync('resources/samples/web-bookshop.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Line.parse(JSON.parse(line)))
const steps = lines.flatMap(({ step }) => step ?? [])
const first = lines.flatMap(({ call }) => call?.setup.initialState ?? [])[0] ?? ''

function shop() {
  const reply = bookshop.open()
  return ({ method, url, body }: BrowserRequest): BrowserAnswer | string => {
    // `as`: this shop's forms have each field once.
    const fields = method === 'POST' ? new URLSearchParams(body as Record<string, string>) : url.searchParams
    const said = reply({ path: url.pathname, fields })
    if ('to' in said) return { status: 303, headers: { location: said.to } }
    return `<!doctype html><html lang="en"><head><title>${said.title}</title></head><body>${said.body}</body></html>`
  }
}

it('54.3 every turn shows what Chromium showed', () => {
  const browser = browserOf('http://bookshop.example/', shop(), styleOf(first))
  expect(browser.text()).toBe(first)
  expect(steps).toHaveLength(23)
  for (const { action, observation } of steps) expect(browser.do(action).text, action).toBe(observation.text)
  expect(JSON.stringify(browser.state()).length).toBeLessThan(100_000)
})
