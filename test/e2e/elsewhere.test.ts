// Two windows of one world, and a world that another Orrery acts in: neither draws what was never stored, and nothing typed is lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Action, Branch } from '../../src/core/tree/model.ts'
import { type ModelServer, startModel } from '../contract/model.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, type Served, serveWindow, useNothing } from './window.ts'

let browser: Browser
let model: ModelServer
let home: string
let served: Served
let other: Served
let contexts: BrowserContext[]

beforeAll(async () => {
  model = await startModel()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await model?.close()
})
beforeEach(async () => {
  contexts = []
  home = await mkdtemp(join(tmpdir(), 'orrery-elsewhere-'))
  await useNothing(home)
  served = await serveWindow({ home, spawnEngine: noEngine })
  await served.client.call('models.use', { baseUrl: model.baseUrl, model: 'stand-in' })
  // As a command in a terminal is: on the same data, with an opening of its own.
  other = await serveWindow({ home, spawnEngine: noEngine })
})
afterEach(async () => {
  for (const context of contexts) await context.close()
  await other?.close()
  await served?.close()
  await rm(home, { recursive: true, force: true })
})

const type = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

async function newWorld(domain: string, scenario?: string): Promise<Branch> {
  const ready = (await served.client.call('scenarios.list', {})).find(
    ({ name, setup }) => setup.domain === domain && !setup.recording && name === (scenario ?? name)
  )
  return (
    await served.client.call('worlds.create', {
      title: 'ours',
      setup: { ...ready?.setup, domain, grounding: 'model' }
    })
  ).branch
}

/** A window with the world open. `deaf`: it is not told of what others do. */
async function open({ deaf = false } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE.timeout)
  contexts.push(context)
  const page = await context.newPage()
  if (deaf) {
    await page.route('**/api/call/worlds.version', (route) => route.fulfill({ json: { ok: true, value: 'as ever' } }))
  }
  await page.goto(served.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: /^ours/ }).first().click()
  await page.locator('[data-world]').waitFor()
  // The first look is over: the next ones tell a deaf window nothing.
  if (deaf) await page.waitForResponse('**/api/call/worlds.version')
  return page
}

async function act(from: Served, branch: Branch, line: string) {
  let last: unknown
  for await (const event of from.client.stream('steps.run', {
    session: branch.session,
    branch: branch.id,
    action: type(line)
  }))
    last = event
  expect(last).toMatchObject({ type: 'committed' })
}

/** Begins a step that goes on until it is stopped. */
async function hang(from: Served, branch: Branch, action: Action): Promise<() => Promise<void>> {
  const { stop, events } = await begun(from, branch, action)
  return async () => {
    stop.abort()
    for await (const _ of events);
  }
}
async function begun(from: Served, branch: Branch, action: Action) {
  const stop = new AbortController()
  const events = from.client.stream(
    'steps.run',
    { session: branch.session, branch: branch.id, action },
    { signal: stop.signal }
  )
  await events.next()
  return { stop, events }
}

async function enter(page: Page, line: string): Promise<void> {
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

/** What the window draws: the labels of its frames, and where it says it is. */
async function shown(page: Page): Promise<string[]> {
  const frames = await page.getByRole('option').locator('code').allTextContents()
  return frames
}
async function stored(branch: string): Promise<string[]> {
  const { session } = must((await served.client.call('worlds.list', {})).map(({ id }) => ({ session: id }))[0])
  return (await served.client.call('steps.list', { session, branch })).map(({ label }) => label)
}
async function screen(page: Page): Promise<string> {
  const rows = await page
    .locator('.xterm-rows > div')
    .evaluateAll((divs) => divs.map((div) => (div.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  return rows.join('\n').trimEnd()
}
const branchesOf = async ({ session }: Branch) => (await served.client.call('worlds.open', { session })).branches

test('45.1 what a window draws is stored, also after a step that it never showed', async () => {
  const branch = await newWorld('terminal')
  await act(served, branch, 'ls')
  const page = await open({ deaf: true })
  await expect.poll(() => shown(page), PATIENCE).toEqual(['ls'])
  await act(other, branch, 'from-elsewhere')
  await enter(page, 'from-window')
  await expect.poll(() => shown(page), PATIENCE).toEqual(['ls', 'from-window'])
  // The frame is drawn while the step runs; its branch is made when it is kept.
  await expect.poll(async () => (await branchesOf(branch)).length, PATIENCE).toBe(2)
  const [main, made] = await branchesOf(branch)
  expect([await stored(must(main).id), await stored(must(made).id)]).toEqual([
    ['ls', 'from-elsewhere'],
    ['ls', 'from-window']
  ])
  await page
    .getByRole('status')
    .filter({ hasText: `on the new branch “${made?.title}”` })
    .waitFor()
  await page.getByRole('button', { name: 'Show what was added' }).click()
  await expect.poll(() => shown(page), PATIENCE).toEqual(['ls', 'from-elsewhere'])
  expect(await page.getByText('went on in another window').count()).toBe(0)
})

test('a window in sight, or one that is come back to, shows what was added', async () => {
  const branch = await newWorld('terminal')
  await act(served, branch, 'ls')
  const page = await open()
  await act(other, branch, 'from-elsewhere')
  await served.client.call('worlds.update', { session: branch.session, title: 'ours, renamed' })
  await expect.poll(() => shown(page), PATIENCE).toEqual(['ls', 'from-elsewhere'])
  await page.getByRole('heading', { name: 'ours, renamed' }).waitFor()
  await enter(page, 'from-window')
  await expect.poll(() => shown(page), PATIENCE).toEqual(['ls', 'from-elsewhere', 'from-window'])
  expect(await branchesOf(branch)).toHaveLength(1)
  await served.client.call('worlds.create', { title: 'made elsewhere', setup: { domain: 'terminal' } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: /^made elsewhere/ }).waitFor()
  await other.client.call('worlds.delete', { session: branch.session })
  await page.getByText('"ours, renamed" was deleted in another window or program.').waitFor()
})

test.each([
  { told: 'that it does not know of', deaf: true },
  { told: 'that it shows', deaf: false }
])(
  '45.3 a line that is refused because a step runs $told is kept, and sent when the branch is free',
  async ({ deaf }) => {
    const branch = await newWorld('terminal')
    const end = await hang(served, branch, type('hang'))
    const page = await open({ deaf })
    const strip = page.getByRole('region', { name: 'Step running elsewhere' })
    // A world is opened with what runs in it.
    await expect.poll(() => strip.textContent(), PATIENCE).toMatch(/^hang is running, by another window · [\d.]+ s$/)
    expect(await page.getByRole('button', { name: /^(Retry|Dismiss)$/ }).count()).toBe(0)
    await enter(page, 'from-second')
    const alert = page.getByRole('alert').filter({ hasText: 'A step' })
    await alert.waitFor()
    await expect.poll(() => screen(page), PATIENCE).toMatch(/\$ from-second$/)
    await end()
    if (!deaf) await alert.waitFor({ state: 'detached' })
    else await page.reload()
    if (deaf) await page.getByRole('region', { name: 'Unfinished step' }).waitFor()
    if (deaf) await enter(page, 'from-second')
    else await page.keyboard.press('Enter')
    await expect.poll(() => shown(page), PATIENCE).toEqual(['from-second'])
  }
)

test('a step of another Orrery is shown as running, by whom and for how long, and nothing deletes it', async () => {
  const branch = await newWorld('terminal')
  const page = await open()
  const end = await hang(other, branch, type('hang'))
  const strip = page.getByRole('region', { name: 'Step running elsewhere' })
  await expect
    .poll(() => strip.textContent(), PATIENCE)
    .toMatch(new RegExp(`^hang is running, by another Orrery \\(process ${process.pid}\\) · [\\d.]+ s$`))
  await page.getByRole('navigation', { name: 'Worlds' }).getByText('a step is running').waitFor()
  expect(await page.getByRole('button', { name: /^(Retry|Dismiss)$/ }).count()).toBe(0)
  const [draft] = (await served.client.call('worlds.open', { session: branch.session })).drafts
  await expect(served.client.call('steps.deleteDraft', { draft: must(draft).id })).rejects.toMatchObject({
    code: 'busy'
  })
  await expect(served.client.call('worlds.delete', { session: branch.session })).rejects.toMatchObject({
    code: 'busy',
    message: `Another Orrery (process ${process.pid}) is still running a step in this world. Wait for it, or cancel it there, before deleting the world.`
  })
  await end()
  await strip.waitFor({ state: 'detached' })
  const unfinished = page.getByRole('region', { name: 'Unfinished step' })
  await expect.poll(() => unfinished.textContent(), PATIENCE).toContain('was cancelled')
})

test('45.3 in a text environment and on a screen too, what was typed or pointed at is kept', async () => {
  const text = await newWorld('textenv')
  const end = await hang(served, text, 'hang about')
  let page = await open({ deaf: true })
  await page.getByLabel('Command', { exact: true }).fill('look around')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'A step' }).waitFor()
  await expect.poll(() => page.getByLabel('Command', { exact: true }).inputValue(), PATIENCE).toBe('look around')
  await end()
  await served.client.call('worlds.delete', { session: text.session })

  const web = await newWorld('web', 'boat-timetable')
  const over = await hang(served, web, findDomain('web').fromText("goto('https://hang.example')"))
  page = await open({ deaf: true })
  await page.getByRole('link', { name: 'Tickets' }).click()
  await page.getByRole('region', { name: 'Next action' }).getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('alert').filter({ hasText: 'A step' }).waitFor()
  await page.getByRole('region', { name: 'Next action' }).getByRole('button', { name: /^Send/ }).waitFor()
  await over()
})

test('45.46 a line that is refused waits where it is told to, and is sent by itself', async () => {
  const branch = await newWorld('terminal')
  const end = await hang(other, branch, type('hang'))
  const page = await open()
  await enter(page, 'from-second')
  await page.getByRole('button', { name: 'Send it when that step ends' }).click()
  const waits = page.getByRole('region', { name: 'Action that waits' })
  await expect.poll(() => waits.textContent(), PATIENCE).toMatch(/^from-second is sent when that step has ended/)
  // It is not typed any more.
  await expect.poll(() => screen(page), PATIENCE).not.toContain('from-second')
  await end()
  await expect.poll(() => shown(page), PATIENCE).toEqual(['from-second'])
  expect(await waits.count()).toBe(0)
})

test('45.46 a line that is refused goes on a new branch meanwhile', async () => {
  const branch = await newWorld('terminal')
  const end = await hang(other, branch, type('hang'))
  const page = await open()
  await enter(page, 'from-second')
  await page.getByRole('button', { name: 'Send it on a new branch' }).click()
  await expect.poll(() => shown(page), PATIENCE).toEqual(['from-second'])
  await expect.poll(() => screen(page), PATIENCE).not.toMatch(/\$ from-second$/)
  await expect
    .poll(async () => (await branchesOf(branch)).map(({ title }) => title), PATIENCE)
    .toEqual(['main', 'main, meanwhile'])
  await end()
})

test('45.47 a window says who else is in its world, and the list says it of every world', async () => {
  const branch = await newWorld('terminal')
  const page = await open()
  const list = page.getByRole('navigation', { name: 'Worlds' })
  expect(await page.getByText('Another window is here').count()).toBe(0)
  const second = await open()
  await expect.poll(() => page.getByText('Another window is here').count(), PATIENCE).toBe(2)
  await second.context().close()
  await expect.poll(() => page.getByText('Another window is here').count(), PATIENCE).toBe(0)
  const at = { session: branch.session, branch: branch.id, title: 'a tester', forks: true }
  const { secret } = await other.client.call('links.create', at)
  await other.client.call('worlds.create', { title: 'made elsewhere', setup: { domain: 'terminal' } })
  await list.getByRole('button', { name: /^made elsewhere/ }).waitFor()
  const { url } = await other.client.call('doors.open', { port: 0 })
  const reset = await fetch(`${url}/w/${secret}/openenv/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}'
  })
  expect(reset.status).toBe(200)
  await expect.poll(() => page.getByText('The agent a tester is here').count(), PATIENCE).toBe(2)
})
