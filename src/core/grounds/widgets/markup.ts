// OSWorld's XML with a few things changed: states are attributes in the order of their names, and a field's text is what its element holds.
import { escapeAttribute, escapeText } from '../../observations/screens/readers/markup/entities.ts'
import { spellTag } from '../../observations/screens/readers/markup/write.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { ScreenEdit } from './screen-edit.ts'

type Changed = Record<string, boolean | string>

/** The text of `screen` after the edit; `null` where it is not written as real programs write it. */
export function editedMarkup(screen: Screen, text: string, edit: ScreenEdit): string | null {
  if (edit.removed || edit.inserted) return null
  const pieces: string[] = []
  let at = 0
  for (const [index, node] of screen.nodes.entries()) {
    const states: Changed = { ...edit.states?.get(index) }
    // The icon that keys go on from is told so whatever has the keyboard.
    if (edit.focus !== undefined && ((node.states.focused === true && node.tag !== 'icon') || edit.focus === index))
      states.focused = edit.focus === index
    const number = edit.numbers?.get(index)
    const filled = edit.texts?.get(index)
    const name = edit.names?.get(index)
    if (filled === undefined && name === undefined && number === undefined && Object.keys(states).length === 0) continue
    const was = spellTag(node.tag, node.attributes)
    if (node.start < at || !text.startsWith(was, node.start)) return null
    const attributes = withNumber(withName(withStates(node.attributes, states), name), number)
    pieces.push(text.slice(at, node.start), spellTag(node.tag, attributes))
    at = node.start + was.length
    if (filled === undefined) continue
    const shown = node.tag === 'password-text' ? '●'.repeat([...filled].length) : filled
    const held = heldAt(text, at, node.tag)
    if (held === null) {
      // Other things follow its text, as in Qt's editors.
      const inner = text.indexOf('<', at)
      if (text[at] !== '>' || inner < 0) return null
      pieces.push(`>${escapeText(shown)}`)
      at = inner
      continue
    }
    pieces.push(shown === '' ? '/>' : `>${escapeText(shown)}</${node.tag}>`)
    at = held
  }
  return pieces.join('') + text.slice(at)
}

/** Where an element that holds nothing but text ends, from the end of its last attribute; `null` for others. */
function heldAt(text: string, from: number, tag: string): number | null {
  if (text.startsWith('/>', from)) return from + 2
  const close = `</${tag}>`
  const next = text.indexOf('<', from)
  return text[from] === '>' && text.startsWith(close, next) ? next + close.length : null
}

const withName = (attributes: ScreenNode['attributes'], name: string | undefined): ScreenNode['attributes'] =>
  name === undefined ? attributes : attributes.map(([key, was]) => [key, key === 'name' ? escapeAttribute(name) : was])

// As Python writes it: `7.0`.
const withNumber = (attributes: ScreenNode['attributes'], number: number | undefined): ScreenNode['attributes'] =>
  number === undefined
    ? attributes
    : attributes.map(([key, was]) => [
        key,
        key === 'val:value' ? (Number.isInteger(number) ? `${number}.0` : String(number)) : was
      ])

// AT-SPI numbers its states in the order of their names, but for those that it was given later.
const LATE = new Set(['st:manages-descendants', 'st:is-default', 'st:checkable', 'st:has-popup', 'st:read-only'])

function withStates(attributes: ScreenNode['attributes'], states: Changed): ScreenNode['attributes'] {
  let all = attributes
  for (const [state, is] of Object.entries(states)) {
    const name = `st:${state}`
    all = all.filter(([one]) => one !== name)
    if (is !== true) continue
    const isLate = LATE.has(name)
    const later = all.findIndex(([one]) =>
      !one.startsWith('st:') ? one !== 'name' : LATE.has(one) === isLate ? one > name : !isLate
    )
    const place = later < 0 ? all.length : later
    all = [...all.slice(0, place), [name, 'true'], ...all.slice(place)]
  }
  return all
}
