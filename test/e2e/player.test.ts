// The exported page in a real browser: it steps through every kind of world offline, and nothing in it can run or load.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { html } from '../../src/core/formats/exporters/html.ts'
import { treeSource } from '../../src/core/formats/exporters/source.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import { writing } from '../core/trees.ts'
import { must } from '../must.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLAYER = join(ROOT, 'out/assets/player.html')
const SHOTS = process.env.ORRERY_SHOTS

let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
let requests: string[]

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
afterEach(async () => {
  // A page under a policy of its own says on the console what it was refused.
  expect({ faults, requests }).toEqual({ faults: [], requests: [] })
  await context?.close()
})

async function exported(tree: SessionTree): Promise<string> {
  let text = ''
  const asset = async () => readFileSync(PLAYER, 'utf8')
  for await (const chunk of html.write([treeSource(tree)], { thinking: true }, writing({ asset }))) text += chunk
  return text
}

async function open(tree: SessionTree, { dark = false } = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-player-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'session.html')
  await writeFile(path, await exported(tree))
  const url = pathToFileURL(path).href
  faults = []
  requests = []
  context = await browser.newContext({
    viewport: { width: 1200, height: 760 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    offline: true
  })
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  context.on('request', (request) => {
    if (request.url() !== url && !/^(data|about|blob):/.test(request.url())) requests.push(request.url())
  })
  await page.goto(url)
  await page.getByRole('slider', { name: 'Step' }).waitFor()
}

async function sample(name: string): Promise<SessionTree> {
  const text = readFileSync(join(ROOT, `resources/samples/${name}.jsonl`), 'utf8')
  const [tree] = (await readText(text, { now: 0 })).trees
  if (!tree) throw new Error(`no session in ${name}`)
  return tree
}

async function made(domain: string, turns: [Action, string][], title = 'Made'): Promise<SessionTree> {
  const steps: Step[] = []
  for (const [action, text] of turns) steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text }))
  const setup = Setup.parse({ domain })
  const tip = steps.at(-1)?.id ?? null
  const branch = { id: 'b', session: 's', title: 'main', tip, fork: null, setup, createdAt: 0 }
  return {
    session: { id: 's', title, notes: '', domain, createdAt: 0, updatedAt: 0 },
    branches: [branch],
    steps,
    calls: []
  }
}

const place = () => page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuetext')
const status = () => page.locator('footer [role="status"]').textContent()
const button = (name: string | RegExp) => page.getByRole('button', { name })

async function shot(name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `player-${name}.png`) })
}

test('6.23 the player without a session is smaller than 1 MB', async () => {
  faults = []
  requests = []
  expect((await stat(PLAYER)).size).toBeLessThan(1_000_000)
})

test('6.23 a terminal is stepped through with the keys, the buttons, the slider and by itself', async () => {
  const tree = await sample('git-repair')
  const last = tree.steps.length
  await open(tree)
  expect(await page.title()).toBe(`${tree.session.title} · Orrery`)
  const terminal = page.getByRole('region', { name: 'Terminal' })
  await terminal.waitFor()
  expect(await place()).toBe(`1 of ${last}`)
  await page.keyboard.press('ArrowRight')
  expect(await place()).toBe(`2 of ${last}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect({ place: await place(), status: await status() }).toEqual({
    place: `0 of ${last}`,
    status: 'Before the first step'
  })
  await page.keyboard.press('End')
  expect(await place()).toBe(`${last} of ${last}`)
  expect(await button('Next (→)').isDisabled()).toBe(true)
  await page.keyboard.press('Home')
  await button('Next (→)').click()
  expect(await place()).toBe(`1 of ${last}`)
  // The terminal has the focus, and the keys still step.
  await page.getByTestId('terminal').click()
  await page.keyboard.type('x')
  await page.keyboard.press('ArrowRight')
  expect(await place()).toBe(`2 of ${last}`)
  await page.getByRole('slider', { name: 'Step' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await place()).toBe(`3 of ${last}`)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await page.keyboard.press('Home')
  await button('First (Home)').isDisabled()
  await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await button('Pause (Space)').waitFor()
  await page.waitForFunction(() => Number(document.querySelector('input')?.value) >= 2)
  await page.keyboard.press(' ')
  await button('Play (Space)').waitFor()
})

// A world of each surface, drawn by the same components as in the app.
const WORLDS = [
  ['git-repair', 'Terminal'],
  ['web-bookshop', 'Simulated screen'],
  ['android-contact', 'Simulated screen'],
  ['os-files', 'Simulated screen'],
  ['swe-mean', 'Result content'],
  ['search-bridge', 'Result content'],
  ['mcp-files', 'Result content'],
  ['textenv-living', 'Result content']
] as const

describe.each([
  [false, WORLDS],
  [true, [WORLDS[0], WORLDS[1], WORLDS[4]]]
] as const)('dark: %s', (dark, worlds) => {
  test.each(worlds)('6.23 %s is drawn and accessible', async (name, region) => {
    await open(await sample(name), { dark })
    await page.getByRole('region', { name: region }).first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(dark ? 'dark' : 'light')
    await accessible(page, name)
    await shot(`${name}-${dark ? 'dark' : 'light'}`)
  })
})

test('the reader can turn the colours over', async () => {
  await open(await sample('first-steps'))
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('light')
  await button('Dark colours').click()
  expect(await theme()).toBe('dark')
  await button('Light colours').click()
  expect(await theme()).toBe('light')
})

const HOSTILE = [
  '</script><script>window.pwned = 1</script><!--<script>',
  '<img src=x onerror="window.pwned = 2">',
  '\u2028\u2029</SCRIPT ><svg onload="window.pwned = 3">',
  ']]>RECORDING<@@ $& $1'
]

test.each([
  ['terminal', (text: string): [Action, string] => [[{ keystrokes: `${text}\n`, duration: 1 }], text]],
  ['web', (text: string): [Action, string] => ['noop()', `<html><body>${text}<p>there</p></body></html>`]],
  ['mcp', (text: string): [Action, string] => [{ name: text, arguments: { text } }, text]],
  [
    'search',
    (text: string): [Action, string] => [
      { name: 'visit', arguments: { url: text } },
      `# ${text}\n\n[a](javascript:window.pwned=4)`
    ]
  ]
])('6.13 hostile content of a %s world is shown, and nothing of it runs or loads', async (domain, turn) => {
  const tree = await made(domain, HOSTILE.map(turn), HOSTILE[0])
  await open(tree)
  for (let index = 1; index < HOSTILE.length; index++) await page.keyboard.press('ArrowRight')
  expect(await place()).toBe(`${HOSTILE.length} of ${HOSTILE.length}`)
  expect(await page.title()).toBe(`${HOSTILE[0]} · Orrery`)
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBe(undefined)
  // Taking a page apart has the browser name the handlers that its policy will not let run.
  faults = faults.filter((fault) => !/^Executing inline event handler violates .* has been blocked/.test(fault))
})

test('what came with a step is beside it: the action, its instruction, the thinking, the rules', async () => {
  const tree = await sample('first-steps')
  const [first] = tree.calls
  if (!first) throw new Error('the sample has no calls')
  const setup = { ...first.setup, instruction: 'Everything is slow.' }
  const call = {
    ...first,
    setup,
    instruction: 'Only this once.',
    thinking: 'It lists files.',
    warnings: ['A warning.']
  }
  await open({ ...tree, calls: [call, ...tree.calls.slice(1)] })
  const about = page.getByRole('complementary', { name: 'About this step' })
  const text = await about.textContent()
  for (const part of [
    'Only this once.',
    'It lists files.',
    'A warning.',
    'Everything is slow.',
    'recorded from a real machine'
  ]) {
    expect(text).toContain(part)
  }
  await page.keyboard.press('ArrowRight')
  expect(await about.textContent()).not.toContain('Everything is slow.')
  await button('About this step').click()
  expect(await about.count()).toBe(0)
})

test('each step shows its origin, and an executed one is not called predicted', async () => {
  const tree = await made('terminal', [
    [[{ keystrokes: 'pwd\n', duration: 1 }], '$ pwd\n/root\n$ '],
    [[{ keystrokes: 'curl x\n', duration: 1 }], '$ curl x\nhello\n$ ']
  ])
  const grounded = { ground: 'machine', hash: 'h', rule: 'local', why: 'Nothing else is needed.', dreams: [] }
  const [one, two] = tree.steps.map((step, index) => callOf(tree, step, index))
  const calls = [
    { ...must(one), engine: 'machine', grounded: { ...grounded, origin: 'executed' as const } },
    { ...must(two), grounded: { ...grounded, origin: 'predicted' as const, over: 2 } }
  ]
  await open({ ...tree, calls })
  const about = page.getByRole('complementary', { name: 'About this step' })
  await about.getByText('Executed', { exact: true }).waitFor()
  await about.getByText('This answer was executed by an emulated machine.').waitFor()
  await page.getByText('Partly simulated').waitFor()
  await shot('executed')
  await page.keyboard.press('ArrowRight')
  await about.getByText('Predicted', { exact: true }).waitFor()
  await about.getByText('Nothing else is needed. Over predicted state since step 2.').waitFor()
})

function callOf({ session, branches: [branch] }: SessionTree, step: Step, index: number): Call {
  const { id, setup } = must(branch)
  return {
    ...{ id: `c${index}`, step: step.id, session: session.id, branch: id, engine: 'llama', setup, seed: 0 },
    ...{ model: { name: 'small', hash: null }, template: 'small', instruction: '', firings: [], raw: '', thinking: '' },
    ...{ warnings: [], tokens: { prompt: 0, cached: 0, generated: 0 }, ms: { first: 0, total: 5 }, createdAt: 0 },
    trace: null
  }
}
