// The way back on a phone: from a page that a tap opened, as long as nothing on it has changed, Back and its own arrow lead to the one before.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { focused, isTextField } from './kinds.ts'

/** Pages that a step led to, by the step and the page before it. */
type Opened = ReadonlyMap<string, string>

// As Android's bars of apps call their arrow.
const UP = /^(?:navigate up|back|go back)$/i
const CANCEL = /^(?:cancel|dismiss)$/i
// What may end a page: Back does not lead to it again.
const ENDS =
  /\b(?:save|done|ok|send|delete|remove|cancel|create|add|discard|close|sign|log|next|submit|confirm|apply|finish|share|pay|buy|order|allow|accept|agree|yes|no|skip|continue|start|back|up)\b/i

const saysOf = ({ name, text, value }: ScreenNode): string => name || text || (value ?? '')
const keyOf = (node: ScreenNode): string => `${node.tag} ${saysOf(node)}`
const isButton = ({ states, role }: ScreenNode): boolean => states.clickable === true || role === 'button'
const backKey = (page: string): string => `Back\n${page}`

/** The page that a step leads back to; `null` for other steps, and where that is not known. */
export function backFrom(screen: Screen, page: string, intent: Intent, opened: Opened): string | null {
  const isTap =
    intent.do === 'click' && intent.count === 1 && !intent.long && typeof intent.at === 'object' && 'node' in intent.at
  const node = isTap && typeof intent.at === 'object' && 'node' in intent.at ? screen.nodes[intent.at.node] : undefined
  const leads = intent.do === 'back' || (node !== undefined && isButton(node) && isBack(screen, node))
  return leads ? (opened.get(backKey(page)) ?? null) : null
}

const isBack = ({ nodes }: Screen, node: ScreenNode): boolean =>
  UP.test(saysOf(node)) || (CANCEL.test(saysOf(node)) && !nodes.some((one) => UP.test(saysOf(one))))

/** The way back from a page that a tap opened. */
export function withBack(
  opened: Opened,
  step: { screen: Screen; page: string; now: Screen; after: string; intents: readonly Intent[] }
): Opened {
  const { screen, page, now, after, intents } = step
  const [intent, ...more] = intents
  if (intent?.do !== 'click' || more.length || typeof intent.at !== 'object' || !('node' in intent.at)) return opened
  const said = wordsAt(screen, intent.at.node)
  const has = now.nodes[focused(now) ?? -1]
  // Back takes a keyboard away first.
  const types = has !== undefined && isTextField(has)
  if (page === after || types || !(liesOver(screen, now) || (isBelow(screen, now) && !ENDS.test(said)))) return opened
  return new Map([...opened, [backKey(after), page]])
}

function wordsAt({ nodes }: Screen, index: number): string {
  return nodes.flatMap((node, at) => (at === index || node.parent === index ? [saysOf(node)] : [])).join(' ')
}

/** Whether a page with an arrow has come in the place of another one. */
function isBelow({ nodes }: Screen, now: Screen): boolean {
  const texts = new Set(nodes.map(saysOf).filter(Boolean))
  const shown = now.nodes.map(saysOf).filter(Boolean)
  const kept = shown.filter((one) => texts.has(one)).length
  return now.nodes.some((node) => isButton(node) && UP.test(saysOf(node))) && kept < shown.length / 2
}

/** Whether a dialog has come over a page that is there still. */
function liesOver({ nodes }: Screen, now: Screen): boolean {
  const shown = new Set(now.nodes.map(keyOf))
  const before = new Set(nodes.map(keyOf))
  return (
    nodes.every((node) => shown.has(keyOf(node))) &&
    now.nodes.some((node) => !before.has(keyOf(node)) && isButton(node) && CANCEL.test(saysOf(node)))
  )
}
