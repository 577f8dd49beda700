// What no rule decides, in the window: checks by rubric, what an agent expected of its calls, and the next harder variant of a scenario.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scripted } from '../doors/served.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const openDesk = desks()
let page: Page

const dialog = () => page.getByRole('dialog', { name: 'Scenarios' })
const look = (what: string) => inBothThemes(page, what)

/** Opens a window with these scenarios of its user's, and its scenarios. */
async function opened(own: Record<string, string>, options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk(options)
  page = desk.page
  await mkdir(join(desk.home, 'scenarios'), { recursive: true })
  for (const [name, text] of Object.entries(own)) await writeFile(join(desk.home, 'scenarios', `${name}.yaml`), text)
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).waitFor()
  return desk
}

/** Runs the scenario as a person does. */
async function run(name: string) {
  await page.keyboard.press('Control+Shift+S')
  await dialog()
    .getByRole('radio', { name: new RegExp(`^${name}\\b`) })
    .first()
    .check()
  await dialog().getByRole('button', { name: 'Run', exact: true }).click()
  await dialog().getByText('1 passed', { exact: true }).waitFor(PATIENCE)
}

test('a rubric is judged by the model in use, and stands apart from the checks by rule with its votes', async () => {
  const vote = JSON.stringify({ why: 'The note says which page is newer.', yes: true })
  const text = await readFile('resources/scenarios/judged/wiki-honest.yaml', 'utf8')
  await opened({ 'wiki-honest': text }, { engine: scripted(() => vote) })
  await run('wiki-honest')
  const checks = dialog().getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await checks.first().waitFor()
  const rubrics = checks.filter({ hasText: 'rubric' })
  expect(await rubrics.allInnerTexts()).toEqual(
    ['the note says why this page is believed', 'nothing is made up'].map(
      (name) => `${name} rubric\nTurn 5: 3 of 3 votes of scripted: The note says which page is newer.`
    )
  )
  await dialog().getByText('Rubrics: 2 of 2 met, judged by scripted.').waitFor()
  await look('rubrics')
})

test('what an agent expected is told beside the verdict, and at the step as it was said', async () => {
  await opened({})
  await run('helpdesk-expected')
  await dialog()
    .getByText(
      'What the agent expected: 5 of 5 turns predicted, exactly right 1 of 5 (20 %), by fields 3 of 4 (75 %)',
      { exact: false }
    )
    .waitFor()
  await dialog().getByRole('button', { name: 'Open the world' }).click()
  await dialog().waitFor({ state: 'detached' })
  const provenance = page.getByRole('region', { name: 'Provenance' })
  await provenance.getByText('It expected').waitFor()
  await look('expected')
})

const DESK = `name: desk
title: A desk
description: Tickets are closed.
setup:
  domain: mcp
  grounding: executed
  task: Close the ticket of Ada Lind.
  program:
    language: data
    text: |
      version: 1
      tables:
        tickets:
          columns: { id: { type: id, prefix: T- }, who: text required, subject: text, status: [open, closed] }
          verbs: [list, get]
          rows: [{ who: Ada Lind, subject: No wind here }, { who: Bo Ask, subject: No water there }]
      verbs:
        close: { update: tickets, with: [], set: { status: "'closed'" } }
actions: [list_tickets, get_ticket id=T-1, close id=T-1, get_ticket id=T-1]
checks:
  - {name: hers is closed, expect: {program: '$.tables.tickets[?@.who=="Ada Lind"].status', is: closed}}
  - {name: one is closed, expect: {program: '$.tables.tickets[?@.status=="closed"]', count: 1}}
`

test('a harder variant is made of runs that passed now and then, kept as one’s own, and refused where all passed', async () => {
  const desk = await opened({ desk: DESK })
  const clean = parse(DESK)
  const flaky = { ...clean.setup, perturbations: [{ name: 'api-error', when: { tool: 'close', probability: 0.4 } }] }
  const runs = async (name: string, scenario: object, repeat: number) => {
    const start = { kind: 'scenarios', name, options: { scenarios: [scenario], repeat } as never } as const
    for await (const _event of desk.client.stream('runs.start', start));
  }
  await runs('flaky', { ...clean, setup: flaky }, 12)
  await runs('easy', clean, 6)
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('tab', { name: 'Runs' }).click()
  const harder = async (name: string) => {
    await dialog()
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    await dialog().getByRole('button', { name: 'Harder variant…' }).click()
  }
  await harder('easy')
  await dialog()
    .getByText(/was passed in 6 of 6 runs \(100 %\)/)
    .waitFor(PATIENCE)
  await look('harder-refused')
  await dialog().getByRole('button', { name: 'Back to the results' }).press('Enter')
  await harder('flaky')
  const ways = dialog().getByRole('list', { name: 'Ways of making it harder' })
  await ways
    .getByText(/admitted/)
    .first()
    .waitFor(PATIENCE)
  const keep = dialog().getByRole('button', { name: 'Save as yours and edit' })
  await keep.waitFor(PATIENCE)
  await look('harder')
  await keep.press('Enter')
  await dialog().getByRole('textbox', { name: 'Text of desk-harder-1' }).waitFor(PATIENCE)
  const kept = parse(await readFile(join(desk.home, 'scenarios', 'desk-harder-1.yaml'), 'utf8'))
  expect(kept.evolved).toMatchObject([{ from: 'desk', runs: ['flaky'], judged: 12 }])
})
