// Streams come faster than the screen is drawn.
import type { Kit } from './state.ts'

/**
 * Gathers events until the next repaint. A fast engine sends hundreds a second; each would re-render every panel that
 * shows the stream, and a key press would wait behind them.
 */
export function batch<T>(frame: Kit['frame'], apply: (events: T[]) => void) {
  let waiting: T[] = []
  let asked = false
  const flush = () => {
    asked = false
    const events = waiting
    waiting = []
    if (events.length > 0) apply(events)
  }
  return {
    push(event: T) {
      waiting.push(event)
      if (asked) return
      asked = true
      frame(flush)
    },
    flush,
    drop() {
      waiting = []
    }
  }
}
