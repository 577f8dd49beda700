// HTML that models write is drawn, and does nothing: every payload of two public lists, in real Chromium.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PATIENCE } from '../patience.ts'
import { openBrowser } from './chromium.ts'
import { servePage } from './serve.ts'

let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let context: BrowserContext
let page: Page
/** Whatever happened that must not. */
let happened: string[]
let before: string[]

const payloads = [...new Set(['brs-kb', 'blns'].flatMap(list))]
function list(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../fixtures/xss/${name}.json`), 'utf8')
  return z.array(z.string()).parse(JSON.parse(text))
}

/** The payloads, so many at once, named by where they stand in the list. */
function chunks(size: number): [from: number, payloads: string[]][] {
  const starts = Array.from({ length: Math.ceil(payloads.length / size) }, (_, index) => index * size)
  return starts.map((from) => [from, payloads.slice(from, from + size)])
}

beforeAll(async () => {
  served = await servePage('screen')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** A page that nothing has been drawn on, watched from then on. */
async function openPage(): Promise<void> {
  happened = []
  await context?.close()
  context = await browser.newContext({ viewport: { width: 1000, height: 700 }, serviceWorkers: 'block' })
  context.setDefaultTimeout(PATIENCE.timeout)
  page = await context.newPage()
  await page.goto(served.url)
  await page.locator('.pic-surface').waitFor()
  before = await properties()
  // From here on the page has all its files: nothing more may be asked for.
  await context.route('**/*', async (route) => {
    happened.push(`request ${route.request().url()}`)
    await route.abort()
  })
  context.on('request', (request) => {
    if (!/^(data|about|blob):/.test(request.url())) happened.push(`requested ${request.url()}`)
  })
  context.on('page', (popup) => happened.push(`popup ${popup.url()}`))
  page.on('dialog', async (dialog) => {
    happened.push(`dialog ${dialog.type()} ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', (error) => happened.push(`error ${String(error)}`))
  page.on('framenavigated', (frame) => {
    if (frame.url() !== 'about:srcdoc' && frame.url() !== 'about:blank') happened.push(`navigated to ${frame.url()}`)
  })
}

const documentOf = (content: string) =>
  `<!doctype html><html><head><title>Page</title></head><body>${content}</body></html>`

/** Names on the window of the page and of each of its frames. */
function properties(): Promise<string[]> {
  return page.evaluate(() => [
    ...Object.keys(window).filter((name) => !/^\d+$/.test(name)),
    ...[...document.querySelectorAll('iframe')].flatMap(({ contentWindow }) =>
      contentWindow ? Object.keys(contentWindow).filter((name) => !(name in window)) : []
    )
  ])
}

/** What is left in the frames that could run, load or lead away. */
function dangers(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => {
      if (!contentDocument) return ['a frame that cannot be looked into']
      const found: string[] = []
      for (const element of contentDocument.querySelectorAll('*')) {
        const own = element.localName === 'meta' && element.parentElement?.firstElementChild === element
        if (/^(script|iframe|frame|object|embed|base|link|meta|template)$/.test(element.localName) && !own)
          found.push(element.outerHTML)
        for (const { name, value } of element.attributes) {
          const leads =
            /^(href|xlink:href|src|srcset|action|formaction|data|poster|background|ping|target|srcdoc)$/.test(name)
          if (/^on/i.test(name) || (leads && !/^data:image\//i.test(value.trim())))
            found.push(`${element.localName} ${name}=${value}`)
        }
      }
      return found
    })
  )
}

/** Draws the texts and waits until every frame is loaded. */
async function draw(texts: string[]): Promise<void> {
  await page.evaluate((given) => window.picture.pages(given), texts)
  await expect
    .poll(() =>
      page.evaluate((first) => {
        const frames = [...document.querySelectorAll('iframe')]
        const loaded = frames.filter(
          ({ contentDocument: inner }) => inner?.readyState === 'complete' && inner.URL === 'about:srcdoc'
        )
        const current = document.querySelector('[data-first]')?.getAttribute('data-first') === first
        return current ? frames.length - loaded.length : 'not drawn yet'
      }, texts[0])
    )
    .toBe(0)
  expect(await page.locator('iframe').count()).toBe(texts.length)
}

// As many frames as a page holds without slowing down.
const AT_ONCE = 50
const TOGETHER = 60

test('16.8 the lists are there, whole', () => {
  expect(payloads.length).toBeGreaterThan(3000)
})

describe('16.8 a payload alone runs nothing, loads nothing and leads nowhere', () => {
  beforeAll(openPage)
  test.each(chunks(AT_ONCE))('from %i on', async (_, some) => {
    await draw(some.map(documentOf))
    expect(await dangers()).toEqual([])
    expect(happened.splice(0)).toEqual([])
    expect(await properties()).toEqual(before)
  })
})

describe('16.8 nor do many in one document, in the whole surface, under the mouse', () => {
  beforeAll(openPage)
  test.each(chunks(TOGETHER))('from %i on', async (from, some) => {
    const text = documentOf(some.map((payload) => `<div>${payload}</div>`).join('\n'))
    await page.evaluate((initialState) => window.picture.set({ domain: 'web', initialState, texts: [] }), text)
    await page.locator('.pic-surface').waitFor()
    await page.mouse.click(200 + (from % 500), 260)
    expect(await dangers()).toEqual([])
    expect(happened.splice(0)).toEqual([])
    expect(await properties()).toEqual(before)
    expect(page.url()).toBe(served.url)
  })
})

describe('a document', () => {
  beforeAll(openPage)
  test('16.8 the frame has no scripts, forms, popups or navigation, and a policy of its own', async () => {
    await page.evaluate(
      (initialState) => window.picture.set({ domain: 'web', initialState }),
      documentOf('<p bid="1">Hi</p>')
    )
    const frame = page.locator('iframe')
    await frame.waitFor()
    expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin')
    const ran = await frame.evaluate((element: HTMLIFrameElement) => {
      const inner = element.contentDocument
      if (!inner) return 'no document'
      const script = inner.createElement('script')
      script.textContent = 'window.ran = true'
      inner.body.append(script)
      const image = inner.createElement('img')
      image.src = '/pixel.png'
      inner.body.append(image)
      return Object.hasOwn(element.contentWindow ?? {}, 'ran')
    })
    expect(ran).toBe(false)
    await page.waitForTimeout(200)
    expect(happened.filter((one) => one.startsWith('request '))).toEqual([])
  })
})
