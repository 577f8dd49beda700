// Scenarios in the window: a world saved as one, and people's own beside those that come with Orrery.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { readScenarioText } from '../../src/host/library/scenario-file.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample } from './worlds.ts'

const LIMIT = PATIENCE
const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const dialog = (name: string) => page.getByRole('dialog', { name })

test('a world is saved as a scenario from the palette, with the keyboard alone, and is marked as yours', async () => {
  const sample = await readSample('git-repair')
  await openAt(desk, sample, 3)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands' }).waitFor()
  await page.keyboard.type('Save as scenario')
  await page.keyboard.press('Enter')
  const saving = dialog('Save as scenario')
  await saving.getByLabel('Title').fill('My repair')
  const preview = saving.getByRole('region', { name: 'Preview' })
  await expect.poll(() => preview.textContent(), LIMIT).toMatch(/^name: my-repair\ntitle: My repair\n/)
  await inBothThemes(page, 'save as scenario')
  await saving.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
  await saving.waitFor({ state: 'detached' })
  const { scenario, problems } = readScenarioText(await readFile(join(desk.home, 'scenarios/my-repair.yaml'), 'utf8'))
  expect(problems).toEqual([])
  expect(scenario).toMatchObject({ name: 'my-repair', title: 'My repair', setup: { recording: 'git-repair' } })
  expect(scenario?.actions).toEqual(sample.tree.steps.slice(0, 3).map(({ action }) => action))

  await page.keyboard.press('Control+n')
  await dialog('New world').getByRole('button', { name: 'My repair yours' }).click()
  await dialog('New world').waitFor({ state: 'detached' })
  await expect.poll(async () => (await desk.client.call('worlds.list', {})).length, LIMIT).toBe(2)
  const made = must((await desk.client.call('worlds.list', {})).find(({ title }) => title === 'My repair'))
  const { branches } = await desk.client.call('worlds.open', { session: made.id })
  expect(branches[0]?.setup).toMatchObject({ recording: 'git-repair', initialState: scenario?.setup.initialState })
})

test('a world is saved from its menu; the same name again replaces it, and says so before', async () => {
  await openAt(desk, await readSample('git-repair'), 1)
  const title = must((await desk.client.call('worlds.list', {}))[0]).title
  const open = async () => {
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Save as scenario…' }).click()
    await dialog('Save as scenario').getByLabel('Name').fill('kept')
    await expect
      .poll(() => dialog('Save as scenario').getByRole('region', { name: 'Preview' }).textContent(), LIMIT)
      .toMatch(/^name: kept\n/)
  }
  await open()
  await dialog('Save as scenario').getByRole('button', { name: 'Save', exact: true }).click()
  await dialog('Save as scenario').waitFor({ state: 'detached' })
  await open()
  await dialog('Save as scenario').getByText('You already have a scenario “kept”. Saving replaces it.').waitFor()
  await dialog('Save as scenario').getByRole('button', { name: 'Replace' }).click()
  await dialog('Save as scenario').waitFor({ state: 'detached' })
  // A name that no file may have stays in the dialog, with the reason.
  await open()
  await dialog('Save as scenario').getByLabel('Name').fill('../out')
  await expect
    .poll(() => dialog('Save as scenario').getByRole('region', { name: 'Preview' }).textContent(), LIMIT)
    .toMatch(/^name: \.\.\/out\n/)
  await dialog('Save as scenario').getByRole('button', { name: 'Save', exact: true }).click()
  await dialog('Save as scenario')
    .getByText(/cannot be the name of a scenario's file/)
    .waitFor()
  // The browser's own line about the refusal.
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('the list follows the folder while it is open: new files, broken ones, deleted ones', async () => {
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).click()
  const making = dialog('New world')
  await making.getByRole('radio', { name: 'Terminal', exact: true }).click()
  const folder = join(desk.home, 'scenarios')
  await mkdir(folder)
  await writeFile(
    join(folder, 'late.yaml'),
    'name: late\ntitle: A late one\ndescription: Written meanwhile.\nsetup: {domain: terminal, initialState: "$ "}\n'
  )
  await writeFile(join(folder, 'bad.yaml'), 'name: bad\ntitle: [\n')
  await making.getByRole('button', { name: /^A late one/ }).waitFor()
  await making.getByRole('heading', { name: 'Files with problems' }).waitFor()
  await making.getByText('bad.yaml:').waitFor()
  await making.getByRole('button', { name: /^A late one/ }).scrollIntoViewIfNeeded()
  await inBothThemes(page, 'own scenarios')
  await rm(join(folder, 'late.yaml'))
  await rm(join(folder, 'bad.yaml'))
  await making.getByRole('button', { name: /^A late one/ }).waitFor({ state: 'detached' })
  await making.getByRole('heading', { name: 'Files with problems' }).waitFor({ state: 'detached' })
})

test('a scenario from nothing; words that were not saved outlive another choice and Escape, and are taken back when asked', async () => {
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  const scenarios = dialog('Scenarios')
  await scenarios.getByRole('button', { name: 'New scenario' }).click()
  const text = scenarios.getByRole('textbox', { name: 'Text of my-scenario' })
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# my words ')
  const unsaved = scenarios.getByText('Not saved.')
  await unsaved.waitFor()
  await scenarios.getByRole('searchbox', { name: 'Find a scenario' }).fill('lighthouses height')
  await scenarios.getByRole('radio').first().check()
  await text.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await scenarios.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+S')
  await expect.poll(() => text.textContent(), LIMIT).toMatch(/^# my words # Every field/)
  await unsaved.waitFor()
  await inBothThemes(page, 'a scenario from nothing')
  await scenarios.getByRole('button', { name: 'Revert edits' }).click()
  await unsaved.waitFor({ state: 'detached' })
  expect(await text.textContent()).toMatch(/^# Every field/)
})

test('a world that was described and not made is still there after Escape, until somebody starts over', async () => {
  await page.goto(desk.url)
  const own = async () => {
    await page.getByRole('button', { name: 'Custom world…' }).click()
    return dialog('New world')
  }
  const first = await own()
  await first.getByRole('radio', { name: 'Terminal', exact: true }).check()
  await first.getByRole('tab', { name: 'Custom' }).click()
  await first.getByRole('textbox', { name: 'Initial state' }).fill('a box of mine')
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'detached' })
  const again = await own()
  expect(await again.getByRole('textbox', { name: 'Initial state' }).inputValue()).toBe('a box of mine')
  await again.getByRole('button', { name: 'Start over' }).click()
  expect(await again.getByRole('textbox', { name: 'Initial state' }).inputValue()).not.toBe('a box of mine')
})

// By the command that opens the dialog: the field that is typed into.
const TYPED = [
  ['Save as scenario', 'Title'],
  ['Vary this world', 'Seed'],
  ['How good is this model here?', 'Turns'],
  ['Let the built-in agent act', 'Task']
] as const

test('what was typed into a dialog is there after Escape, and the focus is where it was', async () => {
  await openAt(desk, await readSample('git-repair'), 2)
  const before = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await before.focus()
  const open = async (name: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands' }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  for (const [name, field] of TYPED) {
    await open(name)
    const typed = page.getByRole('dialog').getByRole('textbox', { name: field, exact: true })
    await typed.fill('73')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await open(name)
    expect([name, await typed.inputValue()]).toEqual([name, '73'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => before.evaluate((one) => one === document.activeElement), LIMIT).toBe(true)
  }
})
