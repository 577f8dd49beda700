// How much of a screen is right: all that it shows, and only what the action changed.
import { screenIn } from '../../domains/label.ts'
import { pageOf, type Screen, type ScreenNode } from '../../observations/screens/screen.ts'
import { bagF1 } from '../evaluate/metrics.ts'

interface Screens {
  /** What was on the screen before, in truth. */
  before: string
  /** What the contestant had shown before: the same, where it is asked after the true past. */
  shown: string
  predicted: string
  truth: string
}

/**
 * `nodes`: F1 over what is on the screen, each node by its role, name, text, value and states. `change`: F1 over the nodes that
 * appeared and disappeared, so that repeating the screen before scores 0 where anything changed; where nothing did, changing nothing scores
 * 1. Where a node is, its number and its order do not count. `null` where the truth is no screen; `change` is absent where
 * there was none before. A prediction that is no screen scores 0.
 */
export function screenScores({ before, shown, predicted, truth }: Screens): { nodes: number; change?: number } | null {
  const actual = nodesIn(truth)
  if (!actual) return null
  const [was, had, guess] = [nodesIn(before), nodesIn(shown), nodesIn(predicted)]
  if (!guess) return { nodes: 0, ...(was && { change: 0 }) }
  const nodes = bagF1(guess, actual)
  return was && had ? { nodes, change: bagF1(changeOf(had, guess), changeOf(was, actual)) } : { nodes }
}

/** What stands in one bag and not in the other, marked by which. */
function changeOf(before: string[], after: string[]): string[] {
  return [...beyond(before, after).map((node) => `-${node}`), ...beyond(after, before).map((node) => `+${node}`)]
}

/** What `all` has more of than `other`. */
function beyond(all: string[], other: string[]): string[] {
  const left = new Map<string, number>()
  for (const node of other) left.set(node, (left.get(node) ?? 0) + 1)
  return all.filter((node) => {
    const count = left.get(node) ?? 0
    left.set(node, count - 1)
    return count <= 0
  })
}

function nodesIn(text: string): string[] | null {
  const read = screenIn(text)
  if ('problem' in read) return null
  const { url, title } = pageOf(read.screen)
  // Where one is counts as something that is shown.
  return [...(url || title ? [`page\u0001${url}\u0001${title}`] : []), ...told(read.screen)]
}

const known = new WeakMap<Screen, string[]>()

function told(screen: Screen): string[] {
  const found = known.get(screen) ?? screen.nodes.map(signature)
  known.set(screen, found)
  return found
}

function signature({ role, name, text, value, states }: ScreenNode): string {
  const parts = [role, name, text, value ?? '\0']
  for (const state of Object.keys(states).sort()) if (states[state] !== false) parts.push(state, String(states[state]))
  return parts.join('\u0001')
}
