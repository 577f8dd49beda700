// What worlds and scenarios say in the window of guarded searches, made tools, written instructions and other walks.
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample, stands } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const dialog = (name: string) => page.getByRole('dialog', { name })

test('a search world is told how results tease, which hits stand beside each other and what is guarded; tools may be made', async () => {
  const { session } = await desk.client.call('worlds.create', {
    title: 'A wiki',
    setup: {
      domain: 'search',
      grounding: 'executed',
      initialState: '## Tarn Light\nhttps://wiki.example/Tarn\n\nTarn Light is 34 m tall.'
    }
  })
  await page.goto(desk.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: 'A wiki' }).first().click()
  await stands(page, 0)
  await page.getByRole('tab', { name: 'Rules' }).click()
  const rules = page.getByRole('tabpanel', { name: 'Rules' })
  const results = rules.getByRole('group', { name: 'Results of a search' })
  await results.getByLabel('Snippets').selectOption('tease')
  await results.getByLabel('Hits').selectOption('mix')
  await results.getByLabel('Hits that fit well').fill('1')
  await results.getByLabel('Guarded answer').fill('34 m')
  await results.getByLabel('Its question').fill('How tall is Tarn Light?')
  await results.scrollIntoViewIfNeeded()
  await inBothThemes(page, 'search-policy')
  const making = rules.getByRole('checkbox', { name: /^Make tools as they are called/ })
  await making.focus()
  await page.keyboard.press('Space')
  await making.scrollIntoViewIfNeeded()
  await inBothThemes(page, 'made-tools')
  await rules.getByRole('button', { name: 'Create branch' }).click()
  await expect
    .poll(async () => (await desk.client.call('worlds.open', { session: session.id })).branches.at(-1)?.setup, PATIENCE)
    .toMatchObject({
      makesTools: true,
      search: {
        snippets: 'tease',
        mix: { high: 1, middle: 4, background: 3 },
        reference: { question: 'How tall is Tarn Light?', answer: '34 m' }
      }
    })
})

test('an instruction is written from what was done, with what each part came from, and is what is saved', async () => {
  await openAt(desk, await readSample('git-repair'), 3)
  const { title } = must((await desk.client.call('worlds.list', {}))[0])
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Save as scenario…' }).click()
  const saving = dialog('Save as scenario')
  await saving.getByRole('region', { name: 'Preview' }).waitFor()
  const box = saving.getByRole('checkbox', { name: /^Write the instruction from what was done/ })
  await box.focus()
  await page.keyboard.press('Space')
  // Until what it comes to is there, nothing older can be saved.
  await saving.getByRole('listitem').first().waitFor()
  await expect.poll(() => saving.getByRole('region', { name: 'Preview' }).textContent(), PATIENCE).toContain('hidden:')
  await inBothThemes(page, 'induced')
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.waitFor({ state: 'detached' })
  const own = must((await desk.client.call('scenarios.list', {})).find((one) => one.own))
  expect(own.setup).toMatchObject({ grounding: 'model', hidden: expect.any(String) })
})

/** The dialog of scenarios, with this one in its editor. */
async function edit(name: string) {
  const scenarios = dialog('Scenarios')
  if (!(await scenarios.isVisible())) {
    await page.goto(desk.url)
    await page.getByRole('region', { name: 'Play a recorded world' }).waitFor()
    await page.keyboard.press('Control+Shift+S')
  }
  await scenarios.getByRole('radio', { name, exact: true }).check()
  await scenarios.getByRole('textbox', { name: `Text of ${name}` }).waitFor()
  return scenarios
}

test('an audit lists other walks', async () => {
  const scenarios = await edit('assistant-lunch')
  await scenarios.getByRole('button', { name: 'Audit' }).click()
  const walks = scenarios.getByRole('list', { name: 'Other walks' })
  await walks.getByText('comes out as the file says.').first().waitFor()
  await walks.scrollIntoViewIfNeeded()
  await inBothThemes(page, 'other-walks')
})
