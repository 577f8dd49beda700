// The leaderboard that `orrery compare --html` writes: opened from disk, without a network, by keyboard and in both themes.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orrery, ownHome } from '../host/command-line.ts'
import { must } from '../must.ts'
import { accessible, inBothThemes } from './accessible.ts'
import { openBrowser } from './chromium.ts'

const sample = (name: string) => join(import.meta.dirname, `../../resources/samples/${name}.jsonl`)

let browser: Browser
let home: ReturnType<typeof ownHome>
beforeAll(async () => {
  browser = await openBrowser()
  home = ownHome()
})
afterAll(async () => {
  await browser?.close()
  home?.remove()
})

test('each mark of the drawing leads to the turns behind it, and nothing is loaded', async () => {
  const files = ['web-chores', 'mcp-files', 'textenv-nest'].map(sample)
  const page = join(home.folder, 'board.html')
  const argv = ['--with', 'repeat', '--with', 'lookup', '--turns', '6', '--html', page]
  expect((await orrery(['compare', ...files, ...argv])).code).toBe(0)
  const shown = await browser.newPage()
  const asked: string[] = []
  shown.on('request', (request) => asked.push(request.url()))
  await shown.goto(pathToFileURL(page).href)
  await inBothThemes(shown, 'leaderboard')
  const plot = shown.getByRole('group', { name: 'exact, Each turn after the true past' })
  const mark = plot.getByRole('link', { name: /^repeat, web: 0\.\d{3}/ })
  await mark.focus()
  await shown.keyboard.press('Enter')
  const place = must(await mark.getAttribute('href')).slice(1)
  expect(new URL(shown.url()).hash).toBe(`#${place}`)
  expect(await shown.locator(`[id="${place}"]`).getByRole('row').count()).toBeGreaterThan(1)
  // Who answers little does not lead by it.
  const heads = shown.getByRole('table').first().getByRole('rowheader')
  expect(await heads.allTextContents()).toEqual(['repeat', 'lookup'])
  // Everything open, as somebody reads it who wants all of it.
  await shown.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true
  })
  await accessible(shown, 'leaderboard, all of it')
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  expect(asked).toHaveLength(1)
})
