// Variations in the window: of a world and of a scenario, made, looked at, saved and opened in the editor.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../must.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
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
  await inBothThemes(page, 'variations')
  await dialog.getByRole('button', { name: 'Save all as yours' }).click()
  await dialog.getByRole('button', { name: 'Saved', exact: true }).waitFor()
  expect((await readdir(join(desk.home, 'scenarios'))).length).toBe(4)

  await kept.getByRole('button', { name: /^Edit .*-state-1-1$/ }).click()
  const editor = page.getByRole('dialog', { name: 'Scenarios' })
  await editor.getByRole('textbox', { name: /^Text of .*-state-1-1$/ }).waitFor()

  // From the editor the same leads on.
  await editor.getByRole('button', { name: 'Vary…' }).click()
  await page.getByRole('dialog', { name: /^Vary “.*\(other state\)”$/ }).waitFor()
})
