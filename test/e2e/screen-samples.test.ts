// The recorded worlds with screens, in the whole window: acted on by mouse and by keyboard, with the actions that were recorded (SPEC 16).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessible } from './accessible.ts'
import { launchOptions } from './chromium.ts'
import { type Served, serveWindow } from './window.ts'

const LIMIT = { timeout: 10_000 }

let home: string
let served: Served
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  browser = await chromium.launch(await launchOptions())
})
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  faults = []
  home = await mkdtemp(join(tmpdir(), 'orrery-screen-'))
  served = await serveWindow({ home })
  context = await browser.newContext({ viewport: { width: 1360, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(LIMIT.timeout)
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
})
afterEach(async () => {
  await context?.close()
  await served?.close()
  await rm(home, { recursive: true, force: true })
  expect(faults).toEqual([])
})

const picture = () => page.getByRole('region', { name: 'Simulated screen' })
async function open(title: RegExp): Promise<void> {
  await page.goto(served.url)
  await page.getByRole('button', { name: title }).click()
  await picture().waitFor()
}

/** Waits for the action that is shown, sends it, and waits for the step it makes. */
async function sends(action: string, step: number): Promise<void> {
  await expect.poll(() => page.locator('.pic-action').textContent(), LIMIT).toBe(action)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain(`step ${step} of ${step}`)
}

describe('recorded worlds', () => {
  test('16.2 a bookshop is searched by keyboard and a book opened by mouse', async () => {
    await open(/^Buying a book/)
    await picture().locator('.pic-field').first().focus()
    await page.keyboard.type('tide')
    await page.keyboard.press('Enter')
    await sends("fill('10', 'tide')", 1)
    await page.getByRole('button', { name: 'Key…' }).click()
    await page.keyboard.press('Enter')
    await sends("keyboard_press('Enter')", 2)
    await picture().getByRole('combobox').focus()
    await page.keyboard.press('F10')
    await page.getByRole('menuitem', { name: 'Choose Price: low to high' }).press('Enter')
    await sends("select_option('18', 'Price: low to high')", 3)
    await picture().locator('.pic-link', { hasText: 'The Tide Clock' }).first().click()
    await sends("click('27')", 4)
    await accessible(page, 'the bookshop')
  })

  test('16.5 a phone joins a network', async () => {
    await open(/^Joining a Wi-Fi network/)
    await expect(page.getByLabel('Address').count()).resolves.toBe(0)
    await picture().locator('[data-node]', { hasText: 'Network' }).first().click()
    await expect.poll(() => page.locator('.pic-action').count(), LIMIT).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect.poll(() => page.locator('.pic-action').textContent(), LIMIT).toBe('{"action_type":"navigate_back"}')
    await accessible(page, 'the phone')
  })

  test('16.5 a calculator is pressed', async () => {
    await open(/^A sum on a calculator/)
    await picture().locator('[data-node]').first().waitFor()
    await accessible(page, 'the desktop')
  })
})
