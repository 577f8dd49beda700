// Which of the changed nodes are outlined: a new thing once, as a whole, and what holds a change not for that alone.
import type { Screen } from '../../../core/observations/screens/screen.ts'
import type { ScreenOutline } from './outline.ts'

export interface Outlined {
  nodes: ReadonlySet<number>
  /** So much changed that outlines would hide the picture: they are drawn lighter. */
  many: boolean
}

/** `changed` as `changes` (core/observations/screens/screen.ts) finds it. O(n). */
export function outlined({ nodes }: Screen, { hasText }: ScreenOutline, changed: ReadonlySet<number>): Outlined {
  if (changed.size === 0) return { nodes: changed, many: false }
  const count = nodes.length
  // Of each node, how much lies below it and how much of that changed.
  const [below, touched] = [new Uint32Array(count), new Uint32Array(count)]
  for (let index = count - 1; index >= 0; index--) {
    const parent = nodes[index]?.parent ?? -1
    if (parent < 0) continue
    below[parent] = (below[parent] ?? 0) + (below[index] ?? 0) + 1
    touched[parent] = (touched[parent] ?? 0) + (touched[index] ?? 0) + (changed.has(index) ? 1 : 0)
  }
  const found = new Set<number>()
  const covered = new Uint8Array(count)
  nodes.forEach(({ parent }, index) => {
    covered[index] = covered[parent] ?? 0
    if (!changed.has(index)) return
    const [inner, fresh] = [below[index] ?? 0, touched[index] ?? 0]
    const whole = inner > 0 && fresh === inner
    // A page that is new as a whole is not outlined as a whole: its parts are.
    if (whole && parent < 0) return
    if (!whole && fresh > 0 && hasText[index]) return
    if (covered[index]) return
    found.add(index)
    // What is new with all that is in it has one outline.
    if (whole) covered[index] = 1
  })
  return { nodes: found, many: count > FEW && (changed.size * 5 > count * 2 || found.size > MANY) }
}

// On a screen of less, outlines are few however much changed.
const FEW = 6
// As many outlines side by side are a pattern of their own.
const MANY = 12
