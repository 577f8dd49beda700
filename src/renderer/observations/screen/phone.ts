// What a phone's list of elements tells of its layout without telling where things are: the status bar, the bar of the app, the keyboard.
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { label } from './kinds.ts'
import { outlineOf, type ScreenOutline } from './outline.ts'

/** A phone's screen by its parts, as indexes of its top nodes. */
export interface PhoneLayout {
  /** Clock, signal and battery. */
  status: number[]
  /** The way back, the title and up to three things to do; `null` where the screen does not begin like that. */
  bar: { lead: number; title: number | null; actions: number[] } | null
  /** The keys of the clipboard that a long press has opened, which lie over what is below them. */
  menu: number[]
  /** Everything else. A row of the keyboard is a list. */
  rows: (number | { keys: number[][] } | { picture: number; row: number })[]
}

/** How a list without coordinates is laid out. O(n). */
export function layoutOf(screen: Screen): PhoneLayout {
  const outline = outlineOf(screen)
  const status = statusOf(screen)
  const hidden = new Set(status)
  const tops = outline.tops.filter((index) => !hidden.has(index))
  const bar = barOf(screen, outline, tops)
  const rest = bar ? tops.slice(1 + (bar.title === null ? 0 : 1) + bar.actions.length) : tops
  const keys = keyboardIn(screen, outline, rest)
  const menu = clipboardIn(screen, outline, rest)
  const rows: PhoneLayout['rows'] = []
  for (let at = 0; at < rest.length; at++) {
    const [index, next] = [rest[at], rest[at + 1]]
    if (index === undefined || menu.includes(index)) continue
    if (keys && at === keys.from) {
      rows.push({ keys: lines(screen, rest.slice(keys.from, keys.to)) })
      at = keys.to - 1
    } else if (next !== undefined && isPicture(screen, outline, index) && outline.stops[next]) {
      rows.push({ picture: index, row: next })
      at++
    } else rows.push(index)
  }
  return { status, bar, menu, rows }
}

const CLIPBOARD = /^(?:cut|copy|paste|select all)$/i

/** Buttons one after the other that are called as the clipboard's keys are; none where there is just one that an app may have too. */
function clipboardIn({ nodes }: Screen, { stops }: ScreenOutline, tops: readonly number[]): number[] {
  const isKey = (index: number) =>
    stops[index] === true && CLIPBOARD.test(label(nodes[index] as Screen['nodes'][number]))
  const from = tops.findIndex(isKey)
  const length = from < 0 ? 0 : tops.slice(from).findIndex((index) => !isKey(index))
  const found = from < 0 ? [] : tops.slice(from, length < 0 ? undefined : from + length)
  const isSure =
    found.length > 1 || found.some((index) => /^select all$/i.test(label(nodes[index] as Screen['nodes'][number])))
  return isSure ? found : []
}

/**
 * The entries of the phone's own status bar: texts that cannot be pressed, at the beginning or the end of what is on the screen,
 * that tell the time or name signal, battery and the like. Empty unless there are two, one of them no time, so that no clock loses
 * its hours.
 */
export function statusOf(screen: Screen): number[] {
  const { stops, hasText } = outlineOf(screen)
  const { nodes } = screen
  const said = (index: number) => {
    const node = nodes[index]
    return node && !stops[index] && !hasText[index] ? label(node) : null
  }
  // The indexes of the bar's entries from `from` on. A node without words, such as the box around the entries, does not end the run.
  const run = (from: number, by: number) => {
    const found: number[] = []
    for (let at = from; at >= 0 && at < nodes.length && found.length < MOST_ENTRIES; at += by) {
      const words = said(at)
      if (words !== null && words.length <= LONGEST_ENTRY && isEntry(words)) found.push(at)
      else if (words !== '' && words !== null) break
      else if (words === null && (stops[at] || found.length > 0)) break
    }
    return found
  }
  const found = [run(nodes.length - 1, -1).reverse(), run(0, 1)].find(
    (entries) => entries.length > 1 && entries.some((index) => !TIME.test(said(index) ?? ''))
  )
  return found ?? []
}

const isEntry = (words: string): boolean => STATUS.test(words) || words.includes(' notification: ')

const MOST_ENTRIES = 12
// STATUS looks for its words behind one another, which takes the square of a text's length.
const LONGEST_ENTRY = 200
const TIME = /^\d/
// The words of Android's own status bar, in English.
const STATUS =
  /^\d{1,2}:\d\d(\s?[ap]m)?$|\b(battery|wi-?fi|mobile data|cellular|airplane mode on)\b.*\.?$|\b(phone|signal|bars?)\b.*\b(signal|full|bars?)\b|^(no sim|alarm set|bluetooth on|do not disturb|vibrate|ringer|notification)\b/i

/** The observation shows a keyboard of its own. */
export function hasKeyboard(screen: Screen): boolean {
  const { nodes } = screen
  if (nodes.some(({ attributes }) => attributes.some(([, value]) => /inputmethod|:id\/keyboard/i.test(value))))
    return true
  const outline = outlineOf(screen)
  return keyboardIn(screen, outline, outline.tops) !== null
}

function barOf(screen: Screen, { stops, kinds }: ScreenOutline, tops: number[]): PhoneLayout['bar'] {
  const name = (index: number | undefined) => (index === undefined ? '' : label(screen.nodes[index] ?? NAMELESS))
  const [lead, second] = tops
  if (lead === undefined || !stops[lead] || !LEADS.test(name(lead))) return null
  const title = second !== undefined && kinds[second] === 'text' ? second : null
  const from = title === null ? 1 : 2
  const actions: number[] = []
  for (const index of tops.slice(from, from + MOST_ACTIONS)) {
    if (kinds[index] !== 'button' || !ACTIONS.test(name(index))) break
    actions.push(index)
  }
  return { lead, title, actions }
}

const NAMELESS = { name: '', text: '' }
const LEADS = /^(navigate up|back|close|cancel|(open|show) navigation (drawer|menu)|(main |open )?menu)\b/i
const ACTIONS =
  /^(search\b|more options|more|share|edit|delete|save|done|add|settings|filter|sort|star|favou?rite|refresh|next|ok)\b/i
const MOST_ACTIONS = 3

/** The longest run of buttons most of which are a single character. */
function keyboardIn(screen: Screen, { stops }: ScreenOutline, tops: number[]): { from: number; to: number } | null {
  const letters = tops.map((index) => stops[index] && [...label(screen.nodes[index] ?? NAMELESS)].length === 1)
  const first = letters.findIndex((is, at) => is && letters.slice(at, at + 8).every(Boolean))
  if (first < 0) return null
  const last = letters.lastIndexOf(true)
  let to = last + 1
  // Shift, delete, space and enter stand between the letters and behind them.
  while (to < tops.length && to <= last + 4 && stops[tops[to] ?? -1]) to++
  const wide = last + 1 - first
  return wide >= 20 && letters.slice(first, last + 1).filter(Boolean).length > wide * 0.75 ? { from: first, to } : null
}

/** The lines of a keyboard: ten in the first, and then as the letters at their beginnings say. */
function lines(screen: Screen, keys: number[]): number[][] {
  const name = (at: number) => label(screen.nodes[keys[at] ?? -1] ?? NAMELESS).toLowerCase()
  const starts = keys.map((_, at) => at > 0 && (name(at) === 'a' || (name(at).length > 1 && name(at + 1) === 'z')))
  const after = keys.findIndex((_, at) => at > 1 && name(at - 2) === 'm' && name(at - 1).length > 1)
  if (after > 0) starts[after] = true
  const found: number[][] = []
  keys.forEach((key, at) => {
    const line = found.at(-1)
    if (!line || starts[at] || line.length >= MOST_KEYS) found.push([key])
    else line.push(key)
  })
  return found
}

const MOST_KEYS = 11

function isPicture(screen: Screen, { stops, hasText }: ScreenOutline, index: number): boolean {
  const node = screen.nodes[index]
  return (
    node !== undefined &&
    !stops[index] &&
    !hasText[index] &&
    /^(profile|contact)\b.*\b(picture|photo|image)\b/i.test(label(node))
  )
}
