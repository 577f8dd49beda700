// What a screen of 5,000 nodes costs: reading it, telling what changed, and drawing it in Chromium.
import { type CDPSession, chromium, type Page } from 'playwright'
import { z } from 'zod'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { changes, type Screen } from '../../src/core/observations/screens/screen.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { servePage } from '../e2e/serve.ts'
import { summary } from './timing.ts'

const NODES = 5000
const RUNS = 9
const LIMIT = 100

/** Milliseconds of processor time to read a screen and to find what changed on it, in Node. With drawing they may take 100 together. */
export function readAndDiff() {
  return Object.fromEntries(
    Object.entries(screens()).map(([name, text]) => {
      const [reading, comparing]: [number[], number[]] = [[], []]
      let before: Screen | null = null
      for (let run = 0; run < RUNS * 3; run++) {
        const given = text(run)
        const read = worked(reading, () => readScreen(given))
        if (!('screen' in read)) throw new Error(read.problem)
        const { screen } = read
        const last = before
        if (last) worked(comparing, () => changes(last, screen))
        before = screen
      }
      return [name, { limit: LIMIT, read: summary(reading), changes: summary(comparing) }]
    })
  )
}

/**
 * Milliseconds of work from handing the surface a new step to the frame that shows it, reading and comparing included: all of it,
 * and of that script, layout and style. `empty` is a screen of nothing, measured the same way.
 */
export async function draw() {
  const served = await servePage('screen')
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 } })
    await page.goto(served.url)
    await page.locator('.pic-surface').waitFor()
    const clock = await page.context().newCDPSession(page)
    await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
    const figures: Record<string, unknown> = {}
    for (const [name, text] of Object.entries({ empty: (run: number) => `RootWebArea 'Run ${run}'\n`, ...screens() })) {
      const domain = name === 'desktop' ? 'os' : name === 'phone' ? 'android' : 'web'
      const spent: Record<Part, number[]> = {
        TaskDuration: [],
        ScriptDuration: [],
        LayoutDuration: [],
        RecalcStyleDuration: []
      }
      await drawn(page, clock, domain, [text(0)])
      const texts = [text(0)]
      for (let run = 1; run <= RUNS; run++) {
        texts.push(text(run))
        const took = await drawn(page, clock, domain, texts)
        for (const part of PARTS) spent[part].push(took[part])
      }
      figures[name] = {
        limit: LIMIT,
        all: summary(spent.TaskDuration),
        script: summary(spent.ScriptDuration),
        layout: summary(spent.LayoutDuration),
        style: summary(spent.RecalcStyleDuration)
      }
    }
    return figures
  } finally {
    await browser.close()
    await served.close()
  }
}

function worked<T>(ms: number[], work: () => T): T {
  const from = process.threadCpuUsage()
  const value = work()
  const { user, system } = process.threadCpuUsage(from)
  ms.push((user + system) / 1000)
  return value
}

/** Milliseconds that the page's thread worked, by the processor's clock: neighbours on the machine do not count. */
async function drawn(page: Page, clock: CDPSession, domain: string, texts: string[]): Promise<Record<Part, number>> {
  // The texts are handed over first: what that takes is not the surface's.
  await page.evaluate(
    ({ domain, texts }) => {
      window.picture.next = () =>
        window.picture.set({ domain, initialState: texts[0] ?? '', texts: texts.slice(1), live: null })
    },
    { domain, texts }
  )
  const before = await metrics(clock)
  await page.evaluate(async () => {
    window.picture.next()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  const after = await metrics(clock)
  const spent = (part: Part) => (after[part] - before[part]) * 1000
  return {
    TaskDuration: spent('TaskDuration'),
    ScriptDuration: spent('ScriptDuration'),
    LayoutDuration: spent('LayoutDuration'),
    RecalcStyleDuration: spent('RecalcStyleDuration')
  }
}

const PARTS = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'] as const
type Part = (typeof PARTS)[number]
const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

async function metrics(clock: CDPSession): Promise<Record<Part, number>> {
  const { metrics } = Metrics.parse(await clock.send('Performance.getMetrics'))
  const value = (part: Part) => metrics.find(({ name }) => name === part)?.value ?? Number.NaN
  return {
    TaskDuration: value('TaskDuration'),
    ScriptDuration: value('ScriptDuration'),
    LayoutDuration: value('LayoutDuration'),
    RecalcStyleDuration: value('RecalcStyleDuration')
  }
}

/** A screen of 5,000 nodes for each frame; `run` changes ten of them. */
function screens(): Record<'page' | 'desktop' | 'phone', (run: number) => string> {
  const rows = Math.floor(NODES / 5)
  const odd = (row: number, run: number) => (row % 100 === 0 ? ` ${run}` : '')
  return {
    page: (run) =>
      `RootWebArea 'Stock'\n\t[1] main ''\n${Array.from(
        { length: rows },
        (_, row) =>
          `\t\t[r${row}] article ''\n\t\t\t[h${row}] heading 'Item ${row}'\n\t\t\tStaticText 'Weighs ${row} grams${odd(row, run)}'\n\t\t\t[l${row}] link 'Details of ${row}', clickable\n\t\t\t[b${row}] button 'Order', clickable`
      ).join('\n')}\n`,
    desktop: (run) =>
      `tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)\nframe\tSheet\t""\t\t\t(0, 30)\t(1920, 1050)\n${Array.from(
        { length: NODES - 1 },
        (_, cell) =>
          `table-cell\tCell ${cell}${odd(cell % 500 === 0 ? 0 : 1, run)}\t""\t\t\t(${(cell % 50) * 38}, ${60 + Math.floor(cell / 50) * 10})\t(38, 10)`
      ).join('\n')}`,
    phone: (run) =>
      `<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="p" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">${Array.from(
        { length: NODES - 1 },
        (_, at) =>
          `<node index="${at}" text="Row ${at}${odd(at % 500 === 0 ? 0 : 1, run)}" resource-id="" class="android.widget.TextView" package="p" content-desc="" checkable="false" checked="false" clickable="${at % 3 === 0}" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[${(at % 20) * 54},${Math.floor(at / 20) * 9}][${(at % 20) * 54 + 54},${Math.floor(at / 20) * 9 + 9}]" />`
      ).join('')}</node></hierarchy>`
  }
}
