// One tab stop for the whole picture: the arrow keys carry it from control to control. Kept on the elements, not in state: a move
// must not draw thousands of nodes again.

export type Way = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** The node that Tab reaches, or -1; with `to`, makes it that one. */
export function rove(root: HTMLElement, to?: number): number {
  const now = root.querySelector<HTMLElement>('[data-node][tabindex="0"]')
  if (to === undefined) return now ? Number(now.dataset.node) : -1
  const next = nodeElement(root, to)
  if (next === now || !next) return now ? Number(now.dataset.node) : -1
  if (now) now.tabIndex = -1
  next.tabIndex = 0
  return to
}

export function focusNode(root: HTMLElement, index: number, options?: FocusOptions): void {
  const element = nodeElement(root, index)
  if (!element?.hasAttribute('tabindex')) return
  rove(root, index)
  element.focus(options)
}

export function nodeElement(root: HTMLElement, index: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-node="${index}"]`)
}

/**
 * Focuses the next control that way and gives its node, `null` when there is none. Left and right go in reading order; up and
 * down to the nearest one above or below, and where none is, in reading order as well.
 */
export function move(root: HTMLElement, from: number | null, way: Way): number | null {
  const stops = [...root.querySelectorAll<HTMLElement>('[data-node][tabindex]')]
  const at = stops.findIndex((element) => Number(element.dataset.node) === from)
  const here = stops[at]
  const target =
    way === 'first' || !here
      ? stops[0]
      : way === 'last'
        ? stops.at(-1)
        : way === 'left'
          ? stops[at - 1]
          : way === 'right'
            ? stops[at + 1]
            : (nearest(here, stops, way) ?? stops[way === 'up' ? at - 1 : at + 1])
  if (!target) return null
  const index = Number(target.dataset.node)
  focusNode(root, index)
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return index
}

/** The nearest element above or below; one in the same column is nearer than one beside it. */
function nearest(here: HTMLElement, all: HTMLElement[], way: 'up' | 'down'): HTMLElement | undefined {
  const from = here.getBoundingClientRect()
  let [best, least]: [HTMLElement | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const element of all) {
    if (element === here) continue
    const box = element.getBoundingClientRect()
    const down = way === 'down' ? box.top - from.bottom : from.top - box.bottom
    // Boxes that touch count as one below the other.
    if (down < -4) continue
    const aside = Math.max(0, box.left - from.right, from.left - box.right)
    const cost = Math.max(0, down) + aside * 3 + Math.abs(box.left - from.left) * 0.1
    if (cost < least) {
      best = element
      least = cost
    }
  }
  return best
}
