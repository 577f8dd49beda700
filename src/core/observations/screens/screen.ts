// A screen as the agent is told of it: one model for every observation format (readers/), drawn by the screen surface.

import { plain } from '../../text/plain.ts'
import { present } from '../../text/present.ts'
import { aligned } from './align.ts'

/** Pixels from the top left corner of the screen. */
export interface PixelBounds {
  x: number
  y: number
  width: number
  height: number
}

/** One thing on the screen. */
export interface ScreenNode {
  /** What an action names it by (bid, index, ref), as written; `null` when it cannot be named. */
  ref: string | null
  /** Its kind in ARIA's words, lower case, where ARIA has one for it (`button`, `textbox`, `statictext`); else `tag` in lower case. */
  role: string
  /** Its kind as the format writes it (`push-button`, `android.widget.EditText`, `RootWebArea`). */
  tag: string
  /** Accessible name; `''` for none. */
  name: string
  /** Text it shows besides its name; `''` for none. */
  text: string
  /** What was entered or chosen; `null` for things that hold no value. */
  value: string | null
  /** In ARIA's words where it has them (`checked`, `disabled`, `expanded`, `focused`, `selected`, `required`, `clickable`, `scrollable`, `editable`). */
  states: Record<string, boolean | string>
  bounds: PixelBounds | null
  /** Everything else that the format says of it, names and values as written, in their order; of markup, all attributes. */
  attributes: [name: string, value: string][]
  /** Index of the node it lies in; -1 at the top. Always smaller than its own. */
  parent: number
  /** The part of the observation it was read from, its own line or opening tag: UTF-16 offsets, end exclusive. */
  start: number
  end: number
}

export interface Tab {
  title: string
  url: string | null
  current: boolean
}

/** A whole screen. `nodes` are in document order, parents before children. */
export interface Screen {
  /** Name of the reader (readers/index.ts) that read it. */
  format: string
  nodes: ScreenNode[]
  /** Size in pixels, where the format or the bounds tell. */
  width: number | null
  height: number | null
  url: string | null
  title: string | null
  tabs: Tab[]
  /** Lines before the tree that are none of the above, as written. */
  preface: string
  /** What could not be read, in a person's words. */
  warnings: string[]
  /**
   * How the text is put together, for its own reader to write it as it was: pieces as written and, for a number, that node as the
   * format spells it. Leave it out of a screen whose nodes are others.
   */
  layout?: (string | number)[]
}

/** What the address bar and the window's title show: what the text says of the page, else of its current tab, else the name of the page itself. */
export function pageOf({ url, title, tabs, nodes }: Screen): { url: string | null; title: string | null } {
  const tab = tabs.find(({ current }) => current)
  const root = nodes.find(({ role }) => role === 'document')
  return { url: url ?? tab?.url ?? null, title: title ?? (tab?.title || null) ?? (root?.name || null) }
}

/**
 * Which nodes of `after`, by their indexes, are new or say something else than they did; none when there is no `before`. Where a
 * thing is and what it lies in does not count: what only moved is the same. A node is what it was when the node of the same `ref`
 * says the same, or one of the same place in the order of what is left. O(n log n).
 */
export function changes(before: Screen | null, after: Screen): Set<number> {
  if (!before) return new Set()
  const was = contents(before)
  const is = contents(after)
  const kept = new Set<number>()
  const used = new Set<number>()
  const same = new Map<string, number[]>()
  before.nodes.forEach(({ ref }, index) => {
    if (ref === null) return
    const places = same.get(`${ref}\0${was[index]}`)
    if (places) places.push(index)
    else same.set(`${ref}\0${was[index]}`, [index])
  })
  for (const places of same.values()) places.reverse()
  after.nodes.forEach(({ ref }, index) => {
    const old = ref === null ? undefined : same.get(`${ref}\0${is[index]}`)?.pop()
    if (old === undefined) return
    kept.add(index)
    used.add(old)
  })
  // Some formats number their nodes anew for every screen, so a ref that is another's now proves nothing.
  const left = [...was.keys()].filter((index) => !used.has(index))
  const open = [...is.keys()].filter((index) => !kept.has(index))
  for (const nth of aligned(pick(left, was), pick(open, is))) kept.add(present(open[nth]))
  return new Set([...is.keys()].filter((index) => !kept.has(index)))
}

/** Whether an observation shows the same as the one before: line breaks and blanks at ends of lines aside. */
export function unchanged(before: string, after: string): boolean {
  return plain(before) === plain(after)
}

// What formats say of where a thing is, in words of their own.
const PLACES = new Set([
  'box',
  'center',
  'bounds',
  'bbox',
  'bbox_pixels',
  'index',
  'position',
  'size',
  'cp:screencoord',
  'cp:size'
])

// Every screen is compared twice: with the one before it and with the one after.
const known = new WeakMap<Screen, string[]>()

function contents(screen: Screen): string[] {
  const found = known.get(screen) ?? screen.nodes.map(content)
  known.set(screen, found)
  return found
}

/** All that a node says but its place and its ref, as one text. */
function content({ ref, role, tag, name, text, value, states, attributes }: ScreenNode): string {
  const parts = [role, tag, name, text, value ?? '\0']
  for (const state of Object.keys(states).sort()) if (states[state] !== false) parts.push(state, String(states[state]))
  for (const [attribute, written] of attributes)
    if (written !== ref && !PLACES.has(attribute)) parts.push(attribute, written)
  return parts.join('\u0001')
}

function pick(indexes: number[], texts: string[]): string[] {
  return indexes.map((index) => present(texts[index]))
}
