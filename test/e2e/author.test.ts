// A world is written as a program from the menu of one, and opened beside it.
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

test('rules are made of a world from its menu, and what they are worth is told before it is opened', async () => {
  await openAt(desk, await readSample('mcp-memory'), 3)
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Write as a program…' }).click()
  const dialog = page.getByRole('dialog', { name: `Write “${title}” as a program` })
  await dialog.getByRole('button', { name: 'Write', exact: true }).click()
  await dialog.getByText(/^The program passes \d+ of \d+/).waitFor()
  expect(await dialog.getByRole('row', { name: /^Rules alone \d+ of \d+/ }).count()).toBe(1)
  await inBothThemes(page, 'author')
  await dialog.getByRole('button', { name: 'Open it as a new world' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: `${title}, written` }).waitFor()
})
