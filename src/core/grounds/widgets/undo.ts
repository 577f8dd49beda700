// What Ctrl+Z takes back in a field of a page: the text that it had before it was typed into.
import type { Intent } from '../../domains/intents.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { isEditable } from './edit.ts'
import type { Behaviour } from './fields.ts'
import { focused } from './kinds.ts'

/** A text that a field had. `typed`: keys replaced it, one after the other, which are taken back together. */
export interface EarlierText {
  ref: string
  text: string
  typed: boolean
}

const MOST_KEPT = 20
const UNDO = /^(?:Control|Meta|ControlOrMeta)\+[zZ]$/

const isUndo = (intent: Intent): boolean => intent.do === 'press' && UNDO.test(intent.key)

/** `null` for other keys, and where the text before is not known. */
export function takenBack(screen: Screen, intent: Intent, earlier: readonly EarlierText[]): Behaviour | null {
  const at = isUndo(intent) ? focused(screen) : null
  const node = at === null ? undefined : screen.nodes[at]
  const last = earlier.at(-1)
  if (at === null || !node || !last || last.ref !== node.ref || !isEditable(node)) return null
  return { rule: 'text', edit: { texts: new Map([[at, last.text]]) }, caret: null }
}

/** What can be taken back after the intents led from one screen to the other. */
export function earlierAfter(
  earlier: readonly EarlierText[],
  { before, after, intents }: { before: Screen; after: Screen; intents: readonly Intent[] }
): readonly EarlierText[] {
  if (intents.some(isUndo)) return earlier.slice(0, -1)
  const at = focused(after)
  const field = at === null ? undefined : after.nodes[at]
  const ref = field?.ref ?? null
  const was = ref === null ? undefined : before.nodes.find((one) => one.ref === ref)
  if (ref === null || !was || (was.value ?? '') === (field?.value ?? '')) return earlier
  // What stands behind dots is not known.
  if (/^[•●]/.test(was.value ?? '')) return earlier.filter((one) => one.ref !== ref)
  const typed = intents.every(
    (one) => one.do === 'type' || (one.do === 'press' && ([...one.key].length === 1 || one.key === 'Space'))
  )
  const last = earlier.at(-1)
  if (typed && last?.typed && last.ref === ref) return earlier
  return [...earlier, { ref, text: was.value ?? '', typed }].slice(-MOST_KEPT)
}
