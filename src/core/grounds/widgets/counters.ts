// Texts below a field that count its characters: “12 / 40”, “You have 48 characters remaining”.
import type { Screen } from '../../observations/screens/screen.ts'
import { isTextField } from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'

const USED = /^\s*(\d{1,5})(?= ?(?:\/|of) ?(\d{1,5})(?: characters?)?\s*$)/
const LEFT = /^(?:\D{0,40} )?(\d{1,5})(?= (?:characters? |chars? |letters? )?(?:left|remaining|allowed)\b)/i
// Fewer may be things of which few are left.
const LEAST_LEFT = 10
const CONTROL = /^(?:button|checkbox|combobox|link|listbox|radio|searchbox|slider|spinbutton|switch|textbox)$/
const INSIDE = /^(?:static|inline)?text(?:box)?$/

const saysOf = ({ nodes }: Screen, index: number): string => nodes[index]?.text || nodes[index]?.name || ''

/** The nodes that tell how many characters are in a field, or how many more it takes; none where no text is seen to count them. */
function countersOf(screen: Screen, field: number): { node: number; used: boolean; limit: number }[] {
  const { nodes } = screen
  const length = nodes[field]?.value?.length ?? 0
  const found: { node: number; used: boolean; limit: number }[] = []
  for (let node = field + 1; node < nodes.length; node++) {
    const { role = '', parent = -1 } = nodes[node] ?? {}
    if (CONTROL.test(role)) break
    // Texts in the field are its own.
    if (isInside(screen, field, node) && INSIDE.test(role) && parent >= field) continue
    const said = saysOf(screen, node)
    const [, used, limit] = USED.exec(said) ?? []
    const [, left] = LEFT.exec(said) ?? []
    if (used !== undefined && Number(used) === length) found.push({ node, used: true, limit: Number(limit) })
    else if (left !== undefined && (Number(left) >= LEAST_LEFT || /\bchar/i.test(said)))
      found.push({ node, used: false, limit: Number(left) + length })
  }
  const [first] = found
  // What readers of the screen are told of, a page often tells them later.
  const seen = found.filter(({ node }) => nodes[node]?.states.hidden === true)
  if (seen.length) return seen
  // A tree tells a text twice: as such, and by its lines.
  return found.filter(({ node }) => first !== undefined && saysOf(screen, node) === saysOf(screen, first.node))
}

function isInside({ nodes }: Screen, top: number, index: number): boolean {
  for (let at = nodes[index]?.parent ?? -1; at >= top; at = nodes[at]?.parent ?? -1) if (at === top) return true
  return false
}

/** Whether a text counts the characters of a field. */
export const isCounter = (screen: Screen, node: number): boolean =>
  screen.nodes.some(
    (one, field) => isTextField(one) && countersOf(screen, field).some((counter) => counter.node === node)
  )

/** The edit with what texts say then that count the characters of the fields that it changes; `null` where one does not take so many. */
export function withCounters(screen: Screen, edit: ScreenEdit): ScreenEdit | null {
  const says = new Map<number, string>()
  for (const [field, text] of edit.texts ?? []) {
    const node = screen.nodes[field]
    if (!node || !isTextField(node)) continue
    for (const { node: counter, used, limit } of countersOf(screen, field)) {
      const said = saysOf(screen, counter)
      // One that tells how many are allowed says something else when there are some.
      if (text.length > limit || /\ballowed\b/i.test(said)) return null
      const number = String(used ? text.length : limit - text.length)
      says.set(
        counter,
        said.replace(used ? USED : LEFT, (all, old: string) => all.slice(0, all.length - old.length) + number)
      )
    }
  }
  return says.size ? { ...edit, says } : edit
}
