// A model as a judge in the window: its curve is seen before it is believed, and it chooses what is exported.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { imported } from '../contract/imported.ts'
import { scripted } from '../doors/served.ts'
import { orrery, ownHome } from '../host/command-line.ts'
import { fair, marks, serving } from '../host/judge-server.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample, tabTo } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

async function choose(dialog: Locator, baseUrl: string): Promise<void> {
  await dialog.getByLabel('Judge', { exact: true }).selectOption('A model of a server')
  await dialog.getByLabel('Address of the server').fill(baseUrl)
  await dialog.getByLabel('Model there').fill('critic')
}

test('the curve of a judge is shown where a world is measured, by keyboard, and its asking is stopped', async () => {
  await openAt(desk, await readSample('web-chores'), 4)
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'How good is the model here?' }).click()
  const dialog = page.getByRole('dialog', { name: `How good is the model in “${title}”?` })
  await dialog.getByText('Can a model judge?').click()
  let held = true
  const { asked, baseUrl } = await serving((question, nth) => (held ? new Promise(() => {}) : fair(question, nth)))
  await choose(dialog, baseUrl)
  const ask = dialog.getByRole('button', { name: 'Calibrate' })
  // Enter in a field asks the judge, and does not press the button of the dialog around it.
  await page.keyboard.press('Enter')
  await expect.poll(() => asked.length, PATIENCE).toBeGreaterThan(0)
  await dialog.getByRole('progressbar', { name: 'Judging' }).waitFor()
  expect(await dialog.getByRole('progressbar').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  held = false
  await tabTo(page, ask)
  await ask.click()
  await dialog.getByText('critic holds its calibration.').waitFor({ timeout: PATIENCE.timeout })
  const table = dialog.getByRole('table', { name: /known fault/ })
  expect(await table.getByRole('row').count()).toBeGreaterThan(5)
  await table.scrollIntoViewIfNeeded()
  await inBothThemes(page, 'judge-curve')
})

test('a judge chooses what is exported once its calibration holds, and one that does not is refused with its curve', async () => {
  const home = ownHome()
  onTestFinished(() => home.remove())
  const said = ['{"tickets": 3}', 'Error: Tool list_tickets is busy.']
  const engine = scripted(() => said.shift() ?? '')
  const call = '{"name": "list_tickets", "arguments": {}}'
  const made = await orrery(['step', '--scenario', 'helpdesk', '--samples', '2', '--by-model', '--json'], call, engine)
  const { session } = JSON.parse(made.out)
  expect((await orrery(['step', '--session', session], call)).code).toBe(0)
  await imported(desk.client, { files: [{ name: 'a.jsonl', text: (await orrery(['export', session])).out }] })
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.goto(desk.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: title }).first().click()
  await page.getByRole('contentinfo').getByText('step 1 of 1').waitFor()
  await page.keyboard.press('Control+Shift+e')
  const dialog = page.getByRole('dialog', { name: /^Export “/ })
  await dialog.getByRole('radio', { name: /^Chat messages with training/ }).check()
  await dialog.getByLabel('best', { exact: true }).selectOption('judge')
  await dialog.getByText('set view to world, and rows to turn').waitFor()
  const submit = dialog.getByRole('button', { name: 'Export', exact: true })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel('view', { exact: true }).selectOption('world')
  await dialog.getByLabel('rows', { exact: true }).selectOption('turn')
  await dialog.getByLabel('least', { exact: true }).fill('0.1')
  const poor = await serving(() => marks(4))
  await choose(dialog, poor.baseUrl)
  await dialog.getByRole('button', { name: 'Ask the judge' }).click()
  await dialog.getByText('critic does not hold its calibration.').waitFor({ timeout: PATIENCE.timeout })
  expect(await submit.isDisabled()).toBe(true)
  const { baseUrl, asked } = await serving(fair)
  await choose(dialog, baseUrl)
  await dialog.getByRole('button', { name: 'Ask the judge' }).click()
  await dialog.getByText('critic holds its calibration.').waitFor({ timeout: PATIENCE.timeout })
  expect(asked.some(({ user }) => user.includes('is busy'))).toBe(true)
  await expect.poll(() => submit.isEnabled(), PATIENCE).toBe(true)
  await inBothThemes(page, 'export-judge')
  const downloading = page.waitForEvent('download')
  await submit.click()
  const rows = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n')
  expect(rows).toHaveLength(1)
})
