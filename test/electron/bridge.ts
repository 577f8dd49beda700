import type { Page } from 'playwright'
import type { Bridge, StreamMessage } from '../../src/core/api.ts'

/** The bridge that the preload put into `page`, as the test process sees it. */
export async function pageBridge(page: Page): Promise<Bridge> {
  const listeners = new Set<(message: StreamMessage) => void>()
  await page.exposeFunction('testHears', (message: StreamMessage) => {
    for (const listener of listeners) listener(message)
  })
  await page.evaluate(() => {
    // exposeFunction has just put it there.
    const { testHears } = window as unknown as { testHears: (message: StreamMessage) => void }
    window.orrery?.onEvent(testHears)
  })
  return {
    call: (name, input) =>
      page.evaluate(([name, input]) => window.orrery!.call(name, input), [name, input] as [string, unknown]),
    start(id, name, input) {
      const given: [string, string, unknown] = [id, name, input]
      void page.evaluate(([id, name, input]) => window.orrery!.start(id, name, input), given)
    },
    cancel: (id) => void page.evaluate((id) => window.orrery!.cancel(id), id),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
