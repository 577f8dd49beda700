// Keeps the window current: what others add to a world is there when a person comes back, and soon where the window stays in sight.
import type { WindowStore } from './store/state.ts'

// Soon enough for somebody who looks at a terminal and at the window beside it; a look reads no steps unless there are new ones.
const EVERY_MS = 2000
// The list of all worlds may be long.
const LISTED_EVERY = 8

/** Looks until the page goes away. */
export function stayCurrent(store: WindowStore): void {
  const { catchUp, comeBack } = store.getState()
  let looking = false
  let again = false
  const look = async (work: () => Promise<void>) => {
    if (document.visibilityState !== 'visible') return
    // Who comes back during a look that began before has a look of their own.
    if (looking) {
      again ||= work === comeBack
      return
    }
    looking = true
    // What the host could not answer is asked again at the next look.
    await work().catch(() => {})
    looking = false
    if (!again) return
    again = false
    await look(comeBack)
  }
  const back = () => void look(comeBack)
  let looks = 0
  setInterval(() => {
    const all = store.getState().lost || looks++ % LISTED_EVERY === 0
    void look(all ? comeBack : catchUp)
  }, EVERY_MS)
  window.addEventListener('focus', back)
  window.addEventListener('pageshow', back)
  window.addEventListener('online', back)
  document.addEventListener('visibilitychange', back)
}
