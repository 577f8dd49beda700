// Records a sample session from a real Chromium: node test/record/web.ts NAME > resources/samples/NAME.jsonl
// The sites are our own (sites/), served on this machine under made-up names; the pages, and what the actions do, are the browser's.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { writePlaywright } from '../../src/core/domains/web/playwright.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { aria, axtree, html, repr, type Told, withTabs } from './pages.ts'
import { chosen, sampleFile, type Turn } from './sample.ts'
import { board } from './sites/board.ts'
import { bookshop } from './sites/bookshop.ts'
import type { Site } from './sites/site.ts'
import { timetable } from './sites/timetable.ts'

/** A call and its arguments; `at` stands for the reference in the first line that holds its words, or the one `nth` after it. */
type Order = [call: string, ...values: (string | number | { at: string; nth: number })[]]
const at = (words: string, nth = 0) => ({ at: words, nth })

interface Visit {
  title: string
  notes: string
  site: Site
  told: Told
  actions: Order[]
}

const SAMPLES: Record<string, Visit> = {
  'web-bookshop': {
    title: 'Buying a book',
    notes:
      'Recorded from a real Chromium on a small bookshop made for it: the observations are its accessibility tree, written as BrowserGym writes it.',
    site: bookshop,
    told: axtree,
    actions: [
      ['fill', at("searchbox 'Search books'"), 'tide'],
      ['keyboard_press', 'Enter'],
      ['select_option', at("combobox 'Sort by'"), 'Price: low to high'],
      ['click', at("link 'The Tide Clock'")],
      ['click', at("DisclosureTriangle 'About this edition'")],
      ['new_tab'],
      ['goto', 'http://bookshop.example/hours'],
      ['tab_focus', 0],
      ['fill', at("spinbutton 'Quantity'"), '2'],
      ['click', at("button 'Add to basket'")],
      // A heading does nothing.
      ['click', at("heading 'Your basket'")],
      ['go_back'],
      ['go_forward'],
      ['click', at("link 'Go to checkout'")],
      ['fill', at("textbox 'Full name'"), 'Rosa Lind'],
      ['click', at("button 'Place order'")],
      ['fill', at("textbox 'E-mail'"), 'rosa@example.org'],
      ['click', at("radio 'Collect in the shop'")],
      ['click', at("checkbox 'I agree to the terms of sale'")],
      ['click', at("button 'Place order'")],
      ['tab_focus', 1],
      ['tab_close'],
      ['send_msg_to_user', 'Order 1042 is placed: two copies, to be collected from Friday.']
    ]
  },
  'web-timetable': {
    title: 'Saving a train',
    notes:
      'Recorded from a real Chromium on a small timetable made for it: the observations are Playwright’s aria snapshots with references.',
    site: timetable,
    told: aria,
    actions: [
      ['click', at('tab "Arrivals"')],
      ['click', at('tab "Departures"')],
      ['select_option', at('combobox "Town"'), 'Northgate'],
      ['click', at('checkbox "Direct trains only"')],
      ['click', at('button "Details of 08:12"')],
      ['click', at('button "Save trip"')],
      ['fill', at('textbox "Name of the trip"'), 'To work'],
      ['click', at('button "Save trip"')],
      ['click', at('button "Details of 08:12"')],
      ['keyboard_press', 'Escape'],
      ['click', at('heading "Midtown station"')],
      ['scroll', 0, 300]
    ]
  },
  'web-chores': {
    title: 'A list of chores',
    notes:
      'Recorded from a real Chromium on a small page made for it: the observations are its HTML as it stood, without scripts and styles.',
    site: board,
    told: html,
    actions: [
      // Nothing is written yet, so nothing is added.
      ['click', at('<button bid')],
      ['fill', at('<input id="text"'), 'Buy "strong" tea & milk'],
      ['keyboard_press', 'Enter'],
      ['click', at('type="checkbox"', 1)],
      // The wrong one, and back.
      ['click', at('type="checkbox"', 0)],
      ['click', at('type="checkbox"', 0)],
      ['select_option', at('<select'), 'Open ones'],
      ['click', at('<button id="clear"')],
      ['select_option', at('<select'), 'All'],
      ['hover', at('<h1')]
    ]
  }
}

const [name, visit] = chosen(SAMPLES)
const { site, told } = visit
const { answer, port } = await serve(site)
const { args = [], ...launch } = await launchOptions()
const browser = await chromium.launch({
  ...launch,
  args: [...args, `--host-resolver-rules=MAP ${site.host} 127.0.0.1:${port}`]
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: 'en-GB' })
  // A page that does not come to rest must not hold a recording up.
  context.setDefaultTimeout(10_000)
  let page = await context.newPage()
  await page.goto(`http://${site.host}/`)
  let seen = await look(page)
  const initialState = seen
  const turns: Turn[] = []
  for (const [call, ...values] of visit.actions) {
    const given = values.map((value) => (typeof value === 'object' ? referenceOf(seen, value) : value))
    const action = told === aria ? asPlaywright(seen, call, given) : asBrowserGym(call, given)
    const started = performance.now()
    page = await act(context, page, call, given)
    await page.waitForLoadState()
    // Scripts answer within a frame or two of the event.
    await sleep(200)
    seen = await look(page)
    turns.push({ action, observation: seen, ms: Math.round(performance.now() - started) })
    if (process.env.ORRERY_LOOK) console.error(`\n>>> ${action}\n${seen}`)
  }
  process.stdout.write(
    await sampleFile({
      name,
      title: visit.title,
      notes: visit.notes,
      domain: 'web',
      engine: 'recorded',
      program: `Chromium ${browser.version()}`,
      initialState,
      turns
    })
  )
} finally {
  await browser.close()
  answer.closeAllConnections()
  answer.close()
}

async function serve({ open }: Site) {
  const reply = open()
  const answer = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${site.host}`)
    const sent = request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams
    const said = reply({ path: url.pathname, fields: sent })
    if ('to' in said) response.writeHead(303, { location: said.to }).end()
    else {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><head><title>${said.title}</title></head><body>${said.body}</body></html>`
      )
    }
  })
  answer.listen(0, '127.0.0.1')
  await once(answer, 'listening')
  // A server on an address has an address with a port; Node's type allows pipes too.
  return { answer, port: (answer.address() as AddressInfo).port }
}

async function look(page: Page): Promise<string> {
  return withTabs(page.context().pages(), page, await told.tell(page))
}

/** The bid or ref in the line that holds the words. */
function referenceOf(seen: string, { at: words, nth }: { at: string; nth: number }): string {
  const line = seen.split('\n').filter((one) => one.includes(words))[nth] ?? ''
  const reference = /^\s*\[(\w+)\]|\[ref=(\w+)\]|\bbid="(\w+)"/.exec(line)?.slice(1).find(Boolean)
  if (!reference) throw new Error(`Nothing on the page is ${words}:\n${seen}`)
  return reference
}

function asBrowserGym(call: string, given: (string | number)[]): string {
  return `${call}(${given.map((value) => (typeof value === 'number' ? value : repr(value))).join(', ')})`
}

/** The same as a call of Playwright's MCP server, which is what agents on aria snapshots send. */
function asPlaywright(seen: string, call: string, given: (string | number)[]): string {
  const [first = '', second = ''] = given
  const [, role = '', said = ''] =
    seen
      .split('\n')
      .map((line) => /^\s*- (\w+)(?: "((?:[^"\\]|\\.)*)")?.*\[ref=(\w+)\]/.exec(line))
      .find((found) => found?.[3] === first) ?? []
  const aimed: [string, string][] = [
    ['element', `${said} ${role}`.trim()],
    ['ref', String(first)]
  ]
  switch (call) {
    case 'click':
      return writePlaywright('browser_click', aimed)
    case 'fill':
      return writePlaywright('browser_type', [...aimed, ['text', String(second)]])
    case 'select_option':
      return writePlaywright('browser_select_option', [...aimed, ['values', [String(second)]]])
    case 'keyboard_press':
      return writePlaywright('browser_press_key', [['key', String(first)]])
    case 'scroll':
      return writePlaywright('browser_mouse_wheel', [
        ['deltaX', Number(first)],
        ['deltaY', Number(second)]
      ])
    default:
      throw new Error(`There is no call of Playwright's MCP server here for ${call}.`)
  }
}

/** Does what BrowserGym does for the call; returns the page that is shown then. */
async function act(context: BrowserContext, page: Page, call: string, values: (string | number)[]): Promise<Page> {
  const [first = '', second = ''] = values.map(String)
  const pages = context.pages()
  switch (call) {
    case 'click':
      await told.find(page, first).click()
      return page
    case 'fill':
      await told.find(page, first).fill(second)
      return page
    case 'select_option':
      await told.find(page, first).selectOption(second)
      return page
    case 'hover':
      await told.find(page, first).hover()
      return page
    case 'keyboard_press':
      await page.keyboard.press(first)
      return page
    case 'scroll':
      await page.mouse.wheel(Number(first), Number(second))
      return page
    case 'goto':
      await page.goto(first)
      return page
    case 'go_back':
      await page.goBack()
      return page
    case 'go_forward':
      await page.goForward()
      return page
    case 'new_tab':
      return context.newPage()
    case 'tab_focus': {
      const focused = pages[Number(first)]
      if (!focused) throw new Error(`There is no tab ${first}.`)
      await focused.bringToFront()
      return focused
    }
    case 'tab_close': {
      await page.close()
      const left = context.pages().at(-1)
      if (!left) throw new Error('That was the last tab.')
      await left.bringToFront()
      return left
    }
    case 'send_msg_to_user':
      return page
    default:
      throw new Error(`The recorder cannot do ${call}.`)
  }
}
