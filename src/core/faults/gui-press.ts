// What an action does to the things that a perturbation put on the screen, told from its label: every agent's actions have one.

import type { Domain } from '../domains/domain.ts'
import { screenIn } from '../domains/label.ts'
import type { Moment } from './perturbation.ts'

/** Worlds of screens. */
export const hasScreen = ({ screen }: Domain): boolean => screen !== undefined

/** Worlds of pages in a browser. */
export const hasPages = ({ screen }: Domain): boolean => screen?.frame === 'browser'

/** Whether the action presses the thing of this name that was added last. */
export function presses({ label, before }: Pick<Moment, 'label' | 'before'>, name: string): boolean {
  if (!/\b(?:click|tap|touch|press)\b/i.test(label)) return false
  const [, x, y] = /\bat (-?\d{1,6})(?:\.\d+)?, (-?\d{1,6})/.exec(label) ?? []
  if (x === undefined || y === undefined) return label.includes(`“${name}”`)
  const read = screenIn(before)
  if ('problem' in read) return false
  // What lies below it may be smaller, and yet it is this that is hit.
  const bounds = read.screen.nodes.findLast((node) => [node.name, node.text].includes(name))?.bounds
  if (!bounds) return false
  const [right, below] = [Number(x) - bounds.x, Number(y) - bounds.y]
  return right >= 0 && below >= 0 && right < bounds.width && below < bounds.height
}

/** Whether the action is a key that answers a dialog: Enter, Escape, or the phone's back button. */
export const leavesDialog = ({ label }: Pick<Moment, 'label'>): boolean =>
  /^(?:press )?(?:enter|return|esc|escape|back)$/i.test(label.trim())

/** Whether the action leaves the screen whatever is on it. */
export const leavesScreen = ({ label }: Pick<Moment, 'label'>): boolean =>
  /^(?:go to |open |back$|forward$|home$|new tab|tab |close tab)/i.test(label)
