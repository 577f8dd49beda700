// Reads XML and HTML, however broken, into a flat tree in one pass over the text; and the way back.
import type { ScreenNode } from '../screen.ts'
import { decode } from './entities.ts'

/** An element or a run of text. Spans are UTF-16 offsets, ends exclusive. */
export interface Part {
  /** Of the element, as written; `''` for text. */
  name: string
  /** Names and values as written, references unread; a bare name has the value `''`. */
  attributes: [name: string, value: string][]
  /** References read; `''` for elements. */
  text: string
  /** Index of the element it lies in; -1 at the top. */
  parent: number
  /** The opening tag, or the text without the blanks around it. */
  start: number
  end: number
  /** Index of the last part inside it; its own when there is none. */
  last: number
}

export interface Markup {
  /** In document order. Text that is only blank is none. */
  parts: Part[]
  warnings: string[]
}

// Real screens have some hundred elements; a window that draws more than this would not answer any more.
export const MOST_PARTS = 20_000
// Enough for an address, a title and a line for each tab, and for the namespaces of a root.
const BEGINNING = 4000
// No element has a tenth of these: they are what is left of a text that lost its quotes.
const MOST_ATTRIBUTES = 1000
// Deeper than any real page, and shallow enough for whoever walks the tree by calling itself.
export const DEEPEST = 256

const VOID = words('area base br col embed hr img input link meta param source track wbr')
/** No tag begins inside these: what they hold ends at their own closing tag. */
const RAW = words('script style xmp textarea title')
/** Of those, the ones that hold text for people. */
const RAW_TEXT = words('textarea title')
/** Elements whose closing tag HTML lets a page leave out. */
const OPTIONAL_END = words('html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption')
const ENDS_PARAGRAPH = words(
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'
)
/** Which open elements an opening tag ends, where they are innermost. */
const ENDS = new Map<string, Set<string>>([
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['option', words('option')],
  ['optgroup', words('option optgroup')],
  ['td', words('td th')],
  ['th', words('td th')],
  ['tr', words('td th tr')],
  ['tbody', words('td th tr thead tbody')],
  ['tfoot', words('td th tr thead tbody')],
  ...[...ENDS_PARAGRAPH].map((name): [string, Set<string>] => [name, words('p')])
])

/**
 * Reads markup in time linear in the text. Wrong nesting, missing quotes and a text that is cut off are recovered
 * from, each with a warning; nothing throws. `html` tells HTML's rules (names in any case, void and raw elements,
 * closing tags that may be left out) from XML's; what stands before `from` is not read.
 */
export function readMarkup(text: string, { html, from: begin = 0 }: { html: boolean; from?: number }): Markup {
  const parts: Part[] = []
  const count = { stray: 0, unclosed: 0, broken: 0 }
  let cutInside = ''
  let deep = false
  // Open elements, and how many of each name: a closing tag that closes nothing costs no search.
  const open: number[] = []
  const opened = new Map<string, number>()
  const fold = (name: string) => (html ? name.toLowerCase() : name)
  const inner = () => open[Math.min(open.length, DEEPEST) - 1] ?? -1
  const innermost = () => fold(parts[open.at(-1) ?? -1]?.name ?? '')
  const pop = () => {
    const name = innermost()
    open.pop()
    opened.set(name, (opened.get(name) ?? 1) - 1)
    return name
  }
  const add = (part: Omit<Part, 'last'>) => parts.push({ ...part, last: parts.length })
  const addText = (from: number, to: number, parent = inner()) => {
    const raw = text.slice(from, to)
    const trimmed = raw.trim()
    if (trimmed === '' || parts.length >= MOST_PARTS) return
    const start = from + raw.indexOf(trimmed[0]!)
    const end = start + trimmed.length
    add({ name: '', attributes: [], text: readText(trimmed), parent, start, end })
  }

  let at = begin
  let textFrom = begin
  while (at < text.length && parts.length < MOST_PARTS) {
    const from = text.indexOf('<', at)
    if (from === -1) break
    const next = text[from + 1] ?? ''
    if (text.startsWith('<![CDATA[', from)) {
      // It is a part of the text around it.
      const to = text.indexOf(']]>', from)
      if (to === -1) cutInside = 'a CDATA section'
      at = to === -1 ? text.length : to + 3
      continue
    }
    if (/^\/?$/.test(text.slice(from + 1, from + 3))) {
      // Cut off before its name.
      cutInside = 'a tag'
      addText(textFrom, from)
      at = textFrom = text.length
      continue
    }
    const closing = next === '/' && isNameStart(text[from + 2])
    if (!closing && next !== '!' && next !== '?' && !isNameStart(next)) {
      at = from + 1
      continue
    }
    addText(textFrom, from)
    if (parts.length >= MOST_PARTS) break
    if (next === '!' || next === '?') {
      const [mark, what] = text.startsWith('<!--', from)
        ? ['-->', 'a comment']
        : next === '?' && !html
          ? ['?>', 'an instruction']
          : ['>', 'a declaration']
      const to = text.indexOf(mark, from + 2)
      if (to === -1) cutInside = what
      at = to === -1 ? text.length : to + mark.length
    } else if (closing) {
      const name = nameAt(text, from + 2)
      const to = search(/[<>]/g, text, from + 2 + name.length)
      if (to === text.length) cutInside = 'a closing tag'
      else if (text[to] === '<') count.broken += 1
      at = text[to] === '>' ? to + 1 : to
      const wanted = fold(name)
      if (to === text.length) {
        // Cut off: it may be the tag of something else.
      } else if (!opened.get(wanted)) count.stray += 1
      else {
        for (let name = pop(); name !== wanted; name = pop()) {
          if (!html || !OPTIONAL_END.has(name)) count.unclosed += 1
        }
      }
    } else {
      const tag = readTag(text, from, html)
      if (!tag) {
        cutInside = 'a tag'
        at = text.length
      } else {
        const name = fold(tag.name)
        if (tag.broken) count.broken += 1
        const ends = html ? ENDS.get(name) : undefined
        while (ends?.has(innermost())) pop()
        const { end } = tag
        add({ name: tag.name, attributes: tag.attributes, text: '', parent: inner(), start: from, end })
        at = end
        if (html && RAW.has(name) && !tag.closed) {
          const to = search(new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi'), text, end)
          if (RAW_TEXT.has(name)) addText(end, to, parts.length - 1)
          const after = text.indexOf('>', to)
          if (after === -1) cutInside = `<${name}>`
          at = after === -1 ? text.length : after + 1
        } else if (!tag.closed && !(html && VOID.has(name))) {
          open.push(parts.length - 1)
          opened.set(name, (opened.get(name) ?? 0) + 1)
          if (open.length > DEEPEST) deep = true
        }
      }
    }
    textFrom = at
  }
  const many = parts.length >= MOST_PARTS && textFrom < text.length
  if (!many) addText(textFrom, text.length)
  const left = many ? 0 : open.filter((index) => !html || !OPTIONAL_END.has(fold(parts[index]?.name ?? ''))).length

  // Children come after their parents, so that walking back each is whole before its parent counts it.
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const { parent, last } = parts[index]!
    if (parent >= 0) parts[parent]!.last = Math.max(parts[parent]!.last, last)
  }
  const warnings: [boolean, string][] = [
    [cutInside !== '', `The text ends inside ${cutInside}.`],
    [left > 0, `The text ends before ${amount(left, 'element is', 'elements are')} closed.`],
    [count.unclosed > 0, `${amount(count.unclosed, 'element has', 'elements have')} no closing tag of their own.`],
    [count.stray > 0, `${amount(count.stray, 'closing tag closes', 'closing tags close')} nothing.`],
    [count.broken > 0, `${amount(count.broken, 'tag ends', 'tags end')} where the next one begins.`],
    [deep, `What lies deeper than ${DEEPEST} levels is shown at that depth.`],
    [many, `There are more than ${MOST_PARTS} elements; the rest is not shown.`]
  ]
  return { parts, warnings: warnings.filter(([is]) => is).map(([, warning]) => warning) }
}

/**
 * Where the markup of an observation begins, with what follows of its first part: the first line that starts with `<`,
 * below nothing but the lines that may stand before a page. `''` when it is another format that shows markup somewhere.
 */
export function beginning(text: string): string {
  const first = text.slice(0, BEGINNING)
  const start = first.search(/^[ \t]*</m)
  const before = first.slice(0, Math.max(start, 0))
  // A bid, an item of a list, a table's row, an element of AndroidWorld's list.
  const other = /^[ \t]*(?:\[[\w-]+\] |- [a-z])|^UI element \d|\t/m.test(before)
  return start < 0 || other ? '' : first.slice(start)
}

/** The attribute's value with references read; `undefined` where the element has no such attribute. */
export function attribute(part: Part, name: string): string | undefined {
  const found = part.attributes.find(([own]) => own === name)
  return found && decode(found[1])
}

/** A node as an element: up to its last attribute, then what it holds, then its name. `name` is `''` for bare text. */
export type Element = (node: ScreenNode) => { before: string; text: string; name: string }

/** Nodes as markup without a blank between the tags. */
export function writeTree(nodes: ScreenNode[], element: Element, { html }: { html: boolean }): string {
  const pieces: string[] = []
  const open: { index: number; name: string }[] = []
  const closeTo = (parent: number) => {
    while (open.length > 0 && open.at(-1)?.index !== parent) pieces.push(`</${open.pop()?.name}>`)
  }
  nodes.forEach((node, index) => {
    const { before, text, name } = element(node)
    closeTo(node.parent)
    pieces.push(before)
    if (name === '') return
    // HTML closes only void elements so.
    if (text === '' && nodes[index + 1]?.parent !== index && (!html || VOID.has(name))) pieces.push('/>')
    else {
      pieces.push('>', text)
      open.push({ index, name })
    }
  })
  closeTo(-1)
  return pieces.join('')
}

/** `<name` and attributes as written, as real programs write them: double quotes, but for a value that has one. */
export function spellTag(name: string, attributes: [name: string, value: string][]): string {
  const quoted = attributes.map(([key, value]) => (value.includes('"') ? ` ${key}='${value}'` : ` ${key}="${value}"`))
  return `<${name}${quoted.join('')}`
}

interface Tag {
  name: string
  attributes: [name: string, value: string][]
  /** Ends in `/>`. */
  closed: boolean
  /** Ends at the next `<`, for want of a `>` or a quote. */
  broken: boolean
  end: number
}

/** The opening tag at `from`; `null` when the text ends inside it. */
function readTag(text: string, from: number, html: boolean): Tag | null {
  const name = nameAt(text, from + 1)
  const attributes: [string, string][] = []
  let at = from + 1 + name.length
  const tag = (end: number, closed: boolean, broken: boolean) => ({ name, attributes, closed, broken, end })
  const keep = (key: string, value: string) => {
    if (attributes.length < MOST_ATTRIBUTES) attributes.push([key, value])
  }
  for (;;) {
    at = search(/[^\s/]/g, text, at)
    if (at === text.length) return null
    if (text[at] === '>') return tag(at + 1, text[at - 1] === '/', false)
    if (text[at] === '<') return tag(at, false, true)
    const nameEnd = search(/[\s=></]/g, text, at + 1)
    const key = text.slice(at, nameEnd)
    const sign = search(/\S/g, text, nameEnd)
    if (text[sign] !== '=') {
      keep(key, '')
      at = nameEnd
      continue
    }
    const value = search(/\S/g, text, sign + 1)
    const quote = text[value] === '"' || text[value] === "'" ? text[value] : ''
    if (quote === '') {
      at = search(html ? /[\s>]/g : /[\s></]/g, text, value)
      keep(key, text.slice(value, at))
      continue
    }
    const close = text.indexOf(quote, value + 1)
    // XML has no `<` in a value: one there means that the quote before it is missing.
    const missing = close === -1 || (!html && text.slice(value, close).includes('<'))
    if (missing) {
      const end = text.indexOf('<', value)
      if (end === -1) return null
      keep(key, text.slice(value + 1, end).trimEnd())
      return tag(end, false, true)
    }
    keep(key, text.slice(value + 1, close))
    at = close + 1
  }
}

/** The text of a run that may have CDATA sections in it. */
function readText(written: string): string {
  if (!written.includes('<![CDATA[')) return decode(written)
  return written
    .split('<![CDATA[')
    .map((piece, index) => {
      const end = piece.indexOf(']]>')
      if (index === 0) return decode(piece)
      return end === -1 ? piece : piece.slice(0, end) + decode(piece.slice(end + 3))
    })
    .join('')
}

/** Where the pattern is found first at or after `from`; the text's length when nowhere. The pattern is global. */
function search(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

function nameAt(text: string, from: number): string {
  return text.slice(from, search(/[\s/><]/g, text, from))
}

function isNameStart(char: string | undefined): boolean {
  return char !== undefined && char !== '' && (/[a-zA-Z_:]/.test(char) || char > '\u00bf')
}

function amount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

function words(list: string): Set<string> {
  return new Set(list.split(' '))
}
