// More things on a screen that is told as text, in its own format: the text that is there stays as it is.

import { readers, readScreen } from '../observations/screens/readers/index.ts'
import type { PixelBounds, Screen, ScreenNode } from '../observations/screens/screen.ts'
import { present } from '../text/present.ts'

/** A thing to add. */
export interface InsertedPart {
  role: string
  name: string
  /** Index of the part that it lies in; absent at the top. */
  within?: number
  /** What share of the screen it takes: left, top, width and height, 0 to 1. */
  place: readonly [left: number, top: number, width: number, height: number]
}

/** The screen as text with the parts after everything else; `null` where it cannot be read, or its format has no place for them. */
export function insertParts(text: string, parts: readonly InsertedPart[]): string | null {
  const read = readScreen(text)
  if ('problem' in read) return null
  const { screen } = read
  const snippet = snippetOf(screen, parts)
  if (!snippet) return null
  const whole = MARKUP.has(screen.format) ? insideMarkup(text, snippet) : afterLines(text, screen, { snippet, parts })
  return whole !== null && shows(whole, screen, parts) ? whole : null
}

const MARKUP = new Set(['html', 'uiautomator', 'osworld-xml'])

/** The new nodes as their format writes them. */
interface Snippet {
  text: string
  nodes: ScreenNode[]
}

function snippetOf(screen: Screen, parts: readonly InsertedPart[]): Snippet | null {
  const reader = readers.find(({ name }) => name === screen.format)
  if (!reader) return null
  const wanted = nextRef(screen)
  // Lists number their rows by place: so many rows before the new ones give them the numbers that are free.
  let before = 0
  for (let tries = 0; tries < 2; tries++) {
    const rows = Array.from({ length: before }, () => FILLER)
    const nodes = [...rows, ...parts.map((part, index) => toNode(part, { index, before, screen, wanted }))]
    const text = reader.write({ ...EMPTY, nodes })
    const again = readScreen(text)
    if ('problem' in again) return null
    const written = again.screen.nodes.slice(-parts.length)
    const short = wanted === null ? 0 : wanted.number - Number(written[0]?.ref?.split(/\D/).at(-1) || wanted.number)
    if (short === 0) return { text, nodes: written }
    before = Math.max(0, before + short)
  }
  return null
}

// Not the name of a reader: everything is spelled as from another format.
const EMPTY: Omit<Screen, 'nodes'> = {
  ...{ format: 'parts', width: null, height: null, url: null, title: null, tabs: [], preface: '', warnings: [] }
}

const FILLER: ScreenNode = {
  ...{ ref: null, role: 'generic', tag: 'generic', name: 'x', text: '', value: null, states: {} },
  ...{ bounds: { x: 0, y: 0, width: 1, height: 1 }, attributes: [], parent: -1, start: 0, end: 0 }
}

const PAGES = new Set(['axtree', 'webarena', 'aria', 'html'])
// In AT-SPI's words.
const DESKTOP = new Map([
  ['button', 'push-button'],
  ['statictext', 'label'],
  ['progressbar', 'progress-bar']
])
const PRESSED = new Set(['button', 'link'])

function toNode(
  { role, name, within, place }: InsertedPart,
  { index, before, screen, wanted }: { index: number; before: number; screen: Screen; wanted: Ref | null }
): ScreenNode {
  const bounds = boundsOf(screen, place)
  const box = bounds && screen.nodes.some(({ attributes }) => attributes.some(([key]) => key === 'box'))
  // In a page's tree, texts have no number.
  const named = role === 'statictext' && PAGES.has(screen.format) ? null : wanted
  const tag = (screen.format.startsWith('osworld') && DESKTOP.get(role)) || role
  return {
    ref: named && `${named.prefix}${named.number + index}`,
    ...{ role, tag, name, text: '', value: null, bounds },
    states: PRESSED.has(role) ? { clickable: true } : {},
    attributes: box ? boxOf(bounds) : [],
    parent: within === undefined ? -1 : before + within,
    ...{ start: 0, end: 0 }
  }
}

function boundsOf({ width, height }: Screen, [left, top, wide, high]: InsertedPart['place']): PixelBounds | null {
  if (!width || !height) return null
  return {
    x: Math.round(left * width),
    y: Math.round(top * height),
    width: Math.round(wide * width),
    height: Math.round(high * height)
  }
}

function boxOf({ x, y, width, height }: PixelBounds): [string, string][] {
  return [
    ['box', `(${x},${y},${x + width},${y + height})`],
    ['center', `(${x + width / 2},${y + height / 2})`]
  ]
}

interface Ref {
  prefix: string
  number: number
}

/** The first number that no thing on the screen has, with the letters before it; `null` where things have none. */
function nextRef({ nodes }: Screen): Ref | null {
  let next: Ref | null = null
  for (const { ref } of nodes) {
    const [, prefix = '', digits] = /^([A-Za-z]*)(\d{1,9})$/.exec(ref ?? '') ?? []
    if (digits && Number(digits) >= (next?.number ?? 0)) next = { prefix, number: Number(digits) + 1 }
  }
  return next
}

/** Before the end of the page or of the outermost element. */
function insideMarkup(text: string, { text: written, nodes }: Snippet): string {
  const wrapper = /<\/(?:hierarchy|desktop-frame)>\s*$/.exec(written)
  const inner = wrapper ? written.slice(present(nodes[0]).start, wrapper.index) : written
  // A page without BrowserGym's numbers is acted on by the ids of its own.
  const snippet = text.includes(' bid="') ? inner : inner.replaceAll(' bid="', ' id="')
  const ends = ['</body>', '</html>', '</hierarchy>'].map((tag) => text.lastIndexOf(tag)).find((at) => at >= 0)
  // A part of a page ends where its text does; other trees end with their outermost element.
  const found = ends ?? (wrapper ? text.lastIndexOf('</') : -1)
  const at = found >= 0 ? found : text.trimEnd().length
  return text.slice(0, at) + snippet + text.slice(at)
}

/** Below the last line of the screen, as deep as what lies in its outermost thing. */
function afterLines(
  text: string,
  { nodes: old, format }: Screen,
  { snippet, parts }: { snippet: Snippet; parts: readonly InsertedPart[] }
): string | null {
  const last = old.at(-1)
  if (!last) return null
  const roots = old.filter(({ parent }) => parent === -1)
  const inside = roots.length === 1 ? old.find(({ parent }) => parent === 0) : undefined
  const base = inside ? indentAt(text, inside.start) : indentAt(text, present(roots[0]).start)
  const outer = indentAt(text, present(roots[0]).start)
  const unit = (inside && base.startsWith(outer) && base.slice(outer.length)) || (TABBED.has(format) ? '\t' : '  ')
  const deeper = !inside && roots.length === 1 && TREES.has(format) ? unit : ''
  const depths: number[] = []
  const lines = snippet.nodes.map(({ start, end }, index) => {
    const within = parts[index]?.within
    depths[index] = within === undefined ? 0 : (depths[within] ?? 0) + 1
    const row = snippet.text.slice(start, end)
    if (!TREES.has(format)) return row.trimStart()
    return base + deeper + unit.repeat(depths[index]) + row.trimStart()
  })
  const at = endOfTree(text, last.end, format)
  return `${text.slice(0, at)}\n${lines.join('\n')}${text.slice(at)}`
}

const TREES = new Set(['axtree', 'webarena', 'aria', 'droidbot'])

const TABBED = new Set(['axtree', 'webarena'])

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

/** An aria snapshot tells of a link's address on lines of its own, which belong to the link. */
function endOfTree(text: string, from: number, format: string): number {
  let at = endOfLine(text, from)
  while (format === 'aria' && /^\n[ \t]+\S/.test(text.slice(at, at + 200))) at = endOfLine(text, at + 1)
  return at
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Whether the new text is read with all that was there, the parts at its end, and no new warning. */
function shows(text: string, before: Screen, parts: readonly InsertedPart[]): boolean {
  const read = readScreen(text)
  if ('problem' in read) return false
  const { nodes, warnings, format } = read.screen
  const names = nodes.slice(before.nodes.length).flatMap(({ name, text: shown, value }) => [name, shown, value])
  return (
    format === before.format &&
    warnings.length <= before.warnings.length &&
    parts.every(({ name }) => name === '' || names.includes(name))
  )
}
