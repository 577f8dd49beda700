// What the tests of the window take for granted: axe finds what stands in the way, at the first look, at the next, and in a frame.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const PALE = '<p style="color: #eee; background: #fff">pale</p>'
const page = (inside: string) => `<html lang="en"><title>A page</title><main><h1>A page</h1>${inside}</main></html>`
const FRAMED = page(`<iframe title="Inside" srcdoc="${PALE.replaceAll('"', "'")}"></iframe>`)

/** What was found, as the failure has it. */
async function graveIn(shown: Page): Promise<string> {
  return accessible(shown, 'here').then(
    () => '',
    (error: { actual?: object }) => JSON.stringify(error.actual ?? String(error))
  )
}

test.each(['light', 'dark'] as const)('%s: a text too pale is found', async (colorScheme) => {
  const context = await browser.newContext({ colorScheme })
  const shown = await context.newPage()
  await shown.setContent(page('<p>plain</p>'))
  expect(await graveIn(shown)).toBe('')
  await shown.setContent(page(PALE))
  expect(await graveIn(shown)).toContain('color-contrast')
  expect(await graveIn(shown)).toContain('color-contrast')
  await shown.setContent(FRAMED)
  expect(await graveIn(shown)).toContain('color-contrast')
  await shown.setContent(page('<button></button>'))
  expect((await graveIn(shown)).includes('button-name')).toBe(colorScheme === 'light')
  await context.close()
})
