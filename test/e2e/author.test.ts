// A world is written as a program from the menu of one, and opened beside it.
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { scripted } from '../doors/served.ts'
import { must } from '../must.ts'
import { inBothThemes } from './accessible.ts'
import { desks, openAt, readSample } from './worlds.ts'

const openDesk = desks()
let page: Page

/** The dialog of a world with three steps, at a desk with this model. */
async function asked(options: Parameters<typeof openDesk>[0] = {}): Promise<{ dialog: Locator; title: string }> {
  const desk = await openDesk(options)
  page = desk.page
  await openAt(desk, await readSample('mcp-memory'), 3)
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Write as a program…' }).click()
  return { dialog: page.getByRole('dialog', { name: `Write “${title}” as a program` }), title }
}

test('rules are made of a world from its menu, and what they are worth is told before it is opened', async () => {
  const { dialog, title } = await asked()
  await dialog.getByRole('button', { name: 'Write', exact: true }).click()
  await dialog.getByText(/^The program passes \d+ of \d+/).waitFor()
  expect(await dialog.getByRole('row', { name: /^Rules alone \d+ of \d+/ }).count()).toBe(1)
  await inBothThemes(page, 'author')
  await dialog.getByRole('button', { name: 'Open it as a new world' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: `${title}, written` }).waitFor()
})

test('what a model is asked in its roles, says and is told back is seen as it comes, and the work is stopped', async () => {
  const going = Promise.withResolvers<string>()
  let answers = 0
  const { dialog } = await asked({
    engine: scripted(() => (++answers > 2 ? going.promise : `say${answers}`))
  })
  await dialog.getByLabel('Written by').selectOption('model')
  await dialog.getByRole('button', { name: 'Write', exact: true }).click()
  const turns = dialog.getByRole('region', { name: 'The model at work' }).getByRole('listitem')
  await turns.nth(1).waitFor()
  expect(await turns.count()).toBe(2)
  const last = turns.nth(1).locator('summary')
  expect(await last.textContent()).toMatch(/^Researcher, round 1, turn 2: nothing yet \d+ tokens?, /)
  await last.focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('say2').waitFor()
  await turns.nth(1).getByRole('heading', { name: 'Told back' }).waitFor()
  await inBothThemes(page, 'author-turns')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByRole('button', { name: 'Write', exact: true }).waitFor()
  expect(await turns.count()).toBe(2)
})
