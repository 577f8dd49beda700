// Scenarios in the window: a text edited beside what it comes to, run, looked at as a grid, and compared with and without its fault.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { scripted, tagged } from '../core/acting.ts'
import { counters, counting } from '../host/control/runs/counters.ts'
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

const dialog = () => page.getByRole('dialog', { name: 'Scenarios' })
const look = (what: string) => inBothThemes(page, what)

/** A scenario of one's own over recorded answers, with a fault in its last turn that one of its checks notices. */
async function writeScenario(): Promise<string> {
  await openAt(desk, await readSample('git-repair'), 4)
  const session = must((await desk.client.call('worlds.list', {}))[0]).id
  const branch = must((await desk.client.call('worlds.open', { session })).branches[0]).id
  const { text } = await desk.client.call('scenarios.ofWorld', { session, branch, name: 'repair', title: 'Repair' })
  const levels = [
    'matrix:',
    '  perturbations:',
    '    cut: [{name: truncated, options: {mark: none}, when: {turn: 4}}]',
    '    empty: [{name: empty, when: {turn: 4}}]',
    'checks:',
    '  - {name: the program divides, axis: Err, at: 4, baseline: true, expect: {observation: {contains: return a / b}}}'
  ]
  const [head = ''] = text.split(/^checks:/m)
  const written = `${head}${levels.join('\n')}\n`
  await mkdir(join(desk.home, 'scenarios'), { recursive: true })
  await writeFile(join(desk.home, 'scenarios', 'repair.yaml'), written)
  return written
}

test('a scenario is edited with its problems inline, run, shown as a grid, and compared with its run without faults', async () => {
  const written = await writeScenario()
  await page.keyboard.press('Control+Shift+S')
  await dialog()
    .getByRole('radio', { name: /^repair\s*yours$/i })
    .check()
  const text = dialog().getByRole('textbox', { name: 'Text of repair' })
  await text.waitFor()
  const about = dialog().getByRole('region', { name: 'What it comes to' })
  await about.getByText('3 runs').waitFor()
  await about.getByText('the program divides').waitFor()
  await look('scenario-editor')

  // A slip is shown where it is, and a list of slips leads there.
  await text.press('Control+End')
  await page.keyboard.type('colour: red\n')
  const problems = dialog().getByRole('list', { name: 'Problems' })
  await problems.getByRole('button', { name: /colour/ }).waitFor()
  await page.locator('.cm-lintRange-error').waitFor()
  expect(await dialog().getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  for (let times = 0; times < 12; times++) await text.press('Control+z')
  await problems.waitFor({ state: 'detached' })

  // Names of the schema are offered.
  await text.press('Control+End')
  await page.keyboard.type('teac')
  await page.locator('.cm-tooltip-autocomplete').getByText('teaches').click()
  await page.keyboard.type('To look again.')
  await text.press('Control+s')
  await expect
    .poll(() => readFile(join(desk.home, 'scenarios', 'repair.yaml'), 'utf8'), LIMIT)
    .toBe(`${written}teaches: To look again.`)

  await dialog().getByRole('button', { name: 'Run', exact: true }).click()
  await dialog().getByText('1 passed', { exact: true }).waitFor()
  await dialog()
    .getByRole('button', { name: /^cut failed/ })
    .waitFor()
  expect(
    await dialog()
      .getByRole('button', { name: /^none passed/ })
      .count()
  ).toBe(1)
  expect(await dialog().getByRole('button', { name: 'Where they parted' }).count()).toBe(0)
  await look('scenario-results')
  await dialog()
    .getByRole('button', { name: /^cut failed/ })
    .press('Enter')
  await dialog().getByRole('button', { name: 'Compare with no faults' }).press('Enter')
  const turns = dialog().getByRole('table', { name: 'The turns of both runs' })
  await turns.getByText('truncated').waitFor()
  expect(await turns.getByText('the same in both').count()).toBe(3)
  await look('scenario-compare')
  await dialog().getByRole('button', { name: 'Back to the results' }).click()

  // The world of the failed run opens at the turn that failed.
  await dialog().getByRole('button', { name: 'Open the world' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page
    .getByText(/^step 4 of 4/)
    .first()
    .waitFor()

  // The run is kept, and listed again.
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('tab', { name: 'Runs' }).click()
  await dialog()
    .getByRole('button', { name: /^repair-/ })
    .click()
  await dialog().getByText('1 passed', { exact: true }).waitFor()
  await dialog()
    .getByRole('button', { name: /^Delete the run repair-/ })
    .click()
  await dialog().getByText('No runs yet').waitFor()
})

test('one of ours is saved as one’s own; own ones are deleted after a second press', async () => {
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('radio', { name: 'debian', exact: true }).check()
  await dialog().getByRole('textbox', { name: 'Text of debian' }).waitFor()
  await dialog().getByRole('button', { name: 'Save as yours' }).click()
  await dialog()
    .getByText('Yours.', { exact: true })
    .or(dialog().getByText(/^Yours\./))
    .first()
    .waitFor()
  expect(
    await readFile(join(desk.home, 'scenarios', 'debian.yaml'), 'utf8').catch(() =>
      readFile(join(desk.home, 'scenarios', 'debian.json'), 'utf8')
    )
  ).toContain('debian')
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog().getByRole('button', { name: 'Delete for good' }).click()
  await expect
    .poll(async () => (await desk.client.call('scenarios.list', {})).some(({ own }) => own), LIMIT)
    .toBe(false)
})

test('a run is listed while it runs, with how far it is', async () => {
  const answer = Promise.withResolvers<string>()
  const { engine } = scripted(async function* () {
    yield tagged(await answer.promise)
  })
  desk = await openDesk({ engine })
  page = desk.page
  await mkdir(join(desk.home, 'scenarios'))
  const lines = [
    'name: slow',
    'title: Slow',
    'description: Slow.',
    'setup: {domain: terminal}',
    'actions: [ls]',
    'checks:'
  ]
  await writeFile(
    join(desk.home, 'scenarios', 'slow.yaml'),
    `${[...lines, '  - {name: listed, axis: LC, expect: {observation: listed}}'].join('\n')}\n`
  )
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await dialog()
    .getByRole('radio', { name: /^slow\s*yours$/i })
    .check()
  await dialog().getByRole('button', { name: 'Run', exact: true }).click()
  await dialog()
    .getByRole('button', { name: /^slow-.*Running, 0 of 1 runs/ })
    .waitFor()
  answer.resolve('listed')
  await dialog().getByText('1 passed', { exact: true }).waitFor()
  await dialog()
    .getByRole('button', { name: /^slow-.*Finished, 1 run/ })
    .waitFor()
})

test('the window shows where repeats parted, expands what they share, and opens a run where it left the others', async () => {
  desk = await openDesk({ engine: counters })
  page = desk.page
  const options = { scenarios: [counting], repeat: 5, agent: { kind: 'react' } } as never
  for await (const _ of desk.client.stream('runs.start', { kind: 'scenarios', name: 'agents', options }));
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('tab', { name: 'Runs' }).click()
  await dialog()
    .getByRole('button', { name: /^agents/ })
    .click()
  await dialog().getByRole('button', { name: 'Where they parted' }).press('Enter')
  const tree = dialog().getByRole('list', { name: /where 5 runs parted/ })
  await look('parted')
  const shared = tree.getByRole('button', { name: /^Turn 1, the same in all 5 runs/ })
  expect(await shared.getAttribute('aria-expanded')).toBe('false')
  await shared.press('Enter')
  await tree.getByRole('list', { name: 'Turns' }).getByText('app.log').waitFor()
  await look('parted-expanded')
  await shared.press('Enter')
  await tree.getByRole('list', { name: 'Turns' }).waitFor({ state: 'detached' })

  await dialog().getByRole('button', { name: 'Back to the results' }).click()
  await dialog().getByRole('button', { name: 'Where they parted' }).press('Enter')
  await tree.getByRole('button', { name: 'Run 4 failed' }).press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page
    .getByText(/^step 3 of 4/)
    .first()
    .waitFor()
})
