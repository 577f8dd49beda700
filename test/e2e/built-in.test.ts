// The built-in agent in the window: it is let into the open world, watched, held, stopped, and what it came to is told.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { Request } from '../../src/core/tree/ports.ts'
import { scripted } from '../doors/served.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

const dialog = () => page.getByRole('dialog', { name: 'Let the built-in agent act' })
const strip = () => page.getByRole('region', { name: 'Agent Built-in agent' })
const end = () => page.getByRole('region', { name: 'Built-in agent', exact: true })
const step = (words: string) => page.getByText(words).first().waitFor()
const look = (what: string) => inBothThemes(page, what)
const run = (thought: string, command: string) =>
  JSON.stringify({ thought, tool: 'run_command', arguments: { command, seconds: 1 } })

/** From the palette, by keyboard. */
async function choose(words: string) {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Commands' }).waitFor()
  await page.keyboard.type(words)
  await page.getByRole('option', { selected: true, name: 'Let the built-in agent act…' }).waitFor()
  await page.keyboard.press('Enter')
}

/** An agent whose turns are said one at a time, when the test says them; what it was asked. */
async function opened() {
  const asked: Request[] = []
  const turns = Array.from({ length: 4 }, () => Promise.withResolvers<string>())
  const engine = scripted((request) => {
    asked.push(request)
    return must(turns[asked.length - 1]).promise
  })
  desk = await openDesk({ engine })
  page = desk.page
  await openAt(desk, await readSample('git-repair'), 0)
  return { asked, say: (turn: number, text: string) => must(turns[turn]).resolve(text) }
}

test('the built-in agent is let into the open world by keyboard, watched, held, handed back, and tells why it ended', async () => {
  const { asked, say } = await opened()
  await choose('built-in')
  await dialog().getByText('It thinks with the model in use: scripted.').waitFor()
  await dialog().getByLabel('Task').fill('Find out what is broken in calc, and repair it.')
  await dialog().getByLabel('Steps').fill('0')
  await expect.poll(() => dialog().getByRole('button', { name: 'Start' }).isDisabled(), PATIENCE).toBe(true)
  await dialog().getByLabel('Steps').fill('5')
  await look('built-in-dialog')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })

  await strip().getByText('Thinks of what to do next…').waitFor()
  await strip().getByText('0 of 5 steps').waitFor()
  await expect
    .poll(() => asked[0]?.messages.at(-1)?.content, PATIENCE)
    .toContain('The task: Find out what is broken in calc')
  say(0, run('First I look at what is in the folder.', 'cd calc && ls'))
  await strip().getByText('1 of 5 steps').waitFor()
  await step('step 1 of 1')

  await strip().getByRole('button', { name: 'Take over' }).click()
  await strip().getByText('waits.').waitFor()
  say(1, run('The history may tell what was changed last.', 'git log --oneline'))
  await strip().getByText('Next: git log --oneline').waitFor()
  await strip().getByText('The history may tell what was changed last.').waitFor()
  await look('built-in-waits')
  await strip().getByRole('button', { name: 'One call' }).click()
  await step('step 2 of 2')
  await page.getByRole('region', { name: 'Provenance' }).getByText('Built-in agent').waitFor()

  await strip().getByRole('button', { name: 'Hand back' }).click()
  await look('built-in-acts')
  say(2, '{"thought": "I have seen enough.", "done": true, "answer": "Dividing by zero is not tested for."}')
  await end().getByText('says that it has finished, after 2 steps:').waitFor()
  await end().getByText('Dividing by zero is not tested for.').waitFor()
  await strip().waitFor({ state: 'detached' })
  await look('built-in-ended')
  await end().getByRole('button', { name: 'Dismiss' }).click()
  await end().waitFor({ state: 'detached' })

  // Once more, from the dialog of agents: there it is held like any other, and has no address for others.
  await page.keyboard.press('Control+Shift+L')
  const agents = page.getByRole('dialog', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Let the built-in agent act…' }).click()
  await dialog().getByRole('button', { name: 'Start' }).click()
  await strip().getByRole('button', { name: 'Agents…' }).click()
  await agents.getByRole('article').getByText('by Built-in agent.').waitFor()
  expect(await agents.getByRole('article').locator('pre').count()).toBe(0)
  await look('built-in-agents')
  await page.keyboard.press('Escape')
  await strip().getByRole('button', { name: 'Stop' }).click()
  await end().getByText('was stopped before its first step.').waitFor()
  await expect.poll(() => desk.client.call('links.list', {}), PATIENCE).toEqual([])
})

test('without a model the dialog says what to do', async () => {
  desk = await openDesk()
  page = desk.page
  const setup = { domain: 'textenv', task: 'Be in the room.', initialState: 'You see a door.' }
  await desk.client.call('worlds.create', { title: 'A door', setup: { ...setup, grounding: 'model' } })
  await page.goto(desk.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: 'A door' }).first().click()
  await page.getByRole('contentinfo').getByText('no steps yet').waitFor()
  await choose('built-in')
  await dialog().getByText('none is.').waitFor()
  expect(await dialog().getByLabel('Task').inputValue()).toBe('Be in the room.')
  expect(await dialog().getByLabel('Steps').inputValue()).toBe('50')
  await dialog().getByRole('button', { name: 'Start' }).click()
  await dialog().getByRole('alert').getByText('No model is in use for the agent to think with.').waitFor()
  await look('built-in-no-model')
  await dialog().getByRole('button', { name: 'Choose a model…' }).click()
  await page.getByRole('dialog', { name: 'Models' }).waitFor()
})
