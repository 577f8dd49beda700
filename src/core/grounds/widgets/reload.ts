// A page that the browser's history leads back to: it is loaded anew, and what a form held is put back into it.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { dateEdit, isDate } from './dates.ts'
import { edited } from './edit.ts'
import { boxOf, isDisabled, isSelect, isTextField, optionsOf } from './kinds.ts'
import { addressOf, screenOf } from './state.ts'

const SECRET = /\bpass ?(?:word|code|phrase)\b/i
const OF_FRAME = /\[ref=f(\d{1,6})e/

/**
 * @param first the page as it was when it was loaded
 * @param last as it was left
 * @param now the page that the history leads away from
 * @returns `null` where it is not known how the page will be told
 */
export function reloaded(first: string, last: string, now: string): string | null {
  const [screen, left] = [screenOf(first), screenOf(last)]
  // Things in frames are counted apart.
  if (!screen || !left || screen.nodes.some(({ role }) => role === 'iframe')) return null
  const texts = new Map<number, string>()
  const shown = new Map<number, string>()
  const states = new Map<number, Record<string, boolean>>()
  for (const [index, node] of screen.nodes.entries()) {
    const at = node.ref === null ? -1 : left.nodes.findIndex(({ ref, role }) => ref === node.ref && role === node.role)
    const was = left.nodes[at]
    if (!was || isDisabled(node)) continue
    const isBox = boxOf(screen, index) !== null && was.states.checked !== node.states.checked
    if (isBox) states.set(index, { checked: was.states.checked === true })
    if (isDate(node) && was.value !== node.value) {
      const day = dateEdit(screen, index, was.value ?? '')
      if (!day || day === 'unclear') return null
      for (const [part, text] of day.texts ?? []) texts.set(part, text)
      for (const [part, text] of day.shown ?? []) shown.set(part, text)
    }
    if (isSelect(screen, index)) withChoice({ screen, index, states, texts }, left, at)
    // BrowserGym's browser was never seen to put texts back.
    else if (screen.format === 'aria' && holdsText(node) && (was.value ?? '') !== (node.value ?? ''))
      texts.set(index, was.value ?? '')
  }
  const place = /#.*/.exec(addressOf(last) ?? '')?.[0]
  const text = edited(screen, first, { texts, shown, states, ...(place && { place }) })
  if (text === null || screen.format !== 'aria') return text
  const [, frame] = OF_FRAME.exec(now) ?? []
  return frame === undefined ? text : text.replaceAll(/\[ref=(?:f\d{1,6})?e/g, `[ref=f${Number(frame) + 1}e`)
}

const holdsText = (node: ScreenNode): boolean =>
  (isTextField(node) || /^(?:spinbutton|slider|combobox)$/.test(node.role)) && !SECRET.test(node.name)

/** The options of a list as they were left; the maps are changed. */
function withChoice(
  {
    screen,
    index,
    states,
    texts
  }: { screen: Screen; index: number; states: Map<number, Record<string, boolean>>; texts: Map<number, string> },
  left: Screen,
  at: number
): void {
  const were = optionsOf(left, at)
  for (const [place, option] of optionsOf(screen, index).entries()) {
    const was = left.nodes[were[place] ?? -1]
    const node = screen.nodes[option]
    if (!was || !node || was.name !== node.name) continue
    const selected = was.states.selected === true
    if (selected !== (node.states.selected === true)) states.set(option, { selected })
  }
  const value = left.nodes[at]?.value ?? null
  if (value !== null && value !== screen.nodes[index]?.value) texts.set(index, value)
}
