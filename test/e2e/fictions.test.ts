// Fictional worlds in the window: the table editor by keyboard, and worlds that are grounded in one.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { scripted } from '../core/acting.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { accessible, inBothThemes } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const LIMIT = PATIENCE
const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const grid = (table: string) => page.getByRole('grid', { name: `Rows of ${table}` })
const rowsOf = async (name: string, table: string) =>
  (await desk.client.call('fictions.rows', { name, table, offset: 0, limit: 1000 })).rows

const looks = (name: string) => inBothThemes(page, name)

test('the palette and a key open the list; a preset becomes a world that is edited, checked, undone and saved by keyboard', async () => {
  await page.keyboard.press('Control+Shift+F')
  await dialog('Fictional worlds').getByText('City marathons 2031').first().waitFor()
  await looks('fictions-list')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Fictional worlds')
  await page.keyboard.press('Enter')
  await dialog('Fictional worlds')
    .getByRole('button', { name: /^Granular long tail/ })
    .click()
  await dialog('Fictional worlds').getByLabel('Name').fill('velm')
  await page.keyboard.press('Enter')
  const editor = dialog('Orchards of the Velm valley')
  await editor.getByText('No rows yet').waitFor()

  // Two rows, by keyboard alone once the first one is there.
  await editor.getByRole('button', { name: 'Add row' }).click()
  await grid('growers').focus()
  await page.keyboard.type('Anselm farm')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ost')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1702')
  await page.keyboard.press('Enter')
  await editor.getByText('"since" is 1702; the smallest allowed is 1780.').first().waitFor()
  const bad = grid('growers').getByRole('gridcell', { name: '1702' })
  expect(await bad.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('190')
  await page.keyboard.press('Escape')
  await bad.waitFor()
  await page.keyboard.type('1902')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Anselm farm')
  await page.keyboard.press('Enter')
  await editor.getByText('"name" is "Anselm farm", which another row has already.').first().waitFor()
  await page.keyboard.press('F2')
  await page.keyboard.press('End')
  await page.keyboard.type(' II')
  await page.keyboard.press('Enter')
  await editor.getByText('Every row fits.').waitFor()

  // Undo takes back the name, then the row's first name; redo brings both back.
  await page.keyboard.press('Control+z')
  await editor.getByText('which another row has already').first().waitFor()
  await page.keyboard.press('Control+Shift+z')
  await editor.getByText('Every row fits.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Delete')
  await page.keyboard.press('Control+s')
  await editor
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  expect(await rowsOf('velm', 'growers')).toEqual([
    { name: 'Anselm farm', village: 'Ost', hectares: 12.5, since: 1902 },
    { name: 'Anselm farm II', village: null, hectares: null, since: null }
  ])
})

test('columns and tables are added, changed and removed; the premise rules words out; closing asks', async () => {
  await desk.client.call('fictions.get', { name: 'kestrel-lighthouses' })
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('button', { name: /^Edit Lighthouses/ }).click()
  const editor = dialog(/Lighthouses/)
  await editor.getByRole('tab', { name: /^lighthouses/ }).click()
  await grid('lighthouses').waitFor()
  await editor.getByRole('button', { name: 'Add column' }).click()
  const column = page.getByRole('dialog', { name: 'New column' })
  await column.getByLabel('Column name').fill('Painted')
  await column.getByRole('button', { name: 'Add column' }).click()
  await column.getByRole('alert').filter({ hasText: 'A name has lower-case letters' }).waitFor()
  await column.getByLabel('Column name').fill('painted')
  await column.getByLabel('Allowed values').fill('white, red')
  await accessible(page, 'column form')
  await column.getByRole('button', { name: 'Add column' }).click()
  await column.waitFor({ state: 'detached' })
  await grid('lighthouses').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.type('blue')
  await page.keyboard.press('Enter')
  await editor.getByText('"painted" is "blue"; allowed are white, red.').first().waitFor()

  await editor.getByRole('tab', { name: 'About' }).click()
  await editor.getByLabel('Ruled out').fill('Vannet')
  await editor.getByLabel('Site').focus()
  await editor.getByText('which the premise rules out').first().waitFor()
  await editor
    .getByRole('button', { name: /contains "Vannet"/ })
    .first()
    .click()
  await editor.getByRole('tab', { name: /^lighthouses/, selected: true }).waitFor()
  await looks('fiction-problems')

  await page.keyboard.press('Escape')
  const ask = page.getByRole('alertdialog', { name: 'Save your changes?' })
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await editor
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  const { spec, problems } = await desk.client.call('fictions.get', { name: 'kestrel-lighthouses' })
  expect(must(spec.tables.find(({ name }) => name === 'lighthouses')).columns.at(-1)).toEqual({
    ...{ name: 'painted', type: 'text', values: ['white', 'red'] }
  })
  expect(problems.map(({ column: name }) => name)).toContain('painted')
})

test('a file is imported, exported and deleted', async () => {
  await page.keyboard.press('Control+Shift+F')
  const list = dialog('Fictional worlds')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    list.getByRole('button', { name: 'Import CSV or SQLite…' }).click()
  ])
  await chooser.setFiles({ name: 'rivers.csv', mimeType: 'text/csv', buffer: Buffer.from('name,km\nOrm,412\nVel,8\n') })
  await list.getByRole('button', { name: 'Import', exact: true }).click()
  await grid('rivers').getByRole('gridcell', { name: '412' }).waitFor()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export rivers as CSV' }).click()
  ])
  expect(csv.suggestedFilename()).toBe('rivers-rivers.csv')
  expect(await readFile(must(await csv.path()), 'utf8')).toBe('name,km\nOrm,412\nVel,8\n')
  await page.getByRole('button', { name: 'All fictional worlds' }).click()
  await list.getByRole('button', { name: 'Delete: rivers' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .poll(async () => (await desk.client.call('fictions.list', {})).map(({ name }) => name), LIMIT)
    .not.toContain('rivers')
})

test('a search world is grounded in a fiction with a reference answer; steps show their facts, and a leak is marked', async () => {
  await page.keyboard.press('Control+n')
  const making = dialog('New world')
  await making.getByRole('radio', { name: 'Web search', exact: true }).click()
  // A ready world names its fiction without a version: it opens in the form all the same.
  await making.getByRole('button', { name: 'Customize A coast that does not exist' }).click()
  await expect
    .poll(() => making.getByLabel('Fictional world', { exact: true }).inputValue(), LIMIT)
    .toBe('kestrel-lighthouses')
  await making.getByLabel('Reference question').fill('In which parish is Vannet Light?')
  await making.getByLabel('Reference answer').fill('Ostrey')
  await making.getByText(/^Shown by \d+ pages: .*\/lighthouses\/Vannet_Light/).waitFor()
  await making.getByLabel('Reference question').scrollIntoViewIfNeeded()
  await looks('fiction-choice')
  await making.getByRole('button', { name: 'Create world' }).click()
  await making.waitFor({ state: 'detached' })
  const session = must((await desk.client.call('worlds.list', {}))[0])
  const { branches } = await desk.client.call('worlds.open', { session: session.id })
  const branch = must(branches[0])
  expect(branch.setup.fiction).toMatchObject({
    name: 'kestrel-lighthouses',
    reference: { question: 'In which parish is Vannet Light?', answer: 'Ostrey' }
  })
  expect(must(branch.setup.fiction?.reference?.reveal)).toContain('Vannet Light')

  await page.getByLabel("Search this world's web").fill('Vannet lighthouse')
  await page.keyboard.press('Enter')
  const frame = page.getByRole('listbox', { name: 'Steps' }).getByRole('option').nth(1)
  await frame.getByText('The reference answer was withheld here').waitFor({ state: 'attached' })
  const facts = page.getByRole('region', { name: 'Retrieved facts' })
  await facts.getByRole('button', { name: /^Vannet Light/ }).click()
  await facts.getByText('38.6').waitFor()
  await looks('fiction-step')

  // Another fiction, or none, is a matter of the rules: a branch.
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByLabel('Fictional world', { exact: true }).selectOption({ label: 'None' })
  await page.getByRole('button', { name: 'Create branch' }).click()
  await expect
    .poll(async () => (await desk.client.call('worlds.open', { session: session.id })).branches.length, LIMIT)
    .toBe(2)
  const after = await desk.client.call('worlds.open', { session: session.id })
  expect(must(after.branches.find(({ id }) => id !== branch.id)).setup).not.toHaveProperty('fiction')
})

test('rows are generated while one looks, refused ones with the reason; cancelled, what fits is kept', async () => {
  await desk.close()
  let asked = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const row = (name: string, since: number) => ({ name, village: 'Ost', hectares: 3, since })
  const { engine } = scripted(async function* (_request, signal) {
    asked++
    if (asked === 1) {
      const good = ['Ann', 'Ben', 'Cas', 'Dot'].map((name) => row(`${name} farm`, 1900))
      yield JSON.stringify({ rows: [...good, row('Old farm', 1500)] })
    } else if (asked <= 3) yield JSON.stringify({ rows: [row('Old farm', 1500)] })
    else {
      await Promise.race([gate, new Promise((resolve) => signal.addEventListener('abort', resolve))])
      // It does not fail when it is stopped.
      yield JSON.stringify({ rows: [row('Late farm', 1900)] })
    }
  })
  desk = await openDesk({ engine })
  page = desk.page
  const preset = must((await desk.client.call('fictions.presets', {})).find(({ name }) => name === 'long-tail'))
  await desk.client.call('fictions.create', { name: 'velm', spec: preset.spec })
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('button', { name: /^Edit Orchards/ }).click()
  await page.getByRole('button', { name: 'Generate…' }).click()
  const form = page.getByRole('dialog', { name: 'Generate rows' })
  await form.getByLabel('Rows in the end').fill('12')
  await accessible(page, 'generate form')
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  const progress = page.getByRole('region', { name: 'Generation' })
  await progress.getByText('Generating growers: 4 of 12 rows').waitFor()
  await progress.getByText('1 refused row').click()
  await progress.getByText('"since" is 1500; the smallest allowed is 1780.').waitFor()
  // They are there as they come.
  await grid('growers').getByRole('gridcell', { name: 'Dot farm' }).waitFor()
  await looks('fiction-generating')
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await progress.getByText('Stopped. 4 rows added, 1 refused.').waitFor()
  await grid('growers').getByRole('gridcell', { name: 'Dot farm' }).waitFor()
  expect((await rowsOf('velm', 'growers')).map(({ name }) => name)).toEqual([
    'Ann farm',
    'Ben farm',
    'Cas farm',
    'Dot farm'
  ])
  open()
})
