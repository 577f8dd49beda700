// From "New world" to the fifth right click in a shipped world of the web, in the real window: node test/record/stopwatch.ts [shop-account | pottery-shop]
// A click is right when its page shows what the shop has to show then.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { launchOptions } from '../e2e/chromium.ts'
import { serveWindow, useNothing } from '../e2e/window.ts'

interface Course {
  /** What the button of the scenario begins with. */
  scenario: RegExp
  clicks: [role: 'button' | 'link', name: string, shows: string][]
}

const COURSES: Record<string, Course> = {
  'shop-account': {
    scenario: /^A shop with an account/,
    clicks: [
      ['button', 'Add Moss green', 'Basket (1)'],
      ['link', 'Ewe & I', 'Add Dusk blue'],
      ['button', 'Add Dusk blue', 'Basket (2)'],
      ['link', 'Sign in', 'Make an account'],
      ['link', 'Make an account', 'New account']
    ]
  },
  'pottery-shop': {
    scenario: /^A pottery shop/,
    clicks: [
      ['button', 'Add Harbour mug to basket', 'Basket (1)'],
      ['link', 'Mugs', 'Add Moss mug to basket'],
      ['button', 'Add Moss mug to basket', 'Basket (2)'],
      ['link', 'Mugs', 'Add Espresso cup to basket'],
      ['button', 'Add Espresso cup to basket', 'Basket (3)']
    ]
  }
}

const [name = 'shop-account'] = process.argv.slice(2)
const course = COURSES[name]
if (!course) throw new Error(`There is no course ${name}; there are ${Object.keys(COURSES).join(', ')}.`)
const home = await mkdtemp(join(tmpdir(), 'orrery-stopwatch-'))
await useNothing(home)
const served = await serveWindow({ home })
const browser = await chromium.launch(await launchOptions())
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(120_000)
  await page.goto(served.url)
  const start = page.getByRole('button', { name: /^(?:New world|Custom world…)/ }).first()
  await start.waitFor()
  const begun = performance.now()
  const say = (what: string) => process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(2)} s  ${what}\n`)
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'New world' })
  await dialog.getByRole('radio', { name: 'Web', exact: true }).click()
  await dialog.getByRole('button', { name: course.scenario }).click()
  const picture = page.getByRole('region', { name: 'Simulated screen' })
  await picture.waitFor()
  say('the world is open')
  await page.getByLabel('Send immediately').check()
  for (const [role, thing, shows] of course.clicks) {
    await picture.getByRole(role, { name: thing, exact: true }).first().click()
    await picture.getByText(shows).first().waitFor({ state: 'attached' })
    say(`${thing}: ${shows}`)
  }
} finally {
  await browser.close()
  await served.close()
  await rm(home, { recursive: true, force: true })
}
