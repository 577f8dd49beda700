// Worlds on the real machine in the window, by keyboard: programs that take the screen, interpreters, jobs, and what happens in the middle of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scripted } from '../core/acting.ts'
import { image, WHY } from '../host/grounds/emulator/image.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, openPage, type Served, serveWindow } from './window.ts'

// A machine that starts for the first time beside other work.
const LIMIT = { timeout: 3 * PATIENCE.timeout }
const PROMPT = 'ines@atlas:~/shop$'
const STATE = `notes.txt\n  buy bread and milk\n  call Ana\n\nThe project lies at /home/ines/shop.\n\n${PROMPT} `

let browser: Browser
let home: string
let served: Served
const faults: string[] = []

beforeAll(async () => {
  // Endless work is to be stopped soon.
  process.env.ORRERY_MACHINE_BUDGET = '1e9'
  browser = await openBrowser()
  home = await mkdtemp(join(tmpdir(), 'orrery-machine-window-'))
  served = await serve()
})
afterAll(async () => {
  delete process.env.ORRERY_MACHINE_BUDGET
  await browser?.close()
  await served?.close()
  await rm(home, { recursive: true, force: true })
})
beforeEach((context) => {
  faults.length = 0
  if (!image) context.skip(WHY)
})

/** The window over `home`, with a model that says nothing worth remembering. */
function serve(): Promise<Served> {
  const { engine } = scripted(async function* () {
    yield '<predicted_observation>\nwhatever\n</predicted_observation>'
  })
  return serveWindow({ home, engine, spawnEngine: noEngine })
}

async function open(): Promise<Page> {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } }, faults)
  page.setDefaultTimeout(LIMIT.timeout)
  await page.goto(served.url)
  return page
}

async function begin(page: Page, title: string, rule = /^Grounded/): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:New world|Custom world…)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New world' })
  await dialog.getByRole('radio', { name: 'Terminal', exact: true }).click()
  await dialog.getByRole('tab', { name: 'Custom' }).click()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Initial state', { exact: true }).fill(STATE)
  await dialog.getByRole('radio', { name: rule }).check()
  await dialog.getByRole('button', { name: 'Create world' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.xterm-screen').waitFor()
}

/** Types `text` and presses `key`, and waits for the step after `before`. */
async function press(page: Page, text: string, key = 'Enter'): Promise<void> {
  const before = await at(page)
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(text)
  await page.keyboard.press(key)
  await expect.poll(() => at(page), LIMIT).toBe(before + 1)
  await rests(page)
}

const at = async (page: Page): Promise<number> =>
  Number(/step ([\d,]+) of/.exec((await page.getByRole('contentinfo').textContent()) ?? '')?.[1] ?? 0)

const rests = (page: Page) =>
  page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })

/** The rows of the terminal that are in sight, without the blanks behind them. */
const shown = (page: Page): Promise<string[]> =>
  page
    .locator('.xterm-rows > div')
    .allTextContents()
    .then((rows) => rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()))

async function ends(page: Page, ...rows: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const all = await shown(page)
      return all.slice(0, all.findLastIndex((row) => row !== '') + 1).slice(-rows.length)
    }, LIMIT)
    .toEqual(rows)
}

test('an editor and a pager are seen whole, and are gone when they end', async () => {
  const page = await open()
  await begin(page, 'Editors')
  await press(page, 'seq 1 200 > n.txt; vi n.txt')
  await press(page, 'ihello ', 'Control+Enter')
  await press(page, '', 'Escape')
  await expect.poll(async () => (await shown(page)).slice(0, 2), LIMIT).toEqual(['hello 1', '2'])
  await ends(page, '39', '"n.txt" 200 lines, 692 bytes')
  await accessible(page, 'vi')
  await press(page, ':wq')
  await press(page, 'less n.txt')
  await expect.poll(async () => (await shown(page))[0], LIMIT).toBe('hello 1')
  await press(page, ' ', 'Control+Enter')
  await press(page, '/150')
  await expect.poll(async () => (await shown(page))[0], LIMIT).toBe('150')
  await press(page, 'q', 'Control+Enter')
  await press(page, 'nano notes.txt')
  await expect.poll(async () => (await shown(page)).some((row) => /^\^X Exit .* Next$/.test(row)), LIMIT).toBe(true)
  await page.getByRole('button', { name: 'Raw' }).click()
  await page.getByLabel('Raw action').fill('[{"keystrokes":"C-x","duration":1}]')
  await page.keyboard.press('Control+Enter')
  await ends(page, `${PROMPT} seq 1 200 > n.txt; vi n.txt`, `${PROMPT} less n.txt`, `${PROMPT} nano notes.txt`, PROMPT)
  expect(faults).toEqual([])
  await page.context().close()
})

test('an interpreter and jobs go on after a reload and after a restart of the host, and on a branch', async () => {
  let page = await open()
  await begin(page, 'Jobs')
  await press(page, 'python3')
  await press(page, 'def f(x):')
  await press(page, '    return x * 7')
  await press(page, '')
  await ends(page, '>>> def f(x):', '...     return x * 7', '...', '>>>')
  await page.reload()
  await page.locator('.xterm-screen').waitFor()
  await press(page, 'f(6)')
  await ends(page, '>>> f(6)', '42', '>>>')
  await served.close()
  await page.context().close()
  served = await serve()
  page = await open()
  faults.length = 0
  await page.getByText('Jobs', { exact: true }).first().click()
  await page.locator('.xterm-screen').waitFor()
  await press(page, 'f(f(1))')
  await ends(page, '>>> f(f(1))', '49', '>>>')
  await press(page, '', 'Control+d')
  await press(page, 'sleep 100')
  await press(page, '', 'Control+z')
  await press(page, 'bg; jobs')
  await ends(page, '[1]+ sleep 100 &', '[1]+  Running                 sleep 100 &', PROMPT)
  await press(page, 'kill %1; X=later; echo late > made')
  const last = await at(page)
  // Back into the interpreter, from where the world goes on on a branch.
  await page.getByRole('slider').first().focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => at(page), LIMIT).toBe(5)
  await press(page, 'f(5)')
  await ends(page, '>>> f(5)', '35', '>>>')
  await press(page, 'import os; os.listdir()')
  await ends(page, '>>> import os; os.listdir()', "['notes.txt']", '>>>')
  expect(await at(page)).toBe(7)
  expect(last).toBeGreaterThan(7)
  expect(faults).toEqual([])
  await page.context().close()
})

test('two worlds side by side do not touch each other', async () => {
  const [one, other] = [await open(), await open()]
  await begin(one, 'One')
  await begin(other, 'Other')
  await Promise.all([press(one, 'X=1; echo one > made'), press(other, 'X=2; mkdir made')])
  await Promise.all([press(one, 'echo $X; ls -F'), press(other, 'echo $X; ls -F')])
  await ends(one, '1', 'made  notes.txt', PROMPT)
  await ends(other, '2', 'made/  notes.txt', PROMPT)
  expect(faults).toEqual([])
  await Promise.all([one.context().close(), other.context().close()])
})

test('a step that hangs fails with its rule and a way to the rules, and the world is as before', async () => {
  const page = await open()
  await begin(page, 'Hangs', /^Executed only/)
  await press(page, 'X=kept')
  await page.getByRole('button', { name: 'Raw' }).click()
  await page.getByLabel('Raw action').fill('[{"keystrokes":"while :; do :; done\\n","duration":100000}]')
  await page.keyboard.press('Control+Enter')
  const alert = page.getByRole('alert')
  await alert.getByText('(rule: budget)').waitFor()
  expect(await at(page)).toBe(1)
  await accessible(page, 'a step that failed')
  await alert.getByRole('button', { name: 'Open the rules…' }).press('Enter')
  await page
    .getByRole('tabpanel', { name: 'Rules' })
    .getByRole('radio', { name: /^Grounded/ })
    .waitFor()
  await page.getByRole('button', { name: 'Raw' }).click()
  await press(page, 'echo $X')
  await ends(page, 'kept', PROMPT)
  expect(faults).toEqual([])
  await page.context().close()
})
