// The lab in the window: a Turing test by keys alone, and whole tasks in the model's world.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { Engine } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const openDesk = desks()

async function opened(): Promise<{ desk: Desk; page: Page }> {
  const desk = await openDesk()
  await desk.page.goto(desk.url)
  return { desk, page: desk.page }
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill(name)
  await page.getByRole('option', { name }).first().click()
}

test('a person tells the real observation by the keys A and B, and reads how often that was right', async () => {
  const { desk, page } = await opened()
  const round = await desk.client.call('judging.round', {})
  const truths = new Set(round.map(({ truth }) => truth.trim()))
  await command(page, 'Real or predicted')
  const dialog = page.getByRole('dialog', { name: 'Real or predicted?' })
  await dialog.getByText(/^Turn 1 of \d+/).waitFor()
  await inBothThemes(page, 'turing')
  const total = Number(/of (\d+)/.exec(must(await dialog.getByText(/^Turn 1 of \d+/).textContent()))?.[1])
  expect(total).toBeGreaterThan(5)
  for (let turn = 1; turn <= total; turn++) {
    await dialog.getByText(new RegExp(`^Turn ${turn} of`)).waitFor()
    const a = must(await dialog.getByRole('region', { name: 'A', exact: true }).textContent())
    // The first is answered wrongly, all others rightly.
    const real = truths.has(a.trim()) ? 'a' : 'b'
    await page.keyboard.press(turn === 1 ? (real === 'a' ? 'b' : 'a') : real)
    await dialog.getByText(turn === 1 ? /^Wrong: the real one is/ : /^Right: the real one is/).waitFor()
    if (turn === 1) await inBothThemes(page, 'turing-answered')
    await page.keyboard.press('Enter')
  }
  const all = dialog.getByRole('row', { name: /^All/ })
  expect(await all.getByRole('cell').allTextContents()).toEqual([
    String(total),
    `${Math.round((100 * (total - 1)) / total)} %`,
    expect.stringMatching(/^\d+ % and \d+ %$/)
  ])
  await dialog.getByText(/That is more than guessing|may be guessing/).waitFor()
  await inBothThemes(page, 'turing-done')
  await dialog.getByRole('button', { name: 'Another round' }).press('Enter')
  await dialog.getByText(/^Turn 1 of/).waitFor()
})

/** Answers every action with the same words: a world that leads nowhere. */
const model = { name: 'parrot', hash: null }
const parrot: Engine = {
  info: () => ({ engine: 'scripted', model, contextSize: null, template: 'small' }),
  async *generate() {
    yield { type: 'text', text: '**Environment Observation:**\nNothing happens.' }
    const tokens = { prompt: 1, cached: 0, generated: 2 }
    yield { type: 'done', tokens, cut: null, trace: null, engine: 'scripted', model }
  },
  countTokens: async () => null,
  dispose: async () => {}
}

test('a task is done in the executed world, in the model’s, and again for real; each end opens by a press', async () => {
  const desk = await openDesk({ engine: parrot })
  const { page } = desk
  await page.goto(desk.url)
  await command(page, 'Whole tasks in the model’s world')
  const dialog = page.getByRole('dialog', { name: 'Does the model’s world lead to the same end?' })
  const measure = dialog.getByRole('button', { name: 'Measure' })
  expect(await measure.isDisabled()).toBe(true)
  const { scenarios } = await listed(desk)
  await dialog.getByRole('searchbox', { name: 'Find a task' }).fill('household-lamp')
  await dialog.getByRole('checkbox', { name: must(scenarios.get('household-lamp')) }).check()
  await inBothThemes(page, 'consistency-form')
  await measure.click()
  await dialog.getByText(/^In the executed world 100 % of 1 rollouts succeed\./).waitFor()
  const row = dialog.getByRole('row', { name: /^All 1/ })
  // Its own walk needs nothing that the world shows, so what was done there holds again for real.
  expect((await row.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['1', expect.stringMatching(/^1\.00/)])
  await inBothThemes(page, 'consistency')
  const open = dialog.getByRole('button', { name: /: Model’s world, / })
  await open.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const made = (await desk.client.call('worlds.list', {})).find(({ title }) => title.includes('by the model'))
  await page
    .getByRole('heading', { name: must(made).title })
    .first()
    .waitFor()
})

async function listed({ client }: Desk): Promise<{ scenarios: Map<string, string> }> {
  const all = await client.call('scenarios.list', {})
  return { scenarios: new Map(all.map(({ name, title }) => [name, title])) }
}
