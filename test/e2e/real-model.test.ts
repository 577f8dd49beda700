// The model that comes with Orrery answers in the window, acted on by mouse and by keyboard. What it says is its own affair.
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PATIENCE } from '../patience.ts'
import { openBrowser } from './chromium.ts'
import { type Desk, openDesk, stands, tabTo } from './worlds.ts'

// A few words are an answer, and take a second or two.
const SHORT = { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 24 }

let browser: Browser
let desk: Desk
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  // An empty folder: nobody has chosen or fetched anything.
  desk = await openDesk(browser, { model: 'shipped' })
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  await browser?.close()
})
afterEach(() => {
  expect(desk.faults).toEqual([])
})

/** Opens a ready world whose answers are kept short. */
async function open(title: string): Promise<string> {
  const scenario = (await desk.client.call('scenarios.list', {})).find((one) => one.title === title)
  if (!scenario) throw new Error(`There is no ready world "${title}".`)
  // Without the program that answers in its stead.
  const { program: _, ...rules } = scenario.setup
  const setup = { ...rules, grounding: 'model' as const, sampling: SHORT }
  const { session } = await desk.client.call('worlds.create', { title, setup })
  await page.goto(desk.url)
  const worlds = page.getByRole('navigation', { name: 'Worlds' })
  await worlds.getByRole('button', { name: title }).first().click()
  await stands(page, 0)
  return session.id
}

/** Waits for step `count`, and asks the host where its last one came from. */
async function answered(session: string, count: number) {
  await expect.poll(() => page.getByRole('contentinfo').textContent(), PATIENCE).toContain(`step ${count} of ${count}`)
  await stands(page, count)
  const { branches } = await desk.client.call('worlds.open', { session })
  const { step, calls } = await desk.client.call('steps.get', { session, step: branches[0]?.tip ?? '' })
  expect(step.observation.text.trim()).not.toBe('')
  expect(calls).toMatchObject([
    {
      engine: 'llama',
      model: { name: 'orrery-lwm-135m', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
    }
  ])
  expect(calls[0]?.tokens.generated).toBeGreaterThan(0)
  await page.getByRole('region', { name: 'Provenance' }).getByText('a local model').waitFor()
  return step
}

test('at the first start, a ready world answers what is typed', async () => {
  await page.goto(desk.url)
  await page.getByRole('main').getByText('Orrery LWM 135M, 4-bit').waitFor()
  await page
    .getByRole('button', { name: /^A fresh Debian/ })
    .first()
    .click()
  await stands(page, 0)
  await tabTo(page, page.getByLabel('Terminal input'))
  await page.keyboard.type('echo hello')
  await page.keyboard.press('Enter')
  const [session] = await desk.client.call('worlds.list', {})
  const { observation } = await answered(session?.id ?? '', 1)
  expect(observation.text).toMatch(/\becho hello\n/)
})

test('in a terminal', async () => {
  const session = await open('A fresh Debian box')
  await page.getByRole('button', { name: /^ls/ }).first().click()
  await answered(session, 1)
  await tabTo(page, page.getByLabel('Terminal input'))
  await page.keyboard.type('pwd')
  await page.keyboard.press('Enter')
  const { action } = await answered(session, 2)
  expect(action).toEqual([{ keystrokes: 'pwd\n', duration: 1 }])
})

test('with tools', async () => {
  const session = await open('An issue tracker')
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  await page
    .getByRole('listbox', { name: 'Tools' })
    .getByRole('option', { name: /^list_issues/ })
    .click()
  await field(/^repo/).click()
  await page.keyboard.type('tern/router')
  await page.getByRole('button', { name: 'Call list_issues' }).click()
  await answered(session, 1)
  await tabTo(page, page.getByLabel('Find a tool'))
  await page.keyboard.type('get_issue')
  await page.keyboard.press('Enter')
  await tabTo(page, field(/^repo/))
  await page.keyboard.type('tern/router')
  await tabTo(page, field(/^number/))
  await page.keyboard.type('42')
  await page.keyboard.press('Enter')
  const { action } = await answered(session, 2)
  expect(action).toEqual({ name: 'get_issue', arguments: { repo: 'tern/router', number: 42 } })
})
