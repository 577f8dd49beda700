// Agents in the window: a link is made and copied, an agent that comes by it is watched, held, and let go on.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, openAt, readSample } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const dialog = () => page.getByRole('dialog', { name: 'Agents' })
const look = (what: string) => inBothThemes(page, what)

test('42.2 an agent comes by a link of the window, is watched there, waits for a person, is led to another branch, and is sent away', async () => {
  await openAt(desk, await readSample('git-repair'), 0)
  await page.getByRole('button', { name: 'Play the recording' }).first().waitFor()
  await page.keyboard.press('Control+Shift+L')
  await dialog().getByText('Not listening. Agents cannot connect.').waitFor()
  await dialog().getByRole('button', { name: 'Make a link' }).click()
  await dialog().getByText('Listening on').waitFor()
  const card = dialog().getByRole('article')
  await card.getByText('Nobody has connected').waitFor()
  const url = must(await card.locator('pre').textContent())
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/w\/[\w-]{32}\/mcp$/)
  await card.getByLabel('For').selectOption({ label: 'Claude Agent SDK (Python)' })
  expect(await card.locator('pre').textContent()).toContain(`"url": "${url}"`)
  await card.getByText('tools=[] switches its own tools off').waitFor()

  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const act = (command: string) => client.callTool({ name: 'run_command', arguments: { command, seconds: 1 } })
  await act('cd calc && ls')
  await dialog().getByRole('table', { name: 'Calls' }).getByText('cd calc && ls').waitFor()
  await card.getByText(/by tester 1\./).waitFor()
  await look('agents')
  await page.keyboard.press('Escape')

  // The world behind follows what the agent does, and a person takes over and hands back.
  await page
    .getByText(/^step 1 of 1/)
    .first()
    .waitFor()
  const strip = page.getByRole('region', { name: 'Agent tester 1' })
  await strip.getByRole('button', { name: 'Take over' }).click()
  await strip.getByText('waits.').waitFor()
  const waiting = act('git log --oneline')
  await look('agent-waits')
  await strip.getByRole('button', { name: 'One call' }).click()
  expect((await waiting).isError).toBeFalsy()
  await page
    .getByText(/^step 2 of 2/)
    .first()
    .waitFor()
  await strip.getByRole('button', { name: 'Hand back' }).click()
  await strip.getByText('acts in this world.').waitFor()

  // Other rules hold on a new branch, to which a person leads the agent.
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByLabel('Simulation instruction').fill('The disk is failing.')
  await page.getByLabel('Title of the new branch').fill('bad disk')
  await page.getByRole('button', { name: 'Create branch' }).click()
  await strip.getByText('acts on another branch.').waitFor()
  await look('agent-elsewhere')
  await strip.getByRole('button', { name: 'Bring it here' }).press('Enter')
  await strip.getByText('acts in this world.').waitFor()
  const [link] = await desk.client.call('links.list', {})
  const { branches } = await desk.client.call('worlds.open', { session: must(link).session })
  expect(branches.find(({ id }) => id === link?.branch)?.title).toBe('bad disk')

  await strip.getByRole('button', { name: 'Agents…' }).click()
  await card.getByRole('button', { name: 'Revoke' }).click()
  await card.getByRole('button', { name: 'Revoke for good' }).click()
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => fetch(url, { method: 'POST' }).then(({ status }) => status), PATIENCE).toBe(403)
  await dialog().getByRole('button', { name: 'Stop listening' }).click()
  await dialog().getByText('Not listening.').waitFor()
})

test('how long episodes of agents are kept is chosen beside their links', async () => {
  await openAt(desk, await readSample('git-repair'), 0)
  await desk.client.call('app.configure', { episodeDays: 12 })
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('agents')
  await page
    .getByRole('option', { name: /^Agents/ })
    .first()
    .click()
  const kept = dialog().getByLabel('Remove episodes')
  await expect.poll(() => kept.inputValue(), PATIENCE).toBe('12')
  await kept.selectOption({ label: 'never' })
  await expect.poll(async () => (await desk.client.call('app.settings', {})).episodeDays, PATIENCE).toBeNull()
  await look('agents-episodes')
})
