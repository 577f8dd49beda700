// How good who answers is in a world: asked from its menu, told in tables, and opened where it first left the truth.
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

test('a world is compared from its menu, and a press opens the step where the contestant left the truth', async () => {
  await openAt(desk, await readSample('web-chores'), 10)
  const { title, id } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'How good is the model here?' }).click()
  const dialog = page.getByRole('dialog', { name: `How good is the model in “${title}”?` })
  await dialog.getByRole('checkbox', { name: /^What computes, alone/ }).uncheck()
  await dialog.getByLabel('Turns').fill('4')
  await dialog.getByRole('button', { name: 'Compare' }).click()
  const table = dialog.getByRole('table', { name: 'Each turn after the true ones before it' })
  await table.getByRole('rowheader', { name: 'repeat' }).waitFor()
  expect(await table.getByRole('columnheader', { name: 'change' }).count()).toBe(1)
  await inBothThemes(page, 'fidelity')
  await dialog.getByRole('button', { name: 'Open turn 1 of repeat' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { branches } = await desk.client.call('worlds.open', { session: id })
  expect(branches.map((branch) => branch.title)).toContain('repeat')
})
