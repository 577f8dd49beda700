// Takes the pictures in docs/screenshots: node test/record/screenshots.ts [FOLDER [first|pictures|worlds|talk|plan|author MODEL]]
// In each the window is the real one, with the model in use that comes with Orrery: it answers and streams, and recordings are played by
// the replay engine.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import type { Client } from '../../src/core/contract/index.ts'
import type { Setup } from '../../src/core/tree/model.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { type Served, serveWindow } from '../e2e/window.ts'

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
// A world of each kind, and the step of its recording that shows most of it.
const WORLDS: [domain: string, sample: string, step: number][] = [
  ['terminal', 'full-screen', 4],
  ['swe', 'swe-mean', 6],
  ['mcp', 'mcp-memory', 4],
  ['search', 'search-bridge', 1],
  ['textenv', 'textenv-nest', 4],
  ['web', 'web-bookshop', 3],
  ['android', 'android-contact', 4],
  ['os', 'os-files', 3]
]

const only = process.argv[3]
// What is typed at the first start. Whatever the model answers is in the picture.
const TYPED = ['whoami', 'pwd', 'echo hello > a.txt', 'cat a.txt', 'cat b.txt', 'mkdir src && cd src && pwd']

const say = (message: string): [string, Record<string, string>] => ['say', { message }]
const DIALOGUE = [
  say('Good morning, how can I help you?'),
  say('What is your booking reference?'),
  ['get_booking', { reference: 'QX7L2' }],
  ['send_code', { reference: 'QX7L2' }],
  say('Which code did you get on your phone?'),
  ['quote_refund', { reference: 'QX7L2' }],
  say('78.00 come back to you. Shall I cancel the flight?')
] satisfies [string, Record<string, string>][]

const browser = await chromium.launch(await launchOptions())
try {
  await mkdir(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    if (!only || only === 'first') await withWindow((served) => firstStart(served, scheme))
    if (!only || only === 'pictures') await withWindow((served) => pictures(served, scheme))
    if (!only || only === 'worlds') await withWindow((served) => worlds(served, scheme))
    if (only === 'plan') await withWindow((served) => planned(served, scheme))
    if (only === 'author' && scheme === 'light') await withWindow((served) => written(served, scheme), process.argv[4])
    if (only === 'talk') await withWindow((served) => talk(served, scheme))
  }
} finally {
  await browser.close()
}

/** Each scheme has data of its own, so that both show the same. */
async function withWindow(work: (served: Served) => Promise<void>, model?: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-screenshots-'))
  const served = await serveWindow({ home, ...(model !== undefined && { model }) })
  try {
    await work(served)
  } finally {
    await served.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Nothing was chosen, and a ready world answers what is typed. */
async function firstStart({ url }: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(url)
  const world = page.getByRole('button', { name: /^A fresh Debian/ }).first()
  await world.click()
  await page.getByLabel('Terminal input').focus()
  for (const [at, line] of TYPED.entries()) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    const step = at + 1
    await page.getByRole('contentinfo').getByText(`step ${step} of ${step}`).waitFor({ timeout: 120_000 })
  }
  await settle(page)
  await page.screenshot({ path: join(folder, `first-start-${colorScheme}.png`) })
  await page.close()
}

async function pictures({ url, client }: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  await preparedWorlds(client)
  const viewport = { width: 1440, height: 900 }
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  const take = (name: string) => page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  await page.goto(url)
  await lookBack(page)
  await take('session')
  await page.keyboard.press('Alt+n')
  await page.getByRole('dialog', { name: 'New world' }).getByText('A fresh Debian').first().waitFor()
  await take('new-world')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+m')
  await models(page)
  await take('models')
  await page.getByRole('button', { name: 'Details and options of Qwen3 8B' }).click()
  await modelOptions(page)
  await take('model-options')
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Record token probabilities' }).check()
  await stream(page)
  await take('streaming')
  await tokens(page)
  await take('tokens')
  await page.close()
}

/** One recorded world of each domain, played up to the step. */
async function worlds(served: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  const { client } = served
  for (const [domain, name, step] of WORLDS) {
    const { session } = await play(client, name, step)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' })
    await page.goto(served.url)
    await page.getByRole('button', { name: session.title }).first().click()
    await page.getByRole('contentinfo').getByText(`step ${step} of ${step}`).waitFor()
    await settle(page)
    await page.screenshot({ path: join(folder, `world-${domain}-${colorScheme}.png`) })
    await page.close()
    await client.call('worlds.delete', { session: session.id })
  }
}

/** The dialogue at the airline's desk, and a person who answers in it for the customer. */
async function talk({ url, client }: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  const desk = (await client.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk')
  if (!desk?.setup.user) throw new Error('There is no airline desk with a user.')
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  for (const answers of ['script', 'person'] as const) {
    const setup = { ...desk.setup, user: { ...desk.setup.user, answers } }
    const title = `The desk of an airline, ${answers}`
    const { session, branch } = await client.call('worlds.create', { title, setup })
    const asked = { session: session.id, branch: branch.id }
    const run = async (name: string, given: Record<string, string>) => {
      for await (const _ of client.stream('steps.run', { ...asked, action: { name, arguments: given } }));
    }
    if (answers === 'script') for (const [name, given] of DIALOGUE) await run(name, given)
    await page.goto(url)
    await page.getByRole('button', { name: title }).first().click()
    if (answers === 'person') {
      await page.getByRole('option', { name: /^say\b/ }).click()
      await page.getByRole('textbox', { name: 'message' }).fill('What is your booking reference?')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('textbox', { name: 'Your answer' }).fill('It is QX7L2.')
    }
    await settle(page)
    await page.screenshot({ path: join(folder, `talk-${answers}-${colorScheme}.png`) })
  }
  await page.close()
}

/** A world in PDDL beside its plan, of which the first actions are done. */
async function planned({ url, client }: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  const gates = (await client.call('scenarios.list', {})).find(({ name }) => name === 'gates')
  if (!gates) throw new Error('There is no scenario gates.')
  await client.call('worlds.create', { title: gates.title, setup: gates.setup })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: gates.title }).first().click()
  await page.getByRole('tab', { name: 'Program' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Program' })
  await panel.getByRole('tab', { name: 'Plan' }).click()
  await panel.getByRole('button', { name: /^Find the best plan/ }).click()
  for (const step of [1, 2, 3, 4]) {
    await panel.getByRole('button', { name: 'Do this' }).click()
    await page.getByRole('contentinfo').getByText(`step ${step} of ${step}`).waitFor()
  }
  await settle(page)
  await page.screenshot({ path: join(folder, `plan-${colorScheme}.png`) })
  await page.close()
}

/** A model at work on a program, after rules; stopped when it was asked a few times. */
async function written({ url, client }: Served, colorScheme: 'light' | 'dark'): Promise<void> {
  const { session } = await play(client, 'mcp-memory', 8)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: `More for ${session.title}` }).click()
  await page.getByRole('menuitem', { name: 'Write as a program…' }).click()
  const dialog = page.getByRole('dialog', { name: `Write “${session.title}” as a program` })
  await dialog.getByLabel('Written by').selectOption('model')
  await dialog.getByRole('button', { name: 'Write', exact: true }).click()
  const turns = dialog.getByRole('region', { name: 'The model at work' }).getByRole('listitem')
  await turns.nth(3).waitFor({ timeout: 1_800_000 })
  await turns.nth(2).locator('summary').click()
  await settle(page)
  await page.screenshot({ path: join(folder, `author-${colorScheme}.png`) })
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await page.close()
}

/** A sample's world with its first `steps` steps. */
async function play(client: Client, name: string, steps: number) {
  const { session, branch } = await client.call('worlds.openSample', { name })
  let at = null as string | null
  for (let done = 0; done < steps; done++) {
    const { recorded } = await client.call('steps.view', { branch: branch.id, at })
    const [next] = recorded
    if (!next) throw new Error(`${name} has only ${done} steps.`)
    for await (const event of client.stream('steps.run', {
      session: session.id,
      branch: branch.id,
      action: next.action
    })) {
      if (event.type === 'committed') at = event.step.id
    }
  }
  return { session, branch }
}

/** The list, every verdict in it. */
async function models(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await dialog.getByRole('heading', { name: 'Available to download' }).waitFor()
  await dialog.getByText('Checking whether it fits').first().waitFor({ state: 'detached', timeout: 60_000 })
  await settle(page)
}

/** A longer context than Orrery chose for a model that is not here yet, and what that would take. */
async function modelOptions(page: Page): Promise<void> {
  const takes = page.getByRole('region', { name: 'Memory needed on this machine' })
  await takes.getByText('Main memory').first().waitFor()
  await page.getByLabel('Context size').fill('24576')
  await takes.getByText(/24,?576 tokens/).waitFor()
  await settle(page)
}

/** The finished step token by token, at one that could well have been another. */
async function tokens(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByText('step 6 of 6').waitFor({ timeout: 120_000 })
  await page.getByRole('tab', { name: 'Tokens' }).click()
  await page.getByRole('button', { name: 'Next uncertain' }).click()
  await page.getByRole('button', { name: 'Next uncertain' }).click()
  await settle(page)
}

/** A few ready worlds, and the recorded one played to its end with a branch beside it. */
async function preparedWorlds(client: Client): Promise<void> {
  for (const { title, setup } of await client.call('scenarios.list', {})) {
    await client.call('worlds.create', { title, setup })
  }
  const { session, branch } = await client.call('worlds.openSample', { name: 'git-repair' })
  for (let at = null as string | null; ; ) {
    const { recorded } = await client.call('steps.view', { branch: branch.id, at })
    const [next] = recorded
    if (!next) break
    for await (const event of client.stream('steps.run', {
      session: session.id,
      branch: branch.id,
      action: next.action
    })) {
      if (event.type === 'committed') at = event.step.id
    }
  }
  const rows = await client.call('steps.list', { session: session.id, branch: branch.id })
  const fork = (step: number, title: string, setup: Partial<Setup>) =>
    client.call('worlds.fork', {
      session: session.id,
      branch: branch.id,
      at: rows[step - 1]?.id ?? null,
      title,
      setup
    })
  await fork(4, 'the disk fills up', { instruction: 'The disk is full from here on: every write fails.' })
  // The model goes on here, not the machine. A seed for which it lists several files: an answer long enough to be caught while it comes.
  const sampling = { temperature: 0.4, topK: 20, topP: 0.95, maxTokens: 160 }
  await fork(5, 'off the recording', { grounding: 'model', seed: 7, sampling })
}

/** The recorded world in its middle, where the repair can be seen. */
async function lookBack(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Repairing a small project/ })
    .first()
    .click()
  const branches = page.getByRole('region', { name: 'Branches' })
  await branches.getByRole('button', { name: /^main/ }).click()
  await page.getByRole('option', { name: 'git diff' }).click()
  await page.getByText(/^You are at step/).waitFor()
  await settle(page)
}

/** The real model takes over from the recording, caught while its answer comes. */
async function stream(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Branches' })
    .getByRole('button', { name: /^off the recording/ })
    .click()
  await page.getByRole('contentinfo').getByText('step 5 of 5').waitFor()
  await page.locator('.xterm-screen').click()
  await page.keyboard.type('ls -la')
  await page.keyboard.press('Enter')
  const enough = () =>
    Number(/generated (\d+)/.exec(document.querySelector('footer')?.textContent ?? '')?.[1] ?? 0) > 45
  const writing = page.getByRole('contentinfo').getByText('Writing the observation')
  await writing.waitFor({ timeout: 120_000 })
  await page.waitForFunction(enough, undefined, { polling: 'raf', timeout: 120_000 })
}

/** Fonts, thumbnails and the terminal's own drawing are a few frames behind. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(700, 2)
  await page.waitForTimeout(800)
}
