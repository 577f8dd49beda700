// How the window shares its height: the world has most of it at every size, and what is around it folds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domains } from '../../src/core/domains/index.ts'
import { type ModelServer, startModel } from '../contract/model.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, openPage, type Served, serveWindow, useNothing } from './window.ts'

const SIZES = [
  { width: 900, height: 700 },
  // 1280 by 720 at 150 %.
  { width: 853, height: 480 },
  { width: 1440, height: 900 }
]
const KINDS = domains.map(({ id }) => id)

let browser: Browser
let model: ModelServer
let home: string
let served: Served
let page: Page
let faults: string[]

beforeAll(async () => {
  model = await startModel()
  browser = await openBrowser()
  home = await mkdtemp(join(tmpdir(), 'orrery-room-'))
  await useNothing(home)
  served = await serveWindow({ home, spawnEngine: noEngine })
  await served.client.call('models.use', { baseUrl: model.baseUrl, model: 'stand-in' })
  const ready = await served.client.call('scenarios.list', {})
  for (const domain of KINDS) {
    const setup = ready.find((one) => one.setup.domain === domain && one.setup.initialState)?.setup
    await served.client.call('worlds.create', { title: `of ${domain}`, setup: { ...setup, domain } })
  }
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  await model?.close()
  await rm(home, { recursive: true, force: true })
})
beforeEach(() => {
  faults = []
})
afterEach(async () => {
  await page?.context().close()
  expect(faults).toEqual([])
})

async function open(
  kind: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark' = 'light'
) {
  ;({ page } = await openPage(browser, { viewport, colorScheme }, faults))
  await page.goto(served.url)
  await choose(kind)
}

/** A terminal world that nobody has acted in. */
async function fresh(): Promise<string> {
  const name = `fresh ${++made}`
  await served.client.call('worlds.create', { title: `of ${name}`, setup: { domain: 'terminal' } })
  return name
}
let made = 0

async function enter(line: string): Promise<void> {
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

async function choose(kind: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Worlds' })
  const show = page.getByRole('button', { name: 'Show the list of worlds' })
  await list.or(show).first().waitFor()
  if (await show.isVisible()) await show.click()
  await list
    .getByRole('button', { name: `of ${kind}` })
    .first()
    .click()
  await page.getByRole('heading', { name: `of ${kind}` }).waitFor()
  await page.locator('[data-world]').waitFor()
}

/** The world in the window, in CSS pixels: a terminal's own area, a screen's picture, a console. `seen`: as much of it as nothing cuts off. */
async function world(): Promise<{ height: number; seen: number }> {
  return page.evaluate(() => {
    const one = document.querySelector('[data-testid="terminal"], .pic-place') ?? document.querySelector('[data-world]')
    const box = one?.getBoundingClientRect() ?? new DOMRect()
    const bottom = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
    return { height: Math.round(box.height), seen: Math.round(Math.min(box.bottom, bottom) - Math.max(box.top, 48)) }
  })
}
const most = ({ height }: { height: number }) => Math.max(320, Math.ceil(height * 0.6))
const bar = () => page.getByRole('group', { name: 'Actions', exact: true })
const frames = () => page.getByRole('listbox', { name: 'Steps' })
const chip = (name: string) => page.getByRole('group', { name: 'Parts of the window' }).getByRole('button', { name })

describe('the world has at least 60 % of the height, and never under 320 pixels', () => {
  test.each(SIZES)('at $width by $height, in every kind of world', async (size) => {
    await open('terminal', size)
    const short: [string, number, number][] = []
    for (const kind of KINDS) {
      await choose(kind)
      const least = most(size)
      // The parts are measured once they are drawn.
      await expect
        .poll(async () => Math.min(...Object.values(await world())) >= least, PATIENCE)
        .toBe(true)
        .catch(async () => void short.push([kind, (await world()).height, (await world()).seen]))
    }
    expect(short).toEqual([])
  })

  test.each(SIZES)('at $width by $height with a step that failed, and a look back', async (size) => {
    await open(await fresh(), size)
    const least = () => world().then((box) => Math.min(...Object.values(box)))
    await enter('ls')
    await page
      .getByRole('contentinfo')
      .getByText(/^step 1 of 1/)
      .waitFor()
    await expect.poll(least, PATIENCE).toBeGreaterThanOrEqual(most(size))
    await enter('break')
    await page.getByRole('alert').first().waitFor()
    await expect.poll(least, PATIENCE).toBeGreaterThanOrEqual(most(size))
    await page.keyboard.press('Alt+ArrowLeft')
    await page.getByText('You are before the first step.').waitFor()
    await expect.poll(least, PATIENCE).toBeGreaterThanOrEqual(most(size))
  })
})

describe('what somebody looks at is not covered', () => {
  test('at 200 % of 1280 by 800 the last line of a terminal is in sight', async () => {
    await open(await fresh(), { width: 640, height: 400 })
    await enter('ls')
    await page
      .getByRole('contentinfo')
      .getByText(/^step 1 of 1/)
      .waitFor()
    const size = await world()
    expect(size.seen).toBe(size.height)
  })

  test('that the window looks back is told beside what was done', async () => {
    await open(await fresh(), { width: 1280, height: 800 })
    for (const count of [1, 2]) {
      await enter('ls')
      await page
        .getByRole('contentinfo')
        .getByText(new RegExp(`^step ${count} of ${count}`))
        .waitFor()
    }
    await page.keyboard.press('Alt+ArrowLeft')
    const notice = page.getByText('You are at step 1 of 2.')
    await notice.waitFor()
    const over = await notice.evaluate((one) => {
      const first = document.querySelector('[data-testid="terminal"]')?.getBoundingClientRect() ?? new DOMRect()
      const notices = one.closest('[data-part="notices"]')
      return {
        overlaid: notices !== null && getComputedStyle(notices).position === 'absolute',
        covers: [20, 120, 240].filter((x) =>
          notices?.contains(document.elementFromPoint(first.left + x, first.top + 8))
        )
      }
    })
    expect(over).toEqual({ overlaid: true, covers: [] })
  })
})

describe('what is around the world folds by one key each', () => {
  test('and by the mouse; it says so, and is as it was left after a reload', async () => {
    await open('terminal', { width: 1440, height: 900 })
    await page.locator('.xterm-screen').click()
    const parts = [
      { key: 'Alt+i', name: 'Actions', part: bar() },
      { key: 'Alt+j', name: 'Steps', part: frames() },
      { key: 'Alt+o', name: 'Panels', part: page.getByRole('tab', { name: 'Rules' }) }
    ]
    const before = (await world()).height
    for (const { key, name, part } of parts) {
      await part.waitFor()
      await page.keyboard.press(key)
      await part.waitFor({ state: 'hidden' })
      expect(await chip(name).getAttribute('aria-expanded')).toBe('false')
      await expect.poll(() => chip(name).textContent(), PATIENCE).toBe(`${name} folded`)
    }
    await expect.poll(async () => (await world()).height, PATIENCE).toBeGreaterThan(before + 200)
    // Nothing of it was typed into the terminal.
    expect(await page.locator('.xterm-rows').textContent()).not.toMatch(/[ijo]\s*$/)
    await page.reload()
    await page.locator('.xterm-screen').waitFor()
    for (const { part } of parts) expect(await part.isVisible()).toBe(false)
    for (const { name, part } of parts) {
      await chip(name).click()
      await part.waitFor()
    }
    // A panel that is asked for is there.
    await page.keyboard.press('Alt+o')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Show the rules')
    await page.keyboard.press('Enter')
    await page.getByLabel('Simulation instruction').waitFor()
  })

  test('also the unfinished step, and each key is in the list of shortcuts', async () => {
    await open(await fresh(), { width: 1440, height: 900 })
    await enter('break')
    const unfinished = page.getByRole('region', { name: 'Unfinished step' })
    await unfinished.waitFor()
    await page.keyboard.press('Alt+k')
    await unfinished.waitFor({ state: 'hidden' })
    await chip('Unfinished').click()
    await unfinished.waitFor()
    await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click()
    const listed = (await page.getByRole('dialog').locator('dt').allTextContents()).join(' ')
    expect(['Alt+I', 'Alt+J', 'Alt+K', 'Alt+O'].filter((key) => !listed.includes(key))).toEqual([])
  })

  test('where there is no room they open over the world, which keeps its size', async () => {
    await open('web', { width: 853, height: 480 })
    await bar().waitFor({ state: 'hidden' })
    const before = await world()
    for (const [key, part] of [
      ['Alt+i', bar()],
      ['Alt+j', frames()]
    ] as const) {
      await page.keyboard.press(key)
      await part.waitFor()
      expect((await world()).height).toBe(before.height)
      await page.keyboard.press(key)
      await part.waitFor({ state: 'hidden' })
    }
    // A larger window shows all of it: nothing was folded by hand.
    await page.setViewportSize({ width: 1440, height: 900 })
    await bar().waitFor()
    await frames().waitFor()
  })

  test.each(['light', 'dark'] as const)('and stands in nobody’s way, by day and by night: %s', async (scheme) => {
    await open('web', { width: 853, height: 480 }, scheme)
    await accessible(page, `folded, ${scheme}`)
    await page.keyboard.press('Alt+j')
    await frames().waitFor()
    await accessible(page, `the strip over the world, ${scheme}`)
    await page.keyboard.press('Alt+i')
    await bar().waitFor()
    await accessible(page, `the actions over the world, ${scheme}`)
  })
})
