// Things of a desktop that were seen to change others too, such as a field whose result shows below it.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { focused, isDisabled } from './kinds.ts'
import { isQt, withoutShares } from './qt.ts'
import type { ScreenEdit } from './screen-edit.ts'

/** A thing by its kind and its place, which lasts longer than its words. */
const placeOf = ({ tag, bounds }: ScreenNode): string => `${tag} ${bounds?.x} ${bounds?.y}`

/** What an action acts on. */
function actedOn(screen: Screen, intent: Intent): ScreenNode | undefined {
  if (intent.do === 'press' || (intent.do === 'type' && intent.at === 'focus'))
    return screen.nodes[focused(isQt(screen) ? withoutShares(screen) : screen) ?? -1]
  return intent.do === 'click' && typeof intent.at === 'object' && 'node' in intent.at
    ? screen.nodes[intent.at.node]
    : undefined
}

// What only moves the keyboard or the caret, or opens a menu.
const MOVES = /^(?:(?:Shift\+)?(?:Tab|Home|End)|Escape|F10|Alt\+\w|Arrow(?:Left|Right))$/
const REACHES = /^(?:check-box|toggle-button|radio-button|text|spin-button|slider|combo-box)$/

/** Whether an action may change more than what it acts on, as one did before. */
export function mayReach(screen: Screen, intent: Intent, known: ReadonlySet<string>): boolean {
  const node = actedOn(screen, intent)
  if (!node || !known.has(placeOf(node)) || (intent.do === 'press' && MOVES.test(intent.key))) return false
  return intent.do !== 'click' || !/^(?:text|spin-button)$/.test(node.tag)
}

const SAYS = /^(?:label|status-bar)$/
const textsIn = ({ nodes }: Screen): string =>
  JSON.stringify(nodes.flatMap(({ tag, name }) => (SAYS.test(tag) ? [name] : [])))

/** The one field whose text is another now, or that has one now. */
function changedField(before: Screen, after: Screen): ScreenNode | undefined {
  const was = new Map(before.nodes.map((node) => [placeOf(node), node.value]))
  const [field, ...more] = after.nodes.filter((node) => node.tag === 'text' && was.get(placeOf(node)) !== node.value)
  return more.length ? undefined : field
}

/** Whether things became usable, or no longer so, and nothing came or went. */
function frees(before: Screen, after: Screen): boolean {
  if (before.nodes.length !== after.nodes.length) return false
  return after.nodes.some((node, index) => {
    const was = before.nodes[index] as ScreenNode
    return placeOf(was) === placeOf(node) && isDisabled(was) !== isDisabled(node)
  })
}

const emptyOf = (node: ScreenNode): string => `empty ${placeOf(node)}`

/** Whether an edit empties a field, or fills an empty one, that was seen to make other things usable. */
export const mayLock = ({ nodes }: Screen, { texts }: ScreenEdit, known: ReadonlySet<string>): boolean =>
  [...(texts ?? [])].some(([index, text]) => {
    const node = nodes[index]
    return node !== undefined && (text === '') !== !node.value && known.has(emptyOf(node))
  })

/** @param said the page that rules said; `null` where they said none. @param before the screen with what has the keyboard on it */
export function reachingAfter(
  known: ReadonlySet<string>,
  step: { before: Screen; after: Screen; page: string; said: string | null; intents: readonly Intent[] }
): ReadonlySet<string> {
  const { before, after, page, said, intents } = step
  const [intent, ...more] = intents
  if (!intent || more.length || said === page || (intent.do === 'press' && MOVES.test(intent.key))) return known
  const isTyped = intent.do === 'type' && textsIn(before) !== textsIn(after)
  const field = intent.do === 'type' && frees(before, after) ? actedOn(before, intent) : undefined
  if (field) known = new Set([...known, emptyOf(field)])
  const isFreeing = said === null && intent.do !== 'type' && frees(before, after)
  const node = said !== null || isFreeing ? actedOn(before, intent) : isTyped ? changedField(before, after) : undefined
  return node && REACHES.test(node.tag) ? new Set([...known, placeOf(node)]) : known
}
