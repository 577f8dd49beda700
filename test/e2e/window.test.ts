// The window as its user meets it: real Chromium, the real server, the built page.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domains } from '../../src/core/domains/index.ts'
import { isReadyWorld } from '../../src/core/tree/scenario.ts'
import { type ModelServer, SCREEN, startModel } from '../contract/model.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, openPage, type Served, serveWindow, useNothing } from './window.ts'

const SAMPLE = /Repairing a small project/
const LIMIT = PATIENCE

let home: string
let served: Served
let model: ModelServer
// A folder for pictures to be looked at.
const SHOTS = process.env.ORRERY_SHOTS

let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  model = await startModel()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await model?.close()
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-window-'))
  await useNothing(home)
  served = await serve()
  ;({ page, faults } = await openPage(browser, { viewport: { width: 1360, height: 860 } }))
})
afterEach(async () => {
  await page?.context().close()
  await served?.close()
  await rm(home, { recursive: true, force: true })
  expect(faults).toEqual([])
})

const serve = (port?: number) => serveWindow({ home, spawnEngine: noEngine, ...(port !== undefined && { port }) })
const named = (name: string | RegExp) => page.getByRole('button', { name })
const frames = () => page.getByRole('option')
const shownFrame = () => page.getByRole('option', { selected: true })
const banner = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Forgets what the browser says of a server that is gone, and of one that does not know it. */
function forgetRestart(): void {
  const said = faults.splice(0)
  for (const fault of said) {
    if (!/ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|403 \(Forbidden\)/.test(fault)) faults.push(fault)
  }
}

/** The terminal as a person sees it, empty rows at the end left out. */
async function screen(): Promise<string> {
  const rows = await page
    .locator('.xterm-rows > div')
    .evaluateAll((divs) => divs.map((div) => (div.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  return rows.join('\n').trimEnd()
}

async function enter(line: string): Promise<void> {
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

/** Waits until the window shows the world after `at` of `total` steps, with nothing running. */
async function stands(at: number, total: number): Promise<void> {
  const bar = page.getByRole('contentinfo')
  const words = total === 0 ? 'no steps yet' : at === 0 ? `before step 1 of ${total}` : `step ${at} of ${total}`
  await expect.poll(() => bar.textContent(), LIMIT).toContain(words)
  await named('Cancel').waitFor({ state: 'detached' })
  await expect.poll(async () => (await frames().count()) - 1, LIMIT).toBe(total)
}

async function openSample(): Promise<void> {
  await page.goto(served.url)
  await named(SAMPLE).click()
  await page.locator('.xterm-screen').waitFor()
}

/** Opens a ready world that the stand-in model answers. */
async function openWorld(): Promise<void> {
  await served.client.call('models.use', { baseUrl: model.baseUrl, model: 'stand-in' })
  await page.goto(served.url)
  await named(/^A fresh Debian/)
    .first()
    .click()
  await page.locator('.xterm-screen').waitFor()
}

/** What the host holds: every branch with the labels of its steps. */
async function branches(): Promise<[title: string, steps: string[]][]> {
  const [session] = await served.client.call('worlds.list', {})
  const { branches } = await served.client.call('worlds.open', { session: session?.id ?? '' })
  return Promise.all(
    branches.map(async ({ id, title }): Promise<[string, string[]]> => {
      const rows = await served.client.call('steps.list', { session: session?.id ?? '', branch: id })
      return [title, rows.map(({ label }) => label)]
    })
  )
}

async function stepIds(session: string): Promise<string[][]> {
  const { branches } = await served.client.call('worlds.open', { session })
  const lists = branches.map(({ id }) => served.client.call('steps.list', { session, branch: id }))
  return (await Promise.all(lists)).map((rows) => rows.map(({ id }) => id))
}

describe('without a model', () => {
  test('the first start shows the welcome, and a recording opens and plays, streamed, until it is paused', async () => {
    await page.goto(served.url)
    await page.getByRole('heading', { name: 'A world that exists only in a model' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Worlds' }).count()).toBe(0)
    await named(/^(Download|Use|Resume)/).waitFor()
    await named(SAMPLE).click()
    await named('Play the recording').first().click()
    await expect.poll(() => page.getByRole('contentinfo').textContent(), { ...LIMIT, interval: 10 }).toMatch(/Writing/)
    await expect.poll(() => frames().count(), LIMIT).toBe(3)
    await named('Pause').click()
    await expect.poll(screen, LIMIT).toContain('calc.py  test_calc.py')
  })

  test('arrow keys, Home and End walk the steps, and the terminal follows', async () => {
    await openSample()
    for (const [index, line] of ['cd calc && ls', 'git log --oneline'].entries()) {
      await enter(line)
      await stands(index + 1, index + 1)
      await expect.poll(() => shownFrame().textContent(), LIMIT).toContain(line)
    }
    await page.getByRole('listbox', { name: 'Steps' }).focus()
    await page.keyboard.press('ArrowLeft')
    await stands(1, 2)
    await expect.poll(screen, LIMIT).not.toContain('git log')
    await page.keyboard.press('Home')
    await stands(0, 2)
    await expect.poll(screen, LIMIT).not.toContain('calc.py')
    await page.keyboard.press('End')
    await stands(2, 2)
    await expect.poll(screen, LIMIT).toContain('git log')
  })

  test('an answer nobody can give is said in words beside the terminal, with the way out', async () => {
    await page.goto(served.url)
    await named(/^A fresh Debian/)
      .first()
      .click()
    await banner('No model is selected. Choose one to act here.')
    await enter('ls -la')
    await page
      .getByRole('alert')
      .getByText(/No model is selected\. Select one/)
      .waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Choose a model…' }).click()
    await page.getByRole('dialog', { name: 'Models' }).waitFor()
  })

  test.each(['light', 'dark'] as const)('nothing serious stands in the way of anyone, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(served.url)
    await named(SAMPLE).waitFor()
    await accessible(page, 'the welcome')
    await named(SAMPLE).click()
    await enter('cd calc && ls')
    await stands(1, 1)
    for (const tab of ['Thinking', 'Tokens', 'Prompt', 'Rules', 'Step']) {
      await page.getByRole('tab', { name: tab }).click()
      await accessible(page, `a world, ${tab}`)
    }
    await page.keyboard.press('Control+m')
    await page.getByRole('dialog', { name: 'Models' }).waitFor()
    await accessible(page, 'the models')
  })
})

describe('11.18 a narrow window', () => {
  const NARROW = { width: 400, height: 760 }

  test.each(domains.map(({ id }) => id))('gives a %s world its whole width', async (kind) => {
    await served.client.call('models.use', { baseUrl: model.baseUrl, model: 'stand-in' })
    await page.setViewportSize(NARROW)
    await page.goto(served.url)
    const ready = (await served.client.call('scenarios.list', {})).filter(isReadyWorld)
    const scenario = ready.find(({ setup }) => setup.domain === kind)
    await named(new RegExp(`^${scenario?.title}`))
      .first()
      .click()
    const surface = page.locator('section.surface, section.pic-surface, section[aria-label="Terminal"]')
    await surface.waitFor()
    const { width } = (await surface.boundingBox()) ?? { width: 0 }
    expect(width).toBeGreaterThan(380)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
    const suggested = named(scenario?.tries[0] ?? '').first()
    const strip = suggested.locator('..')
    const right = ({ x = 0, width = 0 } = {}) => x + width
    expect(right((await suggested.boundingBox()) ?? {})).toBeLessThanOrEqual(NARROW.width)
    expect((await strip.boundingBox())?.height).toBeLessThan(90)
  })

  test('has the other panels as tabs, and what was typed is still there when it is wide', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    await page.keyboard.type('half a line')
    await expect.poll(screen, LIMIT).toMatch(/\$ half a line$/)
    await page.setViewportSize(NARROW)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByLabel('Simulation instruction').fill('slow')
    await page.getByRole('tab', { name: 'World' }).click()
    await expect.poll(screen, LIMIT).toMatch(/\$ half a line$/)
    await page.setViewportSize({ width: 1360, height: 860 })
    await page.getByRole('tab', { name: 'World' }).waitFor({ state: 'detached' })
    await expect.poll(screen, LIMIT).toMatch(/\$ half a line$/)
    await page.getByRole('tab', { name: 'Rules' }).click()
    expect(await page.getByLabel('Simulation instruction').inputValue()).toBe('slow')
    // A world that is opened is seen, whichever panel was.
    await page.setViewportSize(NARROW)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await served.client.call('worlds.create', { title: 'Another', setup: { domain: 'terminal' } })
    await page.reload()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await named('Show the list of worlds').click()
    await named(/^Another/).click()
    await page.locator('.xterm-screen').waitFor()
  })
})

describe('with a model', () => {
  test('a line is typed, answered and found again with the arrow up', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    await enter('ls -l')
    await stands(2, 2)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await expect.poll(screen, LIMIT).toMatch(/\$ ls -l$/)
    expect(await branches()).toEqual([['main', ['ls', 'ls -l']]])
  })

  test('acting from an earlier step makes a branch, and what came after stays', async () => {
    await openWorld()
    for (const [index, line] of ['one', 'two', 'three'].entries()) {
      await enter(line)
      await stands(index + 1, index + 1)
    }
    await page.keyboard.press('Alt+ArrowLeft')
    await page.keyboard.press('Alt+ArrowLeft')
    await stands(1, 3)
    await banner('You are at step 1 of 3.')
    await enter('other')
    await stands(2, 2)
    expect(await branches()).toEqual([
      ['main', ['one', 'two', 'three']],
      [expect.any(String), ['one', 'other']]
    ])
    const tree = page.getByRole('region', { name: 'Branches' })
    await tree.getByText('from main after step 1').waitFor()
    await named(/^Branch: /).click()
    await page.getByRole('menuitemradio', { name: /from main after step 1/, checked: true }).waitFor()
  })

  test('regenerating gives a sibling, and the first answer is one key away', async () => {
    await openWorld()
    await enter('shuf')
    await stands(1, 1)
    const first = await screen()
    await page.keyboard.press('Alt+r')
    await banner('Sibling 2 of 2')
    await stands(1, 1)
    await expect.poll(screen, LIMIT).not.toBe(first)
    await page.keyboard.press('Alt+ArrowUp')
    await banner('Sibling 1 of 2')
    await expect.poll(screen, LIMIT).toBe(first)
    expect((await branches()).map(([, steps]) => steps)).toEqual([['shuf'], ['shuf']])
  })

  test('1.4 changed rules hold on a new branch from the step on, and the prompt shows its five components with them', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByLabel('Simulation instruction').fill('The disk is failing.')
    await page.getByLabel('Title of the new branch').fill('bad disk')
    await named('Create branch').click()
    await named(/^Branch: bad disk/).waitFor()
    await page.getByRole('tab', { name: 'Prompt' }).click()
    const parts = page.locator('[aria-expanded] > span:first-of-type:has(+ [aria-hidden])')
    await expect
      .poll(() => parts.allTextContents(), LIMIT)
      .toEqual([
        'Task description',
        'Action space',
        'Initial state',
        'Demonstrations',
        'Simulation instruction',
        'Action 1',
        'Observation 1',
        'Action 2'
      ])
    await named(/^Simulation instruction/).click()
    await banner('The disk is failing.')
    expect(await branches()).toEqual([
      ['main', ['ls']],
      ['bad disk', ['ls']]
    ])
  })

  test('Ctrl+K opens the palette from within the terminal, and a command is found by another word', async () => {
    await openWorld()
    await page.locator('.xterm-screen').click()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.waitFor()
    await page.keyboard.type('night')
    await expect.poll(() => palette.getByRole('option').allTextContents(), LIMIT).toEqual(['Theme: dark'])
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await expect.poll(scheme, LIMIT).toBe('dark')
  })

  test('an export is a file, and the file comes back with the same steps and branches', async () => {
    await openWorld()
    await enter('one')
    await stands(1, 1)
    await enter('two')
    await stands(2, 2)
    await page.keyboard.press('Alt+ArrowLeft')
    await stands(1, 2)
    await enter('other')
    await stands(2, 2)
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Control+Shift+e')
    await named('Export').click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^[\w.-]+\.jsonl$/)
    const path = join(home, 'taken-away.jsonl')
    await writeFile(path, await readFile(await download.path()))
    const [session] = await served.client.call('worlds.list', {})
    const before = await stepIds(session?.id ?? '')
    await served.client.call('worlds.delete', { session: session?.id ?? '' })
    const choosing = page.waitForEvent('filechooser')
    await page
      .getByRole('button', { name: /import/i })
      .first()
      .click()
    await (await choosing).setFiles(path)
    await banner('1 world, 3 steps.')
    await named('Done').click()
    // Until then the window may have asked for the world that was deleted.
    faults = faults.filter((fault) => !fault.includes('404 (Not Found)'))
    const sessions = await served.client.call('worlds.list', {})
    expect(await Promise.all(sessions.map(({ id }) => stepIds(id)))).toEqual([before])
    await stands(2, 2)
    // The same file once more.
    const again = page.waitForEvent('filechooser')
    await page
      .getByRole('button', { name: /import/i })
      .first()
      .click()
    await (await again).setFiles(path)
    await banner(/^This world already existed/)
    await named('Done').click()
    await writeFile(path, '')
    const empty = page.waitForEvent('filechooser')
    await page
      .getByRole('button', { name: /import/i })
      .first()
      .click()
    await (await empty).setFiles(path)
    await banner('There is nothing to import: the file is empty.')
    // What the browser says of a call that is refused.
    faults = faults.filter((fault) => !fault.includes('400 (Bad Request)'))
  })

  test.each(['light', 'dark'] as const)(
    'a thought is watched, and closed by button or key, %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme })
      await openWorld()
      await enter('ponder')
      const button = named('Answer now')
      await button.waitFor()
      await accessible(page, 'a thought under way')
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `thinking-${colorScheme}.png`) })
      if (colorScheme === 'light') await button.click()
      else await page.keyboard.press('Alt+a')
      await stands(1, 1)
      await button.waitFor({ state: 'detached' })
      const bar = page.getByRole('contentinfo')
      await bar.getByText(/^the model’s answers take about /).waitFor()
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `pace-${colorScheme}.png`) })
    }
  )

  test('a step in the making is shown as the step it will be, while another branch goes on', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    await page.keyboard.press('Alt+ArrowLeft')
    await enter('other')
    await stands(1, 1)
    await enter('hang')
    await page.getByRole('region', { name: 'Step in progress' }).getByText('Step 2 in progress').waitFor()
    const bar = page.getByRole('contentinfo')
    await bar.getByText('step 2 in progress').waitFor()
    const tree = page.getByRole('region', { name: 'Branches' })
    await tree.getByRole('button', { name: /^main/ }).click()
    await bar.getByText('1 step running elsewhere').waitFor()
    await enter('pwd')
    await stands(2, 2)
    await tree.getByRole('button', { name: /running$/ }).click()
    await named('Cancel').click()
    await page.getByText('was cancelled').waitFor()
    expect((await branches()).map(([, steps]) => steps)).toEqual([['ls', 'pwd'], ['other']])
  })

  test('11.1 an error stays with its branch', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    await page.keyboard.press('Alt+ArrowLeft')
    await enter('other')
    await stands(1, 1)
    await enter('break')
    const alert = page.getByRole('alert').getByText(/the model is out of order/)
    await alert.waitFor()
    const tree = page.getByRole('region', { name: 'Branches' })
    await tree.getByRole('button', { name: /^main/ }).click()
    await alert.waitFor({ state: 'detached' })
    await tree.getByRole('button', { name: /the last action failed$/ }).click()
    await alert.waitFor()
  })

  test('11.1 a lost connection is said once', async () => {
    await openWorld()
    const { port } = new URL(served.url)
    await served.close()
    await enter('ls')
    await banner(/^Error: The connection to Orrery was lost/)
    await named('Cancel').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').filter({ hasText: 'The connection to Orrery was lost' }).count()).toBe(1)
    await page.getByRole('contentinfo').getByText('Connection lost: restart Orrery').waitFor()
    served = await serve(Number(port))
    // What was typed is a key away, and that this window is of another Orrery is said once.
    await page.locator('.xterm-screen').click()
    await page.keyboard.press('ArrowUp')
    await expect.poll(screen, LIMIT).toMatch(/# ls$/)
    await page.keyboard.press('Enter')
    await banner(/^Error: Orrery was restarted after this window was opened/)
    await named('Cancel').waitFor({ state: 'detached' })
    expect((await page.getByRole('alert').allTextContents()).filter(Boolean)).toHaveLength(1)
    await page.getByRole('contentinfo').getByText('Restarted: open the new link').waitFor()
    await page.reload()
    await banner(/^Error: Orrery was restarted after this window was opened/)
    expect(await page.getByRole('heading', { name: 'Get a model' }).isVisible()).toBe(false)
    forgetRestart()
  })

  test('a cancelled step is kept as a draft that can be tried again or dismissed', async () => {
    await openWorld()
    await enter('hang')
    await expect.poll(screen, LIMIT).toContain('user@box:~$ ls')
    await page.keyboard.press('Escape')
    const draft = page.getByRole('region', { name: 'Unfinished step' })
    await draft.getByText('was cancelled').waitFor()
    expect(await draft.textContent()).toContain('user@box:~$ ls')
    await stands(0, 0)
    await draft.getByRole('button', { name: 'Retry' }).click()
    await named('Cancel').click()
    await draft.getByText('was cancelled').waitFor()
    await draft.getByRole('button', { name: 'Dismiss' }).click()
    await draft.waitFor({ state: 'detached' })
    await enter('ls')
    await stands(1, 1)
  })

  test('a model that breaks is quoted, and the next line is answered', async () => {
    await openWorld()
    await enter('break')
    await page
      .getByRole('alert')
      .getByText(/the model is out of order/)
      .waitFor()
    await enter('ls')
    await stands(1, 1)
    expect((await page.getByRole('alert').allTextContents()).filter(Boolean)).toEqual([])
  })

  test('a world is where it was after the server starts again', async () => {
    await openWorld()
    await enter('ls')
    await stands(1, 1)
    const before = await screen()
    const { port } = new URL(served.url)
    await served.close()
    served = await serve(Number(port))
    await page.goto(served.url)
    await expect.poll(screen, LIMIT).toBe(before)
    forgetRestart()
    await enter('pwd')
    await stands(2, 2)
    expect(before).toContain(SCREEN.split('\n')[1])
    expect(await branches()).toEqual([['main', ['ls', 'pwd']]])
  })
})
