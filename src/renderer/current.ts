// Keeps the window current: what others add to a world is there when a person comes back, and soon where the window stays in sight.
import type { WindowStore } from './store/state.ts'

// What others do is in sight within a second; a look reads no steps and no list unless there is something new.
const EVERY_MS = 700

/** Looks until the page goes away. */
export function stayCurrent(store: WindowStore): void {
  const { catchUp, comeBack, beHere, sendQueued } = store.getState()
  const here = async () => {
    await Promise.all([catchUp(), beHere()])
    await sendQueued()
  }
  let looking = false
  let again = false
  const look = async (work: () => Promise<void>) => {
    // What waits for a branch is sent also where nobody looks.
    const waits = Object.keys(store.getState().queued).length > 0
    if (document.visibilityState !== 'visible' && !waits) return
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
  setInterval(() => void look(store.getState().lost ? comeBack : here), EVERY_MS)
  void look(here)
  window.addEventListener('focus', back)
  window.addEventListener('pageshow', back)
  window.addEventListener('online', back)
  document.addEventListener('visibilitychange', back)
}
