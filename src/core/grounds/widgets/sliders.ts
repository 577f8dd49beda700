// Sliders of GTK 3: their tree tells where they stand, and keys teach how far a step goes and where they end.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, MEANING, UNCLEAR } from './fields.ts'
import { focused } from './kinds.ts'
import type { Taught } from './taught.ts'

export type Slid = Pick<Taught, 'steps' | 'ends'>

// Down is more, as on a page that is read from above.
const ARROWS = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1]
])

/** Sliders have no reference, and stay where they are. */
const placeOf = ({ tag, bounds }: ScreenNode): string => `${tag} ${bounds?.x} ${bounds?.y}`

const isLying = ({ attributes }: ScreenNode): boolean => attributes.some(([name]) => name === 'st:horizontal')

/** What a key does to a slider that has the keyboard. */
export function slid(at: number, node: ScreenNode, key: string, { steps, ends }: Slid): Behaviour {
  const [step, { least, most } = {}] = [steps.get(placeOf(node)), ends.get(placeOf(node))]
  const to = (number: number | undefined): Behaviour =>
    number === undefined || !Number.isFinite(number)
      ? UNCLEAR
      : { rule: 'step', edit: { numbers: new Map([[at, number]]) }, caret: null }
  if (key === 'Home' || key === 'End') return to(key === 'Home' ? least : most)
  const by = ARROWS.get(key)
  if (by === undefined) return MEANING
  if (step === undefined || !isLying(node)) return UNCLEAR
  const next = Number((Number(node.value || 'none') + by * step).toFixed(6))
  // Few go below nothing.
  if (least === undefined && next < 0) return UNCLEAR
  return to(Math.min(Math.max(next, least ?? next), most ?? next))
}

/** What a step taught of sliders. */
export function slidAfter(taught: Slid, before: Screen, after: Screen, [intent]: readonly Intent[]): Slid {
  const key = intent?.do === 'press' ? intent.key : ''
  const [was, now] = [before.nodes[focused(before) ?? -1], after.nodes[focused(after) ?? -1]]
  if (was?.role !== 'slider' || now?.role !== 'slider' || placeOf(was) !== placeOf(now)) return taught
  const [place, number] = [placeOf(now), Number(now.value)]
  const moved = Number(Math.abs(number - Number(was.value)).toFixed(6))
  const isMore = key === 'End' || (moved === 0 && ARROWS.get(key) === 1)
  const isLess = key === 'Home' || (moved === 0 && ARROWS.get(key) === -1)
  if (isMore || isLess) {
    const end = { ...taught.ends.get(place), [isMore ? 'most' : 'least']: number }
    return { ...taught, ends: new Map([...taught.ends, [place, end]]) }
  }
  // The first step is a whole one more often than a later one, which may come to an end.
  return ARROWS.has(key) && !taught.steps.has(place)
    ? { ...taught, steps: new Map([...taught.steps, [place, moved]]) }
    : taught
}
