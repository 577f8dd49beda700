// How the height of the window is shared: the world has most of it, and what is around it stands in its place only where it fits.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useActions, useOrrery } from '../store/index.ts'

/** CSS pixels. */
export interface Heights {
  window: number
  /** What the world, its notices and the strip have together. */
  column: number
  /** The world's own lines above and below it, which stay. */
  own: number
  /** What is said above the world, with the unfinished step. */
  notices: number
  action: number
}

export interface Shares {
  notices: boolean
  action: boolean
  /** The most that the strip may take; 0 where it has no room. */
  strip: number
}

// A page or a terminal is readable from here: 20 lines of text.
const LEAST = 320
const SHARE = 0.6
// Of the strip: its player, and frames with what was done and one line of what came; while a notice stands above, without that line.
export const STRIP = { least: 104, squeezed: 84, most: 300 }

/** Which parts have room in their place. Notices come and go, so they never fold another part: without room they lie over the world. */
export function share(
  { window, column, own, notices, action }: Heights,
  folded: { action: boolean; strip: boolean }
): Shares {
  let left = column - own - Math.max(LEAST, Math.ceil(window * SHARE))
  const bar = action <= Math.max(0, left)
  if (bar && !folded.action) left -= action
  const strip = left >= STRIP.least
  const spare = left - (strip && !folded.strip ? STRIP.squeezed : 0)
  const fits = notices <= Math.max(0, spare)
  return { action: bar, notices: fits, strip: strip ? Math.min(STRIP.most, left - (fits ? notices : 0)) : 0 }
}

/**
 * Measures what is in `panel` and tells the store what has room. Parts are known by `data-part`, the world by `data-world`; a folded part
 * keeps its height, unseen. `ready`: another value when other parts are drawn. Returns whether the notices have room.
 */
export function useRoom(panel: RefObject<HTMLElement | null>, ready: unknown): boolean {
  const folds = useOrrery((state) => state.folds)
  const { setRoom } = useActions()
  const [notices, setNotices] = useState(true)
  useLayoutEffect(() => {
    const root = panel.current
    if (!root) return
    let action = 0
    const measure = () => {
      const world = root.querySelector<HTMLElement>('[data-world]')
      const bar = part(root, 'action')
      // While the bar has the focus its old height counts: if it grows by a line, it must not be folded under the hands of its user.
      if (!bar?.contains(document.activeElement)) action = bar?.offsetHeight ?? 0
      const strip = [...document.querySelectorAll<HTMLElement>('[data-part="strip"]')].find(
        (one) => !root.contains(one)
      )
      const heights = {
        window: window.innerHeight,
        column: root.clientHeight + (strip?.offsetHeight ?? 0),
        own: ownOf(world, bar),
        notices: part(root, 'notices')?.scrollHeight ?? 0,
        action
      }
      const next = share(heights, folds)
      setRoom({ action: next.action, draft: true, strip: next.strip > 0, panels: true }, next.strip || STRIP.most)
      setNotices(next.notices)
      // What lies over the world at its lower end stands above what is below it.
      const below = root.getBoundingClientRect().bottom - (world?.getBoundingClientRect().bottom ?? 0)
      root.style.setProperty('--below', `${Math.max(0, below)}px`)
    }
    measure()
    const watch = new ResizeObserver(measure)
    for (const one of [root, ...root.querySelectorAll('[data-world], [data-part]')]) watch.observe(one)
    window.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [panel, ready, folds, setRoom])
  return notices
}

const part = (root: HTMLElement, name: string) => root.querySelector<HTMLElement>(`[data-part="${name}"]`)

/** What stands beside the world in its surface, and the margin inside it. */
function ownOf(world: HTMLElement | null, bar: HTMLElement | null): number {
  if (!world) return 0
  const { paddingTop, paddingBottom } = getComputedStyle(world)
  const margin = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  const beside = [...(world.parentElement?.children ?? [])].filter((one) => one !== world && one !== bar)
  return beside.reduce((sum, one) => sum + one.getBoundingClientRect().height, margin)
}
