// How long a keypress takes to reach the screen: at rest, and while 200 updates a second stream in.
import { chromium } from 'playwright'
import { launchOptions } from '../e2e/chromium.ts'
import { servePage } from '../e2e/serve.ts'

export interface Latency {
  presses: number
  /** Milliseconds from the key event to the end of the frame that shows the character. */
  median: number
  p95: number
  max: number
  /** Share of the keypresses that were on the screen at the end of the very next frame. */
  withinOneFrame: number
}

const PRESSES = 60

/** Opens the terminal surface in a real browser and types; takes about ten seconds. */
export async function keypress(): Promise<{ atRest: Latency; streaming: Latency; updatesPerSecond: number }> {
  const served = await servePage('terminal')
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 700 } })
    await page.goto(served.url)
    await page.locator('.xterm-screen').waitFor()
    const type = async (place: string): Promise<Latency> => {
      await page.evaluate(watch, place)
      for (let press = 0; press < PRESSES; press++) await page.keyboard.press('q', { delay: 30 })
      await page.waitForTimeout(200)
      return summary(await page.evaluate(() => window.latencies))
    }
    const atRest = await type('.xterm-rows')
    await page.keyboard.press('Control+u')
    await page.evaluate(() => {
      window.script.answer = null
    })
    await page.keyboard.press('Enter')
    const text = Array.from({ length: 3000 }, (_, line) => `\x1b[32m[${line}]\x1b[0m compiling object ${line}.o`).join(
      '\n'
    )
    // Four characters an update, 200 updates a second: a fast engine.
    const rate = 200
    const began = performance.now()
    const stream = page.evaluate(({ text, rate }) => window.script.stream(text, { rate, size: 4 }), {
      text: text.slice(0, 4 * rate * 6),
      rate
    })
    const streaming = await type('.xterm-rows')
    await stream
    const updatesPerSecond = Math.round((rate * 6) / ((performance.now() - began) / 1000))
    return { atRest, streaming, updatesPerSecond }
  } finally {
    await browser.close()
    await served.close()
  }
}

declare global {
  interface Window {
    latencies: { ms: number; frames: number }[]
  }
}

/** In the page: after each `q`, a letter that nothing else on it has, looks at the end of every frame whether `place` shows it. */
function watch(place: string): void {
  window.latencies = []
  const latencies = window.latencies
  const count = () => (document.querySelector(place)?.textContent?.match(/q/g) ?? []).length
  let wanted = count()
  addEventListener(
    'keydown',
    (event) => {
      // A later call of `watch` counts for itself.
      if (event.key !== 'q' || window.latencies !== latencies) return
      wanted += 1
      const mine = wanted
      let frames = 0
      const look = () =>
        requestAnimationFrame(() => {
          frames += 1
          // A message sent in a frame arrives when the frame has been handed to the screen.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            if (count() >= mine) latencies.push({ ms: performance.now() - event.timeStamp, frames })
            else if (frames < 120) look()
          }
          port2.postMessage(null)
        })
      look()
    },
    { capture: true }
  )
}

function summary(taken: { ms: number; frames: number }[]): Latency {
  const sorted = taken.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  return {
    presses: taken.length,
    median: at(0.5),
    p95: at(0.95),
    max: at(1),
    withinOneFrame: Number((taken.filter(({ frames }) => frames === 1).length / taken.length).toFixed(3))
  }
}
