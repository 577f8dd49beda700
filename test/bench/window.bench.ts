// What the window costs to open and to keep open, served to Chromium without a model.
import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { z } from 'zod'
import { build, isBuilt } from '../../src/host/launch/build.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { round, summary } from './timing.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUNS = 7
// Long enough for the page's timers, lazy chunks and first garbage collection to be over.
const SETTLE_MS = 5_000

/**
 * Milliseconds from asking for the page to its first contentful paint and to the welcome being there whole, each run in a new
 * browser with nothing cached. The first paint may take 1,500 ms.
 */
export async function firstPaint() {
  return withWindow(async (link) => {
    const [painted, welcomed]: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      await inBrowser(await link(), async (page) => {
        await page.getByRole('button', { name: /Repairing a small project/ }).waitFor()
        const times = await page.evaluate(() => [
          performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
          performance.now()
        ])
        painted.push(times[0] ?? Number.NaN)
        welcomed.push(times[1] ?? Number.NaN)
      })
    }
    return { limit: 1500, firstContentfulPaint: summary(painted), welcome: summary(welcomed) }
  })
}

/**
 * Megabytes held while nothing happens, on the welcome and in a recorded world: the page's renderer process without what it
 * shares with others, its JavaScript heap, and the host process. They may take 300 MB together. Process figures need Linux.
 */
export async function idleMemory() {
  return withWindow(async (link, host) =>
    inBrowser(await link(), async (page) => {
      const take = async () => {
        await page.waitForTimeout(SETTLE_MS)
        const [renderer, heap, rss] = [await rendererMemory(page), await heapMemory(page), await residentMemory(host)]
        return { rendererPrivate: renderer, jsHeap: heap, hostResident: rss, total: sum(renderer, rss) }
      }
      const sample = page.getByRole('button', { name: /Repairing a small project/ })
      await sample.waitFor()
      const welcome = await take()
      await sample.click()
      await page.locator('.xterm-screen').waitFor()
      return { limit: 300, welcome, world: await take() }
    })
  )
}

/** `link` gives a fresh one each time, for one browser. */
async function withWindow<T>(work: (link: () => Promise<string>, host: ChildProcess) => Promise<T>): Promise<T> {
  if (!isBuilt(ROOT)) await build(ROOT)
  const home = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  const env = { ...process.env, ORRERY_HOME: home }
  const host = spawn(process.execPath, [join(ROOT, 'bin', 'orrery.mjs'), 'serve', '--json', '--no-build'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  try {
    // A line for the first, and one whenever the last one was used.
    const lines = on(createInterface(host.stdout), 'line', { close: ['close'] })
    const link = async () => {
      const { value } = await lines.next()
      return z.looseObject({ url: z.string() }).parse(JSON.parse(String(value))).url
    }
    return await work(link, host)
  } finally {
    const ended = host.exitCode === null ? once(host, 'exit') : null
    host.kill('SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true })
  }
}

/** Opens `url` in a browser of its own. The page's clock starts at the request, so the browser's own start is not in it. */
async function inBrowser<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 } })
    await page.goto(url)
    return await work(page)
  } finally {
    await browser.close()
  }
}

const Processes = z.looseObject({ processInfo: z.array(z.looseObject({ type: z.string(), id: z.int() })) })

/** The largest renderer is the page's; Chromium keeps an empty spare one. */
async function rendererMemory(page: Page): Promise<number | null> {
  const browser = page.context().browser()
  if (!browser || process.platform !== 'linux') return null
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = Processes.parse(await session.send('SystemInfo.getProcessInfo'))
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = await Promise.all(renderers.map(({ id }) => kilobytes(`/proc/${id}/smaps_rollup`, /^Private_\w+:/)))
  return round(Math.max(...sizes) / 1024)
}

async function heapMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return round(usedSize / 2 ** 20)
}

async function residentMemory({ pid }: ChildProcess): Promise<number | null> {
  return process.platform === 'linux' ? round((await kilobytes(`/proc/${pid}/status`, /^VmRSS:/)) / 1024) : null
}

/** The sum of the lines that `pattern` picks from a kernel table in kB. */
async function kilobytes(path: string, pattern: RegExp): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => pattern.test(line))
  return lines.reduce((total, line) => total + Number(/(\d+) kB/.exec(line)?.[1] ?? 0), 0)
}

function sum(...parts: (number | null)[]): number | null {
  return parts.some((part) => part === null) ? null : round(parts.reduce<number>((all, part) => all + (part ?? 0), 0))
}
