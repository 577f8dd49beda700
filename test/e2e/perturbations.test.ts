// Perturbations in the window: the gallery with its live preview, the list in a world's rules, and the mark on the timeline.
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
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
const look = (what: string) => inBothThemes(page, what)

async function newest() {
  const session = must((await desk.client.call('worlds.list', {}))[0])
  const { branches } = await desk.client.call('worlds.open', { session: session.id })
  return { session: session.id, branch: must(branches.at(-1)) }
}

test('a perturbation is found, tried on a sample and added to the world, with the keyboard alone', async () => {
  await openAt(desk, await readSample('git-repair'), 2)
  await page.keyboard.press('Control+Shift+X')
  const gallery = dialog('Perturbations')
  await gallery.getByRole('searchbox', { name: 'Find a perturbation' }).focus()
  await page.keyboard.type('cut off middle')
  await gallery.getByRole('heading', { name: /^Truncated/ }).waitFor()
  const sample = gallery.getByRole('region', { name: 'The observation without it, and with it' })
  await expect.poll(() => sample.textContent(), LIMIT).toMatch(/Without: /)
  await look('gallery')
  // Another sample, another text.
  const before = await sample.textContent()
  await gallery.getByRole('combobox', { name: 'Sample' }).selectOption({ index: 0 })
  await expect.poll(() => sample.textContent(), LIMIT).not.toBe(before)
  await gallery.getByRole('textbox', { name: 'Turns' }).focus()
  await page.keyboard.type('3, 4')
  await gallery.getByRole('button', { name: 'Add to this world' }).focus()
  await page.keyboard.press('Enter')
  await gallery.waitFor({ state: 'detached' })
  await expect.poll(async () => (await newest()).branch.title, LIMIT).toBe('With truncated')
  const { session, branch } = await newest()
  expect(branch.setup.perturbations).toEqual([{ name: 'truncated', options: {}, when: { turn: [3, 4] } }])

  // It takes part in the third turn, and the timeline says so.
  const { recorded } = await desk.client.call('steps.view', { branch: branch.id, at: branch.tip })
  const [next] = recorded
  const signal = new AbortController().signal
  for await (const _ of desk.client.stream(
    'steps.run',
    { session, branch: branch.id, action: must(next).action },
    { signal }
  ));
  await page.reload()
  const frames = page.getByRole('listbox', { name: 'Steps' })
  await frames.getByText('Disturbed by truncated').waitFor({ state: 'attached' })
})

test('the rules list a world’s perturbations: a preset, a change, the order, none', async () => {
  await openAt(desk, await readSample('git-repair'), 2)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands' }).waitFor()
  await page.keyboard.type('Show the rules')
  await page.keyboard.press('Enter')
  const rules = page.getByRole('group', { name: 'Perturbations' })
  const preset = rules.getByRole('combobox', { name: 'Preset' })
  await expect.poll(() => preset.inputValue(), LIMIT).toBe('E0')
  await preset.selectOption('E1')
  const list = rules.getByRole('list', { name: 'Perturbations of this world' })
  const names = () =>
    list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.querySelector('span span')?.textContent))
  const [first, second, ...rest] = await names()
  expect(rest.length).toBeGreaterThan(0)
  await rules.getByRole('button', { name: `Move ${first} down` }).press('Enter')
  expect((await names()).slice(0, 2)).toEqual([second, first])
  await expect.poll(() => preset.inputValue()).toBe('')
  await rules.getByRole('button', { name: `Remove ${first}` }).press('Enter')
  await rules.getByRole('button', { name: `Change ${second}` }).press('Enter')
  const changing = dialog('Change a perturbation')
  await changing.getByRole('spinbutton', { name: 'Probability' }).fill('0.5')
  await changing.getByRole('button', { name: 'Change', exact: true }).click()
  await changing.waitFor({ state: 'detached' })
  await list.getByText(/with probability 0\.5/).waitFor()
  await look('perturbation-rules')
  await page.getByRole('button', { name: 'Create branch' }).click()
  await expect.poll(async () => (await newest()).branch.setup.perturbations.length, LIMIT).toBe(rest.length + 1)
  expect((await newest()).branch.setup.perturbations[0]).toMatchObject({ name: second, when: { probability: 0.5 } })
})
