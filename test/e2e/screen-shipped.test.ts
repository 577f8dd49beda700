// Axe over the first screen of every shipped world with a screen, drawn as the window draws it, in light and dark.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { createHost } from '../../src/host/host.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { servePage } from './serve.ts'
import { readSample } from './worlds.ts'

interface FirstScreen {
  name: string
  domain: string
  text: string
}

let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let home: string
const firsts: FirstScreen[] = []

beforeAll(async () => {
  served = await servePage('screen')
  browser = await openBrowser()
  home = await mkdtemp(join(tmpdir(), 'orrery-shipped-screens-'))
  const host = await createHost({ home, resources: 'resources' })
  try {
    for (const { name, setup } of await host.calls['scenarios.list']({})) {
      if (!findDomain(setup.domain).screen) continue
      const { recording } = setup
      const branches =
        recording === null
          ? [(await host.calls['worlds.create']({ setup })).branch]
          : (await readSample(recording)).tree.branches
      const text = branches[0]?.setup.initialState ?? ''
      if (!firsts.some((one) => one.text === text)) firsts.push({ name, domain: setup.domain, text })
    }
  } finally {
    await host.dispose()
  }
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  if (home) await rm(home, { recursive: true, force: true })
})

test.each(['light', 'dark'] as const)(
  '16.12 axe finds nothing serious on any shipped first screen, %s',
  async (colorScheme) => {
    const context = await browser.newContext({
      viewport: { width: 1100, height: 800 },
      reducedMotion: 'reduce',
      colorScheme
    })
    const page = await context.newPage()
    await page.goto(served.url)
    await page.locator('.pic-surface').waitFor()
    const picture = page.getByRole('region', { name: 'Simulated screen' })
    const wrong: string[] = []
    for (const { name, domain, text } of firsts) {
      expect(readScreen(text), name).toHaveProperty('screen')
      const shown = JSON.stringify({ domain, initialState: text, texts: [], live: null, dark: colorScheme === 'dark' })
      await page.evaluate((given) => window.picture.set(JSON.parse(given)), shown)
      await picture.locator('.pic-stage > *').first().waitFor({ state: 'attached' })
      await accessible(page, name).catch((error) => wrong.push(String(error)))
      // Whatever can be pressed is come to by keyboard, from one stop of the Tab key.
      if ((await picture.locator('[tabindex="0"]').count()) !== 1) wrong.push(`${name}: not one stop of the Tab key`)
    }
    await context.close()
    expect(wrong).toEqual([])
    expect(firsts.length).toBeGreaterThan(15)
  },
  4 * PATIENCE.timeout
)
