// Variations in the window: of a world and of a scenario, made, looked at, saved and opened in the editor.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { must } from '../must.ts'
import { accessible } from './accessible.ts'
import { launchOptions } from './chromium.ts'
import { useNothing } from './window.ts'
import { type Desk, openAt, openDesk, readSample } from './worlds.ts'

let browser: Browser
let desk: Desk
let page: Page
let home = ''

beforeAll(async () => {
  browser = await chromium.launch(await launchOptions())
})
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-e2e-variations-'))
  await useNothing(home)
  desk = await openDesk(browser, { home })
  page = desk.page
})
afterEach(async () => {
  await desk?.close()
  await rm(home, { recursive: true, force: true })
  expect(desk.faults).toEqual([])
})

test('a world is varied from its menu: a table of what was kept and dropped, saved and opened in the editor', async () => {
  await openAt(desk, await readSample('android-contact'), 14)
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Vary…' }).click()
  const dialog = page.getByRole('dialog', { name: `Vary “${title}”` })
  await dialog.getByLabel('How many').fill('4')
  await dialog.getByLabel('Seed', { exact: true }).fill('1')
  expect(await dialog.getByRole('checkbox', { name: /^Let the model rephrase/ }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Make variations' }).click()
  await dialog.getByText('4 kept', { exact: true }).waitFor()
  await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
  const kept = dialog.getByRole('table', { name: 'Kept' })
  await kept.getByText('Nadia → ').first().waitFor()
  const dropped = dialog.getByRole('table', { name: 'Dropped' })
  await dropped.getByText('One is computed by a ground, and the other is not.').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await accessible(page, `variations, ${colorScheme}`)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/variations-${colorScheme}.png` })
  }
  await dialog.getByRole('button', { name: 'Save all as yours' }).click()
  await dialog.getByRole('button', { name: 'Saved', exact: true }).waitFor()
  expect((await readdir(join(home, 'scenarios'))).length).toBe(4)

  await kept.getByRole('button', { name: /^Edit .*-state-1-1$/ }).click()
  const editor = page.getByRole('dialog', { name: 'Scenarios' })
  await editor.getByRole('textbox', { name: /^Text of .*-state-1-1$/ }).waitFor()

  // From the editor the same leads on.
  await editor.getByRole('button', { name: 'Vary…' }).click()
  await page.getByRole('dialog', { name: /^Vary “.*\(other state\)”$/ }).waitFor()
})
