import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import type { Bridge, StreamMessage } from '../../src/core/contract/index.ts'

declare global {
  interface Window {
    /** Each resolves to what the bridge has said since it was last asked, once there is something. */
    heard?: Record<string, () => Promise<StreamMessage[]>>
  }
}

/** The bridge that the preload put into `page`, as the test process sees it, until the page closes or is loaded again. */
export async function pageBridge(page: Page): Promise<Bridge> {
  const listeners = new Set<(message: StreamMessage) => void>()
  const name = randomUUID()
  // Asked for rather than called back: Playwright's one callback channel into this page is the stand-in's.
  await page.evaluate((name) => {
    let waiting: StreamMessage[] = []
    let wake = () => {}
    window.orrery?.onEvent((message) => {
      waiting.push(message)
      wake()
    })
    window.heard ??= {}
    window.heard[name] = async () => {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const heard = waiting
      waiting = []
      return heard
    }
  }, name)
  const listen = async () => {
    for (;;) {
      const heard = await page.evaluate((name) => window.heard?.[name]?.(), name)
      if (!heard) return
      for (const message of heard) {
        for (const listener of listeners) listener(message)
      }
    }
  }
  // Ends, with an error that says so, when the page is closed.
  listen().catch(() => {})

  return {
    call: (name, input) => {
      const given: [string, unknown] = [name, input]
      return page.evaluate(([name, input]) => {
        if (!window.orrery) throw new Error('There is no bridge in this page.')
        return window.orrery.call(name, input)
      }, given)
    },
    start(id, name, input) {
      const given: [string, string, unknown] = [id, name, input]
      void page.evaluate(([id, name, input]) => window.orrery?.start(id, name, input), given)
    },
    cancel: (id) => void page.evaluate((id) => window.orrery?.cancel(id), id),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
